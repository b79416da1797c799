package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Movements.Movement;
import io.graphkernel.processor.pass.fusion.Unfused;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Launch;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Step;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The report of a class as JSON; {@code schema.md} beside this class's resources describes every member. No time and no
 * path is in it: equal sources give equal bytes.
 */
final class ReportJson {

    /** Of the JSON; grows when a member changes its meaning or goes. */
    static final int SCHEMA = 1;

    /** How the text of a class begins. */
    static final String BEGIN = "{\"schema\":" + SCHEMA + ",";

    private final JsonWriter json = new JsonWriter();

    private ReportJson() {}

    /**
     * Prints a class.
     *
     * @param report what the stages recorded
     * @return one JSON object
     */
    static String print(ClassReport report) {
        return new ReportJson().run(report);
    }

    private String run(ClassReport report) {
        json.object().member("schema", SCHEMA).member("name", report.name());
        json.name("source").object().member("file", report.source().file());
        json.lines("lines", report.source().lines()).endObject();
        json.name("methods").array();
        report.methods().forEach(this::method);
        return json.endArray().endObject().toString();
    }

    private void method(MethodReport method) {
        NodeTable nodes = new NodeTable();
        nodes.add(method.graph());
        method.passes().steps().forEach(step -> nodes.add(step.graph()));
        json.object().member("name", method.graph().name());
        json.member("firstLine", method.firstLine()).member("lastLine", method.lastLine());
        parameters(method.graph());
        nodes.write(json);
        passes(method.passes().steps());
        graphs(method, nodes);
        Graph fused = method.plan().graph();
        List<Movement<Dim>> movements = BytesMoved.of(fused);
        kernels(method, nodes, movements);
        unfused(method.passes().unfused(), nodes);
        json.name("cost").object();
        List<Movement<Dim>> perOp = BytesMoved.of(perOp(method));
        long launchesPerOp =
                perOp.stream().filter(movement -> !movement.writes().isEmpty()).count();
        cost("perOp", launchesPerOp, perOp);
        cost("fused", method.plan().launches().size(), movements);
        json.member("unavoidableBytes", BytesMoved.unavoidable(fused).toString());
        json.endObject().endObject();
    }

    private void parameters(Graph graph) {
        json.name("parameters").array();
        for (Graph.Parameter parameter : graph.parameters()) {
            String type = parameter.isTensor() ? parameter.node().type().toString() : parameter.javaType();
            json.object().member("name", parameter.name()).member("type", type).endObject();
        }
        json.endArray();
    }

    private void passes(List<PassPipeline.Step> steps) {
        int graph = 0;
        json.name("passes").array();
        for (PassPipeline.Step step : steps) {
            json.object().member("stage", step.stageName()).member("pass", step.pass());
            json.member("name", step.fullName()).member("enabled", step.enabled());
            json.member("changed", step.changed());
            if (!step.notes().isEmpty()) {
                json.lines("notes", step.notes());
            }
            graph += step.changed() ? 1 : 0;
            json.member("graph", graph).endObject();
        }
        json.endArray();
    }

    private void graphs(MethodReport method, NodeTable nodes) {
        json.name("graphs").array();
        graph(method.graph(), nodes);
        method.passes().steps().stream().filter(PassPipeline.Step::changed).forEach(step -> graph(step.graph(), nodes));
        json.endArray();
    }

    private void graph(Graph graph, NodeTable nodes) {
        json.object();
        numbers("nodes", graph.operations(), nodes);
        json.name("groups").array();
        for (Group group : graph.groups()) {
            json.object().member("name", group.name());
            numbers("nodes", group.nodes(), nodes);
            json.endObject();
        }
        json.endArray().name("results").array();
        for (Graph.Output output : graph.outputs()) {
            json.object().member("name", output.name()).name("value");
            nodes.value(output.node(), json);
            json.endObject();
        }
        json.endArray().endObject();
    }

