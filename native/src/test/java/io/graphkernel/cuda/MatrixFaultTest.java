package io.graphkernel.cuda;

import static io.graphkernel.cuda.Cuda.allocate;
import static io.graphkernel.cuda.Cuda.check;
import static io.graphkernel.cuda.Cuda.function;
import static io.graphkernel.cuda.Cuda.launch;
import static io.graphkernel.cuda.Cuda.load;
import static io.graphkernel.cuda.Cuda.reason;
import static io.graphkernel.cuda.Cuda.synchronize;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of faults of matrix instructions and asynchronous copies. */
@Tag("emulated")
class MatrixFaultTest {
    private static final String TILE = ".shared .align 16 .b8 tile[1024];\n";

    /** The address of the thread's 16 bytes in {@code tile}, and in the memory of the kernel. */
    private static final String OWN_CHUNK = """
            ld.param.u64 %rd1, [p];
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %rd2, %r1, 16;
            mov.u64 %rd3, tile;
            add.s64 %rd4, %rd3, %rd2;
            add.s64 %rd5, %rd1, %rd2;
            """;

    private static final String COPY = "cp.async.cg.shared.global [%rd4], [%rd5], 16; cp.async.commit_group;\n";

    private static final String PRODUCT = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4},"
            + " {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4};\n";

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

    private int run(String body) {
        long function = function(load(Ptx.ampereKernel("k", 1, TILE, OWN_CHUNK + body + "ret;\n")), "k");
        check(launch(function, 1, 64, 0, memory));
        return synchronize();
    }

    private void assertFault(int code, String message, String body) {
        assertThat(run(body)).isEqualTo(code);
        assertThat(reason(code)).contains(message).contains("kernel k, line ");
    }

    @Test
    void readingACopy_beforeTheWait_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "is read, and thread 0 has not waited for its copy to it",
                COPY + "ld.shared.u32 %r2, [%rd4];");
    }

    @Test
    void writingToACopy_beforeTheWait_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "is written, and thread 0 has not waited for its copy to it",
                COPY + "st.shared.u32 [%rd4], %r2;");
    }

    @Test
    void barrierWithoutAWait_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "has not waited for its copy to it",
                COPY + "bar.sync 0; ld.shared.u32 %r2, [%rd4];");
    }

    @Test
    void copyThatIsNotInAGroup_isPending() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "has not waited for its copy to it",
                "cp.async.cg.shared.global [%rd4], [%rd5], 16; cp.async.wait_group 0; ld.shared.u32 %r2, [%rd4];");
    }

    @Test
    void waitForAllCopies_includesThoseThatAreNotInAGroup() {
        check(run("cp.async.cg.shared.global [%rd4], [%rd5], 16; cp.async.wait_all; ld.shared.u32 %r2, [%rd4];"));
    }

    @Test
    void waitForEarlierGroups_leavesTheLastPending() {
        String second =
                "xor.b32 %r2, %r1, 1; mul.wide.u32 %rd6, %r2, 0; cp.async.commit_group; cp.async.wait_group 1;\n";
        check(run(COPY + second + "ld.shared.u32 %r2, [%rd4];"));
        assertFault(
                Cuda.LAUNCH_FAILED,
                "has not waited for its copy to it",
                "cp.async.commit_group;" + COPY + "cp.async.wait_group 1; ld.shared.u32 %r2, [%rd4];");
    }

    @Test
    void readingTheCopyOfAnotherThread_withoutABarrier_isReported() {
        String neighbour = "xor.b32 %r2, %r1, 1; mul.wide.u32 %rd6, %r2, 16; add.s64 %rd7, %rd3, %rd6;";
        assertFault(
                Cuda.LAUNCH_FAILED,
                "with no barrier between",
                COPY + "cp.async.wait_group 0;" + neighbour + "ld.shared.u32 %r2, [%rd7];");
    }

    @Test
    void readingTheCopyOfAnotherThread_afterABarrier_isRight() {
        String neighbour = "xor.b32 %r2, %r1, 1; mul.wide.u32 %rd6, %r2, 16; add.s64 %rd7, %rd3, %rd6;";
        check(run(COPY + "cp.async.wait_group 0; bar.sync 0;" + neighbour + "ld.shared.u32 %r2, [%rd7];"));
    }

    @Test
    void copyToWhatAnotherThreadRead_withoutABarrier_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "is written, and another thread has read it",
                "st.shared.u32 [%rd4], %r1; bar.sync 0; ld.shared.u32 %r2, [%rd3];" + COPY);
    }

    @Test
    void unalignedCopies_areReported() {
        assertFault(
                Cuda.MISALIGNED_ADDRESS,
                "of a copy is not a multiple of 16",
                "cp.async.cg.shared.global [%rd4], [%rd5+8], 16;");
        cuda.close();
        open();
        assertFault(
                Cuda.MISALIGNED_ADDRESS, "is not a multiple of 16", "cp.async.cg.shared.global [%rd4+8], [%rd5], 16;");
    }

    @Test
    void copyFromBeyondAnAllocation_isReported() {
        memory = allocate(1020);
        assertFault(Cuda.ILLEGAL_ADDRESS, "16 bytes at 0x", COPY);
    }

    @Test
    void copyOfNothing_fromAnyAddress_isRight() {
        check(run("mov.u32 %r2, 0; cp.async.cg.shared.global [%rd4], [%rd5+65536], 16, %r2;"));
    }

    @Test
    void copyOfMoreThanItsSize_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "a copy of 16 bytes from a source of 17 bytes",
                "mov.u32 %r2, 17; cp.async.cg.shared.global [%rd4], [%rd5], 16, %r2;");
    }

    @Test
    void productOfSomeLanes_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "lanes ffff0000 execute an instruction of the whole warp without 0000ffff",
                "and.b32 %r7, %r1, 31; setp.lt.u32 %p1, %r7, 16; @%p1 bra $end; " + PRODUCT + "$end: ");
    }

    @Test
    void unalignedRowsOfMatrices_areReported() {
        assertFault(
                Cuda.MISALIGNED_ADDRESS,
                "is not a multiple of 16",
                "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r2, %r3, %r4, %r5}, [%rd4+8];");
    }

    @Test
    void rowsOfMatrices_beyondSharedMemory_areReported() {
        assertFault(
                Cuda.ILLEGAL_ADDRESS,
                "of shared memory",
                "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r2, %r3, %r4, %r5}, [%rd4+1024];");
    }

    @Test
    void loadingMatrices_withoutABarrier_isReported() {
        assertFault(
                Cuda.LAUNCH_FAILED,
                "with no barrier between",
                "st.shared.v4.u32 [%rd4], {%r1, %r1, %r1, %r1}; xor.b32 %r2, %r1, 1; mul.wide.u32 %rd6, %r2, 16;"
                        + "add.s64 %rd7, %rd3, %rd6;"
                        + "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r3}, [%rd7];");
    }
}
