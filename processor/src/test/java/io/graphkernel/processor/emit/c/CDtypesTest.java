package io.graphkernel.processor.emit.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.EveryOp;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.toolchain.InstructionSet;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The prelude has every basic op for every dtype of its row. */
class CDtypesTest {

    @TempDir
    Path cache;

    /**
     * For one instruction set of each platform in turn: the cases of module conformance compile and run each op for all that
     * their machine has.
     */
    @ParameterizedTest
    @ValueSource(strings = {"linux-x86_64", "linux-arm64"})
    void everyOpCompilesForItsDtypes(String name) throws Exception {
        Platform platform = Platform.byName(name).orElseThrow();
        List<Plan> plans = EveryOp.plans();
        assertThat(plans).hasSizeGreaterThan(300);

        List<InstructionSet> sets = platform.instructionSets();
        Map<InstructionSet, List<Plan>> parts = new EnumMap<>(InstructionSet.class);
        for (int i = 0; i < plans.size(); i++) {
            parts.computeIfAbsent(sets.get(i % sets.size()), set -> new ArrayList<>())
                    .add(plans.get(i));
        }
        parts.forEach((set, part) -> compile(part, platform, List.of(set)));
    }

    /** A short sum accumulates in i32, but what another kernel has summed is i8. */
    @Test
    void aShortReductionOfAnotherKernelIsAnOperand() {
        Plan plan = TestPlans.grouped("""
                graph f(%x: i8[d, 3]) {
                  kernel sum {
                    %s = ReduceSum(%x) {axes=[0], keep_dims=true} : i8[1, 3]
                  }
                  kernel max {
                    %m = ReduceMax(%s) {axes=[0], keep_dims=true} : i8[1, 3]
                  }
                  return out=%m
                }
                """);

        compile(List.of(plan), Platform.LINUX_X86_64, Platform.LINUX_X86_64.instructionSets());
    }

    private void compile(List<Plan> plans, Platform platform, List<InstructionSet> sets) {
        try {
            assertThat(KernelLibraries.build("test", plans, List.of(), cache, Set.of(platform), any -> sets))
                    .containsOnlyKeys(platform);
        } catch (ToolchainException e) {
            throw new AssertionError(String.join("\n", e.details()), e);
        }
    }
}
