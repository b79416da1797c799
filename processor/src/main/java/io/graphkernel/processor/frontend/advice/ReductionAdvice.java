package io.graphkernel.processor.frontend.advice;

import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.value.OpArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Advice to keep the axes of a reduction if the operands would fit then. */
final class ReductionAdvice {

    private static final String KEPT = "KEEP_DIMS): the axes that it reduces stay, with size 1";
    private static final String KEPT_AT = "KEEP_DIMS) where %s is computed: reduced axes are kept with size 1";

    /** End of a call, with the argument to replace. */
    private static final Pattern LAST = Pattern.compile("(, *false)?\\)$");

    private ReductionAdvice() {}

    /** Returns the advice; empty if no operand is a reduction without the required axes. */
    static Optional<String> of(OpArguments arguments, List<Node> operands) {
        for (int i = 0; i < operands.size(); i++) {
            Node operand = operands.get(i);
            Optional<OpRow> row = operand.isOperation() ? OpTable.get().find(operand.op()) : Optional.empty();
            if (row.isEmpty()
                    || !isLastToKeep(row.get())
                    || operand.attributes().keepDims()) {
                continue;
            }
            Optional<Shape> kept = kept(operand);
            if (kept.isPresent() && fits(operands, i, kept.get())) {
                return Optional.of(advice(
                        Javac.text(arguments.operandPath(i).getLeaf()),
                        row.get().javaName()));
            }
        }
        return Optional.empty();
    }

    /** Returns true if the last argument of the op keeps axes, so that it can be appended to any call. */
    private static boolean isLastToKeep(OpRow row) {
        List<OpParameter> parameters = row.parameters();
        return row.takesKeepDims()
                && parameters.get(parameters.size() - 1).name().equals("keepDims");
    }

    private static Optional<Shape> kept(Node reduction) {
        Shape shape = reduction.operands().get(0).shape();
        try {
            List<Dim> dims = new ArrayList<>(shape.dims());
            Axes.normalized(shape, reduction.attributes().axes()).forEach(axis -> dims.set(axis, Dim.ONE));
            return Optional.of(Shape.of(dims));
        } catch (TypeException e) {
            return Optional.empty();
        }
    }

    private static boolean fits(List<Node> operands, int replaced, Shape kept) {
        Optional<Shape> joint = Optional.of(Shape.SCALAR);
        for (int i = 0; i < operands.size() && joint.isPresent(); i++) {
            joint = joint.get().broadcast(i == replaced ? kept : operands.get(i).shape());
        }
        return joint.isPresent();
    }

    /** Returns the advice for an operand, which is the call or a variable with its result. */
    private static String advice(String operand, String javaName) {
        return operand.startsWith(javaName + "(") && operand.endsWith(")")
                ? "write " + LAST.matcher(operand).replaceFirst("") + ", " + KEPT
                : "write " + javaName + "(…, " + KEPT_AT.formatted("'" + operand + "'");
    }
}
