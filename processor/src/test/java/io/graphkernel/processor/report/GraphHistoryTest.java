package io.graphkernel.processor.report;

import static io.graphkernel.processor.report.JsonReader.object;
import static io.graphkernel.processor.report.JsonReader.objects;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.json.JsonWriter;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphHistoryTest {

    private static final String CHAIN = """
            graph chain(%%x: f32[n]) {
              %%a = %s(%%x) : f32[n]  # Net.java:3
              %%b = Exp(%%a) : f32[n]  # Net.java:4
              %%c = Neg(%%b) : f32[n]  # Net.java:5
              return out=%%c
            }
            """;

    private static final Graph LAYER = GraphParser.parse("""
            graph layer(%x: f32[n, 8], %w: f32[8, 8], float scale) {
              %scale = Scalar() {expression="scale"} : f32[]
              %h = MatMul(%x, %w) {transpose_a=false, transpose_b=false} : f32[n, 8]  # Net.java:3
              %s = Mul(%h, %scale) : f32[n, 8]  # Net.java:4
              %p = Softmax(%s) {axis=-1} : f32[n, 8]  # Net.java:5
              %g = Gelu(%p) {approximate=false} : f32[n, 8]  # Net.java:6
              %0 = Add(%g, 0.0) : f32[n, 8]  # Net.java:7
              %y = Add(%0, %x) : f32[n, 8]  # Net.java:7
              return y=%y
            }
            """);

    @Test
    void everyGraph_canBeRestored() {
        List<Graph> graphs = new ArrayList<>(List.of(LAYER));
        new PassPipeline(FlagValues.DEFAULT)
                .run(LAYER).steps().stream()
                        .filter(PassPipeline.Step::changed)
                        .forEach(step -> graphs.add(step.graph()));
        assertThat(graphs).hasSizeGreaterThan(4);

        assertRestored(graphs);
    }

    @Test
    void graphThatComesBack_canBeRestored() {
        Graph first = GraphParser.parse(CHAIN.formatted("Abs"));
        Graph second = GraphParser.parse(CHAIN.formatted("Sqrt"));

        assertRestored(List.of(first, second, first, second));
    }

    @Test
    void copy_keepsItsNumber() {
        Map<String, Object> json =
                json(List.of(GraphParser.parse(CHAIN.formatted("Abs")), GraphParser.parse(CHAIN.formatted("Sqrt"))));

        assertThat(objects(json.get("nodes")))
                .extracting(node -> node.get("op"))
                .containsExactly("Parameter", "Abs", "Exp", "Neg", "Parameter", "Sqrt");
        assertThat(objects(json.get("graphs")).get(1))
                .containsEntry("nodes", List.of(List.of(0L, 1L, 5L)))
                .containsEntry("rewired", List.of(List.of(2L, 5L)));
    }

    /** Restores graphs by {@code schema.md} and compares them. */
    private static void assertRestored(List<Graph> graphs) {
        Map<String, Object> json = json(graphs);
        List<Map<String, Object>> nodes = objects(json.get("nodes"));
        List<Object> present = new ArrayList<>();
        Map<Object, Object> rewired = new HashMap<>();
        for (int i = 0; i < graphs.size(); i++) {
            Graph graph = graphs.get(i);
            Map<String, Object> written = objects(json.get("graphs")).get(i);
            present = edited(present, (List<?>) written.get("nodes"));
            for (Object change : (List<?>) written.get("rewired")) {
                List<?> values = (List<?>) change;
                rewired.put(values.get(0), values.subList(1, values.size()));
            }

            assertThat(present).doesNotHaveDuplicates().hasSameSizeAs(graph.operations());
            Map<Node, Object> ids = new HashMap<>();
            for (int k = 0; k < present.size(); k++) {
                Node node = graph.operations().get(k);
                Map<String, Object> shown = nodes.get(((Long) present.get(k)).intValue());
                ids.put(node, present.get(k));
                assertThat(shown)
                        .containsEntry("op", node.op())
                        .containsEntry("type", node.type().toString());
                assertThat(shown.getOrDefault("label", "")).isEqualTo(node.label());
                assertThat(shown.getOrDefault("attributes", "")).isEqualTo(GraphPrinter.attributes(node));
                assertThat(shown.getOrDefault("origin", ""))
                        .isEqualTo(node.origin().toString());
                List<?> operands = (List<?>) rewired.getOrDefault(present.get(k), shown.get("operands"));
                assertThat(operands).hasSameSizeAs(node.operands());
                for (int o = 0; o < operands.size(); o++) {
                    assertOperand(operands.get(o), node.operands().get(o), ids, nodes);
                }
            }
            assertThat((List<?>) written.get("groups"))
                    .isEqualTo(graph.groups().stream()
                            .map(group -> group(group, ids))
                            .toList());
        }
    }

    private static void assertOperand(Object written, Node operand, Map<Node, Object> ids, List<?> nodes) {
        if (operand.kind() == Node.Kind.OPERATION) {
            assertThat(written).isEqualTo(ids.get(operand));
        } else if (operand.kind() == Node.Kind.PARAMETER) {
            assertThat(object(nodes.get(((Long) written).intValue()))).containsEntry("label", operand.label());
        } else {
            assertThat(written).isInstanceOf(String.class);
        }
    }

    private static Object group(FusionGroup group, Map<Node, Object> ids) {
        Node first = group.nodes().get(0);
        if (group.nodes().size() == 1 && group.name().equals(first.op())) {
            return ids.get(first);
        }
        List<Object> written = new ArrayList<>(List.of(group.name()));
        group.nodes().forEach(node -> written.add(ids.get(node)));
        return written;
    }

    private static List<Object> edited(List<Object> list, List<?> edits) {
        List<Object> result = new ArrayList<>();
        int next = 0;
        for (Object listed : edits) {
            List<?> edit = (List<?>) listed;
            int at = ((Long) edit.get(0)).intValue();
            result.addAll(list.subList(next, at));
            result.addAll(edit.subList(2, edit.size()));
            next = at + ((Long) edit.get(1)).intValue();
        }
        result.addAll(list.subList(next, list.size()));
        return result;
    }

    private static Map<String, Object> json(List<Graph> graphs) {
        GraphHistory history = new GraphHistory();
        graphs.forEach(history::add);
        JsonWriter json = new JsonWriter().object();
        history.writeNodes(json);
        history.writeGraphs(json);
        return object(JsonReader.read(json.endObject().toString()));
    }
}
