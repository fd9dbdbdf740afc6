// The committed corpus of the fuzzers through the same entry functions, so that what a fuzzer once
// found stays repaired in a build without fuzzers.
#include "test/fuzz/Entry.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <vector>

namespace {

using Entry = fly_fuzz::Fault (*)(llvm::ArrayRef<uint8_t>);

void runAll(const std::string &name, Entry entry) {
  std::vector<std::filesystem::path> paths;
  for (const auto &file :
       std::filesystem::directory_iterator(FLY_SOURCE_DIR "/test/fuzz/corpus/" + name))
    paths.push_back(file.path());
  std::sort(paths.begin(), paths.end());
  ASSERT_FALSE(paths.empty());
  for (const std::filesystem::path &path : paths) {
    std::ifstream in(path, std::ios::binary);
    std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(in)), {});
    if (fly_fuzz::Fault fault = entry(bytes))
      ADD_FAILURE() << path.filename().string() << ": " << *fault;
  }
}

TEST(Corpus, Types) { runAll("types", fly_fuzz::runTypes); }
TEST(Corpus, Modules) { runAll("modules", fly_fuzz::runModules); }
TEST(Corpus, Operations) { runAll("operations", fly_fuzz::runOperations); }

TEST(Corpus, GeneratedOperationsAreReadable) {
  // The same bytes give the same text, and no bytes give one too.
  const uint8_t bytes[] = {3, 141, 2, 7, 9, 1, 1, 4, 8, 2};
  std::string text = fly_fuzz::operationText(bytes);
  EXPECT_NE(text.find("\"fly"), std::string::npos);
  EXPECT_EQ(text, fly_fuzz::operationText(bytes));
  EXPECT_NE(fly_fuzz::operationText({}).find("func.func @f("), std::string::npos);
}

} // namespace
