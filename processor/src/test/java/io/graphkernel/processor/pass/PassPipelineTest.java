package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.loop.MemoryTraffic;
import io.graphkernel.processor.loop.OpCost;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.KnownNames;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PassPipelineTest {

    /** NetCompositeFuse of the r1.0 document. */
    private static final Graph NET = GraphParser.parse("""
            graph netCompositeFuse(%x: f32[x..]) {
              %0 = Mul(%x, 2.0) : f32[x..]
              %1 = Add(%0, 1.0) : f32[x..]
              %2 = Pow(%1, 3.0) : f32[x..]
              return out=%2
            }
            """);

    static List<String> passes() {
        return run(2, Set.of(), Set.of()).stream().map(PassPipeline.Step::pass).toList();
    }

    @ParameterizedTest
    @MethodSource("passes")
    void everyPass_hasCases(String pass) {
        int cases = PassCases.of(pass).size() + PassCases.nearMisses(pass).size();
        assertThat(cases).as("cases of pass %s", pass).isGreaterThan(1);
    }

    @Test
    void passPipeline_fusesInTheTwoStagesOfTheDocument() {
        List<PassPipeline.Step> steps = run(2, Set.of(), Set.of());

        assertThat(kernels(step(steps, "singleton_kernels"))).containsExactly("Mul", "Add", "Pow");
        assertThat(kernels(step(steps, "fuse_basic"))).containsExactly("Fused_Mul_Add_fusion", "Pow");
        assertThat(kernels(step(steps, "fuse_composite"))).containsExactly("Fused_Mul_Add_Pow_fusion");
    }

    @Test
    void levelZero_fusesNothing() {
        List<PassPipeline.Step> steps = run(0, Set.of(), Set.of());

        assertThat(kernels(steps.get(steps.size() - 1))).containsExactly("Mul", "Add", "Pow");
        assertThat(enabled(steps))
                .containsExactly(
                        "ZConcatExt2FusionPass",
                        "library_expander",
                        "graph_kernel_expander",
                        "dead_code_elimination",
                        "update_cycles",
                        "unread_loop_results",
                        "output_identity",
                        "concat_operands",
                        "materialize_views",
                        "singleton_kernels");
    }

    @Test
    void pass_isDisabledByName() {
        List<PassPipeline.Step> steps = run(2, Set.of(), Set.of("fuse_composite"));

        assertThat(kernels(steps.get(steps.size() - 1))).containsExactly("Fused_Mul_Add_fusion", "Pow");
        assertThat(step(steps, "fuse_composite").enabled()).isFalse();
        assertThat(step(steps, "fuse_composite").microseconds()).isZero();
    }

    @Test
    void pass_isEnabledByNameBelowItsLevel() {
        List<PassPipeline.Step> steps = run(0, Set.of("fuse_basic"), Set.of());

        assertThat(kernels(steps.get(steps.size() - 1))).containsExactly("Fused_Mul_Add_fusion", "Pow");
    }

    @Test
    void disabling_wins() {
        assertThat(step(run(2, Set.of("fuse_basic"), Set.of("fuse_basic")), "fuse_basic")
                        .enabled())
                .isFalse();
    }

    @Test
    void passWithoutWhichThereAreNoKernels_isNotSwitched() {
        List<PassPipeline.Step> steps = run(2, Set.of(), Set.of("singleton_kernels", "dead_code_elimination"));

        assertThat(enabled(steps)).contains("singleton_kernels", "dead_code_elimination");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fuse_composite",
                "split.fuse_composite",
                "3.fuse_composite",
                "split.8",
                "3.8",
            })
    void pass_isAddressedByNameOrByStageAndPass(String address) {
        List<PassPipeline.Step> steps = run(2, Set.of(), Set.of(address));

        assertThat(step(steps, "fuse_composite").enabled()).isFalse();
        assertThat(step(steps, "fuse_composite").fullName()).isEqualTo("stage3_split_8_fuse_composite");
        assertThat(step(steps, "fuse_basic").enabled()).isTrue();
        assertThat(PassPipeline.vocabulary().names().get(Flag.DISABLE_PASS).known())
                .contains(address);
    }

    @Test
    void everyPass_mayBeNamedOrStatesWhyNot() {
        KnownNames names = PassPipeline.vocabulary().names().get(Flag.ENABLE_PASS);
        for (PassPipeline.Step step : run(2, Set.of(), Set.of())) {
            assertThat(names.known().contains(step.pass()))
                    .as(step.pass())
                    .isNotEqualTo(names.rejected().containsKey(step.pass()));
        }
        assertThat(names.rejected())
                .containsEntry("singleton_kernels", "kernel generation requires it")
                .containsEntry("library_expander", new LibraryExpander().necessity())
                .containsEntry("ZConcatExt2FusionPass", "CANN has no switch for it either")
                .containsEntry("getitem_tuple", "every result is a separate node; tuples do not exist");
    }

    @Test
    void flags_overrideTheSwitchFile() {
        FlagValues switched = FlagValues.DEFAULT.withSwitches(Map.of("fuse_composite", false, "fuse_basic", false));
        List<PassPipeline.Step> steps = new PassPipeline(switched.with(Flag.ENABLE_PASS, List.of("fuse_basic")))
                .run(NET)
                .steps();

        assertThat(step(steps, "fuse_composite").enabled()).isFalse();
        assertThat(step(steps, "fuse_basic").enabled()).isTrue();
    }

    @Test
    void switchFile_enablesBelowTheLevel() {
        FlagValues switched = FlagValues.atLevel(0).withSwitches(Map.of("fuse_basic", true));

        assertThat(step(new PassPipeline(switched).run(NET).steps(), "fuse_basic")
                        .enabled())
                .isTrue();
    }

    /** Without the pass that would recompute the cheap value. */
    @Test
    void level_neverMovesMoreBytesThanTheOneBelow() {
        Graph twice = GraphParser.parse("""
                graph twice(%x: f32[n, d]) {
                  %0 = Abs(%x) : f32[n, d]
                  %1 = ReduceSum(%0) {axes=[1], keep_dims=false} : f32[n]
                  %2 = Abs(%x) : f32[n, d]
                  %3 = CumSum(%2) {axis=1, exclusive=false, reverse=false} : f32[n, d]
                  return rows=%1, running=%3
                }
                """);

        PassPipeline.Result result =
                new PassPipeline(FlagValues.DEFAULT.with(Flag.ENABLE_RECOMPUTE_FUSION, false)).run(twice);

        assertThat(kernels(result.steps().get(result.steps().size() - 1)))
                .containsExactly("Fused_Abs_ReduceSum_fusion", "Fused_Abs_CumSum_fusion");
        PassPipeline.Step first = result.steps().get(0);
        assertThat(first.pass()).isEqualTo(PassPipeline.LOWER_LEVEL);
        assertThat(first.enabled()).isTrue();
        assertThat(first.notes())
                .containsExactly(
                        "--opt_level=2 moves 4196352 bytes, more than 3147776: the plan of --opt_level=1 is used");
        assertThat(step(result.steps(), "graph_kernel_cse").enabled()).isFalse();
    }

    /** A second plan takes as long as the first one. */
    @ParameterizedTest
    @CsvSource({"2, true", "400, false"})
    void longGraphs_areNotComparedWithLowerLevels(int count, boolean compared) {
        StringBuilder ops = new StringBuilder();
        List<String> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int first = 4 * i;
            ops.append("%%%d = Mul(%%x, %d.0) : f32[n, d]\n".formatted(first, i + 2));
            ops.append("%%%d = ReduceSum(%%%d) {axes=[1], keep_dims=false} : f32[n]\n".formatted(first + 1, first));
            ops.append("%%%d = Mul(%%x, %d.0) : f32[n, d]\n".formatted(first + 2, i + 2));
            ops.append("%%%d = CumSum(%%%d) {axis=1, exclusive=false, reverse=false} : f32[n, d]\n"
                    .formatted(first + 3, first + 2));
            results.add("rows%d=%%%d, running%d=%%%d".formatted(i, first + 1, i, first + 3));
        }
        Graph graph = GraphParser.parse(
                "graph twice(%x: f32[n, d]) {\n" + ops + "return " + String.join(", ", results) + "\n}\n");

        List<PassPipeline.Step> steps = new PassPipeline(FlagValues.DEFAULT.with(Flag.ENABLE_RECOMPUTE_FUSION, false))
                .run(graph)
                .steps();

        assertThat(steps.get(0).pass().equals(PassPipeline.LOWER_LEVEL)).isEqualTo(compared);
    }

    /** The gradient reads the mask, which level 1 recomputes: fewer bytes, but random numbers cost more than those. */
    @Test
    void level_isKeptWhereItsBytesSaveWork() {
        Graph dropout = GraphParser.parse("""
                graph dropout(%x: f32[n, d], %dy: f32[n, d], long seed) {
                  %0 = Scalar() {expression="seed"} : i64[]
                  %1 = Dropout(%x, 0.9, %0, %0) {output=0} : f32[n, d]
                  %2 = ReduceSum(%1) {axes=[1], keep_dims=false} : f32[n]
                  %3 = Dropout(%x, 0.9, %0, %0) {output=1} : f32[n, d]
                  %4 = DropoutGrad(%dy, %3, 0.9) : f32[n, d]
                  %5 = CumSum(%4) {axis=1, exclusive=false, reverse=false} : f32[n, d]
                  return rows=%2, running=%5
                }
                """);

        List<PassPipeline.Step> steps =
                new PassPipeline(FlagValues.DEFAULT).run(dropout).steps();
        List<PassPipeline.Step> below =
                new PassPipeline(FlagValues.atLevel(1)).run(dropout).steps();

        assertThat(steps).extracting(PassPipeline.Step::pass).doesNotContain(PassPipeline.LOWER_LEVEL);
        assertThat(MemoryTraffic.of(last(below))).isLessThan(MemoryTraffic.of(last(steps)));
        assertThat(OpCost.of(last(below))).isGreaterThan(OpCost.of(last(steps)));
    }

    private static Graph last(List<PassPipeline.Step> steps) {
        return steps.get(steps.size() - 1).graph();
    }

    @Test
    void planOfTheLevel_hasNoStepOfALowerOne() {
        assertThat(passes()).doesNotContain(PassPipeline.LOWER_LEVEL);
    }

    @Test
    void unchangedGraph_isTheSameInstance() {
        List<PassPipeline.Step> steps = run(2, Set.of(), Set.of());

        assertThat(step(steps, "constant_folding").changed()).isFalse();
        assertThat(step(steps, "constant_folding").graph()).isSameAs(NET);
        assertThat(step(steps, "singleton_kernels").changed()).isTrue();
    }

    private static List<PassPipeline.Step> run(int level, Set<String> enabled, Set<String> disabled) {
        FlagValues flags = FlagValues.atLevel(level)
                .with(Flag.ENABLE_PASS, List.copyOf(enabled))
                .with(Flag.DISABLE_PASS, List.copyOf(disabled));
        return new PassPipeline(flags).run(NET).steps();
    }

    private static PassPipeline.Step step(List<PassPipeline.Step> steps, String pass) {
        return steps.stream().filter(s -> s.pass().equals(pass)).findFirst().orElseThrow();
    }

    private static List<String> kernels(PassPipeline.Step step) {
        return step.graph().groups().stream().map(FusionGroup::name).collect(Collectors.toList());
    }

    private static List<String> enabled(List<PassPipeline.Step> steps) {
        return steps.stream()
                .filter(PassPipeline.Step::enabled)
                .map(PassPipeline.Step::pass)
                .toList();
    }
}
