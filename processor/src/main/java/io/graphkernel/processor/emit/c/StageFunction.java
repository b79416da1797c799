package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CExpressionPrinter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The inline function of one stage: it loads, computes, accumulates and stores the elements {@code [i, i + lanes)} of a
 * row.
 */
final class StageFunction {

    /** The most elements between what is computed and what is requested for later: a part of a second-level cache. */
    private static final int MOST_AHEAD = 16384;

    private final String name;
    private final Kernel kernel;
    private final Stage stage;
    /** What is read: loaded, counted or gathered from. */
    private final List<Buffer> reads = new ArrayList<>();
    /** Buffers of which this stage requests a later row, so that memory is busy while the row is computed. */
    private final List<Buffer> prefetches;

    private final CNames names;
    private final Bases bases;
    private final CExpressionPrinter expressions;
    private final GatherPrinter gathers;
    /** Values of a slower loop that the stage reads. */
    private final List<Node> outerValues;

    StageFunction(Kernel kernel, int index, CNames names, Bases bases) {
        this.name = kernel.name() + "_stage" + (index + 1);
        this.kernel = kernel;
        this.stage = kernel.stages().get(index);
        this.names = names;
        this.bases = bases;
        this.expressions = new CExpressionPrinter(names);
        this.gathers = new GatherPrinter(kernel, bases, expressions);
        findReads();
        this.prefetches = prefetches(index);
        this.outerValues = findOuterValues();
    }

    private void findReads() {
        stage.inputs().stream().filter(input -> !bases.isGathered(input)).forEach(reads::add);
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        stage.computed().forEach(node -> used.addAll(node.operands()));
        stage.reductions().forEach(node -> used.addAll(node.operands()));
        stage.stores().forEach(store -> used.add(store.stored()));
        kernel.indices().stream()
                .filter(index -> used.contains(index.value()) && kernel.space().levelOf(index.mask()) == Level.ELEMENT)
                .forEach(reads::add);
    }

    Stage stage() {
        return stage;
    }

    /** Vectors in flight per turn of the loop: more accumulators hide the latency of cheap reductions. */
    int unroll() {
        int cost = stage.computed().stream()
                .mapToInt(node -> OpTable.get().row(node).cost())
                .sum();
        if (reductions().isEmpty()) {
            return 1;
        }
        return cost >= 8 ? 2 : 4;
    }

    void define(CodeWriter code) {
        List<String> parameters = new ArrayList<>(List.of("gk_int64 i", "const int lanes"));
        for (Buffer input : reads) {
            parameters.add((bases.isIndex(input) ? "const " : "") + bases.type(input) + bases.name(input));
            if (hasStep(input)) {
                parameters.add("const gk_int64 " + names.step(input.value()));
            }
        }
        for (Gather gather : gathered()) {
            parameters.addAll(gathers.parameters(gather));
        }
        stage.restored()
                .forEach(node -> parameters.add("const " + CTypes.kept(node.dtype()) + " *" + names.saved(node)));
        stage.saved().forEach(node -> parameters.add(CTypes.kept(node.dtype()) + " *" + names.saved(node)));
        outerValues.forEach(node -> parameters.add("const " + CTypes.vector(node.dtype()) + " " + names.value(node)));
        accumulated()
                .forEach(node -> parameters.add(
                        CTypes.vector(CTypes.accumulated(node.dtype())) + " *" + names.accumulator(node)));
        partials().forEach(node -> parameters.add(Partials.type(node) + " *" + names.partial(node)));
        stage.stores().forEach(store -> parameters.add(bases.type(store) + bases.name(store)));
        prefetches.forEach(input -> parameters.add(bases.type(input) + next(input)));
        if (requestsAhead()) {
            parameters.add("const int ahead");
        }
        if (hasStores()) {
            parameters.add("const int stream");
        }
        code.line("GK_INLINE void %s(", name);
        code.line("        %s) {", String.join(", ", parameters));
        body().forEach(line -> code.line("    " + line));
        code.line("}");
        code.blank();
    }

    private boolean hasStep(Buffer input) {
        return kernel.space().isRankless() || !(isStep(input, Dim.ZERO) || isStep(input, Dim.ONE));
    }

    private boolean isStep(Buffer input, Dim step) {
        return bases.innerStride(input).equals(step);
    }

    private List<Gather> gathered() {
        return kernel.gathers().stream()
                .filter(gather -> stage.computed().contains(gather.node()))
                .toList();
    }

    /** Values of a slower loop that the stage reads. */
    List<Node> outerValues() {
        return outerValues;
    }

