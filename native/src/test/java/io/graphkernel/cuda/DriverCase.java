package io.graphkernel.cuda;

import static io.graphkernel.cuda.Cuda.allocate;
import static io.graphkernel.cuda.Cuda.call;
import static io.graphkernel.cuda.Cuda.check;
import static io.graphkernel.cuda.Cuda.download;
import static io.graphkernel.cuda.Cuda.synchronize;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A context, which must not leak objects, and a kernel, for tests of driver calls. */
abstract class DriverCase {
    /** Adds slot 1 to each of the 256 integers at slot 0. */
    static final String ADD = Ptx.kernel("add", 2, """
                ld.param.u64 %rd1, [p];
                ld.param.u32 %r1, [p+8];
                mov.u32 %r2, %tid.x;
                mul.wide.u32 %rd2, %r2, 4;
                add.s64 %rd3, %rd1, %rd2;
                ld.global.u32 %r3, [%rd3];
                add.s32 %r4, %r3, %r1;
                st.global.u32 [%rd3], %r4;
                ret;
            """);

    static final int BYTES = 1024;
    static final long NON_BLOCKING = 1;

    Cuda cuda;

    @BeforeEach
    void open() {
        cuda = Cuda.open();
    }

    @AfterEach
    void close() {
        cuda.close();
        assertThat(EmulatedCuda.count(EmulatedCuda.Count.CONTEXTS)).isZero();
        assertThat(EmulatedCuda.count(EmulatedCuda.Count.DEVICE_BYTES)).isZero();
    }

    static long zeros() {
        long memory = allocate(BYTES);
        check(call("cuMemsetD8_v2", memory, 0, BYTES));
        check(synchronize());
        return memory;
    }

    static int first(long address) {
        return download(address, BYTES).getInt(0);
    }
}
