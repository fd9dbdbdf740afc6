"""The CUDA driver API through ctypes: as much of it as the tests need."""

import ctypes


class CudaError(RuntimeError):
    pass


class Driver:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        device = ctypes.c_int()
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        name = ctypes.create_string_buffer(100)
        self.call("cuDeviceGetName", name, 100, device)
        version = ctypes.c_int()
        self.call("cuDriverGetVersion", ctypes.byref(version))
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(major), 75, device)
        self.call("cuDeviceGetAttribute", ctypes.byref(minor), 76, device)
        self.name, self.version = name.value.decode(), f"{version.value // 1000}.{version.value % 1000 // 10}"
        self.architecture = f"sm_{major.value}{minor.value}"
        context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)

    def call(self, name, *arguments):
        status = getattr(self.cuda, name)(*arguments)
        if status:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorString(status, ctypes.byref(text))
            raise CudaError(f"{name}: {text.value.decode() if text.value else status}")

    def load(self, ptx, kernel):
        """The function of a PTX text; the assembler's log is in the error."""
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        log = ctypes.create_string_buffer(8192)
        options = (ctypes.c_int * 2)(5, 6)  # error log buffer and its size
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), ctypes.c_void_p(8192))
        try:
            self.call("cuModuleLoadDataEx", ctypes.byref(module), ptx.encode() + b"\0", 2, options, values)
        except CudaError as error:
            raise CudaError(f"{error} {log.value.decode(errors='replace')}") from None
        self.call("cuModuleGetFunction", ctypes.byref(function), module, kernel.encode())
        return function

    def attribute(self, function, number):
        value = ctypes.c_int()
        self.call("cuFuncGetAttribute", ctypes.byref(value), number, function)
        return value.value

    def allocate(self, size):
        address = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
        return address

    def upload(self, data):
        address = self.allocate(len(data))
        self.call("cuMemcpyHtoD_v2", address, data, ctypes.c_size_t(len(data)))
        return address

    def download(self, address, size):
        data = ctypes.create_string_buffer(size)
        self.call("cuMemcpyDtoH_v2", data, address, ctypes.c_size_t(size))
        return data.raw

    def free(self, address):
        self.call("cuMemFree_v2", address)

    def launch(self, function, grid, block, arguments):
        """`arguments` are ctypes values."""
        pointers = (ctypes.c_void_p * len(arguments))(
            *[ctypes.cast(ctypes.pointer(a), ctypes.c_void_p) for a in arguments])
        self.call("cuLaunchKernel", function, *grid, *block, 0, None, pointers, None)

    def synchronize(self):
        self.call("cuCtxSynchronize")

    def seconds(self, work, repeat):
        """Shortest time of `work()` on the device, in seconds, by events."""
        begin, end = ctypes.c_void_p(), ctypes.c_void_p()
        for event in (begin, end):
            self.call("cuEventCreate", ctypes.byref(event), 0)
        best = float("inf")
        for _ in range(repeat):
            self.call("cuEventRecord", begin, None)
            work()
            self.call("cuEventRecord", end, None)
            self.call("cuEventSynchronize", end)
            ms = ctypes.c_float()
            self.call("cuEventElapsedTime_v2" if hasattr(self.cuda, "cuEventElapsedTime_v2") else
                      "cuEventElapsedTime", ctypes.byref(ms), begin, end)
            best = min(best, ms.value / 1000)
        return best
