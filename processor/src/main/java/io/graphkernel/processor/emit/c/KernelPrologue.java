package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.ExpressionPrinter;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Prints what comes before the loops of a kernel, and what comes before the stages of a row. */
final class KernelPrologue {

    private final Kernel kernel;
    private final CNames names;
    private final CExpressionPrinter expressions;
    private final IterationSpace space;

    KernelPrologue(Kernel kernel, CNames names) {
        this.kernel = kernel;
        this.names = names;
        this.expressions = new CExpressionPrinter(names);
        this.space = kernel.space();
    }

    /** Pointers, dims, scalars and everything that is computed once. */
    void writeUniform(CodeWriter code) {
        ArgumentLayout layout = kernel.layout();
        for (Buffer input : kernel.inputs()) {
            code.line(
                    "const %s *const %s = arguments[%d].pointer;",
                    StageFunction.elementType(input.value()), names.pointer(input.value()), input.slot());
        }
        for (Buffer output : kernel.outputs()) {
            code.line(
                    "%s *const %s = arguments[%d].pointer;",
                    StageFunction.elementType(output.value()),
                    StageFunction.outputPointer(output, names),
                    output.slot());
        }
        for (int i = 0; i < layout.dims().size(); i++) {
            code.line(
                    "const gk_int64 %s = arguments[%d].integer;",
                    CNames.dim(layout.dims().get(i)), layout.dimSlot() + i);
        }
        for (int i = 0; i < layout.scalars().size(); i++) {
            code.line(
                    "const gk_f32 %s = gk_splat(arguments[%d].scalar);",
                    names.value(layout.scalars().get(i)), layout.scalarSlot() + i);
        }
        for (Node dimension : dimensions()) {
            code.line(
                    "const gk_f32 %s = gk_splat((float) (%s));",
                    names.value(dimension),
                    CNames.product(dimension.attributes().dims()));
        }
        for (Buffer input : kernel.inputs()) {
            if (space.levelOf(input.mask()) == Level.UNIFORM) {
                splat(code, input, "0", "");
            }
        }
        compute(code, kernel.uniformOps(), "");
    }

    /** The row's pointers, the values of operands that have one element per row, and the ops on them. */
    void writeRow(CodeWriter code, String row, String suffix) {
        writeOuterIndices(code, row, suffix);
        for (Buffer input : kernel.inputs()) {
            if ((input.mask() & space.outerMask()) == 0) {
                continue;
            }
            if (space.levelOf(input.mask()) == Level.ROW) {
                splat(code, input, offset(input.mask(), row, suffix), suffix);
            } else {
                code.line(
                        "const %s *const %s%s = %s + %s;",
                        StageFunction.elementType(input.value()),
                        names.pointer(input.value()),
                        suffix,
                        names.pointer(input.value()),
                        offset(input.mask(), row, suffix));
            }
        }
        for (Buffer output : kernel.outputs()) {
            if (space.levelOf(output.mask()) == Level.ELEMENT && (output.mask() & space.outerMask()) != 0) {
                String pointer = StageFunction.outputPointer(output, names);
                code.line(
                        "%s *const %s%s = %s + %s;",
                        StageFunction.elementType(output.value()),
                        pointer,
                        suffix,
                        pointer,
                        offset(output.mask(), row, suffix));
            }
        }
        compute(code, kernel.rowOps(), suffix);
    }

    /** Ops of a slower loop than the innermost one. */
    void compute(CodeWriter code, List<Node> ops, String suffix) {
        for (Node node : ops) {
            String expression = new RowExpressionPrinter(suffix).expression(node);
            code.line("const %s %s%s = %s;", StageFunction.vectorType(node), names.value(node), suffix, expression);
        }
    }

    /** Stores of one element: per row with the row's suffix, or once without. */
    void storeOne(CodeWriter code, Buffer output, String index, String suffix) {
        String pointer = StageFunction.outputPointer(output, names);
        String value = new RowExpressionPrinter(suffix).operand(output.stored());
        code.line("gk_store_one(%s + %s, %s);", pointer, index, value);
    }

    private void splat(CodeWriter code, Buffer input, String index, String suffix) {
        code.line(
                "const %s %s%s = gk_load_one(%s + %s);",
                StageFunction.vectorType(input.value()),
                names.value(input.value()),
                suffix,
                names.pointer(input.value()),
                index);
    }

    /** With several outer runs, an operand that skips one needs the indices of the others. */
    private void writeOuterIndices(CodeWriter code, String row, String suffix) {
        List<Run> outer = space.outer();
        boolean partial = kernel.inputs().stream().anyMatch(input -> isPartial(input.mask()));
        if (!partial) {
            return;
        }
        String rest = row;
        for (int run = outer.size() - 1; run > 0; run--) {
            String size = "(" + CNames.dim(outer.get(run).extent()) + ")";
            code.line("const gk_int64 index_%d%s = %s %% %s;", run, suffix, rest, size);
            rest = "(" + rest + " / " + size + ")";
        }
        code.line("const gk_int64 index_0%s = %s;", suffix, rest);
    }

    private boolean isPartial(int mask) {
        int outer = mask & space.outerMask();
        return outer != 0 && outer != space.outerMask();
    }

    private String offset(int mask, String row, String suffix) {
        boolean inner = space.levelOf(mask) == Level.ELEMENT;
        if (!isPartial(mask)) {
            return inner ? row + " * inner" : row;
        }
        String offset = "";
        for (int run = 0; run < space.outer().size(); run++) {
            if ((mask >> run & 1) == 1) {
                String index = "index_" + run + suffix;
                String size = "(" + CNames.dim(space.outer().get(run).extent()) + ")";
                offset = offset.isEmpty() ? index : "(" + offset + " * " + size + " + " + index + ")";
            }
        }
        return inner ? offset + " * inner" : offset;
    }

    private Set<Node> dimensions() {
        Set<Node> dimensions = new LinkedHashSet<>();
        List<Node> operands = new ArrayList<>();
        kernel.group().nodes().forEach(node -> operands.addAll(node.operands()));
        operands.stream().filter(node -> node.kind() == Node.Kind.DIMENSION).forEach(dimensions::add);
        return dimensions;
    }

    /** Row values carry the row's suffix; what is uniform does not. */
    private final class RowExpressionPrinter extends ExpressionPrinter {

        private final String suffix;

        RowExpressionPrinter(String suffix) {
            super("gk_");
            this.suffix = suffix;
        }

        @Override
        protected String conversion(String operand, DType from, DType to) {
            return expressions.conversion(operand, from, to);
        }

        @Override
        protected String operand(Node node) {
            String text = expressions.operand(node);
            boolean ofRow = node.kind() != Node.Kind.CONSTANT && space.level(node) == Level.ROW;
            return ofRow ? text + suffix : text;
        }
    }
}
