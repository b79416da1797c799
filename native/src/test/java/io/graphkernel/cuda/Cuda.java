package io.graphkernel.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;

/** The driver API for the tests of the emulation: a context while it is open, and a check of each result. */
final class Cuda implements AutoCloseable {
    static final int SUCCESS = 0;
    static final int INVALID_VALUE = 1;
    static final int OUT_OF_MEMORY = 2;
    static final int INVALID_CONTEXT = 201;
    static final int NO_BINARY_FOR_GPU = 209;
    static final int INVALID_PTX = 218;
    static final int UNSUPPORTED_PTX_VERSION = 222;
    static final int INVALID_HANDLE = 400;
    static final int NOT_FOUND = 500;
    static final int NOT_READY = 600;
    static final int ILLEGAL_ADDRESS = 700;
    static final int LAUNCH_OUT_OF_RESOURCES = 701;
    static final int LAUNCH_TIMEOUT = 702;
    static final int CONTEXT_IS_DESTROYED = 709;
    static final int MISALIGNED_ADDRESS = 716;
    static final int LAUNCH_FAILED = 719;
    static final int STREAM_CAPTURE_UNSUPPORTED = 900;
    static final int STREAM_CAPTURE_INVALIDATED = 901;
    static final int STREAM_CAPTURE_UNJOINED = 904;
    static final int STREAM_CAPTURE_IMPLICIT = 906;
    static final int CAPTURED_EVENT = 907;

    private static final long PARAMETERS_POINTER = 1;
    private static final long PARAMETERS_BYTES = 2;

    private final int device;
    private final long context;

    private Cuda(int device, long context) {
        this.device = device;
        this.context = context;
    }

    /** Makes the primary context of device 0 current. */
    static Cuda open() {
        return open(0);
    }

    static Cuda open(int device) {
        check(call("cuInit", 0));
        long context = created("cuDevicePrimaryCtxRetain", device);
        check(call("cuCtxPushCurrent_v2", context));
        return new Cuda(device, context);
    }

    long context() {
        return context;
    }

    @Override
    public void close() {
        check(call("cuCtxPopCurrent_v2", 0));
        check(call("cuDevicePrimaryCtxRelease_v2", device));
    }

    /** Calls a function of the driver. */
    static int call(String function, long... arguments) {
        return EmulatedCuda.invoke(function, arguments);
    }

    static void check(int code) {
        assertThat(code).as(() -> reason(code)).isEqualTo(SUCCESS);
    }

    /** Returns the message of the driver for a result. */
    static String reason(int code) {
        try (LongPointer text = new LongPointer(1)) {
            call("cuGetErrorString", code, text.address());
            return new AddressPointer(text.get()).getString();
        }
    }

    /** Calls a function that writes a handle to its first argument. */
    static long created(String function, long... arguments) {
        try (LongPointer handle = new LongPointer(1)) {
            long[] values = new long[arguments.length + 1];
            values[0] = handle.address();
            System.arraycopy(arguments, 0, values, 1, arguments.length);
            check(call(function, values));
            return handle.get();
        }
    }

    static long allocate(long bytes) {
        return created("cuMemAlloc_v2", bytes);
    }

    static long upload(byte[] data) {
        long address = allocate(Math.max(1, data.length));
        try (BytePointer memory = new BytePointer(data)) {
            check(call("cuMemcpyHtoD_v2", address, memory.address(), data.length));
        }
        return address;
    }

    static ByteBuffer download(long address, int bytes) {
        try (BytePointer memory = new BytePointer(bytes)) {
            check(call("cuMemcpyDtoH_v2", memory.address(), address, bytes));
            byte[] copy = new byte[bytes];
            memory.get(copy);
            return ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Tries to load a module; returns the driver's result code. */
    static int load(String ptx, LongPointer module) {
        try (BytePointer text = new BytePointer(ptx)) {
            return call("cuModuleLoadData", module.address(), text.address());
        }
    }

    static long load(String ptx) {
        try (LongPointer module = new LongPointer(1)) {
            check(load(ptx, module));
            return module.get();
        }
    }

    static long function(long module, String name) {
        try (BytePointer text = new BytePointer(name)) {
            return created("cuModuleGetFunction", module, text.address());
        }
    }

    /** Launches with the slots as the single parameter; returns the driver's result code. */
    static int launch(long function, int groups, int threads, long stream, long... slots) {
        return launchBytes(function, groups, threads, stream, 8L * slots.length, slots);
    }

    static int launchBytes(long function, int groups, int threads, long stream, long bytes, long... slots) {
        try (LongPointer values = new LongPointer(slots.length == 0 ? new long[1] : slots);
                LongPointer size = new LongPointer(new long[] {bytes});
                LongPointer extra = new LongPointer(
                        new long[] {PARAMETERS_POINTER, values.address(), PARAMETERS_BYTES, size.address(), 0})) {
            return call("cuLaunchKernel", function, groups, 1, 1, threads, 1, 1, 0, stream, 0, extra.address());
        }
    }

    static int synchronize() {
        return call("cuCtxSynchronize");
    }

    /** A pointer to memory with another owner. */
    private static final class AddressPointer extends BytePointer {
        AddressPointer(long address) {
            super((Pointer) null);
            this.address = address;
        }
    }
}
