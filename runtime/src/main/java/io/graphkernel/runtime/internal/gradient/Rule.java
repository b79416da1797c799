package io.graphkernel.runtime.internal.gradient;

import java.util.List;

/**
 * How adjoints of an op's operands come from the cotangents of its results.
 *
 * @param results the results whose cotangents it takes, by position; none for those of all results
 * @param operands the arguments whose adjoints it gives, by position
 * @param formula gives them
 */
record Rule(List<Integer> results, List<Integer> operands, Formula formula) {

    /** The adjoints of some operands, in dims to which these broadcast. */
    @FunctionalInterface
    interface Formula {

        /** One adjoint for each operand of the rule; for each tensor of an operand that takes any number. */
        Contribution[] adjoints(Application call);
    }
}
