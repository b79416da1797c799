package io.graphkernel.cuda;

import static io.graphkernel.cuda.Cuda.allocate;
import static io.graphkernel.cuda.Cuda.call;
import static io.graphkernel.cuda.Cuda.check;
import static io.graphkernel.cuda.Cuda.function;
import static io.graphkernel.cuda.Cuda.launch;
import static io.graphkernel.cuda.Cuda.load;
import static io.graphkernel.cuda.Cuda.reason;
import static io.graphkernel.cuda.Cuda.synchronize;
import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of faults of kernels. After each of them the context is lost, as on a device. */
@Tag("emulated")
class KernelFaultTest {
    private static final String SHARED = ".shared .align 16 .b8 buffer[1024];\n";

    /** The address of the thread's word in {@code buffer}. */
    private static final String OWN_WORD = """
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %rd2, %r1, 4;
            mov.u64 %rd3, buffer;
            add.s64 %rd4, %rd3, %rd2;
            """;

    private Cuda cuda;
    private long memory;

    @BeforeEach
    void open() {
        cuda = Cuda.open();
        memory = allocate(1024);
    }

    @AfterEach
    void close() {
        cuda.close();
    }

    private void assertFault(int code, String message, String declarations, String body) {
        long function = function(load(Ptx.kernel("k", 1, declarations, "ld.param.u64 %rd1, [p];\n" + body)), "k");
        check(launch(function, 2, 256, 0, memory));
        assertThat(synchronize()).isEqualTo(code);
        assertThat(reason(code)).contains(message).contains("kernel k, line ");
        try (LongPointer address = new LongPointer(1)) {
            assertThat(call("cuMemAlloc_v2", address.address(), 8)).isEqualTo(code);
        }
    }

    private void assertFault(int code, String message, String body) {
        assertFault(code, message, "", body);
    }

    @Test
    void accessPastAnAllocation_isReported() {
        assertFault(Cuda.ILLEGAL_ADDRESS, "4 bytes at 0x", "mov.u32 %r1, 0; st.global.u32 [%rd1+1024], %r1; ret;");
    }

    @Test
    void accessAcrossTheEndOfAnAllocation_isReported() {
        memory = allocate(1020);
        assertFault(Cuda.ILLEGAL_ADDRESS, "16 bytes at 0x", "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1+1008]; ret;");
    }

    @Test
    void accessAfterTheEndOfAnAllocation_isReported() {
        check(call("cuMemFree_v2", memory));
        assertFault(Cuda.ILLEGAL_ADDRESS, "are not allocated", "ld.global.u32 %r1, [%rd1]; ret;");
    }

    @Test
    void accessToTheHost_isReported() {
        try (LongPointer host = new LongPointer(1)) {
            memory = host.address();
            assertFault(Cuda.ILLEGAL_ADDRESS, "are not allocated", "ld.u32 %r1, [%rd1]; ret;");
        }
    }

    @Test
    void access_toMemoryFreedBeforeTheKernel_isReported() {
        long function =
                function(load(Ptx.kernel("k", 1, "ld.param.u64 %rd1, [p]; ld.global.u32 %r1, [%rd1]; ret;")), "k");
        check(call("cuMemFreeAsync", memory, 0));
        check(launch(function, 1, 256, 0, memory));
        assertThat(synchronize()).isEqualTo(Cuda.ILLEGAL_ADDRESS);
    }

    @Test
    void unalignedVectors_areReported() {
        assertFault(
                Cuda.MISALIGNED_ADDRESS,
                "is not a multiple of 16",
                "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+8]; ret;");
    }

    @Test
    void writingToConstants_isReported() {
        assertFault(
                Cuda.ILLEGAL_ADDRESS,
                "are not allocated",
                ".const .align 4 .u32 table[4] = {1, 2, 3, 4};\n",
                "mov.u64 %rd2, table; cvta.const.u64 %rd3, %rd2; st.u32 [%rd3], 7; ret;");
    }

