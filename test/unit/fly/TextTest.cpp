// Text of attributes and types: canonical form, short forms, and an error for everything else.
#include "Support.h"

using namespace mlir;
using namespace mlir::fly;
using flytest::FlyTest;

namespace {

struct Spelling {
  const char *input, *canonical;
};

// clang-format off
const Spelling typeSpellings[] = {
    {"!fly.basis<1E0>", "!fly.basis<1E0>"},
    {"!fly.basis<-3 E2>", "!fly.basis<-3E2>"},
    {"!fly.basis<?{div=4}E1>", "!fly.basis<?{div=4}E1>"},
    {"!fly.basis<2E1E0>", "!fly.basis<2E1E0>"},
    {"!fly.int_tuple<(4, ?)>", "!fly.int_tuple<(4,?)>"},
    {"!fly.int_tuple<4>", "!fly.int_tuple<4>"},
    {"!fly.int_tuple<(4)>", "!fly.int_tuple<(4)>"},
    {"!fly.int_tuple<*>", "!fly.int_tuple<*>"},
    {"!fly.int_tuple<(*, 3)>", "!fly.int_tuple<(*,3)>"},
    {"!fly.int_tuple<((2, 4), ?{i64})>", "!fly.int_tuple<((2,4),?{i64})>"},
    {"!fly.int_tuple<(1E0, 48 E1)>", "!fly.int_tuple<(1E0,48E1)>"},
    {"!fly.int_tuple<(-3E2, ?E0)>", "!fly.int_tuple<(-3E2,?E0)>"},
    {"!fly.int_tuple<?{i32}>", "!fly.int_tuple<?>"},
    {"!fly.int_tuple<?{}>", "!fly.int_tuple<?>"},
    {"!fly.int_tuple<?{div=1}>", "!fly.int_tuple<?>"},
    {"!fly.int_tuple<?{i32 div=8}>", "!fly.int_tuple<?{div=8}>"},
    {"!fly.int_tuple<?{ i64  div = 8 }>", "!fly.int_tuple<?{i64 div=8}>"},
    {"!fly.int_tuple<-2147483648>", "!fly.int_tuple<-2147483648>"},
    {"!fly.int_tuple<#fly<int_tuple (4,8)>>", "!fly.int_tuple<(4,8)>"},
    {"!fly.layout<(4, 8) : (1, 4)>", "!fly.layout<(4,8):(1,4)>"},
    {"!fly.layout<(4, (2, 2)) : (1, (4, 8))>", "!fly.layout<(4,(2,2)):(1,(4,8))>"},
    {"!fly.layout<#fly<layout 4:1>>", "!fly.layout<4:1>"},
    {"!fly.layout<(4,8):(1E0,1E1)>", "!fly.layout<(4,8):(1E0,1E1)>"},
    {"!fly.layout<(4,3):(-1,4)>", "!fly.layout<(4,3):(-1,4)>"},
    {"!fly.swizzle<S<3, 3, 3>>", "!fly.swizzle<S<3,3,3>>"},
    {"!fly.swizzle<S<0x3,3,3>>", "!fly.swizzle<S<3,3,3>>"},
    {"!fly.coord_swizzle<CS<3,0,[1],0,[2]>>", "!fly.coord_swizzle<CS<3,0,[1],0,[2]>>"},
    {"!fly.coord_swizzle<CS<3,0,[1,0],0,[2]>>", "!fly.coord_swizzle<CS<3,0,[1, 0],0,[2]>>"},
    {"!fly.coord_swizzle<CS<0,0,[],0,[]>>", "!fly.coord_swizzle<CS<0,0,[],0,[]>>"},
    {"!fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>", "!fly.composed_layout<S<3,3,3> o 0 o (8,64):(64,1)>"},
    {"!fly.composed_layout<32:2 o 0 o [32:1 o 0 o (4,8):(1,4)]>", "!fly.composed_layout<32:2 o 0 o [32:1 o 0 o (4,8):(1,4)]>"},
    {"!fly.composed_layout<32:2 o 0 o [4:1]>", "!fly.composed_layout<32:2 o 0 o 4:1>"},
    {"!fly.composed_layout<CS<3,0,[1],0,[2]> o (0,0,0) o (4,8,8):(1E0,1E1,1E2) o (1,2,3) o (2,4,8):(1E0,1E1,1E2)>",
     "!fly.composed_layout<CS<3,0,[1],0,[2]> o (0,0,0) o (4,8,8):(1E0,1E1,1E2) o (1,2,3) o (2,4,8):(1E0,1E1,1E2)>"},
    {"!fly.composed_layout<S<3,3,3> o ? o 8:1>", "!fly.composed_layout<S<3,3,3> o ? o 8:1>"},
    {"!fly.tile<[4 | 8]>", "!fly.tile<[4|8]>"},
    {"!fly.tile<[2:7|(3,6):(1,3)]>", "!fly.tile<[2:7|(3,6):(1,3)]>"},
    {"!fly.tile<[*|8]>", "!fly.tile<[*|8]>"},
    {"!fly.tile<[[2|4]|8]>", "!fly.tile<[[2|4]|8]>"},
    {"!fly.tile<4>", "!fly.tile<4>"},
    {"!fly.tile<[4]>", "!fly.tile<[4]>"},
    {"!fly.tile<4:1>", "!fly.tile<4:1>"},
    {"!fly.tile<*>", "!fly.tile<*>"},
    {"!fly.ptr<f32,  global>", "!fly.ptr<f32, global>"},
    {"!fly.ptr<f32, tensor>", "!fly.ptr<f32, tensor>"},
    {"!fly.ptr<f32, shared_cluster>", "!fly.ptr<f32, shared_cluster>"},
    {"!fly.ptr<i8, shared, align<1024>>", "!fly.ptr<i8, shared, align<1024>>"},
    {"!fly.ptr<f16, shared,  align<16>, S<3,3,3>>", "!fly.ptr<f16, shared, align<16>, S<3,3,3>>"},
    {"!fly.ptr<f16, shared, S<3,3,3>>", "!fly.ptr<f16, shared, S<3,3,3>>"},
    {"!fly.ptr<f16, shared, align<2>>", "!fly.ptr<f16, shared>"},
    {"!fly.ptr<f16, shared, align<0x10>>", "!fly.ptr<f16, shared, align<16>>"},
    {"!fly.ptr<f16, shared, S<0,0,0>>", "!fly.ptr<f16, shared>"},
    {"!fly.ptr<f16, shared, S<0,4,3>>", "!fly.ptr<f16, shared, S<0,4,3>>"},
    {"!fly.ptr<f32, #fly<address_space global>>", "!fly.ptr<f32, global>"},
    {"!fly.ptr<f4E2M1FN, shared, align<4>>", "!fly.ptr<f4E2M1FN, shared, align<4>>"},
    {"!fly.memref<f32, global, (4,8) : (1,4)>", "!fly.memref<f32, global, (4,8):(1,4)>"},
    {"!fly.memref<f16, register, 4:1>", "!fly.memref<f16, register, 4:1>"},
    {"!fly.memref<f32, global, 128:2 o 5 o [128:3 o 7 o (4,8):(1,4)]>", "!fly.memref<f32, global, 128:2 o 5 o [128:3 o 7 o (4,8):(1,4)]>"},
    {"!fly.memref<f32, global, 32:1, align<12>>", "!fly.memref<f32, global, 32:1, align<12>>"},
    {"!fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>", "!fly.memref<f16, shared, S<3,3,3> o 0 o (8,64):(64,1), align<16>>"},
    {"!fly.memref<f32, global, (4,8):(1,4) o (0,0) o (2,2):(1E0,1E1)>", "!fly.memref<f32, global, (4,8):(1,4) o (0,0) o (2,2):(1E0,1E1)>"},
    {"!fly.coord_tensor<(0,0),(4,8):(1E0,1E1)>", "!fly.coord_tensor<(0,0), (4,8):(1E0,1E1)>"},
    {"!fly.coord_tensor<0, (2,3):(0,1)>", "!fly.coord_tensor<0, (2,3):(0,1)>"},
    {"!fly.coord_tensor<(1,0), 8:1E1>", "!fly.coord_tensor<(1,0), 8:1E1>"},
    {"!fly.coord_tensor<(1,5), (1,1):(0,0)>", "!fly.coord_tensor<(1,5), (1,1):(0,0)>"},
    {"!fly.coord_tensor<((1,2),3), 4:1E1>", "!fly.coord_tensor<((1,2),3), 4:1E1>"},
    {"!fly.coord_tensor<0, (4,8):(1E0,1E1)>", "!fly.coord_tensor<0, (4,8):(1E0,1E1)>"},
    {"!fly.coord_tensor<1E1, (4,8):(1E0,1E1)>", "!fly.coord_tensor<1E1, (4,8):(1E0,1E1)>"},
    {"!fly.universal_copy<64>", "!fly.universal_copy<64>"},
    {"!fly.universal_atomic< add, f32>", "!fly.universal_atomic<add, f32>"},
    {"!fly.universal_atomic<\"add\", f32, \"workgroup\">", "!fly.universal_atomic<add, f32, \"workgroup\">"},
    {"!fly.universal_atomic<inc, i32>", "!fly.universal_atomic<inc, i32>"},
    {"!fly.universal_fma<1x1x1, (f32, f32) -> f32>", "!fly.universal_fma<1x1x1, (f32, f32) -> f32>"},
    {"!fly.copy_atom<!fly.universal_copy<64>, 16>", "!fly.copy_atom<!fly.universal_copy<64>, 16>"},
    {"!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>", "!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>"},
    {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,8):(8,1)>, <[4|8]>>",
     "!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(8,1)>, !fly.tile<[4|8]>>"},
    {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,8),4):((16,1),4)>, !fly.tile<[8|16]>>",
     "!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<128>, 32>, !fly.layout<((4,8),4):((16,1),4)>, !fly.tile<[8|16]>>"},
    {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(256,4):(4,1)>, <1024>>",
     "!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(256,4):(4,1)>, !fly.tile<1024>>"},
    {"!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(16,16,1):(1,16,0)>>",
     "!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(16,16,1):(1,16,0)>>"},
    {"!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,1):(1,4,0)>, <[*|*|*]>>",
     "!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>>"},
    {"!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,1):(1,4,0)>, <[8|*|*]>>",
     "!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, !fly.layout<(4,4,1):(1,4,0)>, !fly.tile<[8|*|*]>>"},
};

