package io.graphkernel.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model of a vector core gathers elements, reads them by the scalar unit, and reports invalid uses. */
@Tag("emulated")
class MovementModelTest {

    private static final int LANES = 64;

    /** y = the row of x that an index selects, in reverse. */
    private static final String KERNEL = """
            #include "kernel_operator.h"
            using namespace AscendC;

            extern "C" __global__ __aicore__ void k(GM_ADDR x, GM_ADDR index, GM_ADDR y) {
                KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
                GlobalTensor<float> from, to;
                GlobalTensor<int32_t> named;
                from.SetGlobalBuffer((__gm__ float *) x);
                named.SetGlobalBuffer((__gm__ int32_t *) index);
                to.SetGlobalBuffer((__gm__ float *) y);
                TPipe pipe;
                TQue<TPosition::VECIN, 1> in, indices;
                TQue<TPosition::VECOUT, 1> out;
                TBuf<TPosition::VECCALC> work;
                pipe.InitBuffer(in, 1, 256);
                pipe.InitBuffer(indices, 1, 32);
                pipe.InitBuffer(out, 1, 256);
                pipe.InitBuffer(work, 256);
                LocalTensor<int32_t> offsets = work.GetWithOffset<int32_t>(64, 0);
                LocalTensor<int32_t> i = indices.AllocTensor<int32_t>();
                DataCopyPad(i, named, DataCopyExtParams{1, 4, 0, 0, 0}, DataCopyPadExtParams<int32_t>{false, 0, 0, 0});
                indices.EnQue(i);
                i = indices.DeQue<int32_t>();
                SetFlag<HardEvent::MTE2_S>(pipe.FetchEventID(HardEvent::MTE2_S));
                WaitFlag<HardEvent::MTE2_S>(pipe.FetchEventID(HardEvent::MTE2_S));
                LocalTensor<float> a = in.AllocTensor<float>();
                DataCopyPad(a, from[i.GetValue(0) * 64], DataCopyExtParams{1, 256, 0, 0, 0}, DataCopyPadExtParams<float>{false, 0, 0, 0});
                in.EnQue(a);
                a = in.DeQue<float>();
                LocalTensor<float> b = out.AllocTensor<float>();
                CreateVecIndex(offsets, -63, 64);
                PipeBarrier<PIPE_V>();
                Muls(offsets, offsets, -4, 64);
                PipeBarrier<PIPE_V>();
                Gather(b, a, offsets.ReinterpretCast<uint32_t>(), 0, 64);
                in.FreeTensor(a);
                indices.FreeTensor(i);
                out.EnQue(b);
                b = out.DeQue<float>();
                DataCopyPad(to, b, DataCopyExtParams{1, 256, 0, 0, 0});
                out.FreeTensor(b);
            }
            """;

    private Acl acl;
    private long x;
    private long index;
    private long y;

    @BeforeEach
    void open() {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        acl = Acl.open();
        float[] values = new float[2 * LANES];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        x = acl.upload(values);
        index = acl.upload(new float[] {Float.intBitsToFloat(1)});
        y = Acl.allocate(4 * LANES);
    }

    @AfterEach
    void close() {
        acl.close();
    }

    @Test
    void movementModel_runsARightKernel() {
        Acl.check(acl.launch(Acl.function(KERNEL, "k"), 1, x, index, y));

        float[] results = acl.download(y, LANES);
        for (int i = 0; i < LANES; i++) {
            assertThat(results[i]).isEqualTo(2 * LANES - 1 - i);
        }
    }

    /**
     * y = 3 x in blocks with a positive element, which a comparison finds and the scalar unit processes one by one,
     * else 0.
     */
    private static final String COMPARED = """
            #include "kernel_operator.h"
            using namespace AscendC;

            extern "C" __global__ __aicore__ void k(GM_ADDR x, GM_ADDR y) {
                KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
                GlobalTensor<float> from, to;
                from.SetGlobalBuffer((__gm__ float *) x);
                to.SetGlobalBuffer((__gm__ float *) y);
                TPipe pipe;
                TQue<TPosition::VECIN, 1> in;
                TQue<TPosition::VECOUT, 1> out;
                TBuf<TPosition::VECCALC> work;
                pipe.InitBuffer(in, 1, 256);
                pipe.InitBuffer(out, 1, 64 * 32);
                pipe.InitBuffer(work, 32);
                LocalTensor<uint8_t> bits = work.GetWithOffset<uint8_t>(32, 0);
                LocalTensor<float> a = in.AllocTensor<float>();
                DataCopyPad(a, from, DataCopyExtParams{1, 256, 0, 0, 0}, DataCopyPadExtParams<float>{false, 0, 0, 0});
                in.EnQue(a);
                a = in.DeQue<float>();
                CompareScalar(bits, a, 0.0f, CMPMODE::GT, 64u);
                SetFlag<HardEvent::V_S>(pipe.FetchEventID(HardEvent::V_S));
                WaitFlag<HardEvent::V_S>(pipe.FetchEventID(HardEvent::V_S));
                uint64_t left = bits.ReinterpretCast<uint64_t>().GetValue(0);
                LocalTensor<float> b = out.AllocTensor<float>();
                Duplicate(b, 0.0f, 64);
                PipeBarrier<PIPE_V>();
                for (; left != 0; left &= left - 1) {
                    const int64_t lane = ScalarGetSFFValue<1>(left);
                    Muls(b[lane / 8 * 8], a[lane / 8 * 8], 3.0f, 8);
                    PipeBarrier<PIPE_V>();
                }
                in.FreeTensor(a);
                out.EnQue(b);
                b = out.DeQue<float>();
                DataCopyPad(to, b, DataCopyExtParams{1, 256, 0, 0, 0});
                out.FreeTensor(b);
            }
            """;

