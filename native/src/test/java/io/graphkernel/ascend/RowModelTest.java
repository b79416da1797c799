package io.graphkernel.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.testing.ExhaustiveOnly;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model of a vector core runs instructions that repeat over rows and reduce them, and reports invalid uses. */
@Tag("emulated")
class RowModelTest {
    private static final int ROWS = 11;
    private static final int LANES = 72;

    /** y = x times the sum of its row, in tiles of 8 rows of 72 lanes with a stride of 128 lanes. */
    private static final String KERNEL = """
            #include "kernel_operator.h"
            using namespace AscendC;

            extern "C" __global__ __aicore__ void k(GM_ADDR x, GM_ADDR y, int64_t n) {
                KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
                GlobalTensor<float> from, to;
                from.SetGlobalBuffer((__gm__ float *) x);
                to.SetGlobalBuffer((__gm__ float *) y);
                TPipe pipe;
                TQue<TPosition::VECIN, 1> in;
                TQue<TPosition::VECOUT, 1> out;
                TBuf<TPosition::VECCALC> work;
                pipe.InitBuffer(in, 2, 4096);
                pipe.InitBuffer(out, 2, 4096);
                pipe.InitBuffer(work, 2560);
                LocalTensor<float> parts = work.GetWithOffset<float>(512, 0);
                LocalTensor<float> sums = work.GetWithOffset<float>(64, 2048);
                LocalTensor<float> blocks = work.GetWithOffset<float>(64, 2304);
                for (int64_t first = GetBlockIdx() * 8; first < n; first += GetBlockNum() * 8) {
                    uint8_t rows = n - first < 8 ? n - first : 8;
                    LocalTensor<float> a = in.AllocTensor<float>();
                    DataCopyPad(a, from[first * 72], DataCopyExtParams{rows, 288, 0, 7, 0}, DataCopyPadExtParams<float>{false, 0, 0, 0});
                    in.EnQue(a);
                    a = in.DeQue<float>();
                    LocalTensor<float> b = out.AllocTensor<float>();
                    Muls(parts, a, 1.0f, 64, rows, UnaryRepeatParams{1, 1, 8, 16});
                    PipeBarrier<PIPE_V>();
                    Add(parts, parts, a[64], 8, rows, BinaryRepeatParams{1, 1, 1, 8, 8, 16});
                    PipeBarrier<PIPE_V>();
                    WholeReduceSum(sums, parts, 64, rows, 1, 1, 8);
                    PipeBarrier<PIPE_V>();
                    Brcb(blocks, sums, 1, BrcbRepeatParams{1, 8});
                    PipeBarrier<PIPE_V>();
                    Mul(b, a, blocks, 64, rows, BinaryRepeatParams{1, 1, 0, 16, 16, 1});
                    Mul(b[64], a[64], blocks, 8, rows, BinaryRepeatParams{1, 1, 0, 16, 16, 1});
                    in.FreeTensor(a);
                    out.EnQue(b);
                    b = out.DeQue<float>();
                    DataCopyPad(to[first * 72], b, DataCopyExtParams{rows, 288, 7, 0, 0});
                    out.FreeTensor(b);
                }
            }
            """;

    private Acl acl;
    private long x;
    private long y;

    @BeforeEach
    void open() {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        acl = Acl.open();
        float[] values = new float[ROWS * LANES];
        for (int i = 0; i < values.length; i++) {
            values[i] = i / 500f - 1;
        }
        x = acl.upload(values);
        y = Acl.allocate(4 * values.length);
    }

    @AfterEach
    void close() {
        acl.close();
    }

