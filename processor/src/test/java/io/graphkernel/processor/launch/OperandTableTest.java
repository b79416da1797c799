package io.graphkernel.processor.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the file of plans says of the tensors of a call. */
class OperandTableTest {

    /** An update of weights, a kernel for each layer. */
    private static Plan update(int layers) {
        String parameters = IntStream.range(0, 2 * layers)
                .mapToObj(i -> "%" + (i < layers ? "w" + i : "g" + (i - layers)) + ": f32[n]")
                .collect(Collectors.joining(", "));
        String kernels = IntStream.range(0, layers)
                .mapToObj(i -> "  kernel Sub {\n    %" + i + " = Sub(%w" + i + ", %g" + i + ") : f32[n]\n  }\n")
                .collect(Collectors.joining());
        String results =
                IntStream.range(0, layers).mapToObj(i -> "r" + i + "=%" + i).collect(Collectors.joining(", "));
        return TestPlans.grouped("graph f(" + parameters + ") {\n" + kernels + "  return " + results + "\n}\n");
    }

    @Test
    void resultMayBeTheMemoryOfLayersThatAreReadBefore() {
        Plan plan = update(6);

        for (int result = 0; result < 6; result++) {
            for (int layer = 0; layer < 6; layer++) {
                assertThat(plan.mayShare(result, "w" + layer)).isEqualTo(layer <= result);
                assertThat(plan.mayShare(result, "g" + layer)).isEqualTo(layer <= result);
            }
        }
    }

    /** Of hundreds of layers the pairs alone would be megabytes. */
    @Test
    void growsWithTheTensorsAndNotWithTheirPairs() {
        assertThat(2 * bytes(120)).isLessThan(5 * bytes(60));
    }

    private static int bytes(int layers) {
        Plan plan = update(layers);
        return new OperandTable(plan, new SizeTable(new LaunchProgram(plan))).bytes().length;
    }
}