    /** A block of elements without a set bit is skipped. */
    @Test
    void scalarUnit_acceptsWhatVectorsFind() {
        float[] values = new float[LANES];
        values[9] = 1;
        values[63] = 2;
        long some = acl.upload(values);

        Acl.check(acl.launch(Acl.function(COMPARED, "k"), 1, some, y));

        float[] results = acl.download(y, LANES);
        for (int i = 0; i < LANES; i++) {
            assertThat(results[i]).isEqualTo(3 * values[i]);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            T11 | WaitFlag<HardEvent::V_S>(pipe.FetchEventID(HardEvent::V_S)); | ; | line 24, block 0, GetValue: element 0 of the tensor does not wait for a vector instruction that writes it in line 21 (Kernel.java:121)
            T11 | in.FreeTensor(a); | in.FreeTensor(a); SetFlag<HardEvent::V_S>(0); | an event was set but never waited for
            T11 | SetFlag<HardEvent::V_S>(pipe.FetchEventID(HardEvent::V_S));  | ; | line 23, block 0, WaitFlag: event 0 is never set: the wait does not end
            T11 | WaitFlag<HardEvent::V_S>   | WaitFlag<HardEvent::MTE2_S> | line 23, block 0, WaitFlag: event 0 is never set: the wait does not end
            T11 | HardEvent::V_S>            | HardEvent::MTE2_S>          | line 24, block 0, GetValue: element 0 of the tensor does not wait for a vector instruction that writes it in line 21 (Kernel.java:121)
            T11 | WaitFlag<HardEvent::V_S>   | SetFlag<HardEvent::V_S>     | line 23, block 0, SetFlag: event 0 is set twice
            T11 | SetFlag<HardEvent::V_S>(pipe.FetchEventID(HardEvent::V_S)); | SetFlag<HardEvent::V_S>(8); | line 22, block 0, SetFlag: event 8 is not 0 to 5
            """)
    @Tag("slow")
    void movementModel_reportsWhatTheScalarUnitDoesNotWaitFor(String check, String right, String wrong, String reason) {
        assertThat(COMPARED).contains(right);

        String changed = COMPARED.replace(right, wrong);
        if (reason.contains("never waited for")) {
            // The fault is detected outside any line of the kernel.
            assertThat(acl.launch(Acl.function(changed, "k"), 1, x, y)).isEqualTo(Acl.VECTOR_CORE_EXCEPTION);
            assertThat(Acl.reason()).startsWith(check + ": kernel k, ").endsWith(reason);
        } else {
            WrongKernels.requireReport(acl, changed, 1, check, reason, x, y);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            T4  | Muls(offsets, offsets, -4, 64)           | Muls(offsets, offsets, -2, 64)          | line 35, block 0, Gather: element 0 of the offsets leads to byte 126, which is not a whole element
            T8  | CreateVecIndex(offsets, -63, 64)         | CreateVecIndex(offsets, -63, 63)        | line 35, block 0, Gather: element 63 of the offsets was never computed
            T8  | DataCopyExtParams{1, 256, 0, 0, 0}, Data | DataCopyExtParams{1, 252, 0, 0, 0}, Data | line 40, block 0, DataCopyPad: element 0 of the source is stored and was never computed
            T9  | Muls(offsets, offsets, -4, 64)           | Muls(offsets, offsets, -8, 64)          | line 35, block 0, Gather: the source has 256 bytes, and 508 are used
            T11 | WaitFlag<HardEvent::MTE2_S>(pipe.FetchEventID(HardEvent::MTE2_S)); | ; | line 27, block 0, GetValue: element 0 of the tensor does not wait for a copy in that writes it in line 21 (Kernel.java:121)
            T11 | SetFlag<HardEvent::MTE2_S>(pipe.FetchEventID(HardEvent::MTE2_S)); | ; | line 25, block 0, WaitFlag: event 0 is never set: the wait does not end
            T13 | Gather(b, a                              | Gather(a, a                             | line 35, block 0, Gather: target and source overlap
            """)
    @Tag("slow")
    void movementModel_reportsAWrongKernel(String check, String right, String wrong, String reason) {
        assertThat(KERNEL).contains(right);

        WrongKernels.requireReport(acl, KERNEL.replace(right, wrong), 1, check, reason, x, index, y);
    }
}
