package io.graphkernel.runtime.internal.gradient;

import java.util.List;

/**
 * Rule that computes the adjoints of an op's operands from the cotangents of its results.
 *
 * @param results positions of the results whose cotangents it needs; empty for all
 * @param operands positions of the arguments whose adjoints it computes
 * @param formula computation of the adjoints
 */
record TapedGradientRule(List<Integer> results, List<Integer> operands, Formula formula) {

    /** Computation of the adjoints of some operands, in dims that broadcast to those of the operands. */
    @FunctionalInterface
    interface Formula {

        /** Returns one adjoint per operand of the rule, or per tensor of a variadic operand. */
        TapedContribution[] adjoints(OpApplication call);
    }
}
