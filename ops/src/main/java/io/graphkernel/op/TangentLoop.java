package io.graphkernel.op;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.TypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Loop of an element function with the tangents of its states: forward-mode differentiation stores no state of an
 * iteration, so that the number of iterations may depend on the element.
 *
 * @param loop the loop; its states are those of the original loop, then the tangents
 * @param operands the operands of the op
 * @param active indices of the original states that have a tangent, in order
 * @param states number of original states
 */
record TangentLoop(ElementLoop loop, List<Operand> operands, List<Integer> active, int states) {

    /**
     * Operand of the loop.
     *
     * @param index index of an operand of the original loop
     * @param isTangent true for its tangent
     */
    record Operand(int index, boolean isTangent) {}

    /**
     * Derives a loop.
     *
     * @param loop the original loop
     * @param seeds indices of the operands that have a tangent
     * @return the loop with the tangents of all states that depend on the seeds
     * @throws TypeException if an op of the loop has no gradient
     */
    static TangentLoop of(ElementLoop loop, Set<Integer> seeds) throws TypeException {
        Graph body = loop.step().body();
        Set<Integer> active = new TreeSet<>();
        for (int seed : seeds) {
            if (body.parameters().get(seed).node().dtype().isDifferentiable()) {
                active.add(seed);
            }
        }
        // A state depends on the seeds if a state does on which its next value depends.
        while (true) {
            ElementDerivative derivative = new ElementDerivative(body);
            Set<Integer> reached = derivative.activeStates(loop, active);
            if (!active.addAll(reached)) {
                return derived(loop, derivative, active);
            }
        }
    }

    private static TangentLoop derived(ElementLoop loop, ElementDerivative derivative, Set<Integer> active) {
        List<Operand> operands = new ArrayList<>();
        List<Integer> states = new ArrayList<>();
        for (int i = 0; i < loop.states(); i++) {
            operands.add(new Operand(i, false));
        }
        for (int operand : active) {
            if (operand < loop.states()) {
                states.add(operand);
                operands.add(new Operand(operand, true));
            }
        }
        int operandCount = loop.step().parameters().size();
        for (int i = loop.states(); i < operandCount; i++) {
            operands.add(new Operand(i, false));
        }
        for (int operand : active) {
            if (operand >= loop.states()) {
                operands.add(new Operand(operand, true));
            }
        }
        ScalarFunction step = derivative.step(loop, operands, states);
        return new TangentLoop(new ElementLoop(step, loop.states() + states.size()), operands, states, loop.states());
    }

    /** Returns the state that is the tangent of an original state; empty if that does not depend on the seeds. */
    OptionalInt tangentOf(int state) {
        int tangent = active.indexOf(state);
        return tangent < 0 ? OptionalInt.empty() : OptionalInt.of(states + tangent);
    }
}
