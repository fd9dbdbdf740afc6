# Configuration of the IR tests: `lit build/dev/test/lit` runs them all.
import os
import shutil

import lit.formats

config.name = "fly"
# Tests pipe, group and loop, so they run in the shell of the machine.
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.join(config.fly_source_dir, "test", "lit")
config.test_exec_root = os.path.join(config.fly_build_dir, "test", "lit")

tools_dir = os.path.join(config.fly_build_dir, "bin")
config.environment["PATH"] = os.pathsep.join(
    [tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")])
config.environment["FILECHECK_OPTS"] = "--dump-input-filter=error"
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "CUDA_VISIBLE_DEVICES"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

data = os.path.join(config.fly_source_dir, "test", "data")
config.substitutions += [
    ("%data", data),
    ("%kernels", os.path.join(data, "kernels")),
    ("%source", config.fly_source_dir),
    ("%lit", config.test_source_root),
    ("%python", f'"{config.python}"'),
]

# One feature per tool that this build has: `REQUIRES: fly-run`.
for tool in ("fly-opt", "fly-compile", "fly-run", "fly-map", "fly-lint", "fly-lsp-server"):
    if os.path.exists(os.path.join(tools_dir, tool)):
        config.available_features.add(tool)
for feature, program in (("lld", "ld.lld-22"), ("ptxas", "ptxas"), ("llc", "llc")):
    if shutil.which(program, path=config.environment["PATH"]):
        config.available_features.add(feature)
if config.sanitize:
    config.available_features.add("sanitized")
