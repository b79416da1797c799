package io.graphkernel.processor.reference.facade;

import io.graphkernel.op.PromotionTable;
import io.graphkernel.op.WideExpansion;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import java.util.List;
import java.util.Set;

/** Expressions that convert the numbers of one overload to the tensors of the overload that computes. */
final class NumberArguments {

    /** Dtype sources of numbers that take the dtype of the tensors in the same call. */
    private static final Set<OpDtype> TAKES_DTYPE = Set.of(OpDtype.SHARED, OpDtype.SHARED_OR_F32);

    private final OpRow row;
    private final List<OpParameter> parameters;
    /** Expression for a tensor whose dtype the numbers take; null without one. */
    private final String like;

    /**
     * Creates the arguments of an overload.
     *
     * @param parameters parameters of the overload, in order
     * @param numbers positions of those that are numbers
     */
    NumberArguments(OpRow row, List<OpParameter> parameters, Set<Integer> numbers) {
        this.row = row;
        this.parameters = parameters;
        List<String> tensors = parameters.stream()
                .filter(p -> p.isOperand() && p.dtype() == OpDtype.SHARED && !numbers.contains(parameters.indexOf(p)))
                .map(OpParameter::name)
                .toList();
        this.like = tensors.size() > 1 && PromotionTable.covers(row)
                ? "PromotedOperands.like(" + String.join(", ", tensors) + ")"
                : tensors.isEmpty() ? null : tensors.get(0);
    }

    /** Returns true if a number in place of the operand takes the dtype of another tensor operand. */
    static boolean takesDtype(OpParameter parameter) {
        boolean converted = parameter.dtype() == OpDtype.OWN && parameter.kind() == Kind.TENSOR;
        return TAKES_DTYPE.contains(parameter.dtype()) || converted;
    }

    /** Returns the documentation of a number in place of an operand. */
    static String document(OpParameter parameter) {
        return parameter.dtype() == OpDtype.I64 || parameter.dtype() == OpDtype.ATTRIBUTE
                ? "a number"
                : "a scalar, converted to the dtype of the tensor operand";
    }

    /** Returns the expression for the tensor of a number. */
    String text(OpParameter parameter) {
        String number = parameter.name();
        if (parameter.dtype() == OpDtype.ATTRIBUTE) {
            return parameters.stream()
                    .filter(p -> p.kind() == Kind.DTYPE)
                    .findFirst()
                    .map(dtype -> "Eager.scalar(" + number + ", " + dtype.name() + ")")
                    .orElse("Eager.scalar(" + number + ")");
        }
        if (parameter.dtype() == OpDtype.I64) {
            return "Tensor.scalar(DType.I64, " + number + ")";
        }
        if (like == null || !takesDtype(parameter)) {
            return "Eager.scalar(" + number + ")";
        }
        boolean wide = WideExpansion.computesNumber(row, parameter);
        return "%s(\"%s\", \"%s\", %s, %s)"
                .formatted(wide ? "Expansions.number" : "Eager.scalar", row.javaName(), number, number, like);
    }
}
