package io.graphkernel.processor.capability;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.Targets;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphParser;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
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

    @Test
    void commonOnesAreTheMostOfEach() {
        assertThat(Capabilities.common(List.of(new Capabilities(16, 0, false), new Capabilities(4, 1024, true))))
                .isEqualTo(new Capabilities(16, 1024, true));
        assertThat(Capabilities.common(List.of())).isEqualTo(Capabilities.LEAST);
        assertThat(Targets.capabilities(Targets.ALL)).isEqualTo(new Capabilities(16, 256 * 1024, true));
    }

    @Test
    void rowsAreKeptOnlyWhereTheyStayClose() throws SchedulingException {
        assertThat(kernel(new Capabilities(16, 4000, true)).saved()).hasSize(1);
        assertThat(kernel(new Capabilities(16, 3999, true)).saved()).isEmpty();
        assertThat(kernel(Capabilities.LEAST).saved()).isEmpty();
    }

    @Test
    void buffersHaveRoomForTheLongestVector() throws SchedulingException {
        assertThat(kernel(new Capabilities(16, 4000, true)).rowBufferElements())
                .hasToString(String.valueOf(Kernel.ROW_BLOCK + 2 * 16 * 16));
        assertThat(kernel(new Capabilities(32, 4000, true)).rowBufferElements())
                .hasToString(String.valueOf(Kernel.ROW_BLOCK + 2 * 32 * 32));
    }

    @Test
    void launchesDecideAboutCachesWhereATargetCanBypassThem() throws SchedulingException {
        assertThat(kernel(new Capabilities(16, 0, true)).maySkipCaches()).isTrue();
        assertThat(kernel(new Capabilities(16, 0, false)).maySkipCaches()).isFalse();
    }

    private static Kernel kernel(Capabilities capabilities) throws SchedulingException {
        Graph fused = new PassPipeline(Flags.DEFAULT).run(SOFTMAX).graph();
        return Planner.plan(fused, "f", capabilities).kernels().get(0);
    }
}