    /** What is reduced in registers: within a row, or by the only stage of a block. */
    List<Node> reductions() {
        return kernel.reducesRows() ? kernel.rowReductions(stage) : stage.reductions();
    }

    /** What is reduced in memory: columns, while rows are reduced in registers. */
    private List<Node> partials() {
        List<Node> partials = new ArrayList<>(stage.reductions());
        partials.removeAll(reductions());
        return partials;
    }

    /** What accumulates in registers: reductions, and a scan. */
    List<Node> accumulated() {
        List<Node> accumulated = new ArrayList<>(reductions());
        stage.computed().stream()
                .filter(node -> OpTable.get().is(node, OpKind.SCAN))
                .forEach(accumulated::add);
        return accumulated;
    }

    /** Row buffers have room for whole vectors: what one stored, another loads before it is in the cache. */
    private List<String> body() {
        List<String> lines = new ArrayList<>();
        for (Buffer input : prefetches) {
            lines.add("gk_prefetch(" + next(input) + " + i, ahead);");
        }
        for (Buffer input : reads) {
            lines.add(declaration(input.value(), load(input)));
        }
        for (Node node : stage.restored()) {
            lines.add(declaration(node, "gk_load(" + names.saved(node) + " + i, GK_LANES)"));
        }
        for (Node node : stage.computed()) {
            compute(node, lines);
        }
        for (Node node : stage.saved()) {
            lines.add("gk_store(" + names.saved(node) + " + i, " + names.value(node) + ", GK_LANES);");
        }
        for (Node node : reductions()) {
            lines.add(accumulate(node));
        }
        for (Node node : partials()) {
            String target = names.partial(node) + " + i";
            lines.add("gk_store(" + target + ", " + accumulated(node, "gk_load(" + target + ", lanes)") + ", lanes);");
        }
        for (Buffer store : stage.stores()) {
            String target = bases.name(store) + (isStep(store, Dim.ZERO) ? "" : " + i");
            lines.add("gk_put(" + target + ", " + expressions.operand(store.stored()) + ", lanes, stream);");
        }
        return lines;
    }

    /** An exclusive scan gives what was accumulated before its element. */
    private void compute(Node node, List<String> lines) {
        if (OpTable.get().is(node, OpKind.SCAN)) {
            boolean exclusive = node.attributes().flag(Attributes.EXCLUSIVE);
            if (kernel.space().innerMask() == 0) {
                lines.add(declaration(node, CTypes.narrowed(node, scan(node, exclusive))));
                return;
            }
            String value = declaration(node, CTypes.narrowed(node, "*" + names.accumulator(node)));
            lines.add(exclusive ? value : accumulate(node));
            lines.add(exclusive ? accumulate(node) : value);
            return;
        }
        if (isRoundedByStore(node)) {
            lines.add(declaration(node, expressions.operand(node.operands().get(0))));
            return;
        }
        lines.add(declaration(
                node, gathers.find(node).map(gathers::atElement).orElseGet(() -> expressions.expression(node))));
    }

    /** A store rounds to the 16 bits of its elements, so that a value which is only stored need not be rounded before. */
    private boolean isRoundedByStore(Node node) {
        boolean rounds = node.op().equals("Cast")
                && node.dtype().isFloating()
                && node.dtype().byteSize() < node.dtype().computeBytes()
                && node.operands().get(0).dtype() == DType.F32;
        return rounds
                && !stage.saved().contains(node)
                && Stream.concat(stage.computed().stream(), stage.reductions().stream())
                        .noneMatch(user -> user.operands().contains(node));
    }

    /** The scan of the lanes of one vector, which carries on what it accumulates. */
    private String scan(Node node, boolean exclusive) {
        String value = CTypes.widened(node, expressions.operand(node.operands().get(0)));
        int reverse = node.attributes().flag(Attributes.REVERSE) ? 1 : 0;
        return "gk_scan_" + CTypes.function(node) + "(" + value + ", " + names.accumulator(node) + ", lanes, "
                + (exclusive ? 1 : 0) + ", " + reverse + ")";
    }

    private String accumulate(Node node) {
        String accumulator = "*" + names.accumulator(node);
        return accumulator + " = " + accumulated(node, accumulator) + ";";
    }

    private String accumulated(Node node, String before) {
        String value = CTypes.widened(node, expressions.operand(node.operands().get(0)));
        return "gk_accumulate_" + CTypes.function(node) + "(" + before + ", " + value + ", lanes)";
    }

    private String load(Buffer input) {
        String step = names.step(input.value());
        return kernel.space().isRankless()
                ? "gk_load_step(" + bases.name(input) + ", i, " + step + ", lanes)"
                : bases.load(input, bases.name(input), step, "i", "lanes");
    }

