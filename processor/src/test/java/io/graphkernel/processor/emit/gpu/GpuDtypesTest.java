package io.graphkernel.processor.emit.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.EveryOp;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The prelude of single values has every basic op for every dtype of its row. */
class GpuDtypesTest {

    @TempDir
    Path cache;

    @Test
    void everyOpCompilesForItsDtypes() throws Exception {
        List<Plan> plans = EveryOp.plans();
        String ptx = compile(GpuEmitter.emit("demo.Ops", plans));
        assertThat(plans).hasSizeGreaterThan(300);
        assertThat(ptx).doesNotContain(".ftz").doesNotContain("div.full").doesNotContain(".approx");
        assertThat(plans.stream().flatMap(plan -> plan.kernels().stream()))
                .allMatch(kernel ->
                        kernel.functions().stream().allMatch(function -> ptx.contains(".entry " + function + "(")));
    }

    /** A device without f64 shall run what does not use it. */
    @Test
    void kernelsWithoutF64ComputeNothingInF64() throws Exception {
        List<Plan> narrow = EveryOp.plans().stream()
                .filter(plan -> !GpuEmitter.emit("demo.Ops", List.of(plan)).contains("graphkernel_gpu_f64.h"))
                .collect(Collectors.toList());
        assertThat(narrow).hasSizeGreaterThan(200);
        assertThat(compile(GpuEmitter.emit("demo.Ops", narrow))).doesNotContain(".f64");
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
