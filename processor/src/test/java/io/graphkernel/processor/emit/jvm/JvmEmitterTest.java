package io.graphkernel.processor.emit.jvm;

import io.graphkernel.processor.Golden;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the Java of each loop template; the plans' tests run it. */
class JvmEmitterTest {

    private static final Path GOLDEN = Path.of("src/test/resources/emit");

    /** One loop, a full reduction, and an unranked shape. */
    @ParameterizedTest
    @ValueSource(strings = {"adamW", "flatMax", "netCompositeFuse"})
    void kernelTable_printed_matchesGolden(String name) {
        check(name, TestPlans.named(name));
    }

    static List<String> forms() {
        return TestPlans.formNames();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void loopTemplate_printed_matchesGolden(String name) {
        check("form_" + name, TestPlans.form(name));
    }

    private static void check(String file, Plan plan) {
        Golden.check(GOLDEN.resolve(file + ".java"), JvmEmitter.emit("demo", "Ops", KernelTable.of(List.of(plan))));
    }
}
