package io.graphkernel.processor.emit.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.Golden;
import io.graphkernel.processor.emit.Emitted;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.TestPlans;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the GPU source of each loop template, and that it compiles to PTX and assembles. */
class GpuEmitterTest {

    private static final Path GOLDEN = Path.of("src/test/resources/emit");

    @TempDir
    Path directory;

    static List<String> names() {
        return TestPlans.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void kernelTable_printed_matchesGolden(String name) {
        Golden.check(GOLDEN.resolve(name + ".cl"), Emitted.openClC("demo.Ops", List.of(TestPlans.named(name))));
    }

    static List<String> forms() {
        return List.of(
                "tiled", "gathered", "numbered", "scans", "lanes", "middle", "columns", "crossed", "crossedShort");
    }

    /** Source for strides, indices, gathers, scans, and columns. */
    @ParameterizedTest
    @MethodSource("forms")
    void loopTemplate_printed_matchesGolden(String name) {
        Golden.check(
                GOLDEN.resolve("form_" + name + ".cl"), Emitted.openClC("demo.Ops", List.of(TestPlans.form(name))));
    }

    /** Arrays or spilled values would be in local memory, which is slow. */
    @Test
    @Tag("slow")
    void loopTemplates_compile_withoutSpills() throws Exception {
        Stream<Plan> files = names().stream().map(TestPlans::named);
        Stream<Plan> forms = forms().stream().map(TestPlans::form);

        PtxModule module = new PtxModule(
                directory,
                Emitted.openClC("demo.Ops", Stream.concat(files, forms).toList()));

        module.requireRegisters();
    }

    /** Aligned rows are accessed 16 bytes at a time, for every dtype. */
    @Test
    void vectors_compileToVectorAccesses() throws Exception {
        List<Plan> plans = Arrays.stream(DataType.values())
                .filter(dtype -> dtype != DataType.BOOL && !dtype.isStorageOnly())
                .map(dtype -> TestPlans.parse("""
                graph T(%x: T[n, d], %y: T[d]) {
                  %0 = Add(%x, %y) : T[n, d]
                  return out=%0
                }
                """.replace("T", dtype.text())))
                .toList();

        PtxModule module = new PtxModule(directory, Emitted.openClC("demo.Ops", plans));

        assertThat(module.accesses("ld.global.v")).isEqualTo(2 * plans.size());
        assertThat(module.accesses("st.global.v")).isEqualTo(plans.size());
    }

    /** A device without f64 compiles kernels that do not use it. */
    @Test
    void f64Prelude_withoutF64Ops_isOmitted() {
        String without = Emitted.openClC("demo.Ops", List.of(TestPlans.named("softmax")));
        String with = Emitted.openClC("demo.Ops", List.of(TestPlans.parse("""
                graph f(%x: f32[n]) {
                  %0 = Cast(%x) {dtype="f64"} : f64[n]
                  return out=%0
                }
                """)));

        assertThat(without).contains("#include \"graphkernel_gpu.h\"");
        assertThat(without).doesNotContain("GK_HAS_F64");
        assertThat(with)
                .contains("#include \"graphkernel_gpu_f64.h\"")
                .containsPattern("(?s)#if GK_HAS_F64.*GK_KERNEL.*#endif");
    }

    /** Kernels with equal numbers of slots share a declaration. */
    @Test
    void slots_holdEveryArgument() {
        List<Plan> plans = Stream.of("softmax", "biasGradient", "netCompositeFuse", "norm")
                .map(TestPlans::named)
                .toList();

        String text = Emitted.openClC("demo.Ops", plans);

        for (Plan plan : plans) {
            for (ScheduledKernel kernel : plan.kernels()) {
                int slots = kernel.slots();
                assertThat(text).containsOnlyOnce("GK_DECLARE_SLOTS(" + slots + ")");
                for (String function : kernel.functions()) {
                    assertThat(text).containsOnlyOnce("GK_KERNEL(" + function + ", " + slots + ")");
                }
            }
        }
    }

    /** A barrier precedes the store to values that other threads read. */
    @Test
    void rowUpdate_ofReadValue_isAfterBarrier() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d], %p: f32[n, 1]) {
                  %0 = ReduceSum(%x) {axes=[1], keep_dims=true} : f32[n, 1]
                  %1 = Add(%p, %0) : f32[n, 1]
                  %2 = Assign(%p, %1) : f32[n, 1]
                  %3 = Mul(%x, %p) : f32[n, d]
                  %4 = Sub(%3, %0) : f32[n, d]
                  return out=%4
                }
                """);

        assertThat(plan.kernels()).hasSize(1);
        assertThat(plan.kernels().get(0).space().template()).isEqualTo(LoopTemplate.ROW_REDUCTION);
        assertThat(Emitted.openClC("demo.Ops", List.of(plan)))
                .contains("GK_BARRIER();\n        if (active && member == 0) {\n            gk_store(p_");
    }
}
