package io.graphkernel.processor.emit.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.emit.Emitted;
import io.graphkernel.processor.schedule.TestPlans;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that literals have the same value in OpenCL C and C. */
class LiteralsTest {

    /** A long long has 128 bits in OpenCL C, and its division needs a library. */
    @Test
    void indexIntegers_areLong() {
        String graph = """
                graph part(%x: f32[4*n, 6]) {
                  %0 = ReduceSum(%x) {axes=[0], keep_dims=true} : f32[1, 6]
                  return out=%0
                }
                """;

        assertThat(Emitted.openClC("Part", List.of(TestPlans.parse(graph))))
                .containsPattern("\\b[46]L\\b")
                .doesNotContainPattern("[0-9]LL\\b");
    }
}
