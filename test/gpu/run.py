#!/usr/bin/env python3
"""Runs the kernels that prepare.py compiled on the GPU of this machine and compares with exact CPU references.

usage: test/gpu/run.py DIR [--markdown FILE] [--skip-timing]

Without a CUDA driver or device: one line that says so, exit status 0. Ends with `N passed, N failed`.
"""

import argparse
import array
import ctypes
import datetime
import json
import math
import pathlib
import random
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from driver import CudaError, Driver  # noqa: E402
from mma_kernels import BITS, Instance  # noqa: E402

RANDOM = random.Random(7)


def small(low=-4, high=4):
    return RANDOM.randint(low, high)


# --- Elements as bits ---------------------------------------------------------------------------------


def float_bits(value, exponent, mantissa, bias):
    """Bits of a small integer in a binary float format without rounding."""
    if value == 0:
        return 0
    sign, value = (1, -value) if value < 0 else (0, value)
    e = math.floor(math.log2(value))
    fraction = value / 2**e - 1
    return sign << (exponent + mantissa) | (e + bias) << mantissa | int(fraction * 2**mantissa)


def encode(element, value):
    if element in ("f16", "bf16"):
        return float_bits(value, *((5, 10, 15) if element == "f16" else (8, 7, 127)))
    if element in ("f32", "tf32"):
        return struct.unpack("<I", struct.pack("<f", value))[0]
    if element == "f64":
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    if element == "f8E4M3FN":
        return float_bits(value, 4, 3, 7)
    if element == "f8E5M2":
        return float_bits(value, 5, 2, 15)
    return value & ((1 << BITS[element]) - 1)


def pack(element, values):
    """Values as memory: elements of fewer than eight bits packed densely, low bits first."""
    bits = BITS[element]
    total = 0
    chunks = bytearray()
    filled = 0
    for value in values:
        total |= encode(element, value) << filled
        filled += bits
        while filled >= 8:
            chunks.append(total & 255)
            total >>= 8
            filled -= 8
    return bytes(chunks)


def unpack(element, data):
    code = {"f16": "e", "f32": "f", "f64": "d", "i32": "i"}[element]
    return list(struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data))


def draw(element):
    """A value that the element holds exactly and whose products stay exact."""
    if element in ("si8", "ui8"):
        return RANDOM.randint(-128, 127) if element == "si8" else RANDOM.randint(0, 255)
    if element in ("si4", "ui4"):
        return RANDOM.randint(-8, 7) if element == "si4" else RANDOM.randint(0, 15)
    if element == "i1":
        return RANDOM.randint(0, 1)
    return small()


# --- The tests ----------------------------------------------------------------------------------------


def run(driver, test, ptx, entry, grid, block, buffers, scalars=()):
    """`buffers`: bytes to upload; returns their contents afterwards. Scalars follow each other in order."""
    function = driver.load(ptx, entry)
    addresses = [driver.upload(data) for data in buffers]
    arguments = []
    for item in scalars or [("buffer", i) for i in range(len(buffers))]:
        arguments.append(addresses[item[1]] if item[0] == "buffer" else item[1])
    driver.launch(function, grid, block, arguments)
    driver.synchronize()
    results = [driver.download(address, len(data)) for address, data in zip(addresses, buffers)]
    for address in addresses:
        driver.free(address)
    # Local memory and registers, as the driver's assembler allotted them.
    test["local"], test["registers"] = driver.attribute(function, 3), driver.attribute(function, 4)
    return results


