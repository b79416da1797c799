package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ConstantArrays;
import io.graphkernel.processor.frontend.element.ListElements;
import io.graphkernel.processor.frontend.flow.CountedLoop;
import io.graphkernel.processor.frontend.flow.LoopStructure;
import io.graphkernel.processor.frontend.javac.AssignedVariables;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.ElementStacks;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;

/** Reader of loops over the elements of arrays and lists, which remain loops if other loops have filled these. */
final class LoopOverElements {

    private final BodyContext context;
    private final Javac javac;
    private final ExpressionReader expressions;
    private final BodyReader statements;

    LoopOverElements(BodyContext context, BodyReader statements) {
        this.context = context;
        this.javac = context.javac();
        this.expressions = context.expressions();
        this.statements = statements;
    }

    /** Reads a loop. */
    void read(TreePath path, EnhancedForLoopTree tree) throws RejectedTreeException {
        TreePath values = child(path, tree.getExpression());
        SymbolicValue array = elements(values, expressions.read(values, ""));
        TreePath declaration = child(path, tree.getVariable());
        new SimpleStatements(context, null).requireSupported(declaration, javac.element(declaration));
        if (array instanceof ArrayValue known && mayEndEarly(path)) {
            Optional<StepArray> stacked = ConstantArrays.isTable(known)
                    ? Optional.of(table(path, values, known))
                    : stacked(path, values, known);
            if (stacked.isPresent() && isReadOnce(path, stacked.get())) {
                return;
            }
        }
        if (array instanceof StepArray stacked) {
            requireUnchanged(path, values);
            if (isReadOnce(path, stacked)) {
                return;
            }
            array = expressions.stepArrays().known(values, stacked);
        }
        new LoopUnroller(context, statements).unroll(path, values, (ArrayValue) array);
    }

    /** Returns an array of known length, or the stack of an array or list of loops. */
    private SymbolicValue elements(TreePath path, SymbolicValue value) throws RejectedTreeException {
        StepArrays arrays = expressions.stepArrays();
        if (value instanceof LoopList list) {
            return list.segments().isEmpty() && !list.isPending()
                    ? ArrayValue.fixed(List.of())
                    : arrays.lists().array(path, path, list);
        }
        if (value instanceof StepArray array) {
            return array.with(arrays.stack(path, array), StepArray.Content.STACK);
        }
        if (value instanceof ArrayValue) {
            return value;
        }
        throw expressions.unsupported(path);
    }

    /** Returns true if a branch whose condition is known only when the kernels run ends an iteration. */
    private boolean mayEndEarly(TreePath path) throws RejectedTreeException {
        DataDependence dependence = new DataDependence(javac, context.scope(), path);
        for (TreePath condition : LoopStructure.of(path).conditions()) {
            if (dependence.isOpen(condition)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the numbers of an array of constants. */
    private StepArray table(TreePath loop, TreePath path, ArrayValue array) throws RejectedTreeException {
        requireElementsUnchanged(loop, path, array);
        return expressions.constantArrays().stack(array);
    }

    private void requireElementsUnchanged(TreePath loop, TreePath path, ArrayValue array) throws RejectedTreeException {
        requireUnchanged(loop, path);
        Optional<TreePath> assignment = assignment(loop, array);
        if (assignment.isPresent()) {
            throw javac.reject(
                    assignment.get(),
                    Diagnostic.LOOP_ARRAY,
                    "the loop over '" + Javac.text(path.getLeaf()) + "' assigns its elements, and may end early",
                    "assign the elements of another array or list");
        }
    }

    /** Returns the stack of the elements of an array of known length; empty if they differ in type. */
    private Optional<StepArray> stacked(TreePath loop, TreePath path, ArrayValue array) throws RejectedTreeException {
        requireElementsUnchanged(loop, path, array);
        List<LoopList.Segment> segments = new ArrayList<>();
        for (SymbolicValue element : array.elements()) {
            if (!ListElements.isElement(element)) {
                return Optional.empty();
            }
            SymbolicValue value = expressions.stepArrays().elements().element(path, element, javac.element(path));
            segments.add(new LoopList.Segment(value, Optional.empty()));
        }
        LoopList list = new LoopList(segments, false);
        ElementStacks stacks = new ElementStacks(context.graph().builder(), javac.origin(path));
        return segments.isEmpty() || stacks.difference(list).isPresent()
                ? Optional.empty()
                : Optional.of(expressions.stepArrays().lists().array(path, path, list));
    }

    /** Reads the body once for all elements; returns false if the loop is to be unrolled. */
    private boolean isReadOnce(TreePath path, StepArray array) throws RejectedTreeException {
        CountedLoop loop = CountedLoop.over(javac, path, array.length());
        Element variable = loop.elements().orElseThrow().array();
        context.scope().bind(variable, array);
        try {
            return statements.isReadOnce(loop, new LoopCounters(context));
        } finally {
            context.scope().unbind(variable);
        }
    }

    /**
     * Sets the element of an iteration.
     *
     * @param inside context of the loop's body
     * @param loop a loop, over elements or not
     */
    static void begin(BodyContext inside, CountedLoop loop) throws RejectedTreeException {
        if (loop.elements().isEmpty()) {
            return;
        }
        CountedLoop.Elements elements = loop.elements().get();
        VariableScope scope = inside.scope();
        StepArray array = (StepArray) scope.find(elements.array()).orElseThrow();
        Element index = loop.counter().orElseThrow().variable();
        DimValue position = (DimValue) scope.find(index).orElseThrow();
        ElementStacks stacks = new ElementStacks(
                inside.graph().builder(), inside.javac().origin(loop.loop().path()));
        try {
            SymbolicValue element = stacks.slice(array.value(), position.dim());
            scope.bind(
                    elements.variable(),
                    inside.expressions()
                            .conversion()
                            .convert(elements.variable().asType(), loop.loop().path(), element));
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    private void requireUnchanged(TreePath loop, TreePath list) throws RejectedTreeException {
        Element variable = javac.element(list);
        if (variable != null && AssignedVariables.extended(javac, List.of(loop)).containsKey(variable)) {
            throw changed(javac, loop, list);
        }
    }

    /** Returns an assignment to an element of an array in the loop over its elements. */
    private Optional<TreePath> assignment(TreePath loop, ArrayValue array) throws RejectedTreeException {
        for (Map.Entry<Element, TreePath> change :
                AssignedVariables.changed(javac, List.of(loop)).entrySet()) {
            if (context.scope().find(change.getKey()).orElse(null) == array) {
                return Optional.of(change.getValue());
            }
        }
        return Optional.empty();
    }

    /** Returns the rejection of a loop over the elements of a list that adds some to it. */
    static RejectedTreeException changed(Javac javac, TreePath loop, TreePath list) {
        return javac.reject(
                loop,
                Diagnostic.LOOP_ARRAY,
                "the loop over '" + Javac.text(list.getLeaf()) + "' adds elements to it",
                "add them to another list: Java throws a ConcurrentModificationException");
    }
}
