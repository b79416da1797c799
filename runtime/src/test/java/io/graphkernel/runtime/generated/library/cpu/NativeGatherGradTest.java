package io.graphkernel.runtime.generated.library.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.shape.GatherGradShape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeGatherGradTest {

    /** Also if all slices are of one position; little work is one item. */
    @ParameterizedTest
    @CsvSource({"1, 512, 768, 1, 6", "16, 512, 64, 1, 16", "1, 512, 768, 512, 48", "8, 2, 3, 4, 1"})
    void threads_haveItems(int before, int count, int after, int size, int items) {
        GatherGradShape shape = new GatherGradShape(before, count, after, size, DType.I64);
        NativeGatherGrad work = (NativeGatherGrad) NativeGatherGrad.kernel(shape, DType.F32, 8);
        assertThat(work.items()).isEqualTo(items);
    }
}
