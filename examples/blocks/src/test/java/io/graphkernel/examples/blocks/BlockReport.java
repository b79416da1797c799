package io.graphkernel.examples.blocks;

import io.graphkernel.common.json.Json;
import io.graphkernel.common.json.JsonException;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.ValueType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Report of a compilation about a block; {@code schema.md} in the processor's resources describes it. */
final class BlockReport {
    /** Result of an op in the JSON graphs; its operands are those of the first graph that has it. */
    record Value(String op, String label, String type, List<?> operands, List<String> attributes) {}

    /** The ids of the values of a graph in an order in which they can be computed, and of its results. */
    record Dataflow(List<Integer> values, List<Integer> results) {}

    /** A kernel or library call: ids of what it computes, reads and writes. */
    record Step(String form, int launch, List<Integer> values, List<Integer> reads, List<Integer> writes, Dim bytes) {}

    /** Cost of a plan. */
    record Cost(int launches, Dim bytes) {}

    private final Map<?, ?> method;
    private final Map<Integer, Value> values = new LinkedHashMap<>();

    private BlockReport(Map<?, ?> method) {
        this.method = method;
        for (Map<?, ?> node : objects(method, "nodes")) {
            List<String> attributes = Stream.of(optionalText(node, "attributes").split(", (?=\\w+=)"))
                    .filter(attribute -> !attribute.isEmpty())
                    .toList();
            List<?> operands = (List<?>) node.get("operands");
            values.put(
                    number(node, "id"),
                    new Value(text(node, "op"), optionalText(node, "label"), text(node, "type"), operands, attributes));
        }
    }

    /** Next to the classes of a module. */
    static Path ofThisModule() {
        try {
            URL classes =
                    MaskedAttention.class.getProtectionDomain().getCodeSource().getLocation();
            return Path.of(classes.toURI()).resolveSibling("graph-kernel");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Finds the kernels of blocks.
     *
     * @param directory of the report
     */
    static Map<Workload, BlockReport> of(Path directory, List<Workload> workloads) {
        return of(directory, workloads, "");
    }

    /**
     * Finds one of the methods of a block.
     *
     * @param directory of the report
     * @param suffix of the name of the method
     */
    static Map<Workload, BlockReport> of(Path directory, List<Workload> workloads, String suffix) {
        try {
            Map<?, ?> report = parsed(directory.resolve("report.json"));
            Map<Workload, BlockReport> blocks = new LinkedHashMap<>();
            for (Workload workload : workloads) {
                Map<?, ?> listed = named(report, "classes", workload.type().getName());
                Map<?, ?> type = parsed(directory.resolve(text(listed, "report")));
                blocks.put(workload, new BlockReport(named(type, "methods", workload.method() + suffix)));
            }
            return blocks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<?, ?> parsed(Path file) throws IOException {
        try {
            return (Map<?, ?>) Json.parse(Files.readString(file));
        } catch (JsonException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<?, ?> named(Map<?, ?> of, String list, String name) {
        return objects(of, list).stream()
                .filter(entry -> entry.get("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Map<?, ?>> objects(Map<?, ?> of, String member) {
        return ((List<?>) of.get(member))
                .stream().<Map<?, ?>>map(entry -> (Map<?, ?>) entry).toList();
    }

    private static List<Integer> numbers(List<?> list) {
        return list.stream().map(entry -> Integer.valueOf(entry.toString())).toList();
    }

    private static String text(Map<?, ?> of, String member) {
        return of.get(member).toString();
    }

    private static String optionalText(Map<?, ?> of, String member) {
        return of.containsKey(member) ? text(of, member) : "";
    }

    private static int number(Map<?, ?> of, String member) {
        return Integer.parseInt(text(of, member));
    }

    /** The passes that changed the graph, in order. */
    List<String> fired() {
        return objects(method, "passes").stream()
                .filter(pass -> Boolean.parseBoolean(text(pass, "changed")))
                .map(pass -> text(pass, "pass"))
                .distinct()
                .toList();
    }

    Value value(int id) {
        return values.get(id);
    }

    /** Returns true if a value is written to a parameter. */
    boolean isUpdate(int id) {
        return value(id).op().equals("Assign");
    }

    /** The variable of a value, or the parameter that it is written to; empty if there is none. */
    String label(int id) {
        return isUpdate(id)
                ? label(Integer.parseInt(value(id).operands().get(0).toString()))
                : value(id).label();
    }

    /** The graph as the method says. */
    Dataflow written() {
        Map<?, ?> first = objects(method, "graphs").get(0);
        List<Integer> results = objects(first, "results").stream()
                .map(entry -> number(entry, "value"))
                .toList();
        // The first graph is one edit: at 0, 0 ops go, and these come.
        List<Integer> edit = numbers((List<?>) ((List<?>) first.get("nodes")).get(0));
        return new Dataflow(edit.subList(2, edit.size()), results);
    }

    /** The plan. */
    List<Step> steps() {
        List<Map<?, ?>> graphs = objects(method, "graphs");
        List<?> groups = (List<?>) graphs.get(graphs.size() - 1).get("groups");
        return objects(method, "kernels").stream()
                .map(kernel -> new Step(
                        text(kernel, "form"),
                        number(kernel, "launch"),
                        members(groups.get(number(kernel, "group"))),
                        moved(kernel, "reads"),
                        moved(kernel, "writes"),
                        Dim.of(text(kernel, "bytes"))))
                .toList();
    }

    /** The ops of a group: one alone, or the name of the group and then its ops. */
    private static List<Integer> members(Object group) {
        return group instanceof List<?> list ? numbers(list.subList(1, list.size())) : numbers(List.of(group));
    }

    private static List<Integer> moved(Map<?, ?> kernel, String member) {
        return objects(kernel, member).stream()
                .map(entry -> number(entry, "node"))
                .toList();
    }

    /** Of the plan. */
    Cost cost() {
        Map<?, ?> cost = (Map<?, ?>) ((Map<?, ?>) method.get("cost")).get("fused");
        return new Cost(number(cost, "launches"), Dim.of(text(cost, "bytes")));
    }

    /** Returns the minimum traffic of any plan. */
    Dim unavoidableBytes() {
        return Dim.of(text((Map<?, ?>) method.get("cost"), "unavoidableBytes"));
    }

    /**
     * Bytes for the operands of a workload.
     *
     * @param bytes over the symbols of the signature
     */
    long at(Workload workload, Dim bytes) {
        Map<String, Dim> symbols = new HashMap<>();
        List<Map<?, ?>> parameters = objects(method, "parameters");
        for (int i = 0; i < workload.operands().size(); i++) {
            Shape declared = ValueType.parse(text(parameters.get(i), "type"))
                    .orElseThrow()
                    .shape();
            int[] dims = workload.operands().get(i).dims();
            declared.bind(Shape.of(IntStream.of(dims).<Dim>mapToObj(Dim::of).toList()), symbols);
        }
        return Long.parseLong(bytes.substitute(symbols).toString());
    }
}
