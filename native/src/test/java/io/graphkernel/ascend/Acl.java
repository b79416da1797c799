package io.graphkernel.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.bridge.NativeBridge;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;

/**
 * AscendCL for the tests of the emulation: compiles, copies and launches as the runtime does, and checks each result.
 */
final class Acl implements AutoCloseable {
    static final int SUCCESS = 0;
    static final int INVALID_PARAM = 100000;
    static final int REPEAT_INITIALIZE = 100002;
    static final int STREAM_CONTEXT = 107003;
    static final int RTC_INVALID_INPUT = 176000;
    static final int OUT_OF_MEMORY = 207001;
    static final int COMPILE_FAILED = 276000;
    static final int VECTOR_CORE_EXCEPTION = 507035;

    static final String CHIP = "--npu-arch=dav-2201";

    private static final int TO_DEVICE = 1;
    private static final int TO_HOST = 2;

    private final long stream;

    private Acl(long stream) {
        this.stream = stream;
    }

    /** Makes the device current for the thread. */
    static Acl open() {
        Map<String, String> programs = EmulatedAscend.environment();
        try (BytePointer clang = new BytePointer(programs.get("GRAPHKERNEL_EMULATED_ASCEND_CLANG"));
                BytePointer lld = new BytePointer(programs.get("GRAPHKERNEL_EMULATED_ASCEND_LLD"))) {
            EmulatedAscend.reset();
            call("emulated_ascend_compiler", clang.address(), lld.address());
        }
        assertThat(call("aclInit", 0)).isIn(SUCCESS, REPEAT_INITIALIZE);
        check(call("aclrtSetDevice", 0));
        return new Acl(created("aclrtCreateStream"));
    }

    @Override
    public void close() {
        EmulatedAscend.reset();
        check(call("aclrtDestroyStream", stream));
    }

    static int call(String function, long... arguments) {
        return (int) handle(function, arguments);
    }

    /** Calls a function that returns a handle. */
    static long handle(String function, long... arguments) {
        long[] a = new long[12];
        System.arraycopy(arguments, 0, a, 0, arguments.length);
        return NativeBridge.invoke(
                EmulatedAscend.LIBRARY.address(function),
                a[0],
                a[1],
                a[2],
                a[3],
                a[4],
                a[5],
                a[6],
                a[7],
                a[8],
                a[9],
                a[10],
                a[11]);
    }

    static void check(int code) {
        assertThat(code).as(Acl::reason).isEqualTo(SUCCESS);
    }

    /** Returns the reason of the last error. */
    static String reason() {
        return text(EmulatedAscend.LIBRARY.call("aclGetRecentErrMsg", 0));
    }

    private static String text(long address) {
        return address == 0 ? "" : new AddressPointer(address).getString();
    }

    /** Returns the handle that a function creates; its address is the last argument. */
    static long created(String function, long... arguments) {
        try (LongPointer handle = new LongPointer(1)) {
            long[] values = new long[arguments.length + 1];
            System.arraycopy(arguments, 0, values, 0, arguments.length);
            values[arguments.length] = handle.address();
            check(call(function, values));
            return handle.get();
        }
    }

    /** Returns the message of the compiler for a source that it rejects for the 910B. */
    static String refusal(String source) {
        return refusal(source, CHIP);
    }

    /** Returns the message of the compiler for a source that it rejects for the chip that an option names. */
    static String refusal(String source, String chip) {
        try (LongPointer program = new LongPointer(1);
                BytePointer log = new BytePointer(1 << 20)) {
            assertThat(compile(source, program, chip)).isEqualTo(COMPILE_FAILED);
            check(call("aclrtcGetCompileLog", program.get(), log.address()));
            check(call("aclrtcDestroyProg", program.address()));
            return log.getString();
        }
    }

    /** Returns the compiler's result for a source and some options. */
    static int compile(String source, String... options) {
        try (LongPointer program = new LongPointer(1)) {
            int code = compile(source, program, options);
            check(call("aclrtcDestroyProg", program.address()));
            return code;
        }
    }

    private static int compile(String source, LongPointer program, String... options) {
        try (BytePointer text = new BytePointer(source);
                PointerPointer<BytePointer> names = new PointerPointer<>(options)) {
            check(call("aclrtcCreateProg", program.address(), text.address(), 0, 0, 0, 0));
            // Emulates a machine with another chip: the toolkit for a 310P has no runtime compiler.
            long chip = EmulatedAscend.set(EmulatedAscend.Setting.NPU_ARCH, 2201);
            try {
                return call("aclrtcCompileProg", program.get(), options.length, names.address());
            } finally {
                EmulatedAscend.set(EmulatedAscend.Setting.NPU_ARCH, chip);
            }
        }
    }

    /** A kernel of a source, for the 910B. */
    static long function(String source, String name) {
        return function(source, name, CHIP);
    }

    /** A kernel of a source, for the chip that an option names. */
    static long function(String source, String name, String chip) {
        try (LongPointer program = new LongPointer(1);
                LongPointer size = new LongPointer(1);
                BytePointer kernel = new BytePointer(name)) {
            if (compile(source, program, chip) != SUCCESS) {
                throw new AssertionError(refusal(source, chip));
            }
            check(call("aclrtcGetBinDataSize", program.get(), size.address()));
            try (BytePointer binary = new BytePointer(size.get())) {
                check(call("aclrtcGetBinData", program.get(), binary.address()));
                check(call("aclrtcDestroyProg", program.address()));
                long loaded = created("aclrtBinaryLoadFromData", binary.address(), size.get(), 0);
                return created("aclrtBinaryGetFunction", loaded, kernel.address());
            }
        }
    }

    static long allocate(long bytes) {
        try (LongPointer address = new LongPointer(1)) {
            check(call("aclrtMalloc", address.address(), bytes, 0));
            return address.get();
        }
    }

    long upload(float... values) {
        long bytes = 4L * values.length;
        long address = allocate(bytes);
        try (FloatPointer host = new FloatPointer(values)) {
            check(call("aclrtMemcpyAsync", address, bytes, host.address(), bytes, TO_DEVICE, stream));
            check(call("aclrtSynchronizeStream", stream));
        }
        return address;
    }

    float[] download(long address, int count) {
        float[] values = new float[count];
        try (FloatPointer host = new FloatPointer(count)) {
            check(call("aclrtMemcpyAsync", host.address(), 4L * count, address, 4L * count, TO_HOST, stream));
            check(call("aclrtSynchronizeStream", stream));
            host.get(values);
        }
        return values;
    }

    long stream() {
        return stream;
    }

    /** Launches a kernel and waits; returns the error of the launch, else the result of the wait. */
    int launch(long function, int blocks, long... slots) {
        try (LongPointer arguments = new LongPointer(slots)) {
            int code = call(
                    "aclrtLaunchKernelWithHostArgs",
                    function,
                    blocks,
                    stream,
                    0,
                    arguments.address(),
                    8L * slots.length,
                    0,
                    0);
            return code == SUCCESS ? call("aclrtSynchronizeStream", stream) : code;
        }
    }

    /** A pointer to memory with another owner. */
    private static final class AddressPointer extends BytePointer {
        AddressPointer(long address) {
            super((Pointer) null);
            this.address = address;
        }
    }
}
