package io.graphkernel.examples.blocks;

import io.graphkernel.common.json.Json;
import io.graphkernel.examples.blocks.BlockReport.Dataflow;
import io.graphkernel.examples.blocks.BlockReport.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The graph that a method says, one line for each op. */
final class WrittenGraph {
    private static final String OUTPUT = "output=";
    private static final String NO = "=false";
    private static final Pattern FUNCTION = Pattern.compile("function=\"graph (\\w+)\\(");
    private static final Pattern OP = Pattern.compile("; %\\w+ = ");
    /** Types come right after longer calls, not in one column. */
    private static final int WIDEST_CALL = 56;

    private final BlockReport report;
    private final Dataflow graph;
    private final Map<Integer, String> names = new HashMap<>();

    WrittenGraph(BlockReport report) {
        this.report = report;
        this.graph = report.written();
        for (int id : graph.values()) {
            Value value = report.value(id);
            boolean plain = !value.label().isEmpty() && !names.containsValue(value.label());
            names.put(id, plain ? value.label() : "%" + names.size());
        }
    }

    /** The ops, with what is read of their results. */
    List<String> lines() {
        Set<Integer> read = new HashSet<>(graph.results());
        for (int id : graph.values()) {
            report.value(id).operands().stream()
                    .filter(WrittenGraph::isId)
                    .forEach(operand -> read.add(Integer.valueOf(operand.toString())));
        }
        List<String> calls = new ArrayList<>();
        List<String> results = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (int id : graph.values()) {
            Value value = report.value(id);
            boolean isUsed = read.contains(id) || report.isUpdate(id);
            if (!isUsed) {
                continue;
            }
            String call = call(value);
            int last = calls.size() - 1;
            boolean isNext = last >= 0 && calls.get(last).equals(call) && isOneOfSeveral(value);
            if (isNext) {
                results.set(last, results.get(last) + ", " + names.get(id));
            } else {
                calls.add(call);
                results.add(names.get(id));
                types.add(value.type());
            }
        }
        int width = results.stream().mapToInt(String::length).max().orElse(0);
        int callWidth = calls.stream()
                .mapToInt(String::length)
                .filter(length -> length <= WIDEST_CALL)
                .max()
                .orElse(1);
        String format = "%-" + width + "s = %-" + callWidth + "s  %s";
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            lines.add(String.format(Locale.ROOT, format, results.get(i), calls.get(i), types.get(i)));
        }
        return lines;
    }

    /** The text of a number is in quotes. */
    private static boolean isId(Object operand) {
        return operand instanceof Json.Literal;
    }

    private static boolean isOneOfSeveral(Value value) {
        return value.attributes().stream().anyMatch(attribute -> attribute.startsWith(OUTPUT));
    }

    private String call(Value value) {
        String operands = value.operands().stream()
                .map(operand -> isId(operand) ? name(Integer.parseInt(operand.toString())) : operand.toString())
                .collect(Collectors.joining(", "));
        return value.op() + "(" + operands + ")" + attributes(value);
    }

    private String name(int id) {
        return names.getOrDefault(id, report.value(id).label());
    }

    /** The attributes but those that are off. */
    static String attributes(Value value) {
        String text = value.attributes().stream()
                .filter(attribute -> !attribute.startsWith(OUTPUT) && !attribute.endsWith(NO))
                .map(WrittenGraph::shortened)
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? "" : " {" + text + "}";
    }

    /** Returns an attribute; of an element function, its name and its number of ops. */
    private static String shortened(String attribute) {
        Matcher function = FUNCTION.matcher(attribute);
        return function.lookingAt()
                ? "function=" + function.group(1) + ", ops="
                        + OP.matcher(attribute).results().count()
                : attribute;
    }
}
