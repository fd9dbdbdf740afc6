# MLIR ships its server as archives that are no part of its shared library.
if(FLY_ENABLE_MLIR AND EXISTS ${FLY_LLVM_PREFIX}/lib/libMLIRLspServerLib.a)
  fly_add_executable(mlir_lsp_rival mlir_lsp_rival.cpp
    LIBS FlyPipelines ${FLY_LLVM_PREFIX}/lib/libMLIRLspServerLib.a ${FLY_LLVM_PREFIX}/lib/libMLIRLspServerSupportLib.a)
endif()
