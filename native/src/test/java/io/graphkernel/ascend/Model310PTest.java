package io.graphkernel.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The model of an AI core of the 310P, whose copies are whole blocks, runs a correct kernel and reports errors that are
 * specific to that chip.
 */
@Tag("emulated")
class Model310PTest {
    private static final int NPU_ARCH = 2002;

    private static final String CHIP = "--npu-arch=dav-" + NPU_ARCH;

    /**
     * y = 2 x + 1, with n elements in tiles of 64, distributed cyclically over all blocks; the end of the last tile is
     * merged into its memory block.
     */
    private static final String KERNEL = """
            #include "kernel_operator.h"
            using namespace AscendC;

            extern "C" __global__ __aicore__ void k(GM_ADDR x, GM_ADDR y, int64_t n) {
                GlobalTensor<float> from, to;
                from.SetGlobalBuffer((__gm__ float *) x);
                to.SetGlobalBuffer((__gm__ float *) y);
                TPipe pipe;
                TQue<TPosition::VECIN, 1> in;
                TQue<TPosition::VECOUT, 1> out;
                TBuf<TPosition::VECCALC> work;
                pipe.InitBuffer(in, 2, 256);
                pipe.InitBuffer(out, 2, 256);
                pipe.InitBuffer(work, 288);
                LocalTensor<float> t = work.GetWithOffset<float>(64, 0);
                LocalTensor<float> e = work.GetWithOffset<float>(8, 256);
                for (int64_t first = GetBlockIdx() * 64; first < n; first += GetBlockNum() * 64) {
                    int32_t count = n - first < 64 ? n - first : 64, whole = count / 8 * 8;
                    LocalTensor<float> a = in.AllocTensor<float>();
                    DataCopy(a, from[first], (count + 7) / 8 * 8);
                    in.EnQue(a);
                    a = in.DeQue<float>();
                    LocalTensor<float> b = out.AllocTensor<float>(); PipeBarrier<PIPE_V>();
                    Muls(t, a, 2.0f, count);
                    PipeBarrier<PIPE_V>();
                    Adds(b, t, 1.0f, count);
                    in.FreeTensor(a);
                    out.EnQue(b);
                    b = out.DeQue<float>();
                    DataCopy(to[first], b, DataCopyParams{1, (uint16_t) (whole / 8), 0, 0});
                    if (whole < count) {
                        SetFlag<HardEvent::MTE3_MTE2>(0); WaitFlag<HardEvent::MTE3_MTE2>(0);
                        DataCopy(e, to[first + whole], 8);
                        SetFlag<HardEvent::MTE2_S>(0); WaitFlag<HardEvent::MTE2_S>(0);
                        for (int32_t i = whole; i < count; i++) {
                            e.SetValue(i - whole, b.GetValue(i));
                        }
                        SetFlag<HardEvent::S_MTE3>(0); WaitFlag<HardEvent::S_MTE3>(0);
                        DataCopy(to[first + whole], e, 8);
                    }
                    out.FreeTensor(b);
                }
            }
            """;

    /** Not a multiple of a tile or of a memory block. */
    private static final int COUNT = 1003;

    private Acl acl;
    private long x;
    private long y;
    private long before;

    @BeforeEach
    void open() {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        before = EmulatedAscend.set(EmulatedAscend.Setting.NPU_ARCH, NPU_ARCH);
        acl = Acl.open();
        float[] values = new float[COUNT];
        for (int i = 0; i < COUNT; i++) {
            values[i] = i;
        }
        x = acl.upload(values);
        y = Acl.allocate(4 * COUNT);
    }

    @AfterEach
    void close() {
        acl.close();
        EmulatedAscend.set(EmulatedAscend.Setting.NPU_ARCH, before);
    }

    /** Several blocks, and one. */
    @ParameterizedTest
    @ValueSource(ints = {8, 1})
    void model310P_runsARightKernel(int blocks) {
        Acl.check(acl.launch(Acl.function(KERNEL, "k", CHIP), blocks, x, y, COUNT));
        float[] results = acl.download(y, COUNT);
        for (int i = 0; i < COUNT; i++) {
            assertThat(results[i]).isEqualTo(2f * i + 1);
        }
    }

