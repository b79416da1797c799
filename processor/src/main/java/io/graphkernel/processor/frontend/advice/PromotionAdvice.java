package io.graphkernel.processor.frontend.advice;

import io.graphkernel.op.PromotionTable;
import io.graphkernel.processor.frontend.value.OpArguments;

/** Cause and advice for operands of different dtypes, by the rule of the kernel. */
final class PromotionAdvice {

    private PromotionAdvice() {}

    /** Returns the reason why the operands are not cast. */
    static String facts(OpArguments arguments) {
        return arguments
                .promotion()
                .filter(rule -> PromotionTable.covers(arguments.row()))
                .map(rule -> "Promotion." + rule + " has no common dtype for them")
                .orElse("dtypes are not converted implicitly");
    }

    /** Returns the end of the advice; empty if no rule casts such operands. */
    static String of(OpArguments arguments) {
        boolean mayPromote = arguments.promotion().isEmpty() && PromotionTable.covers(arguments.row());
        return mayPromote ? ", or have all such operands cast, with @GraphKernel(promote = Promotion.PYTORCH)" : "";
    }
}
