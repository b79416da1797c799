package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.SourceLines;
import io.graphkernel.processor.Golden;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.gradient.ActivationDecision;
import io.graphkernel.processor.gradient.ActivationDecisions;
import io.graphkernel.processor.gradient.SavedValue;
import io.graphkernel.processor.option.SkippedTarget;
import io.graphkernel.processor.pass.fusion.UnfusedEdge;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReportJsonTest {

    private static final Path GOLDEN = Path.of("src/test/resources/report/class.json");

    /** A graph whose matmul is one kernel and whose tail is another. */
    private static final Graph NET = GraphParser.parse("""
            graph net(%x: f32[n, k], %w: f32[k, m], float scale) {
              %scale = Scalar() {expression="scale"} : f32[]
              %2 = Scalar() {expression="1 / scale"} : f32[]
              %product = MatMul(%x, %w) {transpose_a=false, transpose_b=false} : f32[n, m]  # Net.java:4
              %0 = Mul(%product, %scale) : f32[n, m]  # Net.java:5
              %3 = RealDiv(%0, %2) : f32[n, m]  # Net.java:5
              %1 = Exp(%3) : f32[n, m]  # Net.java:6
              return out=%1
            }
            """);

    @Test
    void class_isPrintedAsTheSchemaStates() throws SchedulingException {
        Golden.check(GOLDEN, new ReportJson(report()).data());
    }

    @Test
    void textOfSeveralKernels_isThereOnce() throws SchedulingException {
        assertThat(JsonReader.read(new ReportJson(report()).texts()))
                .isEqualTo(List.of("int net_1;\nint next;\n", ".visible .entry net_1()\n"));
    }

    @Test
    void schema_describesEveryMember() throws SchedulingException, IOException {
        Set<String> members = new TreeSet<>(Set.of("schema", "classes", "report", "texts"));
        collect(JsonReader.read(new ReportJson(report()).data()), members);
        members.removeAll(identifiers());

        String schema;
        try (InputStream in = ReportJson.class.getResourceAsStream("schema.md")) {
            schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }

        assertThat(members).allSatisfy(member -> assertThat(schema).containsPattern("`" + Pattern.quote(member) + "`"));
        assertThat(schema).contains("`schema` is " + ReportJson.SCHEMA);
    }

    private static Set<String> identifiers() {
        return Set.of("product", "0", "1");
    }

    private static void collect(Object value, Set<String> members) {
        if (value instanceof Map<?, ?> object) {
            object.forEach((name, member) -> {
                members.add((String) name);
                collect(member, members);
            });
        } else if (value instanceof List<?> elements) {
            elements.forEach(element -> collect(element, members));
        }
    }

    private static ClassReport report() throws SchedulingException {
        List<Node> ops = NET.operations();
        Graph perOp = NET.withGroups(
                ops.stream().map(op -> new FusionGroup(op.op(), List.of(op))).toList());
        Graph fused = NET.withGroups(List.of(
                new FusionGroup("MatMul", ops.subList(0, 1)),
                new FusionGroup("Fused_Mul_RealDiv_Exp_fusion", ops.subList(1, 4))));
        PassPipeline.Result passes = new PassPipeline.Result(
                List.of(
                        lowerLevel(),
                        step("highlevelopt1", 0, "arithmetic_simplify", false, NET),
                        step("split", 0, "singleton_kernels", true, perOp),
                        step("split", 1, "fuse_composite", true, fused)),
                List.of(new UnfusedEdge(ops.get(0), ops.get(1), "A library computes MatMul", "Nothing to change.")));
        MethodReport.Source source = new MethodReport.Source(
                "cpu",
                "C",
                Map.of(
                        "net_1",
                        new MethodReport.Text(
                                "int net_1;\nint next;\n",
                                Map.of(
                                        NET.tensorParameters().get(0),
                                        "x",
                                        NET.tensorParameters().get(1),
                                        "w",
                                        ops.get(0),
                                        "product",
                                        ops.get(1),
                                        "0",
                                        ops.get(2),
                                        "1"),
                                Map.of("tile", "256 elements"))));
        MethodReport.Source ptx = new MethodReport.Source(
                "cuda", "PTX", Map.of("net_1", new MethodReport.Text(".visible .entry net_1()\n", Map.of(), Map.of())));
        MethodReport method = new MethodReport(
                NET,
                3,
                6,
                passes,
                Planner.plan(fused, "net", Targets.capabilities(Targets.ALL)),
                Optional.of(new ActivationDecisions(
                        List.of(
                                new ActivationDecision(
                                        ops.get(0), Optional.of(SavedValue.Kind.STORED), Dim.of(96), "it is a product"),
                                new ActivationDecision(
                                        ops.get(1), Optional.empty(), Dim.of(96), "it is cheap to recompute")),
                        true,
                        false)),
                List.of(source, ptx));
        return new ClassReport(
                "demo.Net",
                new SourceLines("Net.java", List.of("package demo;", "", "\t\"é\"")),
                List.of(new SkippedTarget("ascend", "net", "Sin at Net.java:4", "it has none")),
                List.of(method));
    }

    private static PassPipeline.Step lowerLevel() {
        List<String> notes = List.of("--opt_level=2 moves 9 bytes, more than 8: the plan is that of --opt_level=1");
        return new PassPipeline.Step(0, "preprocess", 30, PassPipeline.LOWER_LEVEL, true, false, 7.5, NET, notes);
    }

    private static PassPipeline.Step step(String stage, int id, String pass, boolean changed, Graph graph) {
        return new PassPipeline.Step(2, stage, id, pass, true, changed, 7.5, graph, List.of());
    }
}