const Spelling attributeSpellings[] = {
    {"#fly<address_space global>", "#fly<address_space global>"},
    {"#fly<address_space \"shared\">", "#fly<address_space shared>"},
    {"#fly<mma_operand a>", "#fly<mma_operand a>"},
    {"#fly<atomic_op add>", "#fly<atomic_op add>"},
    {"#fly<gemm_traversal_order kmn>", "#fly<gemm_traversal_order kmn>"},
    {"#fly<gemm_traversal_order nmk_serpentine>", "#fly<gemm_traversal_order nmk_serpentine>"},
    {"#fly<cache_policy cache_global>", "#fly<cache_policy cache_global>"},
    {"#fly<align align<16>>", "#fly<align align<16>>"},
    {"#fly.explicit_module", "#fly.explicit_module"},
    {"#fly<int_tuple (4,8)>", "#fly<int_tuple (4,8)>"},
    {"#fly<int_tuple 4>", "#fly<int_tuple 4>"},
    {"#fly<int_tuple *>", "#fly<int_tuple *>"},
    {"#fly<layout (4,8):(1,4)>", "#fly<layout (4,8):(1,4)>"},
    {"#fly<int ?{div=4}>", "#fly<int ?{div=4}>"},
    {"#fly<int -7>", "#fly<int -7>"},
    {"#fly<basis 1E0>", "#fly<basis 1E0>"},
    {"#fly<swizzle S<3,3,3>>", "#fly<swizzle S<3,3,3>>"},
    {"#fly<coord_swizzle CS<3,0,[1],0,[2]>>", "#fly<coord_swizzle CS<3,0,[1],0,[2]>>"},
    {"#fly<composed_layout S<3,3,3> o 0 o 8:1>", "#fly<composed_layout S<3,3,3> o 0 o 8:1>"},
    {"#fly<tile [4|8]>", "#fly<tile [4|8]>"},
};

