package io.graphkernel.processor.frontend.flow;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import java.util.Map;
import java.util.Optional;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;

/**
 * A loop and its counter.
 *
 * @param loop the loop, without the test and the update of a counter
 * @param counter the counter; empty if no variable counts the iterations
 * @param elements elements over which the loop iterates; empty for other loops
 */
public record CountedLoop(LoopStructure loop, Optional<LoopCounter> counter, Optional<Elements> elements) {

    /**
     * Elements over which a loop iterates.
     *
     * @param variable variable of the element of an iteration
     * @param array variable of the array that contains all elements
     */
    public record Elements(Element variable, Element array) {}

    /** Creates a loop that does not iterate over the elements of an array. */
    public CountedLoop(LoopStructure loop, Optional<LoopCounter> counter) {
        this(loop, counter, Optional.empty());
    }

    /**
     * Returns a loop over the elements of an array or list that other loops have filled.
     *
     * @param javac services of javac
     * @param path the loop
     * @param length number of elements
     */
    public static CountedLoop over(Javac javac, TreePath path, Dim length) {
        EnhancedForLoopTree tree = (EnhancedForLoopTree) path.getLeaf();
        TreePath list = child(path, tree.getExpression());
        ProcessingEnvironment environment = javac.environment();
        Element index = new HiddenVariable(
                environment, "position", environment.getTypeUtils().getPrimitiveType(TypeKind.INT));
        LoopCounter counter =
                new LoopCounter(index, LoopCounter.Scope.HEADER, Dim.ZERO, Dim.ONE, length, list, list, false);
        Element variable = javac.element(child(path, tree.getVariable()));
        Element array = new HiddenVariable(environment, "elements", javac.type(list));
        return new CountedLoop(
                LoopStructure.of(path), Optional.of(counter), Optional.of(new Elements(variable, array)));
    }

    /** Returns the variables that an iteration assigns, with an assignment, without those that the loop sets. */
    public Map<Element, TreePath> assigned(Javac javac) {
        Map<Element, TreePath> assigned = AssignedVariables.of(javac, loop.statements());
        counter.ifPresent(counted -> counted.removeFrom(assigned));
        elements.ifPresent(iterated -> assigned.remove(iterated.variable()));
        return assigned;
    }
}
