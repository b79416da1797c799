package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.LogLevel;
import io.graphkernel.processor.pass.fusion.UnfusedEdge;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the lines of the custom fusion document, found as its reader would. */
class PassLogTest {

    private static final Graph NET = GraphParser.parse("""
            graph net(%x: f32[n, d]) {
              %0 = Transpose(%x) {permutation=[1 0]} : f32[d, n]
              %1 = Exp(%0) : f32[d, n]  # Net.java:3
              return out=%1
            }
            """);
    private static final FlagValues FLAGS = FlagValues.DEFAULT
            .with(Flag.DISABLE_PASS, List.of("graph_kernel_cse"))
            .with(Flag.DISABLE_PACKET_OPS, List.of("Transpose"));

    private static List<String> lines() {
        return PassLog.lines(FLAGS, new PassPipeline(FLAGS).run(NET)).stream()
                .map(PassLog.Line::text)
                .toList();
    }

    private static List<String> grep(String pattern) {
        return lines().stream()
                .filter(line -> line.matches(".*(" + pattern + ").*"))
                .toList();
    }

    @Test
    void passLog_listsThePassesThatCanBeSwitched() {
        assertThat(grep("graph kernel passes:"))
                .singleElement()
                .asString()
                .matches(
                        "graph kernel passes: gelu_fusion,(\\w+,)*add_layer_norm_fusion,(\\w+,)*library_epilogue,(\\w+,)*fuse_basic,fuse_composite,(\\w+,)*\\w+\\.")
                .doesNotContain("singleton_kernels");
    }

    @Test
    void passLog_reportsWhatEachPassDid() {
        String cse = "stage\\d_highlevelopt1_\\d_graph_kernel_cse";
        assertThat(grep("graph kernel pass " + cse)).singleElement().asString().endsWith(" is disabled.");
        String forming = "stage\\d_split_\\d_singleton_kernels";
        assertThat(grep("graph kernel pass " + forming))
                .satisfiesExactly(
                        line -> assertThat(line).endsWith(" is enabled."),
                        line -> assertThat(line)
                                .matches("Run graph kernel pass " + forming + " in [0-9]+\\.[0-9]{2} us"),
                        line -> assertThat(line).endsWith(" changed."));
    }

    @Test
    void passLog_returnsAllFlagsAsJson() {
        assertThat(lines().get(0))
                .startsWith("graph_kernel_flags = \"--disable_pass=graph_kernel_cse --disable_packet_ops=Transpose\","
                        + " all flags: {\"opt_level\":\"2\",")
                .contains("\"disable_pass\":\"graph_kernel_cse\"", "\"enable_stitch_fusion\":\"false\"")
                .endsWith("}");
    }

    @Test
    void passLog_holdsWhatPassesDecide() {
        assertThat(grep("Kernel packet")).containsExactly("Kernel packet without Transpose of f32[d, n]");
    }

    @Test
    void passLog_returnsReasonsToThoseWhoDebug() {
        Node exp = NET.operations().get(1);
        PassPipeline.Result passes = new PassPipeline(FLAGS).run(NET);
        PassPipeline.Result result = new PassPipeline.Result(
                passes.steps(), List.of(new UnfusedEdge(exp.operands().get(0), exp, "they are far apart", "Nothing.")));
        assertThat(PassLog.lines(FLAGS, result))
                .filteredOn(line -> line.level() == LogLevel.DEBUG)
                .containsExactly(new PassLog.Line(
                        LogLevel.DEBUG, "Not fused: Transpose and Exp of Net.java:3: they are far apart"));
    }

    @Test
    void passLog_namesLevelAndMethodOnTheConsole() {
        assertThat(new PassLog.Line(LogLevel.INFO, "graph kernel passes: a.").onConsole("net"))
                .isEqualTo("[INFO] GRAPH_KERNEL(net): graph kernel passes: a.");
    }
}
