package io.graphkernel.processor.emit.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.emit.Emitted;
import io.graphkernel.processor.schedule.TestPlans;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Numbers mean in OpenCL C what they mean in C. */
class LiteralsTest {

    /** Of 64 bits: a long long has 128 in OpenCL C, and dividing them takes a library. */
    @Test
    void integersOfIndicesAreLong() {
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
