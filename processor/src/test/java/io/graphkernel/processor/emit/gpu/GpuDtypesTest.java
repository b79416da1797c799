package io.graphkernel.processor.emit.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.processor.emit.Emitted;
import io.graphkernel.processor.schedule.EveryOp;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the scalar prelude supports every basic op for every dtype of its row. */
@Tag("slow")
@Tag("sampled")
class GpuDtypesTest {

    /** One op of each function header. */
    private static final Set<String> CALLED = Set.of(
            "Exp", "Log1p", "Pow", "Sin", "Asin", "Sinh", "Erfc", "Mod", "Cast", "FloorDiv", "ReduceMax", "CumSum");

    @TempDir
    Path cache;

    /**
     * A subset; module conformance compiles and runs all of them. Ops without f64 are compiled separately, since
     * devices may lack it.
     */
    @Test
    void everyOp_compilesForItsDtypes() throws Exception {
        List<Plan> plans = EveryOp.thinned();
        Map<Boolean, List<Plan>> files = plans.stream().collect(Collectors.partitioningBy(GpuDtypesTest::usesF64));
        assertThat(plans).hasSizeGreaterThan(50);
        files.entrySet().parallelStream().forEach(entry -> {
            boolean f64 = entry.getKey();
            List<Plan> file = entry.getValue();
            String ptx = compile(Emitted.openClC("demo.Ops", file));
            assertThat(KernelTable.of(file).functions()).allMatch(function -> ptx.contains(".entry " + function + "("));
            assertThat(ptx).doesNotContain(".ftz").doesNotContain("div.full").doesNotContain(".approx");
            assertThat(ptx.contains(".f64")).isEqualTo(f64);
        });
    }

    /** Each op includes the headers that it needs. */
    @Test
    void headers_ofOneOp_suffice() throws Exception {
        Map<String, Plan> ops = new TreeMap<>();
        EveryOp.plans()
                .forEach(plan -> ops.put(plan.graph().outputs().get(0).node().op(), plan));
        ops.values()
                .removeIf(plan ->
                        !CALLED.contains(plan.graph().outputs().get(0).node().op()));

        assertThat(ops).hasSameSizeAs(CALLED);
        ops.values().parallelStream().forEach(plan -> compile(Emitted.openClC("demo.Ops", List.of(plan))));
    }

    private static boolean usesF64(Plan plan) {
        return Emitted.openClC("demo.Ops", List.of(plan)).contains("graphkernel_gpu_f64.h");
    }

    private String compile(String source) {
        NativeToolchain toolchain = new NativeToolchain(new NativeToolchain.Settings(cache, Optional.empty()));
        try {
            return toolchain.buildPtx("Ops.cl", toolchain.complete(source), PtxArchitecture.SM_70);
        } catch (ToolchainException e) {
            throw new AssertionError(String.join("\n", e.details()), e);
        }
    }
}
