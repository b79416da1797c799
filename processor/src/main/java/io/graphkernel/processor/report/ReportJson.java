package io.graphkernel.processor.report;

import io.graphkernel.processor.gradient.Choice;
import io.graphkernel.processor.gradient.Choices;
import io.graphkernel.processor.gradient.SavedValue;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Movements.Movement;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.LeftOut;
import io.graphkernel.processor.pass.fusion.Unfused;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Launch;
import io.graphkernel.processor.schedule.Step;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The report of a class as JSON; {@code schema.md} in the resources of this package describes every member. No time and
 * no path is in it: equal sources give equal bytes.
 */
final class ReportJson {

    /** Of the JSON; grows when a member changes its meaning or goes. */
    static final int SCHEMA = 2;

    /** How the text of a class begins. */
    static final String BEGIN = "{\"schema\":" + SCHEMA + ",";

    private final JsonWriter json = new JsonWriter();
    private final SourceTexts texts = new SourceTexts();

    /**
     * Prints a class.
     *
     * @param report what the stages recorded
     */
    ReportJson(ClassReport report) {
        print(report);
    }

    /** One JSON object. */
    String data() {
        return json.toString();
    }

    /** One JSON array: the texts that kernels refer to by their numbers. */
    String texts() {
        return texts.json();
    }

    private void print(ClassReport report) {
        json.object().member("schema", SCHEMA).member("name", report.name());
        json.name("source").object().member("file", report.source().file());
        json.lines("lines", report.source().lines()).endObject();
        leftOut(
                "leftOut",
                report.leftOut().stream().filter(each -> !each.isOfChip()).toList());
        leftOut(
                "leftOutChips",
                report.leftOut().stream().filter(LeftOut::isOfChip).toList());
        json.name("methods").array();
        report.methods().forEach(this::method);
        json.endArray().endObject();
    }

    private void leftOut(String member, List<LeftOut> places) {
        if (places.isEmpty()) {
            return;
        }
        json.name(member).array();
        for (LeftOut each : places) {
            json.object().member("target", each.target()).member("method", each.method());
            json.member("op", each.op()).member("reason", each.reason()).endObject();
        }
        json.endArray();
    }

    private void method(MethodReport method) {
        GraphHistory history = new GraphHistory();
        history.add(method.graph());
        method.passes().steps().stream().filter(PassPipeline.Step::changed).forEach(step -> history.add(step.graph()));
        json.object().member("name", method.graph().name());
        json.member("firstLine", method.firstLine()).member("lastLine", method.lastLine());
        parameters(method.graph());
        history.writeNodes(json);
        passes(method.passes().steps());
        history.writeGraphs(json);
        Graph fused = method.plan().graph();
        List<Movement<Dim>> movements = BytesMoved.of(fused);
        FlopCount flops = new FlopCount(BytesMoved.movements(fused));
        kernels(method, history, movements, flops);
        unfused(method.passes().unfused(), history);
        json.name("cost").object();
        WrittenOps written = new WrittenOps(method.graph());
        cost("written", written.launches(), written.bytes());
        List<Movement<Dim>> perOp = BytesMoved.of(perOp(method));
        long launchesPerOp =
                perOp.stream().filter(movement -> !movement.writes().isEmpty()).count();
        cost("perOp", launchesPerOp, bytes(perOp));
        cost("fused", method.plan().launches().size(), bytes(movements));
        json.member("unavoidableBytes", BytesMoved.unavoidable(fused).toString());
        json.member("products", products(fused).toString());
        json.endObject();
        memory(ArenaBytes.of(method.plan().arena()));
        method.choices().or(() -> GradientInside.of(fused)).ifPresent(this::choices);
        json.endObject();
    }

    private void choices(Choices choices) {
        json.name("gradient").object().member("stored", choices.stored().toString());
        json.member("computedAgain", choices.computedAgain().toString()).endObject();
        json.name("choices").array();
        for (Choice choice : choices.all()) {
            Node value = choice.value();
            json.object().member("op", value.op());
            if (!value.label().isEmpty()) {
                json.member("label", value.label());
            }
            json.member("type", value.type().toString());
            if (value.origin().line() > 0) {
                json.member("origin", value.origin().toString());
            }
            json.member("choice", choice.saved().map(ReportJson::word).orElse("computed again"));
            json.member("bytes", choice.bytes().toString());
            json.member("reason", choice.reason()).endObject();
        }
        json.endArray();
    }