    /**
     * Contiguous rows of 9 elements: each overwrites the padding that the last block of the previous row has stored.
     */
    @Test
    void rows_replaceEachOthersEnds() {
        String rows = KERNEL.replace(
                "DataCopy(to[first], b, DataCopyParams{1, (uint16_t) (whole / 8), 0, 0});",
                "for (int32_t row = 0; row < whole; row += 8) { DataCopy(to[first + row], b[row], 16u > whole - row ? 8u : 16u);"
                        + " PipeBarrier<PIPE_MTE3>(); }");
        assertThat(rows).isNotEqualTo(KERNEL);
        Acl.check(acl.launch(Acl.function(rows, "k", CHIP), 8, x, y, COUNT));
        assertThat(acl.download(y, COUNT)[COUNT - 1]).isEqualTo(2f * COUNT - 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            T1  | pipe.InitBuffer(in, 2, 256)      | pipe.InitBuffer(in, 2, 126800)   | line 13, block 0, InitBuffer: 256 bytes, after 253888, are more than the 253952 of the unified buffer
            T4  | Adds(b, t, 1.0f, count);         | Brcb(e.ReinterpretCast<int16_t>(), t.ReinterpretCast<int16_t>(), (uint8_t) 2, BrcbRepeatParams{1, 8}); | line 26, block 0, Brcb: of 16 bits each second repeat of the source begins within a block, which the 310P does not take
            T5  | DataCopy(a, from[first], (count + 7) / 8 * 8); | DataCopy(a, from[first], count); | line 20, block 7, DataCopy: 172 bytes are not multiple of 32: the rest would not be copied
            T8  | whole = count / 8 * 8;              | whole = (count + 7) / 8 * 8;     | line 30, block 7, DataCopy: bytes after the last element of the source stay in memory and were never computed
            T9  | DataCopy(a, from[first], (count + 7) / 8 * 8); | DataCopy(a, from[first], 72); | line 20, block 0, DataCopy: the target has 256 bytes, and 288 are used
            T10 | to[first], b                     | to[first / 64 * 60], b           | line 30, block 1, DataCopy: the target of 256 bytes at * is next to or in what block 0 writes in line 30 (Kernel.java:130)
            T11 | SetFlag<HardEvent::MTE2_S>(0); WaitFlag<HardEvent::MTE2_S>(0); | SetFlag<HardEvent::V_S>(0); WaitFlag<HardEvent::V_S>(0); | line 36, block 7, SetValue: the tensor at byte 1280 does not wait for a copy in that writes it in line 33 (Kernel.java:133)
            T11 | SetFlag<HardEvent::MTE2_S>(0); WaitFlag<HardEvent::MTE2_S>(0); | ; | line 36, block 7, GetValue: element 40 of the tensor does not wait for a vector instruction that writes it in line 26 (Kernel.java:126)
            T11 | SetFlag<HardEvent::S_MTE3>(0); WaitFlag<HardEvent::S_MTE3>(0); | ; | line 39, block 7, DataCopy: the source at byte 1280 does not wait for the scalar unit that writes it in line 36 (Kernel.java:136)
            T11 | Adds(b, t, 1.0f, count);         | CreateVecIndex(t.ReinterpretCast<int32_t>(), 0, 64); | line 26, block 0, CreateVecIndex: the scalar unit does not wait for a vector instruction that uses byte 1024 of the target
            T13 | Adds(b, t, 1.0f, count);         | Gather(b, t, t.ReinterpretCast<uint32_t>(), 0u, 16384u); | line 26, block 0, Gather: 16384 elements are more than 255 repeats of 256 bytes
            T14 | Adds(b, t, 1.0f, count);         | Cast(b, t.ReinterpretCast<int32_t>(), RoundMode::CAST_RINT, count); | line 26, block 0, Cast: no conversion of these dtypes by mode 1
            T14 | Adds(b, t, 1.0f, count);         | Cast(b, t, RoundMode::CAST_FLOOR, count); | line 26, block 0, Cast: no conversion of these dtypes by mode 2
            T14 | Adds(b, t, 1.0f, count);         | WholeReduceMax(b, t, 8, 1, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE); | line 26, block 0, WholeReduceMax: the 310P gives indices too, whatever the order
            """)
    @Tag("slow")
    void model310P_reportsAWrongKernel(String check, String right, String wrong, String message) {
        assertThat(KERNEL).contains(right);
        WrongKernels.requireReport(acl, KERNEL.replace(right, wrong), 8, CHIP, check, message, x, y, COUNT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DataCopyPad(a, from[first], DataCopyExtParams{1, 256, 0, 0, 0}, DataCopyPadExtParams<float>{false, 0, 0, 0}); | T14: DataCopyPad is not on this chip
            LocalTensor<bfloat16_t> h = t.ReinterpretCast<bfloat16_t>();                                    | T14: bfloat16_t is not on this chip
            ShiftRight(t.ReinterpretCast<int32_t>(), t.ReinterpretCast<int32_t>(), 1, 8);                   | T14: ShiftRight is modelled for int32_t, and is not on the 310P
            CompareScalar(t.ReinterpretCast<uint8_t>(), a.ReinterpretCast<int32_t>(), 1, CMPMODE::EQ, 64u); | T14: CompareScalar has no instruction for this dtype
            """)
    void model310P_rejectsWhatTheCompilerOfTheChipWouldLeaveOut(String call, String message) {
        assertThat(Acl.refusal(KERNEL.replace("Adds(b, t, 1.0f, count);", call), CHIP))
                .contains(message);
    }

    /**
     * The end is merged after the previous copy, which might otherwise overwrite it by the previous contents of memory.
     */
    @Test
    void model310P_endsWaitForTheCopyBefore() {
        String wrong = WrongKernels.withJavaLines(KERNEL.replace(
                        "SetFlag<HardEvent::MTE3_MTE2>(0); WaitFlag<HardEvent::MTE3_MTE2>(0);",
                        "SetFlag<HardEvent::V_S>(0); WaitFlag<HardEvent::V_S>(0);")
                .replace("DataCopy(e, to[first + whole], 8);", "DataCopy(e, to[first + whole - 8], 8);")
                .replace("DataCopy(to[first + whole], e, 8);", "DataCopy(to[first + whole - 8], e, 8);"));
        assertThat(acl.launch(Acl.function(wrong, "k", CHIP), 1, x, y, COUNT)).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
        assertThat(Acl.reason()).startsWith("T12: kernel k, line ");
    }
}
