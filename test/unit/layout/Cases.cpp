// The case file and the worked examples of the specification.
#include "test/unit/layout/Operations.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace layout;
using namespace layout::test;

TEST(Cases, File) {
  std::ifstream file(FLY_TEST_DATA_DIR "/layout-algebra.jsonl");
  ASSERT_TRUE(file);
  std::string line;
  int count = 0;
  while (std::getline(file, line)) {
    if (line.empty())
      continue;
    auto json = nlohmann::json::parse(line);
    Call call;
    call.op = json["op"];
    for (const auto &input : json["inputs"])
      call.operands.push_back(input);
    if (json.contains("attrs"))
      for (const auto &[name, value] : json["attrs"].items()) {
        if (value.is_array())
          call.attributes.numbers[name] = value.get<std::vector<int64_t>>();
        else if (value.is_number())
          call.attributes.numbers[name] = {value.get<int64_t>()};
        else
          call.attributes.words[name] = value;
      }
    std::string expected = json["expect"], got = run(call);
    if (expected == "error")
      EXPECT_EQ(got.substr(0, 6), "error:") << line << "\n got " << got;
    else
      EXPECT_EQ(got, expected) << line;
    ++count;
  }
  EXPECT_EQ(count, 727);
}

TEST(Cases, SpecExamples) {
  static const char text[] =
#include "test/unit/layout/SpecExamples.inc"
      ;
  std::istringstream lines(text);
  std::string line;
  int count = 0;
  const std::string arrow = " → ";
  while (std::getline(lines, line)) {
    if (line.empty())
      continue;
    size_t at = line.rfind(arrow);
    ASSERT_NE(at, std::string::npos) << line;
    std::string expected = line.substr(at + arrow.size());
    std::string got = run(parseCall(line.substr(0, at)));
    if (expected.rfind("error", 0) == 0)
      EXPECT_EQ(got.substr(0, 6), "error:") << line << "\n got " << got;
    else
      EXPECT_EQ(got, expected) << line;
    ++count;
  }
  EXPECT_GT(count, 400);
}
