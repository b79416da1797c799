package io.graphkernel.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The emulated aclnn computes the documented results, and rejects undocumented calls with their error codes. */
@Tag("emulated")
class AclnnTest {
    private static final int NULL_POINTER = 161001;
    private static final int INVALID = 161002;
    private static final int RUNTIME_ERROR = 361001;
    private static final int INNER_NULL_POINTER = 561103;

    private static final int FLOAT = 0;
    private static final int FLOAT16 = 1;
    private static final int ND = 2;
    private static final int KEEP_DTYPE = 0;
    private static final long ROOM = 4096;

    private Acl acl;
    private long workspace;

    /** An executor and the size of its workspace. */
    private record Prepared(int code, long executor, long workspaceBytes) {}

    @BeforeEach
    void open() {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        acl = Acl.open();
        workspace = Acl.allocate(ROOM);
    }

    @AfterEach
    void close() {
        acl.close();
    }

    private static long tensor(int type, long address, long... dims) {
        try (LongPointer sizes = new LongPointer(dims)) {
            int rank = dims.length;
            return acl("aclCreateTensor", sizes.address(), rank, type, 0, 0, ND, sizes.address(), rank, address);
        }
    }

    /** Calls a function that returns a handle. */
    private static long acl(String function, long... arguments) {
        return Acl.handle(function, arguments);
    }

    private static Prepared prepare(long a, long b, long out, int cubeMathType) {
        try (LongPointer size = new LongPointer(1);
                LongPointer executor = new LongPointer(1)) {
            int code = Acl.call(
                    "aclnnMatmulGetWorkspaceSize", a, b, out, cubeMathType, size.address(), executor.address());
            return new Prepared(code, executor.get(), size.get());
        }
    }

    private int multiply(Prepared prepared, long stream) {
        return Acl.call("aclnnMatmul", workspace, prepared.workspaceBytes(), prepared.executor(), stream);
    }

    @Test
    void aclnn_multiplies() {
        long result = Acl.allocate(16);
        Prepared prepared = prepare(
                tensor(FLOAT, acl.upload(1, 2, 3, 4, 5, 6), 2, 3),
                tensor(FLOAT, acl.upload(1, 0, 0, 1, 1, 1), 3, 2),
                tensor(FLOAT, result, 2, 2),
                KEEP_DTYPE);
        Acl.check(prepared.code());
        Acl.check(multiply(prepared, acl.stream()));
        assertThat(acl.download(result, 4)).containsExactly(4, 5, 10, 11);

        assertThat(multiply(prepared, acl.stream())).isEqualTo(INNER_NULL_POINTER);
    }

