package io.graphkernel.processor.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the tensor checks in plan files. */
class OperandTableTest {

    /** Returns an update of weights, with one kernel per layer. */
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
    void result_mayAliasLayersReadBefore() {
        Plan plan = update(6);

        for (int result = 0; result < 6; result++) {
            for (int layer = 0; layer < 6; layer++) {
                assertThat(plan.mayAlias(result, "w" + layer)).isEqualTo(layer <= result);
                assertThat(plan.mayAlias(result, "g" + layer)).isEqualTo(layer <= result);
            }
        }
    }

    /** The pairs of hundreds of layers alone would be megabytes. */
    @Test
    void operandTable_growsWithTensorsNotPairs() {
        assertThat(2 * bytes(120)).isLessThan(5 * bytes(60));
    }

    /** A gradient may read only a cotangent, whose dims are sums or quotients of sizes that the forward call has. */
    @Test
    void dimWithoutParameter_isAttributedToTheForwardCall() {
        Plan plan = TestPlans.grouped("""
                graph f(%dy: f32[m + n]) {
                  kernel Neg {
                    %0 = Neg(%dy) : f32[m + n]
                  }
                  return dx=%0
                }
                """);

        assertThat(new String(bytes(plan), StandardCharsets.UTF_8))
                .contains("m + n")
                .contains("the forward call");
    }

    private static int bytes(int layers) {
        return bytes(update(layers)).length;
    }

    private static byte[] bytes(Plan plan) {
        return new OperandTable(plan, new SizeTableBuilder(new LaunchProgram(plan))).bytes();
    }
}
