package io.graphkernel.op.row;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.GradientBuilder;
import java.util.List;

/**
 * Rule that computes the adjoints of an op's operands from the cotangents of its results.
 *
 * <p>An adjoint may have the shape of the result if the op broadcasts its operands. The caller sums it to the shape of
 * the operand.
 *
 * @param results results whose cotangents the rule uses; those of the others are zero. An empty list stands for all
 *     results
 * @param operands operands whose adjoints the rule returns
 * @param formula formula of the adjoints
 */
public record GradientRule(List<String> results, List<String> operands, Formula formula) {

    /** Results of a rule that uses all of them, with zeros for missing cotangents. */
    public static final List<String> ALL = List.of();

    /** Formula of the adjoints of several operands. */
    @FunctionalInterface
    public interface Formula {

        /**
         * Returns the adjoints.
         *
         * @param ops builder with the operands, attributes, results and cotangents of the op
         * @return one adjoint for each operand of the rule, in order; for a variadic operand one for each tensor
         * @throws TypeException if an undeclared shape is required
         */
        List<Node> adjoints(GradientBuilder ops) throws TypeException;
    }

    /** Formula of the adjoint of one operand. */
    // A lambda is converted to the interface that a row declares, and never cast to the other one.
    @SuppressWarnings("FunctionalInterfaceMethodChanged")
    @FunctionalInterface
    public interface Single extends Formula {

        /**
         * Returns the adjoint.
         *
         * @param ops builder with the operands, attributes, results and cotangents of the op
         * @return the adjoint
         * @throws TypeException if an undeclared shape is required
         */
        Node adjoint(GradientBuilder ops) throws TypeException;

        @Override
        default List<Node> adjoints(GradientBuilder ops) throws TypeException {
            return List.of(adjoint(ops));
        }
    }

    /** Returns a rule for an op with one operand whose number of results depends on an attribute. */
    public static GradientRule ofAll(Single formula) {
        return new GradientRule(ALL, List.of("x"), formula);
    }

    public GradientRule {
        results = List.copyOf(results);
        operands = List.copyOf(operands);
    }
}
