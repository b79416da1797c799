package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.row.BasicOps;
import java.util.List;

/**
 * Loop of an element function, the contents of an op {@link BasicOps#ELEMENT_LOOP}. Each element has its own number of
 * iterations.
 *
 * <p>The op's operands are the initial states, then the captured values. The step has a parameter per operand. Its
 * results are the condition of another iteration, then the next states. The condition is evaluated first: the states of
 * an element remain unchanged once it is false. Each op returns one state after the loop.
 *
 * @param step function of one iteration
 * @param states number of states
 */
public record ElementLoop(ScalarFunction step, int states) {

    /**
     * Returns true if a node is a result of a loop.
     *
     * @param node any node
     * @return false for other ops
     */
    public static boolean isLoop(Node node) {
        return node.isOperation() && node.op().equals(BasicOps.ELEMENT_LOOP);
    }

    /**
     * Returns the loop of an op.
     *
     * @param node a node of op {@link BasicOps#ELEMENT_LOOP}
     * @return its contents
     */
    public static ElementLoop of(Node node) {
        return new ElementLoop(ScalarFunction.parse(node.attributes().text(ScalarFunction.ATTRIBUTE)), (int)
                node.attributes().integer(Attributes.CARRIED));
    }

    /**
     * Returns the index of the state that an op returns.
     *
     * @param node a node of op {@link BasicOps#ELEMENT_LOOP}
     * @return index of a state
     */
    public static int result(Node node) {
        return (int) node.attributes().integer(Attributes.OUTPUT);
    }

    /**
     * Returns true if two ops return states of the same loop.
     *
     * @param first a node of op {@link BasicOps#ELEMENT_LOOP}
     * @param second any node
     * @return true if operands and step are equal
     */
    public static boolean isSameLoop(Node first, Node second) {
        return isLoop(second)
                && first.operands().equals(second.operands())
                && first.attributes()
                        .text(ScalarFunction.ATTRIBUTE)
                        .equals(second.attributes().text(ScalarFunction.ATTRIBUTE))
                && first.attributes().integer(Attributes.CARRIED)
                        == second.attributes().integer(Attributes.CARRIED);
    }

    /**
     * Returns the attributes of the op that returns a state.
     *
     * @param result index of the state
     * @return the attributes from which {@link #of} reads
     */
    public Attributes attributes(int result) {
        return Attributes.NONE
                .with(ScalarFunction.ATTRIBUTE, step.text())
                .with(Attributes.CARRIED, (long) states)
                .with(Attributes.OUTPUT, (long) result)
                .with(Attributes.DTYPE, stateTypes().get(result).text());
    }

    /**
     * Returns the dtypes of the states.
     *
     * @return one per state
     */
    public List<DataType> stateTypes() {
        return step.parameters().subList(0, states);
    }

    /**
     * Returns the condition of another iteration.
     *
     * @return a node of the step's body
     */
    public Node condition() {
        return step.body().outputs().get(0).node();
    }

    /**
     * Returns the state after an iteration.
     *
     * @param state index of the state
     * @return a node of the step's body
     */
    public Node next(int state) {
        return step.body().outputs().get(1 + state).node();
    }
}
