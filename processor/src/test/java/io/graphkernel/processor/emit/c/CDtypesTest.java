package io.graphkernel.processor.emit.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.EveryOp;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.toolchain.InstructionSet;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import io.graphkernel.testing.TestTier;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the prelude supports every basic op for every dtype of its row. */
@Tag("slow")
@Tag("sampled")
class CDtypesTest {

    @TempDir
    Path cache;

    @Test
    void everyOp_compilesForItsDtypesOnArm() throws Exception {
        List<Plan> plans = EveryOp.thinned();
        assertThat(plans).hasSizeGreaterThan(50);
        compile(plans, Platform.LINUX_ARM64, Platform.LINUX_ARM64.instructionSets());
    }

    /** A subset, one op per instruction set; module conformance compiles and runs all of them. */
    @Test
    void everyOp_compilesForItsDtypesOnX86() throws Exception {
        List<Plan> plans = EveryOp.thinned();
        assertThat(plans).hasSizeGreaterThan(50);

        List<InstructionSet> sets = Platform.LINUX_X86_64.instructionSets();
        if (TestTier.isExhaustive()) {
            compile(plans, Platform.LINUX_X86_64, sets);
            return;
        }
        for (int i = 0; i < sets.size(); i++) {
            int number = i;
            List<Plan> group = IntStream.range(0, plans.size())
                    .filter(index -> index % sets.size() == number)
                    .mapToObj(plans::get)
                    .toList();
            compile(group, Platform.LINUX_X86_64, List.of(sets.get(i)));
        }
    }

    /** A short sum accumulates in i32, but the result of another kernel is i8. */
    @Test
    void shortReduction_ofAnotherKernel_isAnOperand() {
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
            assertThat(KernelLibraries.build("test", plans, List.of(), cache, Set.of(platform), target -> sets))
                    .containsOnlyKeys(platform);
        } catch (ToolchainException e) {
            throw new AssertionError(String.join("\n", e.details()), e);
        }
    }
}
