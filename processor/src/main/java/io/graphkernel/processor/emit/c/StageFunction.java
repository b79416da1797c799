package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The inline function of one stage: it loads, computes, accumulates and stores the elements {@code [i, i + lanes)} of a
 * row.
 */
final class StageFunction {

    private final String name;
    private final Kernel kernel;
    private final Stage stage;
    /** Buffers of which this stage requests a later row, so that memory is busy while the row is computed. */
    private final List<Buffer> prefetches;

    private final CNames names;
    private final CExpressionPrinter expressions;
    /** Values of a slower loop that the stage reads. */
    private final List<Node> outerValues;

    StageFunction(Kernel kernel, int index, CNames names) {
        this.name = kernel.name() + "_stage" + (index + 1);
        this.kernel = kernel;
        this.stage = kernel.stages().get(index);
        this.prefetches = prefetches(kernel, index);
        this.names = names;
        this.expressions = new CExpressionPrinter(names);
        this.outerValues = findOuterValues();
    }

    Stage stage() {
        return stage;
    }

    /** Vectors in flight per turn of the loop: more accumulators hide the latency of cheap reductions. */
    int unroll() {
        int cost = stage.computed().stream()
                .mapToInt(node -> OpTable.get().row(node).cost())
                .sum();
        if (stage.reductions().isEmpty()) {
            return 1;
        }
        return cost >= 8 ? 2 : 4;
    }

    void define(CodeWriter code) {
        List<String> parameters = new ArrayList<>(List.of("gk_int64 i", "const int lanes"));
        for (Buffer input : stage.inputs()) {
            parameters.add("const " + elementType(input.value()) + " *" + names.pointer(input.value()));
            if (kernel.space().isOpen()) {
                parameters.add("const gk_int64 " + names.step(input.value()));
            }
        }
        stage.restored().forEach(node -> parameters.add("const float *" + names.saved(node)));
        stage.saved().forEach(node -> parameters.add("float *" + names.saved(node)));
        outerValues.forEach(node -> parameters.add("const " + vectorType(node) + " " + names.value(node)));
        stage.reductions().forEach(node -> parameters.add("gk_f32 *" + names.accumulator(node)));
        stage.stores().forEach(store -> parameters.add(elementType(store.value()) + " *" + outputPointer(store)));
        prefetches.forEach(input -> parameters.add("const float *" + next(input)));
        if (usesStream()) {
            parameters.add("const int stream");
        }
        code.line("GK_INLINE void %s(", name);
        code.line("        %s) {", String.join(", ", parameters));
        body().forEach(line -> code.line("    " + line));
        code.line("}");
        code.blank();
    }

    private List<String> body() {
        List<String> lines = new ArrayList<>();
        for (Buffer input : prefetches) {
            lines.add("gk_prefetch(" + next(input) + " + i, stream);");
        }
        for (Buffer input : stage.inputs()) {
            lines.add(declaration(input.value(), load(input)));
        }
        for (Node node : stage.restored()) {
            lines.add(declaration(node, "gk_load(" + names.saved(node) + " + i, lanes)"));
        }
        for (Node node : stage.computed()) {
            lines.add(declaration(node, expressions.expression(node)));
        }
        for (Node node : stage.saved()) {
            lines.add("gk_store(" + names.saved(node) + " + i, " + names.value(node) + ", lanes);");
        }
        for (Node node : stage.reductions()) {
            String accumulator = "*" + names.accumulator(node);
            lines.add(accumulator + " = gk_accumulate_" + function(node) + "(" + accumulator + ", "
                    + expressions.operand(node.operands().get(0)) + ", lanes);");
        }
        for (Buffer store : stage.stores()) {
            String value = expressions.operand(store.stored());
            String target = outputPointer(store) + " + i, " + value + ", lanes";
            lines.add("gk_put(" + target + ", stream);");
        }
        return lines;
    }

    private String load(Buffer input) {
        String pointer = names.pointer(input.value());
        return kernel.space().isOpen()
                ? "gk_load_step(" + pointer + ", i, " + names.step(input.value()) + ", lanes)"
                : "gk_load(" + pointer + " + i, lanes)";
    }

    private String declaration(Node node, String expression) {
        return "const " + vectorType(node) + " " + names.value(node) + " = " + expression + ";" + origin(node);
    }

    private static String origin(Node node) {
        return node.origin().line() == 0 ? "" : " /* " + node.origin() + " */";
    }

