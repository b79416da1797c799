package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.common.target.KernelArgumentLimits;
import io.graphkernel.common.target.LibraryChoices;
import io.graphkernel.common.target.SplitReductionParameters;
import io.graphkernel.common.target.ThreadBlockLimits;
import io.graphkernel.common.target.TilingParameters;
import io.graphkernel.common.target.TrafficCostModel;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapabilitiesTest {

    private static final Graph SOFTMAX = GraphParser.parse("""
            graph f(%x: f32[rows, 1000]) {
              %largest = ReduceMax(%x) {axes=[1], keep_dims=true} : f32[rows, 1]
              %shifted = Sub(%x, %largest) : f32[rows, 1000]
              %exp = Exp(%shifted) : f32[rows, 1000]
              %sum = ReduceSum(%exp) {axes=[1], keep_dims=true} : f32[rows, 1]
              %ratio = Div(%exp, %sum) : f32[rows, 1000]
              return out=%ratio
            }
            """);

    private static final Graph COLUMNS = GraphParser.parse("""
            graph f(%x: f32[1000, 300]) {
              %sum = ReduceSum(%x) {axes=[0], keep_dims=false} : f32[300]
              return out=%sum
            }
            """);

    private static final ThreadBlockLimits GROUPS = new ThreadBlockLimits(16, 256, 48, 16, 32);

    @Test
    void common_optionalCapabilities_areTheMaximum() {
        assertThat(Capabilities.common(List.of(new Capabilities(16, 0), new Capabilities(4, 1024))))
                .isEqualTo(new Capabilities(16, 1024));
        assertThat(Capabilities.common(List.of())).isEqualTo(Capabilities.MINIMAL);
        assertThat(Targets.capabilities(Targets.ALL))
                .isEqualTo(new Capabilities(16, 256 * 1024).withThreadBlocks(GROUPS));
    }

    @Test
    void common_libraryChoices_areThoseOfAllTargets() {
        Capabilities tiling = Capabilities.MINIMAL.withLibraries(new LibraryChoices(true, true, false));
        Capabilities converting = Capabilities.MINIMAL.withLibraries(LibraryChoices.OF_KERNELS);
        assertThat(Capabilities.common(List.of(tiling, converting)).libraries())
                .isEqualTo(new LibraryChoices(false, true, false));
        assertThat(Capabilities.common(List.of(converting, Capabilities.MINIMAL))
                        .libraries())
                .isEqualTo(LibraryChoices.NONE);
    }

    /** Requirements and profitability are the minimum over the targets; optional capabilities are the maximum. */
    @Test
    void common_isIndependentOfOrder() {
        Capabilities one = new Capabilities(
                16,
                0,
                new KernelArgumentLimits(48, 12, 64),
                new TrafficCostModel(4, 16, 8, 64, 2, 100),
                new SplitReductionParameters(64, 128, 8192, 256, 32768),
                new TilingParameters(64, 8, 128, 4096, 16, 32, 4),
                GROUPS);
        Capabilities other = new Capabilities(
                4,
                9,
                new KernelArgumentLimits(20, 14, 30),
                new TrafficCostModel(9, 8, 12, 128, 3, 70),
                new SplitReductionParameters(32, 256, 4096, 512, 4096),
                new TilingParameters(32, 16, 256, 2048, 16, 32, 4),
                ThreadBlockLimits.NONE);
        Capabilities common = new Capabilities(
                16,
                9,
                new KernelArgumentLimits(20, 12, 30),
                new TrafficCostModel(4, 8, 12, 128, 3, 70),
                new SplitReductionParameters(64, 256, 8192, 512, 32768),
                new TilingParameters(32, 8, 128, 2048, 16, 32, 4),
                GROUPS);

        assertThat(Capabilities.common(List.of(one, other))).isEqualTo(common);
        assertThat(Capabilities.common(List.of(other, one))).isEqualTo(common);
        assertThat(Capabilities.common(List.of(other, one, other))).isEqualTo(common);
        Capabilities narrow = Capabilities.MINIMAL.withThreadBlocks(new ThreadBlockLimits(8, 300, 40, 20, 16));
        assertThat(Capabilities.common(List.of(one, narrow)).threadBlocks())
                .isEqualTo(new ThreadBlockLimits(8, 256, 40, 16, 16));
    }

    @Test
    void kernels_respectArgumentLimitsOfEveryTarget() throws SchedulingException {
        Capabilities many = with(new KernelArgumentLimits(40, 30, 20));
        Capabilities few = with(new KernelArgumentLimits(10, 16, 4));
        assertThat(sizes(sum(24), many)).containsExactly("25 tensors, 12 numbers");
        for (List<Capabilities> targets : List.of(List.of(many, few), List.of(few, many))) {
            Capabilities common = Capabilities.common(targets);
            assertThat(kernels(sum(24), common)).hasSizeGreaterThan(1).allSatisfy(kernel -> {
                assertThat(tensors(kernel)).isBetween(2, 10);
                assertThat(kernel.layout().scalars()).hasSizeLessThanOrEqualTo(4);
            });
        }
    }

    /** The limit of unranked tensors may come from another target than that of ranked ones. */
    @Test
    void kernels_respectUnrankedTensorLimitsOfEveryTarget() throws SchedulingException {
        Capabilities one = with(new KernelArgumentLimits(10, 40, 20));
        Capabilities other = with(new KernelArgumentLimits(40, 6, 20));
        assertThat(kernels(unrankedSum(8), Capabilities.common(List.of(one, other))))
                .hasSizeGreaterThan(1)
                .allSatisfy(kernel -> assertThat(tensors(kernel)).isBetween(2, 6));
    }

    private static List<String> sizes(Graph graph, Capabilities capabilities) throws SchedulingException {
        return kernels(graph, capabilities).stream()
                .map(kernel -> tensors(kernel) + " tensors, "
                        + kernel.layout().scalars().size() + " numbers")
                .toList();
    }

    private static int tensors(ScheduledKernel kernel) {
        return kernel.buffers().inputs().size() + kernel.buffers().outputs().size();
    }

    /** Returns the sum of some tensors, every second one of which is multiplied by a scalar argument. */
    private static Graph sum(int tensors) {
        StringBuilder parameters = new StringBuilder();
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < tensors; i++) {
            parameters.append(i == 0 ? "" : ", ").append("%x" + i + ": f32[n]");
            if (i % 2 == 1) {
                parameters.append(", float a" + i);
                body.append("%a" + i + " = Scalar() {expression=\"a" + i + "\"} : f32[]\n");
                body.append("%scaled" + i + " = Mul(%x" + i + ", %a" + i + ") : f32[n]\n");
            }
            if (i > 0) {
                String before = i == 1 ? "%x0" : "%sum" + (i - 1);
                String term = i % 2 == 0 ? "%x" + i : "%scaled" + i;
                body.append("%sum" + i + " = Add(" + before + ", " + term + ") : f32[n]\n");
            }
        }
        return GraphParser.parse(
                "graph f(" + parameters + ") {\n" + body + "return out=%sum" + (tensors - 1) + "\n}\n");
    }

    /** Returns the sum of tensors of any shapes that broadcast. */
    private static Graph unrankedSum(int tensors) {
        StringBuilder parameters = new StringBuilder("%x0: f32[x0..]");
        StringBuilder body = new StringBuilder();
        String shape = "x0..";
        for (int i = 1; i < tensors; i++) {
            parameters.append(", %x" + i + ": f32[x" + i + "..]");
            shape += " x" + i + "..";
            body.append("%sum" + i + " = Add(" + (i == 1 ? "%x0" : "%sum" + (i - 1)) + ", %x" + i + ") : f32[" + shape
                    + "]\n");
        }
        return GraphParser.parse(
                "graph f(" + parameters + ") {\n" + body + "return out=%sum" + (tensors - 1) + "\n}\n");
    }

    @Test
    void longColumns_areSplitIntoTheTargetsBlocks() throws SchedulingException {
        ScheduledKernel usual = kernels(COLUMNS, Capabilities.DEFAULT).get(0);
        assertThat(usual.space().template()).isEqualTo(LoopTemplate.COLUMN_REDUCTION);
        assertThat(Partition.blocks(usual)).hasToString("8");
        Capabilities large = new Capabilities(
                16,
                0,
                KernelArgumentLimits.DEFAULT,
                TrafficCostModel.DEFAULT,
                new SplitReductionParameters(64, 500, 8192, 256, 32768),
                TilingParameters.DEFAULT,
                ThreadBlockLimits.NONE);
        assertThat(Partition.blocks(kernels(COLUMNS, large).get(0))).hasToString("2");
        Capabilities few = new Capabilities(
                16,
                0,
                KernelArgumentLimits.DEFAULT,
                TrafficCostModel.DEFAULT,
                new SplitReductionParameters(1000, 128, 8192, 256, 32768),
                TilingParameters.DEFAULT,
                ThreadBlockLimits.NONE);
        assertThat(kernels(COLUMNS, few).get(0).space().template()).isEqualTo(LoopTemplate.STRIDED_REDUCTION);
    }

    private static Capabilities with(KernelArgumentLimits arguments) {
        return new Capabilities(
                16,
                0,
                arguments,
                TrafficCostModel.DEFAULT,
                SplitReductionParameters.DEFAULT,
                TilingParameters.DEFAULT,
                ThreadBlockLimits.NONE);
    }

    @Test
    void rows_beyondBufferLimit_areNotBuffered() throws SchedulingException {
        assertThat(kernel(new Capabilities(16, 4000)).body().saved()).hasSize(1);
        assertThat(kernel(new Capabilities(16, 3999)).body().saved()).isEmpty();
        assertThat(kernel(Capabilities.MINIMAL).body().saved()).isEmpty();
    }

    @Test
    void rowBuffers_arePaddedForTheLongestVector() throws SchedulingException {
        assertThat(kernel(new Capabilities(16, 4000)).rowBufferElements())
                .hasToString(String.valueOf(TilingParameters.DEFAULT.blockRowElements() + 2 * 16 * 16));
        assertThat(kernel(new Capabilities(32, 4000)).rowBufferElements())
                .hasToString(String.valueOf(TilingParameters.DEFAULT.blockRowElements() + 2 * 32 * 32));
    }

    private static ScheduledKernel kernel(Capabilities capabilities) throws SchedulingException {
        return kernels(SOFTMAX, capabilities).get(0);
    }

    private static List<ScheduledKernel> kernels(Graph graph, Capabilities capabilities) throws SchedulingException {
        Graph fused =
                new PassPipeline(FlagValues.DEFAULT, capabilities).run(graph).graph();
        return Planner.plan(fused, "f", capabilities).kernels();
    }
}