    @Test
    void accessPastSharedMemory_isReported() {
        assertFault(
                Cuda.ILLEGAL_ADDRESS,
                "of shared memory",
                SHARED,
                "mov.u64 %rd2, buffer; ld.shared.u32 %r1, [%rd2+1024]; ret;");
    }

    @Test
    void accessPastLocalMemory_isReported() {
        assertFault(
                Cuda.ILLEGAL_ADDRESS,
                "of local memory",
                ".local .align 4 .b8 own[16]; mov.u64 %rd2, own; ld.local.u32 %r1, [%rd2+16]; ret;");
    }

    @Test
    void barrierThatSomeLanesDoNotReach_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "a barrier that lanes 0000ffff of a warp reach and ffff0000 do not",
                "mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 16; @%p1 bra $end; bar.sync 0; $end: ret;");
    }

    @Test
    void barrierThatSomeWarpsDoNotReach_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "a barrier that warp 0 reaches and warp 4 does not: it has ended",
                "mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 128; @%p1 ret; bar.sync 0; ret;");
    }

    @Test
    void twoConcurrentBarriers_areReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "it is at another one",
                "mov.u32 %r1, %tid.x; setp.ge.u32 %p1, %r1, 128; @%p1 bra $other; bar.sync 0; ret;"
                        + " $other: bar.sync 0; ret;");
    }

    @Test
    void readingWhatAnotherThreadWroteWithoutABarrier_isReported() {
        assertFault(Cuda.LAUNCH_FAILED, "with no barrier between", SHARED, OWN_WORD + """
                        st.shared.u32 [%rd4], %r1;
                        xor.b32 %r2, %r1, 32;
                        mul.wide.u32 %rd5, %r2, 4;
                        add.s64 %rd6, %rd3, %rd5;
                        ld.shared.u32 %r3, [%rd6];
                        ret;
                        """);
    }

    @Test
    void writingWhatAnotherThreadReadWithoutABarrier_isReported() {
        assertFault(Cuda.LAUNCH_FAILED, "is written, and another thread has read it", SHARED, OWN_WORD + """
                        st.shared.u32 [%rd4], %r1;
                        bar.sync 0;
                        ld.shared.u32 %r3, [%rd3];
                        st.shared.u32 [%rd4], %r3;
                        ret;
                        """);
    }

    @Test
    void raceWithinAWarp_isReported() {
        assertFault(Cuda.LAUNCH_FAILED, "is read, and another thread has written it", SHARED, OWN_WORD + """
                        st.shared.u32 [%rd4], %r1;
                        xor.b32 %r2, %r1, 1;
                        mul.wide.u32 %rd5, %r2, 4;
                        add.s64 %rd6, %rd3, %rd5;
                        ld.shared.u32 %r3, [%rd6];
                        ret;
                        """);
    }

    @Test
    void shuffleWithLanesThatHaveGone_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "wait at this instruction for others",
                "mov.u32 %r1, %laneid; setp.eq.u32 %p1, %r1, 7; @%p1 ret;"
                        + " shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1; ret;");
    }

    @Test
    void shuffleThatReadsALaneOutsideOfItsMask_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "a shuffle reads lane 16",
                "mov.u32 %r1, %laneid; setp.ge.u32 %p1, %r1, 16; @%p1 ret;"
                        + " shfl.sync.idx.b32 %r2, %r1, 16, 31, 65535; ret;");
    }

    @Test
    void kernelThatDoesNotEnd_isReported() {
        long before = EmulatedCuda.set(EmulatedCuda.Setting.INSTRUCTIONS, 100_000);
        try {
            assertFault(Cuda.LAUNCH_TIMEOUT, "does not end", "$again: bra $again;");
        } finally {
            EmulatedCuda.set(EmulatedCuda.Setting.INSTRUCTIONS, before);
        }
    }

    @Test
    void trap_isReported() {
        assertFault(Cuda.LAUNCH_FAILED, "executes trap", "trap; ret;");
    }
}
