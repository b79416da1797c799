package io.graphkernel.processor.emit.c;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.EveryOp;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The prelude has every basic op for every dtype of its row. */
class CDtypesTest {

    @TempDir
    Path cache;

    @Test
    void everyOpCompilesForItsDtypes() throws Exception {
        List<Plan> plans = EveryOp.plans();
        String source = CEmitter.emit("demo.Ops", plans);

        assertThat(plans).hasSizeGreaterThan(300);
        compile(source);
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

        compile(CEmitter.emit("demo.Ops", List.of(plan)));
    }

    private void compile(String source) {
        NativeToolchain toolchain = new NativeToolchain(new NativeToolchain.Settings(cache, Optional.empty()));
        Set<Platform> platforms = Set.of(
                Platform.byName("linux-x86_64").orElseThrow(),
                Platform.byName("linux-arm64").orElseThrow());
        try {
            assertThat(toolchain
                            .buildAll(new KernelSource("test", "Ops.c", source), platforms)
                            .values())
                    .allMatch(library -> library.length > 0);
        } catch (ToolchainException e) {
            throw new AssertionError(String.join("\n", e.details()), e);
        }
    }
}
