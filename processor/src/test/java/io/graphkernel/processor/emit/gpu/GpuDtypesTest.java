package io.graphkernel.processor.emit.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.EveryOp;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The prelude of single values has every basic op for every dtype of its row. */
class GpuDtypesTest {

    @TempDir
    Path cache;

    /** Ops one by one, so that each has the headers that it needs; what is without f64 is compiled apart. */
    @Test
    void everyOpCompilesForItsDtypes() throws Exception {
        List<Plan> plans = EveryOp.plans();
        Map<List<Object>, List<Plan>> files =
                plans.stream().collect(Collectors.groupingBy(plan -> List.of(op(plan), usesF64(plan))));
        assertThat(plans).hasSizeGreaterThan(300);
        files.entrySet().parallelStream().forEach(file -> {
            String ptx = compile(GpuEmitter.emit("demo.Ops", file.getValue()));
            assertThat(file.getValue().stream()
                            .flatMap(plan -> plan.kernels().stream())
                            .flatMap(kernel -> kernel.functions().stream()))
                    .allMatch(function -> ptx.contains(".entry " + function + "("));
            assertThat(ptx).doesNotContain(".ftz").doesNotContain("div.full").doesNotContain(".approx");
            if (file.getKey().contains(false)) {
                // A device may have no f64.
                assertThat(ptx).doesNotContain(".f64");
            }
        });
    }

    private static String op(Plan plan) {
        return String.valueOf(plan.graph().outputs().get(0).node().op());
    }

    private static boolean usesF64(Plan plan) {
        return GpuEmitter.emit("demo.Ops", List.of(plan)).contains("graphkernel_gpu_f64.h");
    }

    private String compile(String source) {
        NativeToolchain toolchain = new NativeToolchain(new NativeToolchain.Settings(cache, Optional.empty()));
        try {
            return toolchain.buildPtx("Ops.cl", toolchain.complete(source));
        } catch (ToolchainException e) {
            throw new AssertionError(String.join("\n", e.details()), e);
        }
    }
}
