package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.target.CpuLibraryModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.Tensor;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bits of attention of few queries on CPUs, whose keys are transposed in registers and in memory. */
@ExtendWith(RestoredThreads.class)
class DecodeAttentionTest {
    private static final double SCALE = 0.2;
    private static final int QUERIES = 65;

    private final Random random = new Random(23);

    private Tensor tensor(DType dtype, long rows, long size) {
        return RawTensor.gaussian(random, dtype, 1, 2, rows, size).to(Device.cpu());
    }

    private static Tensor rows(Tensor x, long first, long count) {
        return Ops.narrow(x, 2, first, count);
    }

    @ParameterizedTest
    @CsvSource({
        "F32, 64, 48",
        "F32, 128, 97",
        "F32, 40, 150",
        "F32, 1, 49",
        "F64, 64, 97",
        "F64, 17, 145",
        "F16, 64, 97",
        "F16, 23, 145",
        "BF16, 64, 97",
        "BF16, 32, 145",
        "BF16, 48, 47",
        "BF16, 22, 241"
    })
    void fewQueries_haveTheBitsOfManyQueries(DType dtype, long size, long keys) {
        Tensor query = tensor(dtype, QUERIES, size);
        Tensor key = tensor(dtype, keys, size);
        Tensor value = tensor(dtype, keys, size);
        Tensor many = Ops.promptFlashAttention(query, key, value, SCALE);

        for (int count : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 17, 33, 64}) {
            for (int first : new int[] {0, QUERIES - count}) {
                Tensor few = Ops.promptFlashAttention(rows(query, first, count), key, value, SCALE);
                assertThat(RawTensor.values(few))
                        .as("%d queries from %d on", count, first)
                        .isEqualTo(RawTensor.values(Ops.identityMath(rows(many, first, count))));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"F32, 64", "F32, 24", "F64, 16", "F16, 32", "BF16, 32"})
    void chunks_haveTheSameBitsForEveryThreadCount(DType dtype, long size) {
        long keys = 2 * CpuLibraryModel.DEFAULT.attentionChunkKeys() + 53;
        Tensor query = tensor(dtype, 5, size);
        Tensor key = tensor(dtype, keys, size);
        Tensor value = tensor(dtype, keys, size);

        for (int count : new int[] {1, 2, 5}) {
            KernelThreads.setCount(1);
            Tensor few = rows(query, 0, count);
            double[] expected = RawTensor.values(Ops.promptFlashAttention(few, key, value, SCALE));
            for (int threads : new int[] {2, 3, 16}) {
                KernelThreads.setCount(threads);
                assertThat(RawTensor.values(Ops.promptFlashAttention(few, key, value, SCALE)))
                        .as("%d queries on %d threads", count, threads)
                        .isEqualTo(expected);
            }
        }
    }
}
