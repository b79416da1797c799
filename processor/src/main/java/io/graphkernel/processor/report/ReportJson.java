package io.graphkernel.processor.report;

import io.graphkernel.common.json.JsonWriter;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.gradient.ActivationDecision;
import io.graphkernel.processor.gradient.ActivationDecisions;
import io.graphkernel.processor.gradient.SavedValue;
import io.graphkernel.processor.loop.DataMovement.KernelMovement;
import io.graphkernel.processor.option.SkippedTarget;
import io.graphkernel.processor.pass.fusion.UnfusedEdge;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.Launch;
import io.graphkernel.processor.schedule.LoopStep;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Step;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Report of a class as JSON, described by {@code schema.md} in the resources of this package. It contains no times or
 * paths: equal sources produce equal bytes.
 */
final class ReportJson {

    /** Version of the JSON schema, incremented when a member is removed or changes its meaning. */
    static final int SCHEMA = 3;

    /** Prefix of a class's text. */
    static final String BEGIN = "{\"schema\":" + SCHEMA + ",";

    private final JsonWriter json = new JsonWriter();
    private final GeneratedSources texts = new GeneratedSources();

    /**
     * Creates the report of a class.
     *
     * @param report report collected from the stages
     */
    ReportJson(ClassReport report) {
        print(report);
    }

    /** Returns a JSON object. */
    String data() {
        return json.toString();
    }

    /** Returns a JSON array of the texts that kernels refer to by index. */
    String texts() {
        return texts.json();
    }

    private void print(ClassReport report) {
        json.object().member("schema", SCHEMA).member("name", report.name());
        json.name("source").object().member("file", report.source().file());
        json.lines("lines", report.source().lines()).endObject();
        leftOut(
                "leftOut",
                report.leftOut().stream()
                        .filter(skippedTarget -> !skippedTarget.isOfChip())
                        .toList());
        leftOut(
                "leftOutChips",
                report.leftOut().stream().filter(SkippedTarget::isOfChip).toList());
        json.name("methods").array();
        report.methods().forEach(this::method);
        json.endArray().endObject();
    }

    private void leftOut(String member, List<SkippedTarget> skipped) {
        if (skipped.isEmpty()) {
            return;
        }
        json.name(member).array();
        for (SkippedTarget target : skipped) {
            json.object().member("target", target.target()).member("method", target.method());
            json.member("op", target.op()).member("reason", target.reason()).endObject();
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
        List<KernelMovement<Dim>> movements = BytesMoved.of(fused);
        FlopCount flops = new FlopCount(BytesMoved.movements(fused));
        kernels(method, history, movements, flops);
        unfused(method.passes().unfused(), history);
        json.name("cost").object();
        UnfusedBaseline written = new UnfusedBaseline(method.graph());
        cost("written", written.launches(), written.bytes());
        List<KernelMovement<Dim>> perOp = BytesMoved.of(perOp(method));
        long launchesPerOp =
                perOp.stream().filter(movement -> !movement.writes().isEmpty()).count();
        cost("perOp", launchesPerOp, bytes(perOp));
        json.member("ops", method.plan().opCount())
                .member("phases", method.plan().phaseCount());
        cost("fused", method.plan().launches().size(), bytes(movements));
        json.member("unavoidableBytes", BytesMoved.unavoidable(fused).toString());
        json.member("products", products(fused).toString());
        json.endObject();
        memory(ArenaBytes.of(method.plan().arena()));
        method.choices().or(() -> InlineGradientDecisions.of(fused)).ifPresent(this::choices);
        json.endObject();
    }

    private void choices(ActivationDecisions choices) {
        json.name("gradient").object().member("stored", choices.storedBytes().toString());
        json.member("recomputed", choices.recomputedBytes().toString()).endObject();
        json.name("choices").array();
        for (ActivationDecision choice : choices.decisions()) {
            Node value = choice.value();
            json.object().member("op", value.op());
            if (!value.label().isEmpty()) {
                json.member("label", value.label());
            }
            json.member("type", value.type().toString());
            if (value.origin().line() > 0) {
                json.member("origin", value.origin().toString());
            }
            json.member("choice", choice.saved().map(ReportJson::word).orElse("recomputed"));
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

    /** Writes the kernels and library calls; a group with only views is skipped. */
    private void kernels(
            MethodReport method, GraphHistory history, List<KernelMovement<Dim>> movements, FlopCount flops) {
        List<FusionGroup> groups = method.plan().graph().groups();
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

    /** Writes the sources. Languages usually share the identifiers of values; others list their own. */
    private void sources(MethodReport method, Step step, FusionGroup group, GraphHistory history) {
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

    private static SortedMap<String, Integer> identifiers(
            MethodReport.Text kernel, FusionGroup group, GraphHistory history) {
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
        return step instanceof ScheduledKernel kernel
                ? kernel.space().template().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                : step instanceof LoopStep loop ? form(loop) : "library call";
    }

    private static String form(LoopStep step) {
        if (step.isInKernel()) {
            return "recurrence";
        }
        Loop loop = step.loop();
        return switch (loop.control()) {
            case COUNTED -> "counted loop";
            case CONDITIONAL -> loop.trips().equals(Dim.ONE) ? "branch" : "conditional loop";
            case TAIL -> "reversed loop";
        };
    }

    private void moved(String name, Map<Node, Dim> values, GraphHistory history) {
        json.name(name).array();
        values.forEach((node, bytes) -> {
            json.object().member("node", history.number(node));
            json.member("bytes", bytes.toString()).endObject();
        });
        json.endArray();
    }

    private void unfused(List<UnfusedEdge> edges, GraphHistory history) {
        json.name("unfused").array();
        for (UnfusedEdge edge : edges) {
            if (history.contains(edge.producer()) && history.contains(edge.consumer())) {
                json.object().member("producer", history.number(edge.producer()));
                json.member("consumer", history.number(edge.consumer()));
                json.member("reason", edge.reason());
                json.member("remedy", edge.remedy()).endObject();
            }
        }
        json.endArray();
    }

    private static Dim bytes(List<KernelMovement<Dim>> movements) {
        return BytesMoved.sum(movements.stream().map(BytesMoved::bytes).toList());
    }

    private void cost(String name, long launches, Dim bytes) {
        json.name(name).object().member("launches", launches);
        json.member("bytes", bytes.toString()).endObject();
    }

    /** Counts multiplications and additions separately. */
    private static Dim products(Graph graph) {
        List<Dim> pairs = graph.operations().stream()
                .map(node -> OpTable.get().row(node).multiplications(node))
                .toList();
        return BytesMoved.sum(pairs).times(Dim.of(2));
    }

    /** Returns the graph with a kernel for each op, before fusion. */
    private static Graph perOp(MethodReport method) {
        return method.passes().steps().stream()
                .map(PassPipeline.Step::graph)
                .filter(graph -> !graph.groups().isEmpty())
                .findFirst()
                .orElse(method.plan().graph());
    }
}