    private void numbers(String name, List<Node> of, NodeTable nodes) {
        json.name(name).array();
        of.forEach(node -> json.value(nodes.number(node)));
        json.endArray();
    }

    /** The kernels and library calls; a group of views alone is none. */
    private void kernels(MethodReport method, NodeTable nodes, List<Movement<Dim>> movements) {
        List<Group> groups = method.plan().graph().groups();
        Map<Node, Integer> groupOf = new IdentityHashMap<>();
        for (int i = 0; i < groups.size(); i++) {
            for (Node node : groups.get(i).nodes()) {
                groupOf.put(node, i);
            }
        }
        json.name("kernels").array();
        List<Launch> launches = method.plan().launches();
        for (int launch = 0; launch < launches.size(); launch++) {
            for (Step step : launches.get(launch).steps()) {
                int group = groupOf.get(
                        step instanceof Kernel kernel ? kernel.group().nodes().get(0) : ((LibraryCall) step).node());
                json.object().member("name", step.name()).member("form", form(step));
                json.member("launch", launch).member("group", group);
                moved("reads", movements.get(group).reads(), nodes);
                moved("writes", movements.get(group).writes(), nodes);
                json.member("bytes", BytesMoved.bytes(movements.get(group)).toString());
                sources(method, step, groups.get(group), nodes);
                json.endObject();
            }
        }
        json.endArray();
    }

    private void sources(MethodReport method, Step step, Group group, NodeTable nodes) {
        json.name("sources").array();
        for (MethodReport.Source source : method.sources()) {
            if (source.kernels().containsKey(step.name())) {
                source(source, step, group, nodes);
            }
        }
        json.endArray();
    }

    private static String form(Step step) {
        return step instanceof Kernel kernel
                ? kernel.space().form().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                : "library call";
    }

    private void moved(String name, Map<Node, Dim> values, NodeTable nodes) {
        json.name(name).array();
        values.forEach((node, bytes) -> {
            json.object().member("node", nodes.number(node));
            json.member("bytes", bytes.toString()).endObject();
        });
        json.endArray();
    }

    private void source(MethodReport.Source source, Step step, Group group, NodeTable nodes) {
        MethodReport.Text kernel = source.kernels().get(step.name());
        json.object().member("target", source.target()).member("language", source.language());
        json.name("identifiers").object();
        SortedMap<String, Integer> numbers = new TreeMap<>();
        for (Node node : group.nodes()) {
            Stream.concat(Stream.of(node), node.operands().stream())
                    .filter(value -> !value.isNumber() && kernel.identifiers().containsKey(value))
                    .forEach(value -> numbers.put(kernel.identifiers().get(value), nodes.number(value)));
        }
        numbers.forEach(json::member);
        json.endObject();
        json.lines("lines", kernel.text().lines().toList());
        json.endObject();
    }

    private void unfused(List<Unfused> edges, NodeTable nodes) {
        json.name("unfused").array();
        for (Unfused edge : edges) {
            if (nodes.contains(edge.producer()) && nodes.contains(edge.consumer())) {
                json.object().member("producer", nodes.number(edge.producer()));
                json.member("consumer", nodes.number(edge.consumer()));
                json.member("reason", edge.reason()).endObject();
            }
        }
        json.endArray();
    }

    private void cost(String name, long launches, List<Movement<Dim>> movements) {
        json.name(name).object().member("launches", launches);
        Dim bytes = BytesMoved.sum(movements.stream().map(BytesMoved::bytes).toList());
        json.member("bytes", bytes.toString()).endObject();
    }

    /** The graph when each op became a kernel, before any two of them were joined. */
    private static Graph perOp(MethodReport method) {
        return method.passes().steps().stream()
                .map(PassPipeline.Step::graph)
                .filter(graph -> !graph.groups().isEmpty())
                .findFirst()
                .orElse(method.plan().graph());
    }
}