    @Test
    void rowModel_runsARightKernel() {
        Acl.check(acl.launch(Acl.function(KERNEL, "k"), 2, x, y, ROWS));

        float[] results = acl.download(y, ROWS * LANES);
        for (int row = 0; row < ROWS; row++) {
            double sum = 0;
            for (int lane = 0; lane < LANES; lane++) {
                sum += (row * LANES + lane) / 500f - 1;
            }
            for (int lane = 0; lane < LANES; lane++) {
                double value = (row * LANES + lane) / 500f - 1;
                assertThat((double) results[row * LANES + lane]).isCloseTo(value * sum, within(1e-4));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            T4  | a[64], 8, rows                          | a[65], 7, rows                         | line 28, block 0, Add: the second source begins at byte 260 of the unified buffer, which is not a multiple of 32
            T6  | DataCopyExtParams{rows, 288, 0, 7, 0}   | DataCopyExtParams{rows, 287, 0, 7, 0}  | line 22, block 0, DataCopyPad: a block of 287 bytes is not 1 to 2097151, or no whole elements
            T8  | a[64], 8, rows                          | a[64], 16, rows                        | line 30, block 0, WholeReduceSum: lane 8 of repeat 0 of the source is reduced and was never computed
            T8  | DataCopyExtParams{rows, 288, 0, 7, 0}   | DataCopyExtParams{rows, 288, 0, 6, 0}  | line 30, block 0, WholeReduceSum: lane 0 of repeat 1 of the source is reduced and was never computed
            T9  | a[64], blocks, 8, rows                  | a[64], blocks, 8, (uint8_t) 9          | line 35, block 0, Mul: the first source has 3840 bytes, and 4128 are used
            T10 | to[first * 72], b, DataCopyExtParams{rows, 288, 7, 0, 0} | to[first * 72], b, DataCopyExtParams{rows, 288, 7, 32, 0} | line 39, block 1, DataCopyPad: the target of 288 bytes at * is next to or in what block 0 writes in line 39 (Kernel.java:139)
            T11 | PipeBarrier<PIPE_V>(); Brcb             | Brcb                                   | line 31, block 0, Brcb: the source at byte 18432 does not wait for a vector instruction that writes it in line 30 (Kernel.java:130)
            T11 | Muls(parts, a, 1.0f, 64                 | Muls(parts, a, 1.0f, 64, rows, UnaryRepeatParams{1, 1, 8, 16}); Muls(parts, a, 1.0f, 64 | line 26, block 0, Muls: the target at byte 16384 does not wait for a vector instruction that writes it in line 26 (Kernel.java:126)
            T13 | WholeReduceSum(sums, parts, 64, rows    | WholeReduceSum(sums, parts, 65, rows   | line 30, block 0, WholeReduceSum: a mask of 65 lanes is not 1 to 64
            T13 | WholeReduceSum(sums, parts, 64, rows    | WholeReduceSum(sums, parts, 64, 256    | line 30, block 0, WholeReduceSum: 256 repeats are not 1 to 255
            T13 | WholeReduceSum(sums, parts, 64, rows, 1 | WholeReduceSum(sums, parts, 64, rows, 65536 | line 30, block 0, WholeReduceSum: a stride is not 0 to 65535
            T13 | WholeReduceSum(sums, parts, 64, rows, 1, 1, 8) | WholeReduceMax(sums, parts, 64, rows, 1, 1, 8) | line 30, block 0, WholeReduceMax: only the order ORDER_ONLY_VALUE is modelled: others give indices too
            T13 | a[64], 8, rows                          | a[64], 8, (uint8_t) (256 * rows)       | line 28, block 0, Add: 0 repeats are not 1 to 255
            T13 | Brcb(blocks, sums                       | const uint64_t none[2] = {0, 0}; Duplicate(parts, 0.0f, none, (uint8_t) 1, (uint16_t) 1, (uint8_t) 8); Brcb(blocks, sums | line 32, block 0, Duplicate: a mask of bits takes 1 to 64 lanes of 32 bits
            T11 | Brcb(blocks, sums                       | const uint64_t all[2] = {~0ul, 0}; BlockReduceSum(blocks, parts, 1, all, 1, 1, 8); Brcb(blocks, sums | line 32, block 0, Brcb: the target at byte 18688 does not wait for a vector instruction that writes it in line 32 (Kernel.java:132)
            T13 | Brcb(blocks, sums                       | Brcb(sums, sums                        | line 32, block 0, Brcb: target and source overlap
            T13 | Brcb(blocks, sums                       | Brcb(parts, parts[8]                   | line 32, block 0, Brcb: target and source overlap
            T13 | WholeReduceSum(sums, parts, 64, rows, 1, 1, 8) | WholeReduceSum(parts[9], parts, 64, rows, 1, 1, 8) | line 30, block 0, WholeReduceSum: target and source overlap
            T13 | Add(parts, parts, a[64], 8, rows        | Add(parts[64], parts, a[64], 8, (uint8_t) (rows - 1) | line 28, block 0, Add: a repeat reads what the one before it writes
            T13 | Mul(b, a, blocks, 64, rows, BinaryRepeatParams{1, 1, 0 | Mul(a, a, a[8], 64, rows, BinaryRepeatParams{1, 1, 1 | line 34, block 0, Mul: target and source overlap in part
            """)
    @ExhaustiveOnly
    void rowModel_reportsAWrongKernel(String check, String right, String wrong, String message) {
        String lines = right.replace("; ", ";\n        ");
        assertThat(KERNEL).contains(lines);

        WrongKernels.requireReport(acl, KERNEL.replace(lines, wrong), 2, check, message, x, y, ROWS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Brcb(blocks, sums, | LocalTensor<bfloat16_t> h; Brcb(h, h, | T14: Brcb takes 16 and 32 bits
            WholeReduceSum(sums, parts, | LocalTensor<int32_t> h; WholeReduceSum(h, h, | T14: WholeReduceSum has no instruction for this dtype
            """)
    void rowModel_rejectsWhatHasNoInstruction(String right, String wrong, String message) {
        assertThat(Acl.refusal(KERNEL.replace(right, wrong))).contains(message);
    }

    /** One instruction folds all repeats into its target, which is its second source. */
    @Test
    void instruction_accumulates() {
        String kernel = KERNEL.replace("Muls(parts, a, 1.0f, 64, rows, UnaryRepeatParams{1, 1, 8, 16});", """
                Duplicate(parts, 0.0f, 512);
                PipeBarrier<PIPE_V>();
                for (int32_t row = 0; row < rows; row++) {
                    Add(parts[row * 64], a[row * 128], parts[row * 64], 32, 2, BinaryRepeatParams{1, 1, 1, 0, 4, 0});
                }""");

        Acl.check(acl.launch(Acl.function(kernel, "k"), 2, x, y, ROWS));
    }

    /**
     * T16: adjacent elements are added first, and their sums are rounded; sequentially, 1 would be added to 0 twice.
     */
    @Test
    void sums_areThoseOfATree() {
        float[] values = new float[LANES];
        values[0] = 1e8f;
        values[1] = 1;
        values[2] = -1e8f;
        values[3] = 1;
        values[10] = 1;
        long row = acl.upload(values);

        Acl.check(acl.launch(Acl.function(KERNEL, "k"), 1, row, y, 1));

        assertThat(acl.download(y, LANES)[10]).isEqualTo(1);
    }

    /** T17: masked lanes are unchanged. */
    @Test
    void mask_keepsTheOtherLanes() {
        float[] values = new float[ROWS * LANES];
        for (int row = 0; row < ROWS; row++) {
            values[row * LANES] = 1;
        }
        long ones = acl.upload(values);
        String kernel = KERNEL.replace(
                "Brcb(blocks, sums",
                "const uint64_t odd[2] = {0xaaaaaaaaaaaaaaaaul, 0}; Muls(sums, sums, 3.0f, odd, (uint8_t) 1,"
                        + " UnaryRepeatParams{1, 1, 8, 8}); PipeBarrier<PIPE_V>(); Brcb(blocks, sums");

        Acl.check(acl.launch(Acl.function(kernel, "k"), 1, ones, y, ROWS));

        float[] results = acl.download(y, ROWS * LANES);
        for (int row = 0; row < ROWS; row++) {
            assertThat(results[row * LANES]).as("row %d", row).isEqualTo(row % 8 % 2 == 0 ? 1 : 3);
        }
    }

    /** A load of a value stored two tiles before: instructions between them take effect in any order too. */
    @Test
    void everyOrder_hasTheSameResults() {
        String wrong =
                KERNEL.replace("from[first * 72]", "(first < 16 ? from : to)[first < 16 ? 0 : (first - 16) * 72]");
        long big = acl.upload(new float[64 * LANES]);
        assertThat(acl.launch(Acl.function(wrong, "k"), 1, x, big, 40)).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
        assertThat(Acl.reason()).startsWith("T12: kernel k");
    }
}
