package io.graphkernel.runtime.generated.library.aclnn;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.shape.GatherGradShape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AscendGatherGradTest {

    /** Outer indices, else slices, else lines of memory, else blocks, of which no two cores write the same one. */
    @ParameterizedTest
    @CsvSource({
        "1000, 4, 8, 2, 32",
        "1000, 3, 5, 2, 240",
        "2, 100, 8, 2, 16",
        "2, 400, 5, 2, 80",
        "2, 400, 5, 4, 40",
        "1, 2, 40000, 4, 128",
        "1, 2, 40001, 2, 256",
        "1, 2, 50, 4, 8"
    })
    void coresOfAscend_haveUnits(int before, int size, int after, int bytes, long unit) {
        GatherGradShape shape = new GatherGradShape(before, 7, after, size, DType.I64);
        assertThat(AscendGatherGrad.unit(shape, bytes, 8)).isEqualTo(unit);
    }
}
