package io.graphkernel.processor.lower;

import io.graphkernel.processor.Golden;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.gpu.GpuLowering;
import io.graphkernel.processor.lower.scalar.ScalarLowering;
import io.graphkernel.processor.lower.vector.VectorLowering;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.TestPlans;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the loops of each loop template in the scalar, vector and GPU lowering. */
class LoweringTest {

    private static final Path GOLDEN = Path.of("src/test/resources/lower");

    static List<String> forms() {
        return TestPlans.formNames();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void loopTemplate_lowered_matchesGolden(String name) {
        check(name, TestPlans.form(name));
    }

    /** One loop, a full reduction, and an unranked shape. */
    @ParameterizedTest
    @ValueSource(strings = {"adamW", "flatMax", "netCompositeFuse"})
    void kernel_lowered_matchesGolden(String name) {
        check(name, TestPlans.named(name));
    }

    private static void check(String name, Plan plan) {
        check(name + ".range", plan, ScalarLowering::lower);
        check(name + ".vector", plan, VectorLowering::lower);
        check(name + ".group", plan, GpuLowering::lower);
    }

    private static void check(
            String file, Plan plan, BiFunction<ScheduledKernel, KernelNames, List<Function>> lowering) {
        List<Function> functions = new ArrayList<>();
        KernelNames names = new KernelNames(plan.graph());
        plan.kernels().forEach(kernel -> functions.addAll(lowering.apply(kernel, names)));
        Golden.check(GOLDEN.resolve(file), LoopText.of(functions));
    }
}