    private static String word(SavedValue.Kind holder) {
        return switch (holder) {
            case PARAMETER -> "saved as a parameter";
            case RESULT -> "saved as a result";
            case STORED -> "stored";
        };
    }

    private void memory(ArenaBytes arena) {
        json.name("memory").object().member("peak", arena.peak().toString());
        json.member("bound", arena.bound().toString());
        json.member("separate", arena.separate().toString());
        json.member("planned", arena.planned()).endObject();
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

    /** The kernels and library calls; a group of views alone is none. */
    private void kernels(MethodReport method, GraphHistory history, List<Movement<Dim>> movements, FlopCount flops) {
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
                int group = groupOf.get(step.ops().get(0));
                json.object().member("name", step.name()).member("form", form(step));
                json.member("launch", launch).member("group", group);
                moved("reads", movements.get(group).reads(), history);
                moved("writes", movements.get(group).writes(), history);
                json.member("bytes", BytesMoved.bytes(movements.get(group)).toString());
                json.member("flops", flops.of(step.ops()).toString());
                sources(method, step, groups.get(group), history);
                json.endObject();
            }
        }
        json.endArray();
    }

    /** Languages mostly agree in what they call the values of a kernel; one that does not says its own names. */
    private void sources(MethodReport method, Step step, Group group, GraphHistory history) {
        SortedMap<String, Integer> shared = null;
        json.name("sources").array();
        for (MethodReport.Source source : method.sources()) {
            MethodReport.Text kernel = source.kernels().get(step.name());
            if (kernel != null) {
                SortedMap<String, Integer> own = identifiers(kernel, group, history);
                shared = shared == null ? own : shared;
                json.object().member("target", source.target()).member("language", source.language());
                json.member("text", texts.number(kernel.text()));
                if (!own.equals(shared)) {
                    write(own);
                }
                if (!kernel.facts().isEmpty()) {
                    json.name("facts").array();
                    kernel.facts()
                            .forEach((name, value) -> json.object()
                                    .member("name", name)
                                    .member("value", value)
                                    .endObject());
                    json.endArray();
                }
                json.endObject();
            }
        }
        json.endArray();
        if (shared != null) {
            write(shared);
        }
    }

    private static SortedMap<String, Integer> identifiers(MethodReport.Text kernel, Group group, GraphHistory history) {
        SortedMap<String, Integer> numbers = new TreeMap<>();
        group.nodes().stream()
                .flatMap(node -> Stream.concat(Stream.of(node), node.operands().stream()))
                .filter(value -> !value.isNumber() && kernel.identifiers().containsKey(value))
                .forEach(value -> numbers.put(kernel.identifiers().get(value), history.number(value)));
        return numbers;
    }

    private void write(SortedMap<String, Integer> identifiers) {
        json.name("identifiers").object();
        identifiers.forEach(json::member);
        json.endObject();
    }

    private static String form(Step step) {
        return step instanceof Kernel kernel
                ? kernel.space().form().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                : "library call";
    }

    private void moved(String name, Map<Node, Dim> values, GraphHistory history) {
        json.name(name).array();
        values.forEach((node, bytes) -> {
            json.object().member("node", history.number(node));
            json.member("bytes", bytes.toString()).endObject();
        });
        json.endArray();
    }

    private void unfused(List<Unfused> edges, GraphHistory history) {
        json.name("unfused").array();
        for (Unfused edge : edges) {
            if (history.contains(edge.producer()) && history.contains(edge.consumer())) {
                json.object().member("producer", history.number(edge.producer()));
                json.member("consumer", history.number(edge.consumer()));
                json.member("reason", edge.reason());
                json.member("remedy", edge.remedy()).endObject();
            }
        }
        json.endArray();
    }

    private static Dim bytes(List<Movement<Dim>> movements) {
        return BytesMoved.sum(movements.stream().map(BytesMoved::bytes).toList());
    }

    private void cost(String name, long launches, Dim bytes) {
        json.name(name).object().member("launches", launches);
        json.member("bytes", bytes.toString()).endObject();
    }

    /** Multiplications and additions, each counted. */
    private static Dim products(Graph graph) {
        List<Dim> pairs = graph.operations().stream()
                .map(node -> OpTable.get().row(node).multiplications(node))
                .toList();
        return BytesMoved.sum(pairs).times(Dim.of(2));
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
