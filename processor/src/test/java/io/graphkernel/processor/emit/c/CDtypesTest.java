package io.graphkernel.processor.emit.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.Scope;
import io.graphkernel.processor.schedule.EveryOp;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.toolchain.InstructionSet;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The prelude has every basic op for every dtype of its row. */
class CDtypesTest {

    @TempDir
    Path cache;

    @Test
    void everyOpCompilesForItsDtypesOnArm() throws Exception {
        List<Plan> plans = EveryOp.plans();
        assertThat(plans).hasSizeGreaterThan(300);
        compile(plans, Platform.LINUX_ARM64, Platform.LINUX_ARM64.instructionSets());
    }

    /** A part, each for one instruction set: the cases of module conformance compile and run all of them. */
    @Test
    void everyOpCompilesForItsDtypesOnX86() throws Exception {
        List<Plan> plans = EveryOp.thinned();
        assertThat(plans).hasSizeGreaterThan(100);

        List<InstructionSet> sets = Platform.LINUX_X86_64.instructionSets();
        if (Scope.isExhaustive()) {
            compile(plans, Platform.LINUX_X86_64, sets);
            return;
        }
        for (int i = 0; i < sets.size(); i++) {
            int number = i;
            List<Plan> part = IntStream.range(0, plans.size())
                    .filter(index -> index % sets.size() == number)
                    .mapToObj(plans::get)
                    .toList();
            compile(part, Platform.LINUX_X86_64, List.of(sets.get(i)));
        }
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
