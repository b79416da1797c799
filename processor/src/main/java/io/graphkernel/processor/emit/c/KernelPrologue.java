package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CExpressionPrinter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Prints what comes before the loops of a kernel, and what comes before the stages of a row. */
final class KernelPrologue {

    private final Kernel kernel;
    private final CNames names;
    private final Bases bases;
    private final IterationSpace space;

    KernelPrologue(Kernel kernel, CNames names, Bases bases) {
        this.kernel = kernel;
        this.names = names;
        this.bases = bases;
        this.space = kernel.space();
    }

    /** Pointers, dims, scalars and everything that is computed once. */
    void writeUniform(CodeWriter code) {
        ArgumentLayout layout = kernel.layout();
        for (int i = 0; i < layout.dims().size(); i++) {
            code.line(
                    "const gk_int64 %s = arguments[%d].integer;",
                    CNames.dim(layout.dims().get(i)), layout.dimSlot() + i);
        }
        bases.declare(code);
        for (int i = 0; i < layout.scalars().size(); i++) {
            Node scalar = layout.scalars().get(i);
            String slot = "arguments[" + (layout.scalarSlot() + i) + "]." + CTypes.slotMember(scalar.dtype());
            declare(code, scalar, "", CTypes.splat(scalar.dtype(), slot));
        }
        for (Node dimension : dimensions()) {
            String number = CNames.dim(Dim.product(dimension.attributes().dims()));
            DType dtype = CTypes.computed(dimension.dtype());
            String converted = dtype == DType.I64 ? number : "(" + CTypes.memory(dtype) + ") (" + number + ")";
            declare(code, dimension, "", CTypes.splat(dtype, converted));
        }
        Place place = Place.ofRow(bases, names, "");
        load(code, Level.UNIFORM, place);
        compute(code, kernel.uniformOps(), place);
    }

    private Set<Node> dimensions() {
        Set<Node> dimensions = new LinkedHashSet<>();
        List<Node> operands = new ArrayList<>();
        kernel.group().nodes().forEach(node -> operands.addAll(node.operands()));
        operands.stream().filter(node -> node.kind() == Node.Kind.DIMENSION).forEach(dimensions::add);
        return dimensions;
    }

    /** The row's pointers, the values of operands that have one element per row, and the ops on them. */
    void writeRow(CodeWriter code, String row, String suffix) {
        writeRowBases(code, row, suffix);
        writeRowValues(code, Place.ofRow(bases, names, suffix));
    }

    /** The row's pointers. */
    void writeRowBases(CodeWriter code, String row, String suffix) {
        if (bases.needsOuterIndices()) {
            bases.declareOuterIndices(code, row, suffix);
        }
        for (Buffer buffer : bases.all()) {
            if (bases.movesWithRow(buffer) && !isRowStore(buffer)) {
                writeBase(code, buffer, suffix, bases.name(buffer), bases.rowOffset(buffer, row, suffix));
            }
        }
    }

    /** The values of operands that have one element per row, and the ops on them. */
    void writeRowValues(CodeWriter code, Place place) {
        load(code, Level.ROW, place);
        compute(code, kernel.rowOps(), place);
    }

    /** Stores of one element per row compute their place themselves. */
    private boolean isRowStore(Buffer buffer) {
        return kernel.rowStores().contains(buffer) || isFinishStore(buffer);
    }

    private boolean isFinishStore(Buffer buffer) {
        return kernel.finish() != null && kernel.finish().stores().contains(buffer);
    }

    /** Declares where a buffer begins for one turn of a loop. */
    void writeBase(CodeWriter code, Buffer buffer, String suffix, String from, String offset) {
        String type = bases.isIndex(buffer) ? "const gk_int64 " : bases.type(buffer) + "const ";
        code.line("%s%s%s = %s + %s;", type, bases.name(buffer), suffix, from, offset);
    }

    /** Loads what has one element per kernel or per row. */
    private void load(CodeWriter code, Level level, Place place) {
        for (Buffer input : bases.reads(level)) {
            String base = place.base(input);
            String value = bases.isIndex(input) ? "gk_splat_i64(" + base + ")" : "gk_load_one(" + base + ")";
            declare(code, input.value(), place.row(), value);
        }
    }

    /** Ops of a slower loop than the innermost one. */
    void compute(CodeWriter code, List<Node> ops, Place place) {
        GatherPrinter gathers = new GatherPrinter(kernel, bases, new RowExpressionPrinter(place.row()));
        compute(code, ops, place, gather -> gathers.once(gather, place));
    }

    /** Ops of rows of which each lane has one, from element {@code i} on. */
    void computeLanes(CodeWriter code, List<Node> ops, Place place, String i, String lanes) {
        GatherPrinter gathers = new GatherPrinter(kernel, bases, new RowExpressionPrinter(place.row()));
        compute(code, ops, place, gather -> gathers.atLanes(gather, place, i, lanes));
    }

    private void compute(CodeWriter code, List<Node> ops, Place place, Function<Gather, String> gatherText) {
        CExpressionPrinter expressions = new RowExpressionPrinter(place.row());
        for (Node node : ops) {
            String expression = kernel.gathers().stream()
                    .filter(gather -> gather.node() == node)
                    .findFirst()
                    .map(gatherText)
                    .orElseGet(() -> expressions.expression(node));
            declare(code, node, place.row(), expression);
        }
    }

    void declare(CodeWriter code, Node node, String suffix, String expression) {
        code.line("const %s %s%s = %s;", CTypes.vector(node.dtype()), names.value(node), suffix, expression);
    }

    /** Stores of one element: per row with the row's suffix, or once without. */
    void storeOne(CodeWriter code, Buffer output, String row, String suffix) {
        String offset = row.isEmpty() ? "0" : bases.rowOffset(output, row, suffix);
        code.line("gk_store_one(%s + %s, %s);", bases.name(output), offset, value(output.stored(), suffix));
    }

    /** The text of a value of the row. */
    String value(Node node, String suffix) {
        return new RowExpressionPrinter(suffix).operand(node);
    }

    /** Row values carry the row's suffix; what is uniform does not. */
    private final class RowExpressionPrinter extends CExpressionPrinter {

        private final String suffix;

        RowExpressionPrinter(String suffix) {
            super(names);
            this.suffix = suffix;
        }

        @Override
        public String operand(Node node) {
            String text = super.operand(node);
            boolean ofRow = !node.isNumber() && space.level(node) == Level.ROW;
            return ofRow ? text + suffix : text;
        }
    }
}
