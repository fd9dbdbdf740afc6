// The central invariants, proven by mutating every NVIDIA instance with the harness of the AMD
// ones.
#include "test/unit/fly_rocdl/Mutations.h"

#include "dialects/fly_ptx/FlyPTXDialect.h"
#include "dialects/fly_ptx/Instances.h"

using namespace mlir;
using namespace mutations;

namespace {

class PtxMutationTest : public ::testing::Test {
protected:
  PtxMutationTest() { context.loadDialect<fly::FlyDialect, fly_ptx::FlyPTXDialect>(); }

  void proveAll(bool mma, const std::string &what) {
    std::vector<Instance> all;
    for (const fly_ptx::InstanceInfo &info : fly_ptx::allInstances(&context))
      all.push_back({info.text, info.payload, info.valBits});
    expectStated(prove(context, all, mma), what);
  }

  MLIRContext context;
};

TEST_F(PtxMutationTest, EveryMmaInstance) { proveAll(true, "NVIDIA products"); }
TEST_F(PtxMutationTest, EveryCopyInstance) { proveAll(false, "NVIDIA copies"); }

} // namespace
