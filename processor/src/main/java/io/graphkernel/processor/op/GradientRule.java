package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;
import java.util.Map;

/**
 * How adjoints of an op's operands come from the cotangents of its results.
 *
 * <p>An adjoint may have the shape of the result where the op broadcasts its operands: whoever applies the rule sums it to
 * the shape of the operand.
 *
 * @param results the results whose cotangents the rule takes; those of the others are zero. Without names it takes all
 * @param operands the operands whose adjoints it gives
 * @param formula the adjoints
 */
public record GradientRule(List<String> results, List<String> operands, Formula formula) {

    /** The results of a rule that takes all of them: the cotangents that are missing are given as zeros. */
    static final List<String> ALL = List.of();

    /** The adjoints of some operands. */
    @FunctionalInterface
    public interface Formula {

        /**
         * Makes the adjoints.
         *
         * @param ops gives the operands, attributes, results and cotangents of the op, and makes ops
         * @return one for each operand of the rule, in their order; for each tensor of an operand that takes any number
         * @throws TypeException if a shape would have to be declared
         */
        List<Node> adjoints(GradientBuilder ops) throws TypeException;
    }

    /** The adjoint of one operand. */
    @FunctionalInterface
    public interface Single {

        /**
         * Makes the adjoint.
         *
         * @param ops gives the operands, attributes, results and cotangents of the op, and makes ops
         * @return the adjoint
         * @throws TypeException if a shape would have to be declared
         */
        Node adjoint(GradientBuilder ops) throws TypeException;
    }

    /** A rule of an op whose number of results an attribute decides, which has one operand. */
    static GradientRule ofAll(Single formula) {
        return new GradientRule(ALL, List.of("x"), ops -> List.of(formula.adjoint(ops)));
    }

    public GradientRule {
        results = List.copyOf(results);
        operands = List.copyOf(operands);
    }

    /**
     * Adds the adjoints to a graph. What computes with 16-bit floats does so in {@code f32}, as composite ops do.
     *
     * @param graph receives the ops; it must not have been told of updates in place, which come after the op was read
     * @param op any result of the op
     * @param cotangents of its results, by name
     * @return the adjoints, in the order of {@link #operands}
     * @throws TypeException if a shape would have to be declared
     */
    public List<Node> adjoints(GraphBuilder graph, Node op, Map<String, Node> cotangents) throws TypeException {
        OpRow row = OpTable.get().row(op);
        if (row.kind() == OpKind.LIBRARY || !WideExpansion.applies(row, op.operands())) {
            return formula.adjoints(new GraphGradient(graph, op, op.operands(), cotangents));
        }
        return new WideExpansion(row, graph, op.origin().as(Origin.Role.GRADIENT)).adjoints(formula, op, cotangents);
    }
}