struct Broken {
  const char *text;
  int code;
  const char *guilty; ///< first occurrence marks the expected column; null = anywhere
};

const Broken brokenTypes[] = {
    // FLY101
    {"!fly.int_tuple<()>", 101, ")"},
    {"!fly.int_tuple<(4,)>", 101, ")"},
    {"!fly.int_tuple<abc>", 101, "abc"},
    {"!fly.int_tuple<?{i16}>", 101, "i16"},
    {"!fly.int_tuple<99999999999>", 101, "99999999999"},
    {"!fly.int_tuple<99999999999999999999999999>", 101, "99999999999999999999999999"},
    {"!fly.int_tuple<2147483648>", 101, "2147483648"},
    {"!fly.int_tuple<(4,-)>", 101, "-"},
    {"!fly.int_tuple<4 5>", 101, "5"},
    {"!fly.int_tuple<0x10>", 101, "x10"},
    {"!fly.int_tuple<E0>", 101, "E0"},
    {"!fly.int_tuple<>", 101, ">"},
    {"!fly.int_tuple<#fly<layout 4:1>>", 101, "#"},
    {"!fly.tile<[]>", 101, "]"},
    {"!fly.tile<[4|]>", 101, "]"},
    {"!fly.layout<4:1 o 0>", 101, "o 0"},
    // FLY102
    {"!fly.memref<f32, global, (4,8)>", 102, nullptr},
    {"!fly.tile<(4,8)>", 102, nullptr},
    {"!fly.tile<[1E0]>", 102, nullptr},
    {"!fly.basis<1>", 102, "1"},
    {"!fly.composed_layout<4:1 o 0 o [S<1,1,1>]>", 102, nullptr},
    {"!fly.int_tuple<1E0x>", 101, "E0x"},
    {"!fly.composed_layout<4:1>", 102, "4:1"},
    {"!fly.layout<4>", 102, nullptr},
    {"!fly.layout<4:>", 102, ">"},
    {"!fly.composed_layout<4:1 o 0>", 102, nullptr},
    // FLY103
    {"!fly.memref<f32, global, S<3,3,3>>", 103, nullptr},
    {"!fly.coord_tensor<0, CS<0,0,[],0,[]>>", 103, nullptr},
    // FLY104, FLY105
    {"!fly.layout<(4,8):1>", 104, "1>"},
    {"!fly.layout<4:(1)>", 104, "(1)"},
    {"!fly.layout<1E0:1>", 105, "1E0"},
    {"!fly.layout<-4:1>", 105, "-4"},
    {"!fly.layout<*:*>", 105, "*"},
    {"!fly.memref<f32, global, (4,-8):(1,4)>", 105, nullptr},
    // FLY107 to FLY110
    {"!fly.tile<[?|4]>", 107, nullptr},
    {"!fly.tile<4:?>", 107, nullptr},
    {"!fly.int_tuple<?{div=0}>", 108, nullptr},
    {"!fly.int_tuple<?{div=-4}>", 108, nullptr},
    {"!fly.int_tuple<*E0>", 109, nullptr},
    {"!fly.swizzle<S<-1,40,3>>", 110, nullptr},
    {"!fly.swizzle<S<10,20,3>>", 110, nullptr},
    {"!fly.coord_swizzle<CS<3,0,[],0,[]>>", 110, nullptr},
    {"!fly.coord_swizzle<CS<3,0,[1],0,[1]>>", 110, nullptr},
    {"!fly.coord_swizzle<CS<3,0,[1],0,[1,0]>>", 110, nullptr},
    {"!fly.ptr<f32, shared, S<3,3,-3>>", 110, nullptr},
    // FLY111 to FLY114
    {"!fly.ptr<index, global>", 111, "index"},
    {"!fly.ptr<vector<4xf32>, global>", 111, "vector"},
    {"!fly.memref<complex<f32>, global, 4:1>", 111, "complex"},
    {"!fly.ptr<f32, 3>", 112, "3>"},
    {"!fly.ptr<f32, \"global\">", 112, "\""},
    {"!fly.ptr<f32, f16>", 112, "f16"},
    {"!fly.ptr<f32, nowhere>", 112, "nowhere"},
    {"!fly.ptr<f32, #fly<mma_operand a>>", 112, "#"},
    {"!fly.ptr<i0, global, align<4>>", 113, "i0"},
    {"!fly.ptr<f32, global, align<6>>", 114, "6"},
    {"!fly.ptr<f32, global, align<0>>", 114, "0"},
    {"!fly.ptr<f32, global, align<-4>>", 114, "-4"},
    {"!fly.ptr<f32, global, align<99999999999>>", 114, "99999999999"},
    {"!fly.ptr<i12, shared, align<4>>", 114, "4"},
    {"!fly.ptr<f6E2M3FN, shared, align<2>>", 114, "2>>"},
    {"!fly.ptr<f32, global, S<1,1,1>, align<4>>", 101, "align"},
    {"!fly.ptr<f32, global, foo>", 101, "foo"},
    // FLY115 to FLY119
    {"!fly.copy_atom<f32, 16>", 115, "f32"},
    {"!fly.mma_atom<f32>", 115, "f32"},
    {"!fly.copy_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>, 32>", 115, "!fly.universal_fma"},
    {"!fly.mma_atom<!fly.universal_copy<32>>", 115, "!fly.universal_copy"},
    {"!fly.copy_atom<!fly.universal_copy<-7>, 0>", 116, "-7"},
    {"!fly.copy_atom<!fly.universal_copy<32>, 0>", 116, "0>"},
    {"!fly.copy_atom<!fly.universal_copy<32>, -32>", 116, "-32"},
    {"!fly.universal_copy<12>", 116, "12"},
    {"!fly.universal_copy<0>", 116, "0"},
    {"!fly.universal_copy<99999999999>", 116, "99999999999"},
    {"!fly.copy_atom<!fly.universal_copy<64>, 48>", 116, "48"},
    {"!fly.universal_atomic<add, index>", 117, "index"},
    {"!fly.universal_atomic<and, f32>", 117, "f32"},
    {"!fly.universal_atomic<swap, f32>", 117, "swap"},
    {"!fly.universal_fma<1x1x1, (i32, i32) -> i32>", 118, "i32"},
    {"!fly.universal_fma<2x1x1, (f32, f32) -> f32>", 118, "2x1x1"},
    {"!fly.universal_fma<1x1x1, (f32, f16) -> f32>", 118, "f16"},
    {"!fly.tiled_mma<i32, <4:1>>", 119, "i32"},
    {"!fly.tiled_copy<f32, <4:1>, <*>>", 119, "f32"},
    {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <4:1>, <[4]>>", 119, "<4:1>"},
    {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,?):(1,4)>, <[4]>>", 119, "?"},
    {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,1):(1,0)>, <*>>", 119, "<*>"},
    {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,1):(1,0)>, <[*|4]>>", 119, "<[*|4]"},
    {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, <(4,8):(8,1)>, <[4|4]>>", 119, "<[4|4]"},
    {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.tile<4>, <[4]>>", 119, "!fly.tile<4>"},
    {"!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <4:1>>", 119, "<4:1>"},
    {"!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,?):(1,4,0)>>", 119, "?"},
    {"!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,1):(1,4,0)>, <[*|*|*|*]>>", 119, "<[*|*|*|*]"},
    {"!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> f32>>, <(4,4,1):(1,4,0)>, <*>>", 119, "<*>"},
    {"!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, !fly.layout<(4,8):(?,1)>, <[4|8]>>", 119, "?"},
    // FLY142 to FLY144
    {"!fly.memref<f32, global, (4,8):(1E0,1E1)>", 142, "1E0"},
    {"!fly.memref<f32, global, CS<3,0,[0],0,[1]> o (0,0) o (4,8):(1E0,1E1)>", 142, "CS"},
    {"!fly.coord_tensor<(0,0), 4:1>", 143, "(0,0)"},
    {"!fly.coord_tensor<5, (4,8):(1E0,1E1)>", 143, "5"},
    {"!fly.memref<f32, global, 4:1 o (0,1) o (4,8):(1E0,1E1)>", 144, "(0,1)"},
};
// clang-format on

TEST_F(FlyTest, TypesRoundTrip) {
  for (const Spelling &spelling : typeSpellings) {
    Type type = parseType(spelling.input);
    ASSERT_TRUE(type) << spelling.input << "\n" << everythingHeard();
    EXPECT_EQ(str(type), spelling.canonical);
    EXPECT_EQ(parseType(spelling.canonical), type) << spelling.canonical;
  }
}

TEST_F(FlyTest, AttributesRoundTrip) {
  for (const Spelling &spelling : attributeSpellings) {
    Attribute attr = parseAttribute(spelling.input);
    ASSERT_TRUE(attr) << spelling.input << "\n" << everythingHeard();
    EXPECT_EQ(str(attr), spelling.canonical);
    EXPECT_EQ(parseAttribute(spelling.canonical), attr) << spelling.canonical;
  }
}

TEST_F(FlyTest, BrokenTypesAreReportedAtTheGuiltyToken) {
  for (const Broken &broken : brokenTypes) {
    EXPECT_FALSE(parseType(broken.text)) << broken.text;
    ASSERT_FALSE(heard.empty()) << broken.text;
    EXPECT_TRUE(heardCode(broken.code)) << broken.text << "\n" << everythingHeard();
    EXPECT_EQ(heard.size(), 1u) << broken.text << "\n" << everythingHeard();
    if (broken.guilty)
      EXPECT_EQ(heard.front().column, std::string(broken.text).find(broken.guilty) + 1)
          << broken.text << "\n"
          << everythingHeard();
  }
}

TEST_F(FlyTest, BrokenAttributes) {
  const Broken texts[] = {
      {"#fly<basis 1>", 102, "1"},          {"#fly.int_tuple<(4,8)>", 101, "<"},
      {"#fly<int 4E0>", 101, "E0"},         {"#fly<layout 4:1 o>", 101, "o>"},
      {"#fly<mma_operand a b>", 101, "b>"}, {"#fly<composed_layout 4:1>", 102, "4:1"},
      {"#fly<align align<0>>", 114, "0"},   {"#fly<tile [?]>", 107, nullptr}};
  for (const Broken &broken : texts) {
    EXPECT_FALSE(parseAttribute(broken.text)) << broken.text;
    EXPECT_TRUE(heardCode(broken.code)) << broken.text << "\n" << everythingHeard();
    if (broken.guilty && !heard.empty())
      EXPECT_EQ(heard.front().column, std::string(broken.text).find(broken.guilty) + 1)
          << everythingHeard();
  }
  EXPECT_FALSE(parseAttribute("#fly<mma_operand e>"));
  EXPECT_NE(everythingHeard().find("to be one of: a, b, c, d"), std::string::npos)
      << everythingHeard();
}

// Every one-character change of every legal text either names a type that prints and reads back, or
// is reported; it never crashes and is never silently refused.
TEST_F(FlyTest, MutatedTextIsReadOrReported) {
  const char replacements[] = "()[]<>:,*?|oSE0-=x9\"#! ";
  size_t tried = 0;
  auto check = [&](const std::string &text) {
    ++tried;
    Type type = parseType(text);
    if (!type) {
      EXPECT_FALSE(heard.empty()) << text;
      return;
    }
    std::string printed = str(type);
    EXPECT_EQ(parseType(printed), type) << text << " prints as " << printed;
  };
  for (const Spelling &spelling : typeSpellings) {
    std::string text = spelling.input;
    for (size_t at = 5; at < text.size(); ++at) {
      check(text.substr(0, at) + text.substr(at + 1));
      check(text.substr(0, at));
      for (const char *with = replacements; *with; ++with) {
        std::string changed = text;
        changed[at] = *with;
        check(changed);
        changed = text;
        changed.insert(at, 1, *with);
        check(changed);
      }
    }
  }
  EXPECT_GT(tried, 10000u);
}

TEST_F(FlyTest, BracketsAreReportedByTheScanner) {
  for (const char *text :
       {"!fly.int_tuple<(4,8>", "!fly.int_tuple<->", "!fly.layout<", "!fly.layout",
        "!fly<layout<4:1> x>", "!fly.ptr<f32, global", "!fly.tile<[4|8>"}) {
    EXPECT_FALSE(parseType(text)) << text;
    EXPECT_FALSE(heard.empty()) << text;
  }
}

TEST_F(FlyTest, UnknownWordsNameTheRevision) {
  EXPECT_FALSE(parseType("!fly.pointer<f32, global>"));
  ASSERT_EQ(heard.size(), 1u) << everythingHeard();
  EXPECT_EQ(heard[0].message,
            "type 'pointer' is unknown to revision 11c4174d82b7 of the fly dialect");
  EXPECT_FALSE(parseAttribute("#fly.nothing"));
  ASSERT_EQ(heard.size(), 1u) << everythingHeard();
  EXPECT_EQ(heard[0].message,
            "attribute 'nothing' is unknown to revision 11c4174d82b7 of the fly dialect");
}

TEST_F(FlyTest, WarningsKeepTheType) {
  struct Warned {
    const char *text;
    int code;
  } texts[] = {{"!fly.layout<0:1>", 105},
               {"!fly.layout<(4,(2,0)):(1,(4,8))>", 105},
               {"!fly.ptr<f16, shared, S<0,4,3>>", 145},
               {"!fly.memref<f16, shared, S<3,3,3> o 0 o 8:1, S<3,3,3>>", 146}};
  for (const Warned &warned : texts) {
    EXPECT_TRUE(parseType(warned.text)) << warned.text << "\n" << everythingHeard();
    ASSERT_EQ(heard.size(), 1u) << warned.text << "\n" << everythingHeard();
    EXPECT_EQ(heard[0].severity, DiagnosticSeverity::Warning);
    EXPECT_TRUE(heardCode(warned.code)) << everythingHeard();
  }
}

TEST_F(FlyTest, EmptyTiledTypesAreRefused) {
  EXPECT_FALSE(parseType("!fly.tiled_copy<!fly.copy_atom<!fly.universal_copy<32>, 32>, "
                         "<(0,4):(1,1)>, <[4]>>"));
  EXPECT_TRUE(heardCode(119)) << everythingHeard();
  EXPECT_FALSE(parseType("!fly.tiled_mma<!fly.mma_atom<!fly.universal_fma<1x1x1, (f32, f32) -> "
                         "f32>>, <(0,4,1):(1,4,0)>>"));
  EXPECT_TRUE(heardCode(119)) << everythingHeard();
}

TEST_F(FlyTest, VerifiersGuardConstruction) {
  heard.clear();
  auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
  Type f32 = Float32Type::get(&context);
  Attribute global = AddressSpaceAttr::get(&context, AddressSpace::Global);
  auto isBad = [&](Type type, int code) {
    bool bad = !type && heardCode(code);
    EXPECT_TRUE(bad) << code << "\n" << everythingHeard();
    heard.clear();
  };
  isBad(LayoutType::getChecked(emit, &context, layout::Layout(layout::IntTuple::of({4, 8}), 1)),
        104);
  isBad(LayoutType::getChecked(emit, &context, layout::Layout(-4, 1)), 105);
  isBad(PointerType::getChecked(emit, IndexType::get(&context), global), 111);
  isBad(PointerType::getChecked(emit, f32, StringAttr::get(&context, "x")), 112);
  isBad(PointerType::getChecked(emit, f32, global, 6), 114);
  isBad(PointerType::getChecked(emit, f32, global, 4, layout::Swizzle{-1, 0, 0}), 110);
  isBad(mlir::fly::MemRefType::getChecked(emit, f32, global,
                                          layout::Layout(4, layout::Leaf(1).withBasis({0}))),
        142);
  isBad(CopyAtomType::getChecked(emit, f32, 16), 115);
  isBad(CopyAtomType::getChecked(emit, UniversalCopyType::get(&context, 64), 48), 116);
  isBad(MmaAtomType::getChecked(emit, f32), 115);
  isBad(UniversalFmaType::getChecked(emit, IntegerType::get(&context, 32)), 118);
  isBad(TileType::getChecked(emit, &context, layout::Tile(layout::Leaf::dynamic())), 107);
}

TEST_F(FlyTest, StorageComparesValues) {
  // Text and construction meet in one uniqued type, and expressions never enter the context.
  Type parsed = parseType("!fly.layout<(4,?{div=4}):(1,?)>");
  layout::IntTuple shape = layout::IntTuple::of({4, layout::Leaf::symbolic(0, 32, 4)});
  layout::IntTuple stride = layout::IntTuple::of({1, layout::Leaf::symbolic(1)});
  auto built = LayoutType::get(&context, layout::Layout(shape, stride));
  EXPECT_EQ(parsed, built);
  EXPECT_EQ(built.getValue().shape()[1].leaf().expr(), nullptr);
  EXPECT_NE(parseType("!fly.int_tuple<(4)>"), parseType("!fly.int_tuple<4>"));
  EXPECT_NE(parseType("!fly.int_tuple<?>"), parseType("!fly.int_tuple<?{i64}>"));
}

TEST_F(FlyTest, IntermediateResultsCreateNoAttributes) {
  // Layout arithmetic works on plain values, so a long computation leaves the context as it was.
  Type seed = parseType("!fly.layout<(8,16):(1,8)>");
  layout::Layout value = cast<LayoutType>(seed).getValue();
  auto divided = layout::zippedDivide(
      value, layout::Tile(std::vector<layout::Tile>{layout::Tile(4), layout::Tile(8)}));
  ASSERT_TRUE(divided);
  EXPECT_EQ(divided->str(), "((4,8),(2,2)):((1,8),(4,64))");
  EXPECT_EQ(str(withLinearLayout(seed, *divided)), "!fly.layout<((4,8),(2,2)):((1,8),(4,64))>");
}

TEST_F(FlyTest, AlignmentAndDivisibility) {
  auto pointer = [&](StringRef text) { return cast<PointerType>(parseType(text)); };
  EXPECT_EQ(pointer("!fly.ptr<f32, global, align<16>>").getValueDivisibility(), 4);
  EXPECT_EQ(pointer("!fly.ptr<f4E2M1FN, shared, align<4>>").getValueDivisibility(), 8);
  EXPECT_EQ(pointer("!fly.ptr<f6E2M3FN, shared>").getValueDivisibility(), 1);
  EXPECT_EQ(pointer("!fly.ptr<i12, shared>").getValueDivisibility(), 1);
  EXPECT_EQ(str(pointer("!fly.ptr<f32, global, align<16>>").withDivisibility(2)),
            "!fly.ptr<f32, global, align<8>>");
  EXPECT_EQ(str(pointer("!fly.ptr<f4E2M1FN, shared, align<4>>").withDivisibility(1)),
            "!fly.ptr<f4E2M1FN, shared>");
  // A divisor that falls inside a byte claims nothing.
  EXPECT_EQ(str(pointer("!fly.ptr<f6E2M3FN, shared, align<12>>").withDivisibility(2)),
            "!fly.ptr<f6E2M3FN, shared>");
  EXPECT_EQ(pointer("!fly.ptr<f32, global, align<12>>").withDivisibility(3),
            pointer("!fly.ptr<f32, global, align<12>>"));
}

TEST_F(FlyTest, NestedQueries) {
  auto nested = cast<NestedTypeInterface>(parseType("!fly.layout<(4,(2,8)):(1,(4,8))>"));
  EXPECT_EQ(nested.rank(), 2);
  EXPECT_EQ(nested.depth(), 2);
  EXPECT_EQ(nested.rankAt({1}), 2);
  EXPECT_EQ(nested.depthAt({1}), 1);
  EXPECT_EQ(nested.rankAt({7}), 0);
  EXPECT_EQ(str(cast<LayoutType>(Type(nested)).at({1, 0})), "!fly.layout<2:4>");
  auto composed = cast<NestedTypeInterface>(
      parseType("!fly.composed_layout<32:2 o 0 o [32:1 o 0 o (4,8):(1,4)]>"));
  EXPECT_EQ(composed.rank(), 2);
  EXPECT_TRUE(isStaticType(parseType("!fly.int_tuple<(*,4)>")));
  EXPECT_FALSE(isStaticType(parseType("!fly.int_tuple<(?,4)>")));
  EXPECT_TRUE(isStaticType(parseType("!fly.copy_atom<!fly.universal_copy<64>, 16>")));
  EXPECT_FALSE(isStaticType(parseType("!fly.ptr<f32, global>")));
}

TEST_F(FlyTest, RegisterValueTypes) {
  auto of = [&](StringRef text, bool compatible) {
    Type type = registerSSAType(cast<mlir::fly::MemRefType>(parseType(text)), compatible);
    return type ? str(type) : std::string("none");
  };
  EXPECT_EQ(of("!fly.memref<f32, register, 1:1>", false), "f32");
  EXPECT_EQ(of("!fly.memref<f16, register, (4,2):(1,4)>", false), "vector<8xf16>");
  EXPECT_EQ(of("!fly.memref<f8E4M3FN, register, 4:1>", true), "vector<4xi8>");
  EXPECT_EQ(of("!fly.memref<f8E4M3FN, register, 4:1>", false), "vector<4xf8E4M3FN>");
  EXPECT_EQ(of("!fly.memref<f32, register, 4:-1>", false), "vector<4xf32>");
  EXPECT_EQ(of("!fly.memref<f32, register, ?:1>", false), "none");
  EXPECT_EQ(of("!fly.memref<f32, global, 4:1>", false), "none");
}

TEST_F(FlyTest, AtomLayouts) {
  auto atom = cast<CopyAtomType>(parseType("!fly.copy_atom<!fly.universal_copy<64>, 16>"));
  auto layouts = atom.getLayouts();
  ASSERT_TRUE(succeeded(layouts));
  EXPECT_EQ(layouts->src.str(), "(1,4):(1,1)");
  EXPECT_EQ(layouts->ref.str(), "(1,4):(1,1)");
}

TEST(RuleTable, EveryEntryIsComplete) {
  int previous = 0;
  for (const RuleEntry *rule : allRules()) {
    EXPECT_GT(rule->code, previous);
    previous = rule->code;
    EXPECT_FALSE(rule->title.empty() || rule->rule.empty() || rule->cause.empty() ||
                 rule->example.empty() || rule->fix.empty())
        << rule->code;
    EXPECT_TRUE(rule->rule.ends_with(".")) << rule->code;
    EXPECT_TRUE(rule->cause.ends_with(".")) << rule->code;
    EXPECT_TRUE(rule->fix.ends_with(".")) << rule->code;
  }
  EXPECT_EQ(findRule(133)->code, 133);
  EXPECT_EQ(findRule(999), nullptr);
  EXPECT_EQ(withCode("x", 133), "x [FLY133]");
  EXPECT_EQ(codeOf("x [FLY133]"), 133);
  EXPECT_EQ(codeOf("x [FLY]"), std::nullopt);
}

} // namespace
