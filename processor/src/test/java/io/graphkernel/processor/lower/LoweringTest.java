package io.graphkernel.processor.lower;

import io.graphkernel.processor.Golden;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.group.GroupLowering;
import io.graphkernel.processor.lower.range.RangeLowering;
import io.graphkernel.processor.lower.vector.VectorLowering;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loops of each form, for a thread that walks a range, for one that computes vectors, and for groups of threads. */
class LoweringTest {

    private static final Path GOLDEN = Path.of("src/test/resources/lower");

    static List<String> forms() {
        return TestPlans.formNames();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void lowersTheForm(String name) {
        check(name, TestPlans.form(name));
    }

    /** One loop, a full reduction, and a rankless shape. */
    @ParameterizedTest
    @ValueSource(strings = {"adamW", "flatMax", "netCompositeFuse"})
    void lowersTheKernel(String name) {
        check(name, TestPlans.named(name));
    }

    private static void check(String name, Plan plan) {
        check(name + ".range", plan, RangeLowering::lower);
        check(name + ".vector", plan, VectorLowering::lower);
        check(name + ".group", plan, GroupLowering::lower);
    }

    private static void check(String file, Plan plan, BiFunction<Kernel, Names, List<Function>> lowering) {
        List<Function> functions = new ArrayList<>();
        Names names = new Names(plan.graph());
        plan.kernels().forEach(kernel -> functions.addAll(lowering.apply(kernel, names)));
        Golden.check(GOLDEN.resolve(file), LoopText.of(functions));
    }
}
