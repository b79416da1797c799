package io.graphkernel.processor.frontend.flow;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;

/**
 * Variable that counts the iterations of a loop up to a bound which is known before the kernels run.
 *
 * @param variable the variable
 * @param scope declaration of the variable
 * @param start its value in the first iteration
 * @param step difference of its values in two iterations, whose sign is known; not 0
 * @param trips number of iterations, unless another condition ends the loop
 * @param bound expression of the bound, or the condition that contains it
 * @param update its update
 * @param isUpdatedAfterBreak true if a {@code break} may skip the last update
 */
public record LoopCounter(
        Element variable,
        Scope scope,
        Dim start,
        Dim step,
        Dim trips,
        TreePath bound,
        TreePath update,
        boolean isUpdatedAfterBreak) {

    /** Declaration of a counter. */
    public enum Scope {
        /** In the header of the loop. */
        HEADER,
        /** Before the loop, after which its value may be read. */
        OUTER
    }

    /** Returns the value in an iteration. */
    public SymbolicValue value(Dim iteration) {
        return DimValue.of(start.plus(step.times(iteration)), variable.asType().getKind());
    }

    /** Returns true if the variable is declared before the loop. */
    public boolean isOuter() {
        return scope == Scope.OUTER;
    }

    /** Removes a counter that is declared before the loop from the assigned variables. */
    public void removeFrom(Map<Element, TreePath> assigned) {
        if (isOuter()) {
            assigned.remove(variable);
        }
    }

    /** Returns the variable of an optional counter; null without one. */
    public static Element variable(Optional<LoopCounter> counter) {
        return counter.map(LoopCounter::variable).orElse(null);
    }
}
