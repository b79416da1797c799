package io.graphkernel.runtime.generated.library.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeAttentionGradientTest {

    /** Per-thread sums of chunks would take four times the scores. */
    @ParameterizedTest
    @CsvSource({"2048, 2048, 128, 8", "2048, 65536, 128, 8", "512, 512, 64, 4", "128, 4096, 128, 1"})
    void partialSums_takeNoMoreThanTheScores(long queries, long keys, long size, long chunks) {
        AttentionShape shape = new AttentionShape(1, 1, queries, keys, size, null, 0, true);
        for (DType dtype : List.of(DType.F32, DType.F64, DType.BF16)) {
            long bytes = ((NativeAttentionGradient) NativeAttentionGradient.kernel(shape, dtype)).partialBytes();
            long sumBytes = Math.max(dtype.bytes(), Float.BYTES);
            assertThat(bytes)
                    .isEqualTo(chunks == 1 ? 0 : chunks * 2 * keys * size * sumBytes)
                    .isLessThanOrEqualTo(queries * keys * sumBytes);
        }
    }
}
