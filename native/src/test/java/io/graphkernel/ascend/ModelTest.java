package io.graphkernel.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.testing.ExhaustiveOnly;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The model of a vector core runs a correct kernel, and reports each injected fault. */
@Tag("emulated")
class ModelTest {
    /** y = exp(2 x) + x, with n elements in tiles of 64, distributed cyclically over all blocks. */
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
                pipe.InitBuffer(in, 2, 256);
                pipe.InitBuffer(out, 2, 256);
                pipe.InitBuffer(work, 256);
                LocalTensor<float> t = work.GetWithOffset<float>(64, 0);
                for (int64_t first = GetBlockIdx() * 64; first < n; first += GetBlockNum() * 64) {
                    int32_t count = n - first < 64 ? n - first : 64;
                    LocalTensor<float> a = in.AllocTensor<float>();
                    DataCopyPad(a, from[first], DataCopyExtParams{1, (uint32_t) count * 4, 0, 0, 0}, DataCopyPadExtParams<float>{false, 0, 0, 0});
                    in.EnQue(a);
                    a = in.DeQue<float>();
                    LocalTensor<float> b = out.AllocTensor<float>();
                    Muls(t, a, 2.0f, count);
                    PipeBarrier<PIPE_V>();
                    Exp(b, t, count);
                    PipeBarrier<PIPE_V>();
                    Add(b, b, a, count);
                    in.FreeTensor(a);
                    out.EnQue(b);
                    b = out.DeQue<float>();
                    DataCopyPad(to[first], b, DataCopyExtParams{1, (uint32_t) count * 4, 0, 0, 0});
                    out.FreeTensor(b);
                }
            }
            """;

    /** Declares a mask. */
    private static final String MASK = "TBuf<TPosition::VECCALC> bits; pipe.InitBuffer(bits, 32);"
            + " LocalTensor<uint8_t> m = bits.GetWithOffset<uint8_t>(32, 0);";

    /** Not a multiple of a tile or of a block of the unified buffer. */
    private static final int COUNT = 1003;

    private Acl acl;
    private long x;
    private long y;

    @BeforeEach
    void open() {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        acl = Acl.open();
        float[] values = new float[COUNT];
        for (int i = 0; i < COUNT; i++) {
            values[i] = i / 500f - 1;
        }
        x = acl.upload(values);
        y = Acl.allocate(4 * COUNT);
    }

    @AfterEach
    void close() {
        acl.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {2201, 3510})
    void model_runsARightKernel(int chip) {
        runs(KERNEL, chip);
    }

    /** Its vector instructions are ordered implicitly. */
    @Test
    void the950_needsNoBarriers() {
        runs(KERNEL.replace("PipeBarrier<PIPE_V>();", ""), 3510);
    }

    private void runs(String kernel, int chip) {
        long before = EmulatedAscend.set(EmulatedAscend.Setting.NPU_ARCH, chip);
        try {
            Acl.check(acl.launch(Acl.function(kernel, "k", "--npu-arch=dav-" + chip), 8, x, y, COUNT));
        } finally {
            EmulatedAscend.set(EmulatedAscend.Setting.NPU_ARCH, before);
        }

        float[] results = acl.download(y, COUNT);
        for (int i = 0; i < COUNT; i++) {
            float value = i / 500f - 1;
            assertThat(results[i]).isEqualTo((float) Math.exp(2 * value) + value);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            T1  | pipe.InitBuffer(in, 2, 256)      | pipe.InitBuffer(in, 2, 94000)    | line 14, block 0, InitBuffer: 256 bytes, after 188032, are more than the 188160 of the unified buffer
            T2  | pipe.InitBuffer(in, 2, 256)      | pipe.InitBuffer(in, 9, 256)      | line 13, block 0, InitBuffer: the queues of a position have 8 buffers at most
            T2  | LocalTensor<float> t =           | TBuf<TPosition::VECCALC> more[60]; for (auto &each : more) { pipe.InitBuffer(each, 32); } LocalTensor<float> t = | line 16, block 0, InitBuffer: a kernel has 64 buffers at most
            T3  | in.FreeTensor(a);                | ;                                | line 19, block 0, AllocTensor: no buffer is free
            T3  | a = in.DeQue<float>();           | out.DeQue<float>();              | line 22, block 0, DeQue: no tensor is in the queue
            T3  | out.FreeTensor(b);               | if (first < n - 64) { out.FreeTensor(b); } | line 31, block 3, the end: a tensor of a queue was not freed
            T3  | out.EnQue(b);                    | in.EnQue(b);                     | line 30, block 0, EnQue: the tensor is not a buffer of this queue, or not in the state for it
            T4  | Exp(b, t, count);                | Exp(b, t[1], count - 1);         | line 26, block 0, Exp: the source begins at byte 1028 of the unified buffer, which is not a multiple of 32
            T5  | Exp(b, t, count);                | DataCopy(b, t, 33);              | line 26, block 0, DataCopy: 132 bytes are not multiple of 32: the rest would not be copied
            T6  | from[first], DataCopyExtParams{1, (uint32_t) count * 4 | from[first], DataCopyExtParams{1, (uint32_t) count * 4 - 1 | line 20, block 0, DataCopyPad: a block of 255 bytes is not 1 to 2097151, or no whole elements
            T8  | Exp(b, t, count);                | Exp(b, t, count - 1);            | line 32, block 0, DataCopyPad: element 63 of the source is stored and was never computed
            T8  | from[first], DataCopyExtParams{1, (uint32_t) count * 4 | from[first], DataCopyExtParams{1, (uint32_t) count * 4 - 4 | line 32, block 0, DataCopyPad: element 63 of the source is stored and was never computed
            T8  | Exp(b, t, count);                | const uint64_t odd[2] = {0xaaaaaaaaaaaaaaaaul, 0}; Muls(b, t, 3.0f, odd, (uint8_t) 1, UnaryRepeatParams{1, 1, 8, 8}); | line 32, block 0, DataCopyPad: element 0 of the source is stored and was never computed
            T9  | Muls(t, a, 2.0f, count);         | Muls(t, a, 2.0f, count + 8);     | line 24, block 0, Muls: the source has 256 bytes, and 288 are used
            T9  | from[first], DataCopyExtParams   | from[first + 8], DataCopyExtParams | line 20, block 3, DataCopyPad: the source of 172 bytes at * is in no memory of the device
            T10 | to[first], b                     | to[first / 64 * 56], b           | line 32, block 1, DataCopyPad: the target of 256 bytes at * is next to or in what block 0 writes in line 32 (Kernel.java:132)
            T10 | to[first], b                     | to[first + 1], b                 | line 32, block 1, DataCopyPad: the target of 256 bytes at * is next to or in what block 0 writes in line 32 (Kernel.java:132)
            T11 | 2.0f, count); PipeBarrier<PIPE_V>(); | 2.0f, count);                | line 25, block 0, Exp: the source at byte 1024 does not wait for a vector instruction that writes it in line 24 (Kernel.java:124)
            T11 | a = in.DeQue<float>();           | LocalTensor<float> early = a; Muls(t, early, 2.0f, count); a = in.DeQue<float>(); | line 22, block 0, Muls: the source at byte 0 does not wait for a copy in that writes it in line 20 (Kernel.java:120)
            T11 | Exp(b, t, count);                | Exp(b, t, count); Muls(t, a, 3.0f, count); | line 26, block 0, Muls: the target at byte 1024 does not wait for a vector instruction that reads it in line 26 (Kernel.java:126)
            T13 | Muls(t, a, 2.0f, count);         | Muls(t, a, 2.0f, count - count); | line 24, block 0, Muls: 0 elements: an instruction takes one at least on every chip
            T13 | DataCopyExtParams{1,             | DataCopyExtParams{5000,          | line 20, block 0, DataCopyPad: 5000 blocks are not 1 to 4095
            T15 | Exp(b, t, count);                | MASK Compare(m, a, a, CMPMODE::LT, 43u);  | line 26, block 0, Compare: 43 elements are not multiple of 256 bytes: the rest would not be compared
            T15 | Exp(b, t, count);                | MASK Select(b, m, t, 1.0f, SELMODE::VSEL_TENSOR_TENSOR_MODE, count); | line 26, block 0, Select: mode 2 does not take these operands
            T8  | Exp(b, t, count);                | MASK Select(b, m, t, 1.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, count); | line 32, block 0, DataCopyPad: element 0 of the source is stored and was never computed
            T14 | Exp(b, t, count);                | MASK CompareScalar(m, t.ReinterpretCast<int32_t>(), 1, CMPMODE::LT, 64u); | line 26, block 0, CompareScalar: integers are compared by EQ alone, not by mode 0
            T13 | Exp(b, t, count);                | Compare(t.ReinterpretCast<uint8_t>(), t, t, CMPMODE::LT, 64u); | line 26, block 0, Compare: target and source overlap
            T19 | int64_t n)                       | int64_t n, int64_t m)            | line 5, block 0, the launch: the kernel takes 4 arguments, and 3 are passed
            T14 | Exp(b, t, count);                | Cast(b, t, RoundMode::CAST_NONE, count); | line 26, block 0, Cast: no conversion of these dtypes by mode 0
            """)
    @ExhaustiveOnly
    void model_reportsAWrongKernel(String check, String right, String wrong, String message) {
        String lines = right.replace("; ", ";\n        ");
        assertThat(KERNEL).contains(lines);

        String changed = KERNEL.replace(lines, wrong.replace("MASK", MASK));
        WrongKernels.requireReport(acl, changed, 4, check, message, x, y, COUNT);
    }

    /** A line without a comment belongs to the Java line above it. */
    @Test
    void nearestComment_namesTheJavaLine() {
        String wrong =
                KERNEL.replace("TPipe pipe;", "TPipe pipe; // Kernel.java:5").replace("(in, 2, 256)", "(in, 2, 94000)");
        assertThat(acl.launch(Acl.function(wrong, "k"), 1, x, y, COUNT)).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
        assertThat(Acl.reason()).startsWith("T1: kernel k, line 14 (Kernel.java:5), block 0 of 1, InitBuffer: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GlobalTensor<float> from, to | GlobalTensor<float> from, to; LocalTensor<bfloat16_t> h; Add(h, h, h, 1) | T14: Add has no instruction for this dtype
            GlobalTensor<float> from, to | GlobalTensor<float> from, to; LocalTensor<int32_t> h; Exp(h, h, 1)       | T14: Exp has no instruction for this dtype
            GlobalTensor<float> from, to | GlobalTensor<float> from, to; LocalTensor<int32_t> h; And(h, h, h, 1)     | T14: And has no instruction for this dtype
            GlobalTensor<float> from, to | GlobalTensor<float> from, to; LocalTensor<uint8_t> m; LocalTensor<int32_t> h; Select(h, m, h, h, SELMODE::VSEL_TENSOR_TENSOR_MODE, 1u) | T14: Select has no instruction for this dtype
            TPosition::VECIN, 1          | TPosition::VECIN, 2              | T2: two buffers, not a depth of 2
            TPipe pipe                   | static TPipe pipe                | T18: a kernel may not have static
            TPipe pipe                   | TPipe &pipe = *new TPipe()       | T18: a kernel may not have new
            using namespace AscendC;     | #include <math.h>                | T18: another directive
            using namespace AscendC;     | inline int f(int n) { return n ? f(n - 1) : 0; } | T18: f calls itself
            using namespace AscendC;     | int f(int n);                    | T18: f is declared before it is defined
            """)
    void model_rejectsWhatHasNoInstruction(String right, String wrong, String message) {
        assertThat(Acl.refusal(KERNEL.replace(right, wrong))).contains(message);
    }

    /** A core has an instruction cache of 32 KiB. */
    @Test
    void model_rejectsALongKernel() {
        String longer = KERNEL.replace("Add(b, b, a, count);", "Add(b, b, a, count);".repeat(500));
        assertThat(Acl.refusal(longer)).startsWith("T18: k has more than 512 calls");
    }

    /**
     * A load of a value that the same block stored does not wait for the copy out: it is right in text order alone. The
     * instructions between them do not settle that.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Compare(m, a, a, CMPMODE::LT, 64u);",
                "CompareScalar(m, a, 0.0f, CMPMODE::LT, 64u);",
                "Select(t, m, t, 1.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, count);",
                "Select(t, m, t, t, SELMODE::VSEL_TENSOR_TENSOR_MODE, count);",
                "And(n16, n16, n16, 4);",
                "Or(n16, n16, n16, 4);",
                "Not(n16, n16, 4);"
            })
    @ExhaustiveOnly
    void everyOrder_hasTheSameResults(String instruction) {
        String wrong = WrongKernels.withJavaLines(KERNEL.replace(
                        "a, from[first]", "a, (first < 128 ? from : to)[first < 128 ? first : first - 128]")
                .replace(
                        "LocalTensor<float> t =",
                        MASK + " LocalTensor<uint16_t> n16 = m.ReinterpretCast<uint16_t>(); LocalTensor<float> t =")
                .replace("Exp(b, t, count);", "Exp(b, t, count); PipeBarrier<PIPE_V>(); " + instruction));
        assertThat(acl.launch(Acl.function(wrong, "k"), 1, x, y, COUNT)).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
        assertThat(Acl.reason())
                .startsWith("T12: kernel k, line 32 (Kernel.java:132), block 0 of 1, DataCopyPad: byte ")
                .endsWith(" of the target is another one if copies in come as early as they may");
    }

    /** A load before a store to the same memory does not make the copy out wait. */
    @Test
    void noCopyOut_comesTooEarly() {
        String stored = "DataCopyPad(to[first], b, DataCopyExtParams{1, (uint32_t) count * 4, 0, 0, 0});";
        assertThat(KERNEL).contains(stored);
        String wrong = WrongKernels.withJavaLines(KERNEL.replace(stored, """
                LocalTensor<float> c = in.AllocTensor<float>();
                DataCopyPad(c, to[first], DataCopyExtParams{1, (uint32_t) count * 4, 0, 0, 0}, DataCopyPadExtParams<float>{false, 0, 0, 0});
                %s
                in.EnQue(c);
                c = in.DeQue<float>();
                LocalTensor<float> d = out.AllocTensor<float>();
                Adds(d, c, 0.0f, count);
                in.FreeTensor(c);
                out.EnQue(d);
                d = out.DeQue<float>();
                DataCopyPad(from[first], d, DataCopyExtParams{1, (uint32_t) count * 4, 0, 0, 0});
                out.FreeTensor(d);""".formatted(stored)));
        assertThat(acl.launch(Acl.function(wrong, "k"), 1, x, y, COUNT)).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
        assertThat(Acl.reason())
                .startsWith("T12: kernel k, line 42 (Kernel.java:142), block 0 of 1, DataCopyPad: byte ")
                .endsWith(" of the target is another one if copies out come as early as they may");
    }

    /** T16: ties round to even, away from zero or by the mode, and integers saturate. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            float,      RINT,  2.5,   2
            float,      RINT,  3.5,   4
            float,      ROUND, 2.5,   3
            float,      ROUND, -2.5,  -3
            float,      FLOOR, -0.5,  -1
            float,      CEIL,  0.5,   1
            float,      TRUNC, -1.5,  -1
            half,       NONE,  2049,  2048
            half,       NONE,  2051,  2052
            half,       NONE,  65520, Infinity
            bfloat16_t, RINT,  257,   256
            bfloat16_t, RINT,  259,   260
            int32_t,    RINT,  2.5,   2
            int32_t,    TRUNC, -1.5,  -1
            int32_t,    FLOOR, -1.5,  -2
            int32_t,    ROUND, 3e9,   2147483648
            int32_t,    ROUND, -3e9,  -2147483648
            """)
    @Tag("slow")
    void conversions_roundAsTheirModeStates(String to, String mode, float value, float expected) {
        String back = to.equals("float")
                ? "Adds(b, c, 0.0f, count);"
                : "Cast(b, c, RoundMode::CAST_" + (to.equals("int32_t") ? "RINT" : "NONE") + ", count);";
        String kernel = KERNEL.replace("Add(b, b, a, count);", "")
                .replace(
                        "Exp(b, t, count);",
                        "TBuf<TPosition::VECCALC> room; pipe.InitBuffer(room, 256); LocalTensor<TO> c ="
                                + " room.GetWithOffset<TO>(64, 0); Cast(c, t, RoundMode::CAST_MODE, count);"
                                + " PipeBarrier<PIPE_V>(); " + back)
                .replace("<TO>", "<" + to + ">")
                .replace("CAST_MODE", "CAST_" + mode);

        Acl.check(acl.launch(Acl.function(kernel, "k"), 1, acl.upload(new float[] {value / 2}), y, 1));

        assertThat(acl.download(y, 1)[0]).isEqualTo(expected);
    }

    @Test
    void functions_areAsInexactAsTheyMayBe() {
        float[] exact = results();
        long before = EmulatedAscend.set(EmulatedAscend.Setting.UNITS_OFF, 2);
        try {
            assertThat(results()).isNotEqualTo(exact).containsExactly(exact, Offset.offset(2e-6f));
        } finally {
            EmulatedAscend.set(EmulatedAscend.Setting.UNITS_OFF, before);
        }
    }

    private float[] results() {
        Acl.check(acl.launch(Acl.function(KERNEL, "k"), 8, x, y, COUNT));
        return acl.download(y, COUNT);
    }

    /** Of two barriers without an instruction between them, each is redundant given the other. */
    @Test
    void model_countsWhatALaunchCosts() {
        String twice = KERNEL.replace("Exp(b, t, count);", "Exp(b, t, count); PipeBarrier<PIPE_V>();");
        EmulatedAscend.forgetCosts();
        Acl.check(acl.launch(Acl.function(twice, "k"), 8, x, y, COUNT));

        int tiles = (COUNT + 63) / 64;
        Map<EmulatedAscend.Cost, Long> expected = Map.of(
                EmulatedAscend.Cost.BYTES_IN, 4L * COUNT,
                EmulatedAscend.Cost.BYTES_OUT, 4L * COUNT,
                EmulatedAscend.Cost.COPIES, 2L * tiles,
                EmulatedAscend.Cost.SHORT_COPIES, 2L * tiles,
                EmulatedAscend.Cost.INSTRUCTIONS, 3L * tiles,
                EmulatedAscend.Cost.LANES, 3L * COUNT,
                EmulatedAscend.Cost.BARRIERS, 3L * tiles,
                EmulatedAscend.Cost.NEEDLESS_BARRIERS, 2L,
                EmulatedAscend.Cost.WAITS, 0L,
                EmulatedAscend.Cost.BUSIEST_BYTES, 2L * 2 * 4 * 64);
        expected.forEach((cost, amount) ->
                assertThat(EmulatedAscend.cost(cost)).as(cost.toString()).isEqualTo(amount));
    }

    /** With a single load buffer, copies and computation do not overlap. */
    @Test
    void model_countsCopiesThatWait() {
        EmulatedAscend.forgetCosts();
        Acl.check(acl.launch(Acl.function(KERNEL.replace("(in, 2,", "(in, 1,"), "k"), 1, x, y, 640));
        assertThat(EmulatedAscend.cost(EmulatedAscend.Cost.WAITS)).isEqualTo(9);
    }

    /** After a fault the device runs nothing until it is reset. */
    @Test
    void fault_losesTheDevice() {
        long right = Acl.function(KERNEL, "k");
        long wrong = Acl.function(KERNEL.replace("from[first]", "from[first + n]"), "k");
        assertThat(acl.launch(wrong, 1, x, y, COUNT)).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
        assertThat(acl.launch(right, 1, x, y, COUNT)).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
    }
}