    /**
     * A call of the function.
     *
     * @param index text of the element index
     * @param lanes text of the number of lanes
     * @param row suffix of pointers and values that belong to one row; empty outside a row loop
     * @param accumulator suffix of the accumulators
     * @param unitSteps whether every operand's step is known to be 1
     */
    String call(String index, String lanes, String row, String accumulator, boolean unitSteps) {
        List<String> arguments = new ArrayList<>(List.of(index, lanes));
        for (Buffer input : stage.inputs()) {
            arguments.add(names.pointer(input.value()) + (movesWithRow(input) ? row : ""));
            if (kernel.space().isOpen()) {
                arguments.add(unitSteps ? "1" : names.step(input.value()));
            }
        }
        stage.restored().forEach(node -> arguments.add(names.saved(node)));
        stage.saved().forEach(node -> arguments.add(names.saved(node)));
        for (Node node : outerValues) {
            arguments.add(names.value(node) + (kernel.space().level(node) == Level.ROW ? row : ""));
        }
        stage.reductions().forEach(node -> arguments.add("&" + names.accumulator(node) + accumulator));
        for (Buffer store : stage.stores()) {
            arguments.add(outputPointer(store) + (movesWithRow(store) ? row : ""));
        }
        prefetches.forEach(input -> arguments.add(names.pointer(input.value()) + row + " + 2 * inner"));
        if (usesStream()) {
            arguments.add(hasStores() ? "stream" : "streaming");
        }
        return name + "(" + String.join(", ", arguments) + ");";
    }

    private String next(Buffer input) {
        return "next_" + names.pointer(input.value()).substring("p_".length());
    }

    /**
     * While later stages work on a row in the first-level cache the memory would be idle, so the stages after the first
     * share out the inputs' rows, two rows ahead: computing one row takes less time than memory takes to answer.
     */
    private static List<Buffer> prefetches(Kernel kernel, int index) {
        int later = kernel.stages().size() - 1;
        List<Buffer> rows = kernel.inputs().stream()
                .filter(input -> input.mask() == kernel.space().fullMask()
                        && input.value().dtype() == DType.F32)
                .toList();
        List<Buffer> mine = new ArrayList<>();
        for (int i = 0; i < rows.size() && later > 0; i++) {
            if (1 + i % later == index) {
                mine.add(rows.get(i));
            }
        }
        return mine;
    }

    /** Whether each row has its own part of a buffer, to which a pointer of the row's suffix points. */
    boolean movesWithRow(Buffer buffer) {
        return kernel.space().isOpen() || (buffer.mask() & kernel.space().outerMask()) != 0;
    }

    /** Whether it matters to the stage that data comes from beyond the caches or goes there. */
    boolean usesStream() {
        return hasStores() || !prefetches.isEmpty();
    }

    /** Whether the stage writes results. */
    boolean hasStores() {
        return !stage.stores().isEmpty();
    }

    String outputPointer(Buffer output) {
        return outputPointer(output, names);
    }

    static String outputPointer(Buffer output, CNames names) {
        return names.pointer(output.value()) + "_" + output.slot();
    }

    static String elementType(Node node) {
        return node.dtype() == DType.BOOL ? "gk_bool" : "float";
    }

    static String vectorType(Node node) {
        return node.dtype() == DType.BOOL ? "gk_mask" : "gk_f32";
    }

    static String function(Node reduction) {
        return OpTable.get().row(reduction).combiner().function();
    }

    private List<Node> findOuterValues() {
        Set<Node> local = Collections.newSetFromMap(new IdentityHashMap<>());
        stage.inputs().forEach(input -> local.add(input.value()));
        local.addAll(stage.restored());
        local.addAll(stage.computed());
        Set<Node> outer = new LinkedHashSet<>();
        for (Node node : stage.computed()) {
            addOuter(node.operands(), local, outer);
        }
        for (Node node : stage.reductions()) {
            addOuter(node.operands(), local, outer);
        }
        for (Buffer store : stage.stores()) {
            addOuter(List.of(store.stored()), local, outer);
        }
        return List.copyOf(outer);
    }

    private static void addOuter(List<Node> operands, Set<Node> local, Set<Node> outer) {
        for (Node operand : operands) {
            boolean inline = operand.kind() == Node.Kind.CONSTANT;
            if (!local.contains(operand) && !inline) {
                outer.add(operand);
            }
        }
    }
}