    private String declaration(Node node, String expression) {
        return "const " + CTypes.vector(node.dtype()) + " " + names.value(node) + " = " + expression + ";"
                + CNames.origin(node.origin());
    }

    /**
     * A call of the function.
     *
     * @param index text of the element index
     * @param lanes text of the number of lanes
     * @param place where pointers and values of the row are
     * @param accumulator suffix of the accumulators
     * @param unitSteps whether every operand's step is known to be 1
     */
    String call(String index, String lanes, Place place, String accumulator, boolean unitSteps) {
        List<String> arguments = new ArrayList<>(List.of(index, lanes));
        for (Buffer input : reads) {
            arguments.add(place.base(input));
            if (kernel.space().isRankless()) {
                arguments.add(unitSteps ? "1" : names.step(input.value()));
            } else if (hasStep(input)) {
                arguments.add(CNames.dim(bases.innerStride(input)));
            }
        }
        for (Gather gather : gathered()) {
            arguments.addAll(gathers.arguments(gather, place));
        }
        stage.restored().forEach(node -> arguments.add(place.saved(node)));
        stage.saved().forEach(node -> arguments.add(place.saved(node)));
        for (Node node : outerValues) {
            arguments.add(kernel.space().level(node) == Level.ROW ? place.value(node, index) : names.value(node));
        }
        accumulated().forEach(node -> arguments.add("&" + names.accumulator(node) + accumulator));
        partials().forEach(node -> arguments.add(names.partial(node)));
        stage.stores().forEach(store -> arguments.add(place.base(store)));
        prefetches.forEach(input -> arguments.add(place.base(input) + " + gk_dim_min("
                + bases.product(
                        place.ahead(), kernel.space().rowStride(input.access()).orElseThrow()) + ", " + MOST_AHEAD
                + ")"));
        if (requestsAhead()) {
            arguments.add("ahead");
        }
        if (hasStores()) {
            arguments.add("stream");
        }
        return name + "(" + String.join(", ", arguments) + ");";
    }

    private String next(Buffer input) {
        return "next_" + names.pointer(input.value()).substring("p_".length());
    }

    /**
     * While later stages work on a row in the first-level cache the memory would be idle, so the stages after the first
     * share out the inputs' rows, some rows ahead: computing one row takes less time than memory takes to answer. Of long rows
     * they request what comes soon. A first stage that adds to partial results takes time as well, and its share. Between
     * rows that lie apart memory would answer slowly: an elementwise kernel requests them itself.
     */
    private List<Buffer> prefetches(int index) {
        if (kernel.space().form() == Form.ELEMENTWISE) {
            return kernel.inputs().stream().filter(this::liesApart).toList();
        }
        int first = kernel.partials().isEmpty() ? 1 : 0;
        int sharing = kernel.stages().size() - first;
        boolean rows = kernel.reducesRows() && kernel.space().middle().isEmpty();
        List<Buffer> inputs = kernel.inputs().stream()
                .filter(input -> rows
                        && bases.isStreamed(input)
                        && kernel.space().rowStride(input.access()).isPresent())
                .toList();
        List<Buffer> mine = new ArrayList<>();
        for (int i = 0; i < inputs.size() && kernel.stages().size() > 1; i++) {
            if (first + i % sharing == index) {
                mine.add(inputs.get(i));
            }
        }
        return mine;
    }

    /** Whether between two rows of an input lies something else. */
    private boolean liesApart(Buffer input) {
        IterationSpace space = kernel.space();
        return !kernel.isFlat()
                && !space.isRankless()
                && kernel.tiling() == null
                && space.middle().isEmpty()
                && bases.isStreamed(input)
                && space.rowStride(input.access())
                        .filter(stride -> !stride.equals(space.inner()))
                        .isPresent();
    }

    /** Whether the stage requests what later rows read. */
    boolean requestsAhead() {
        return !prefetches.isEmpty();
    }

    /** Whether the stage writes results. */
    boolean hasStores() {
        return !stage.stores().isEmpty();
    }

    private List<Node> findOuterValues() {
        Set<Node> local = Collections.newSetFromMap(new IdentityHashMap<>());
        reads.forEach(input -> local.add(input.value()));
        local.addAll(stage.restored());
        local.addAll(stage.computed());
        Set<Node> outer = new LinkedHashSet<>();
        for (Node node : stage.computed()) {
            boolean gather = gathers.find(node).isPresent();
            addOuter(gather ? node.operands().subList(1, 2) : node.operands(), local, outer);
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
