package io.graphkernel.processor.emit.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.EveryOp;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The prelude has every basic op for every dtype of its row. */
class CDtypesTest {

    @TempDir
    Path cache;

    @ParameterizedTest
    @ValueSource(strings = {"linux-x86_64", "linux-arm64"})
    void everyOpCompilesForItsDtypes(String platform) throws Exception {
        List<Plan> plans = EveryOp.plans();
        assertThat(plans).hasSizeGreaterThan(300);

        int half = plans.size() / 2;
        // One file for each of two processors.
        Stream.of(plans.subList(0, half), plans.subList(half, plans.size()))
                .parallel()
                .forEach(part -> compile(part, platform));
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

        compile(List.of(plan), "linux-x86_64");
    }

    private void compile(List<Plan> plans, String name) {
        Platform platform = Platform.byName(name).orElseThrow();
        try {
            assertThat(KernelLibraries.build("test", plans, List.of(), cache, Set.of(platform)))
                    .containsOnlyKeys(platform);
        } catch (ToolchainException e) {
            throw new AssertionError(String.join("\n", e.details()), e);
        }
    }
}