def mma(driver, test, ptx):
    i = Instance(test["type"], 0, "")
    a = [draw(i.a) for _ in range(i.m * i.k)]
    b = [draw(i.b) for _ in range(i.n * i.k)]
    # Saturation shows only near the ends of the range.
    big = 2**31 - 5 if i.satfinite else 0
    c = [small() + (RANDOM.choice([big, -big]) if i.satfinite else 0) for _ in range(i.m * i.n)]
    buffers = [pack(i.a, a), pack(i.b, b), pack(i.c, c), bytes(i.m * i.n * BITS[i.c] // 8)]
    result = unpack(i.c, run(driver, test, ptx, "k", (1, 1, 1), (32, 1, 1), buffers)[3])
    for row in range(i.m):
        for column in range(i.n):
            total = c[row * i.n + column]
            for k in range(i.k):
                x, y = a[row * i.k + k], b[column * i.k + k]
                total += (x & y if i.and_popc else x ^ y) if i.a == "i1" else x * y
            if i.c == "i32":
                total = max(-2**31, min(2**31 - 1, total)) if i.satfinite else (total + 2**31) % 2**32 - 2**31
            if result[row * i.n + column] != total:
                return f"element ({row},{column}) is {result[row * i.n + column]}, expected {total}"
    return None


def identity(driver, test, ptx):
    rows = 8 * int(test["name"].split("_x")[1][0])
    data = pack("f16", [RANDOM.randint(-1000, 1000) for _ in range(rows * 8)])
    result = run(driver, test, ptx, "k", (1, 1, 1), (32, 1, 1), [data, bytes(len(data))])[1]
    return None if result == data else "the result is not the input"


def cp_async(driver, test, ptx):
    values = [small() for _ in range(256)]
    result = unpack("f16", run(driver, test, ptx, "k", (1, 1, 1), (32, 1, 1), [pack("f16", values), bytes(512)])[1])
    for i, value in enumerate(values):
        expected = value if i // 8 % 2 == 0 else 0 if test["zero_odd"] else 1
        if result[i] != expected:
            return f"element {i} is {result[i]}, expected {expected}"
    return None


def vector_add(driver, test, ptx):
    a, b = ([small() for _ in range(192 * 1000)] for _ in "ab")
    buffers = [pack("f32", a), pack("f32", b), bytes(4 * 192 * 1000)]
    result = unpack("f32", run(driver, test, ptx, "guarded_sum_0", (12, 32, 1), (128, 1, 1), buffers)[2])
    wrong = sum(r != x + y for r, x, y in zip(result, a, b))
    return f"{wrong} elements are wrong" if wrong else None


def softmax(driver, test, ptx):
    rows = 8
    x = [small() for _ in range(rows * 1024)]
    extent = ctypes.c_int32(rows)
    scalars = [("buffer", 0), ("value", extent), ("buffer", 1), ("value", extent)]
    result = unpack("f32", run(driver, test, ptx, "row_softmax", (rows, 1, 1), (256, 1, 1),
                               [pack("f32", x), bytes(4 * rows * 1024)], scalars)[1])
    for row in range(rows):
        values = x[row * 1024:(row + 1) * 1024]
        largest = max(values)
        total = sum(math.exp(v - largest) for v in values)
        for i, v in enumerate(values):
            expected = math.exp(v - largest) / total
            if abs(result[row * 1024 + i] - expected) > 1e-5 * expected:
                return f"element ({row},{i}) is {result[row * 1024 + i]}, expected {expected}"
    return None


def gemm(driver, test, ptx, timing=True):
    """4096 cubed on small integers: exact in f32. A sample of elements is compared; the time stands beside cuBLAS."""
    n = 4096
    function = driver.load(ptx, "gemm")
    test["local"], test["registers"] = driver.attribute(function, 3), driver.attribute(function, 4)
    # 4096 * 4 * 4 stays far below 2^24. A period that is no power of two keeps rows apart.
    code = [encode("f16", value) for value in range(-4, 5)]

    def matrix(seed):
        generator = random.Random(seed)
        row = [generator.randint(0, 8) for _ in range(n + 131)]
        data = array.array("H")
        for r in range(n):
            shift = r * 7 % 131
            data.extend([code[row[shift + k]] for k in range(n)])
        return row, data.tobytes()

    row_a, a = matrix(1)
    row_b, b = matrix(2)
    addresses = [driver.upload(a), driver.upload(b), driver.allocate(4 * n * n)]
    driver.launch(function, (n // 128, n // 128, 1), (128, 1, 1), addresses)
    driver.synchronize()
    result = array.array("f")
    result.frombytes(driver.download(addresses[2], 4 * n * n))
    for _ in range(400):
        i, j = RANDOM.randrange(n), RANDOM.randrange(n)
        sa, sb = i * 7 % 131, j * 7 % 131
        expected = sum((row_a[sa + k] - 4) * (row_b[sb + k] - 4) for k in range(n))
        if result[i * n + j] != expected:
            return f"element ({i},{j}) is {result[i * n + j]}, expected {expected}"
    if timing:
        operations = 2 * n**3
        ours = driver.seconds(
            lambda: driver.launch(function, (n // 128, n // 128, 1), (128, 1, 1), addresses), 20)
        test["ours"] = operations / ours / 1e12
        test["cublas"] = cublas(driver, n, addresses)
        if test["cublas"]:
            test["cublas"] = operations / test["cublas"] / 1e12
    for address in addresses:
        driver.free(address)
    return None


def cublas(driver, n, addresses):
    """Seconds of cuBLAS for the same product, or None where it is not found."""
    for name in ("libcublas.so.12", "libcublas.so.13", "libcublas.so.11", "libcublas.so"):
        try:
            library = ctypes.CDLL(name)
            break
        except OSError:
            continue
    else:
        return None
    handle = ctypes.c_void_p()
    if library.cublasCreate_v2(ctypes.byref(handle)):
        return None
    one, zero = ctypes.c_float(1), ctypes.c_float(0)
    a, b, c = (ctypes.c_void_p(address.value) for address in addresses)

    def work():
        # Column-major C^T = B * A^T: transposed, not transposed; f16 in, f32 out, f32 compute.
        status = library.cublasGemmEx(handle, 1, 0, n, n, n, ctypes.byref(one), b, 2, n, a, 2, n, ctypes.byref(zero),
                                      c, 0, n, 68, -1)
        if status:
            raise CudaError(f"cublasGemmEx: {status}")

    work()
    driver.synchronize()
    return driver.seconds(work, 20)


KINDS = {"mma": mma, "identity": identity, "cp_async": cp_async, "vector_add": vector_add, "softmax_sm80": softmax,
         "gemm_f16_sm80": gemm}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--markdown", type=pathlib.Path)
    parser.add_argument("--skip-timing", action="store_true")
    arguments = parser.parse_args()
    try:
        driver = Driver()
    except (OSError, CudaError) as error:
        print(f"skipped: no usable GPU ({error})")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    manifest = json.loads((arguments.folder / "manifest.json").read_text())
    print(f"{driver.name}, {driver.architecture}, driver for CUDA {driver.version}, PTX for {manifest['chip']}")
    passed = failed = 0
    rows = []
    for test in manifest["tests"]:
        ptx = (arguments.folder / test["file"]).read_text()
        try:
            work = KINDS[test["kind"]]
            problem = work(driver, test, ptx, not arguments.skip_timing) if work is gemm else work(driver, test, ptx)
        except CudaError as error:
            problem = str(error)
        if test.get("must_fail"):
            problem = None if problem and "expected" in problem else f"the planted fault went unnoticed ({problem})"
        elif not problem and test.get("local") and test["kind"] in ("vector_add", "softmax_sm80", "gemm_f16_sm80"):
            problem = f"{test['local']} bytes of local memory per thread"
        passed, failed = passed + (not problem), failed + bool(problem)
        outcome = "FAILED: " + problem if problem else "ok"
        rows.append((test["name"], outcome, test.get("registers", ""), test.get("local", "")))
        print(f"{outcome}: {test['name']}" if problem else f"ok: {test['name']}", flush=True)
        if test.get("ours"):
            text = f"4096 cubed: {test['ours']:.0f} TFLOP/s"
            if test["cublas"]:
                text += f", cuBLAS {test['cublas']:.0f} TFLOP/s, ratio {test['ours'] / test['cublas']:.2f}"
            else:
                text += ", cuBLAS not found"
            print(text)
            rows.append(("gemm_f16_sm80", text, "", ""))
    if arguments.markdown:
        lines = [f"Run of {datetime.date.today()} on {driver.name} ({driver.architecture}), driver for CUDA "
                 f"{driver.version}, PTX for {manifest['chip']}: {passed} passed, {failed} failed.", "",
                 "| kernel | result | registers | local bytes |", "|---|---|---|---|"]
        lines += [f"| `{name}` | {outcome} | {registers} | {local} |" for name, outcome, registers, local in rows]
        arguments.markdown.write_text("\n".join(lines) + "\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