    @Test
    void executor_isUsedAgainIfItIsRepeatable() {
        long first = Acl.allocate(4);
        long second = Acl.allocate(4);
        long out = tensor(FLOAT, 0, 1, 1);
        Prepared prepared =
                prepare(tensor(FLOAT, acl.upload(3), 1, 1), tensor(FLOAT, acl.upload(5), 1, 1), out, KEEP_DTYPE);
        Acl.check(prepared.code());
        assertThat(Acl.call("aclSetTensorAddr", prepared.executor(), 2, out, first))
                .isEqualTo(INVALID);
        Acl.check(Acl.call("aclSetAclOpExecutorRepeatable", prepared.executor()));
        assertThat(multiply(prepared, acl.stream())).as("no address").isEqualTo(INVALID);

        for (long address : new long[] {first, second}) {
            Acl.check(Acl.call("aclSetTensorAddr", prepared.executor(), 2, out, address));
            Acl.check(multiply(prepared, acl.stream()));
        }
        assertThat(acl.download(first, 1)).containsExactly(15);
        assertThat(acl.download(second, 1)).containsExactly(15);
        assertThat(Acl.call("aclSetTensorAddr", prepared.executor(), 2, out, first + 4))
                .isEqualTo(INVALID);
        assertThat(Acl.call("aclSetTensorAddr", prepared.executor(), 1, out, first))
                .isEqualTo(INVALID);
        assertThat(Acl.call("aclSetTensorAddr", prepared.executor(), 2, 0, first))
                .isEqualTo(INNER_NULL_POINTER);

        Acl.check(Acl.call("aclDestroyAclOpExecutor", prepared.executor()));
        assertThat(Acl.call("aclDestroyAclOpExecutor", prepared.executor())).isEqualTo(INNER_NULL_POINTER);
        assertThat(multiply(prepared, acl.stream())).isEqualTo(INNER_NULL_POINTER);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0, 0", "0, 0, 1, 0", "11, 11, 11, 0", "0, 0, 0, 4", "0, 0, 0, -1"})
    void otherTypes_areRejected(int a, int b, int out, int cubeMathType) {
        Prepared prepared = prepare(
                tensor(a, workspace, 1, 1), tensor(b, workspace, 1, 1), tensor(out, workspace, 1, 1), cubeMathType);
        assertThat(prepared.code()).isEqualTo(INVALID);
    }

    @Test
    void otherDims_areRejected() {
        long square = tensor(FLOAT, workspace, 2, 2);
        assertThat(prepare(square, tensor(FLOAT, workspace, 3, 2), square, KEEP_DTYPE)
                        .code())
                .isEqualTo(INVALID);
        assertThat(prepare(square, square, tensor(FLOAT, workspace, 1, 2, 2), KEEP_DTYPE)
                        .code())
                .isEqualTo(INVALID);
    }

    @Test
    void halves_mayBeSummedAsFloats() {
        long half = tensor(FLOAT16, workspace, 1, 1);
        Acl.check(
                prepare(half, half, tensor(FLOAT, workspace, 1, 1), KEEP_DTYPE).code());
    }

    @Test
    void tensorThatIsDestroyed_isNotUsed() {
        long square = tensor(FLOAT, workspace, 2, 2);
        long gone = tensor(FLOAT, workspace, 2, 2);
        Prepared prepared = prepare(square, gone, square, KEEP_DTYPE);
        Acl.check(prepared.code());
        Acl.check(Acl.call("aclDestroyTensor", gone));
        assertThat(Acl.call("aclDestroyTensor", gone)).isEqualTo(NULL_POINTER);
        assertThat(prepare(square, gone, square, KEEP_DTYPE).code()).isEqualTo(NULL_POINTER);
        assertThat(multiply(prepared, acl.stream())).isEqualTo(INVALID);
    }

    @Test
    void missingHandle_isRejected() {
        long square = tensor(FLOAT, workspace, 2, 2);
        Prepared prepared = prepare(square, square, square, KEEP_DTYPE);
        assertThat(multiply(prepared, 0)).isEqualTo(RUNTIME_ERROR);
        assertThat(Acl.call("aclnnBatchMatMul", workspace, ROOM, prepared.executor(), acl.stream()))
                .isEqualTo(INVALID);
        assertThat(Acl.call("aclnnMatmul", workspace, 1, prepared.executor(), acl.stream()))
                .isEqualTo(INVALID);
        assertThat(Acl.call("aclnnMatmul", 0, prepared.workspaceBytes(), prepared.executor(), acl.stream()))
                .isEqualTo(INVALID);
        assertThat(acl("aclCreateTensor", 0, 9, FLOAT, 0, 0, ND, 0, 9, workspace))
                .isZero();
    }

    /** More than was allocated, which is detected when the stream reaches it. */
    @Test
    void resultBeyondItsMemory_losesTheDevice() {
        long large = tensor(FLOAT, workspace, 2000, 2000);
        Prepared prepared = prepare(large, large, large, KEEP_DTYPE);
        Acl.check(multiply(prepared, acl.stream()));
        assertThat(Acl.call("aclrtSynchronizeStream", acl.stream())).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
        assertThat(Acl.reason()).isEqualTo("aclnnMatmul reads or writes what is not allocated");
    }
}
