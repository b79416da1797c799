package io.graphkernel.processor.frontend.advice;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.PromotionTable;
import io.graphkernel.processor.frontend.value.OpArguments;
import java.util.List;
import java.util.Optional;

/** Cause and advice for operands of different dtypes, by the rule of the kernel. */
final class PromotionAdvice {

    /** The op that fills a tensor with a number, whose dtype it has. */
    private static final String FILL = "FillV2";

    private PromotionAdvice() {}

    /** Returns the reason why the operands are not cast. */
    static String facts(OpArguments arguments) {
        return arguments
                .promotion()
                .filter(rule -> PromotionTable.covers(arguments.row()))
                .map(rule -> "Promotion." + rule + " has no common dtype for them")
                .orElse("dtypes are not converted implicitly");
    }

    /**
     * Returns the advice.
     *
     * @param operands values at the call
     */
    static String of(OpArguments arguments, List<Node> operands) {
        boolean mayPromote = arguments.promotion().isEmpty() && PromotionTable.covers(arguments.row());
        return filled(operands)
                .orElse("convert one of them with cast, for example cast(…, DType.F32)"
                        + (mayPromote
                                ? ", or have all such operands cast, with @GraphKernel(promote = Promotion.PYTORCH)"
                                : ""));
    }

    /** Returns the number to write, if a tensor of one number has another dtype than a tensor of floats. */
    private static Optional<String> filled(List<Node> operands) {
        boolean hasFloats = operands.stream().anyMatch(operand -> operand.dtype() == DataType.F32);
        return operands.stream()
                .filter(operand -> hasFloats && operand.dtype() != DataType.F32)
                .map(PromotionAdvice::number)
                .flatMap(Optional::stream)
                .findFirst()
                .map(number -> "write " + number + "f, as in fillV2(" + number + "f, …): "
                        + "the type of the number is that of the tensor");
    }

    private static Optional<String> number(Node operand) {
        boolean isFilled = operand.isOperation() && operand.op().equals(FILL);
        return isFilled && operand.operands().get(0).isNumber()
                ? Optional.ofNullable(
                                operand.operands().get(0).attributes().values().get(Attributes.VALUE))
                        .map(String::valueOf)
                : Optional.empty();
    }
}
