package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.util.TreePath;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.LoopValues;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.ListElements;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.ElementStacks;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue.Mutability;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.UnassignedValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of arrays of tensors and records that loops fill, one element per iteration. */
final class StepArrays {

    private static final String FILL = "assign every element in one loop, as in for (int i = 0; i < states.length; i++)"
            + " { … states[i] = h; }, and read them after it";

    private static final String COUNT =
            "count the iterations in the header, which declares their number, as in for (int i ="
                    + " 0; i < states.length && condition; i++)";

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final ListElements elements;
    private final LoopLists lists;

    StepArrays(Javac javac, VariableScope scope, BodyGraph graph, ExpressionReader expressions) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
        this.elements = new ListElements(javac, scope, expressions.tensorNumbers());
        this.lists = new LoopLists(javac, scope, graph, expressions, elements);
    }

    /** Returns the reader of lists to which loops add elements. */
    LoopLists lists() {
        return lists;
    }

    /** Returns the reader of elements that a body stores in arrays and lists of loops. */
    ListElements elements() {
        return elements;
    }

    /** Reads {@code new Tensor[n]}, or an array of records; returns empty for other arrays. */
    Optional<SymbolicValue> created(TreePath path, NewArrayTree tree) throws RejectedTreeException {
        TypeMirror type = javac.type(path);
        boolean open = tree.getInitializers() == null
                && tree.getDimensions().size() == 1
                && type instanceof ArrayType array
                && (javac.isTensor(array.getComponentType()) || javac.isRecord(array.getComponentType()));
        if (!open) {
            return Optional.empty();
        }
        SymbolicValue length = expressions
                .scalars()
                .readNumber(child(path, tree.getDimensions().get(0)));
        expressions
                .scalars()
                .requireKnownBefore(child(path, tree.getDimensions().get(0)), length);
        return DimArithmetic.dim(length)
                .filter(dim -> !isFilledByUnrolledLoops(dim))
                .map(StepArray::empty);
    }

    /**
     * Returns the array that a loop with a condition fills, whose length is a small constant.
     *
     * @param assignment assignment of an element, for messages
     * @param variable variable of the array
     * @param value an array of the body
     * @return empty for an array whose elements differ
     */
    Optional<StepArray> ofLoop(TreePath assignment, Element variable, SymbolicValue value)
            throws RejectedTreeException {
        if (!(value instanceof ArrayValue array)
                || array.mutability() == Mutability.FIXED
                || array.elements().isEmpty()) {
            return Optional.empty();
        }
        SymbolicValue first = array.elements().get(0);
        StepArray empty = StepArray.empty(Dim.of(array.elements().size()));
        if (!array.elements().stream().allMatch(first::equals)) {
            return Optional.empty();
        }
        if (ListElements.isElement(first)) {
            SymbolicValue initial = elements.element(assignment, first, variable);
            return Optional.of(empty.with(initial, StepArray.Content.INITIAL));
        }
        return first instanceof UnassignedValue ? Optional.of(empty) : Optional.empty();
    }

    /**
     * Returns an array after {@code Arrays.fill(array, value)}.
     *
     * @param call the call
     * @param value the value of all elements
     */
    SymbolicValue filled(TreePath call, SymbolicValue array, SymbolicValue value) throws RejectedTreeException {
        if (array instanceof StepArray steps) {
            return steps.with(elements.element(call, value, null), StepArray.Content.INITIAL);
        }
        if (array instanceof ArrayValue known && known.mutability() == Mutability.ASSIGNABLE) {
            Collections.fill(known.elements(), value);
            Collections.fill(known.paths(), call);
            return known;
        }
        throw expressions.unsupported(call);
    }

    /**
     * Reads a method call on a list of equal tensors, whose elements a loop sets.
     *
     * @param path the call
     * @param list expression of the list
     * @return empty for an unsupported method
     */
    Optional<SymbolicValue> call(TreePath path, TreePath list, StepArray value, String method, List<TreePath> arguments)
            throws RejectedTreeException {
        return switch (method) {
            case "get" -> Optional.of(element(path, list, arguments.get(0), value));
            case "size" -> Optional.of(DimValue.of(value.length(), TypeKind.INT));
            case "toArray" -> Optional.of(value.with(value.value(), value.content()));
            default ->
                throw javac.reject(
                        path,
                        Diagnostic.LOOP_ARRAY,
                        "'" + Javac.text(path.getLeaf()) + "' on a list whose length is known only at the call",
                        "use get, set, size, toArray, stack and concat, and set as a statement of a loop");
        };
    }

    /** Returns true if loops over this number of elements are unrolled. */
    static boolean isFilledByUnrolledLoops(Dim length) {
        return length instanceof Dim.Constant constant
                && constant.size() <= ReferenceModel.DEFAULT.loops().maxUnrolledIterations();
    }

    /** Returns true if an array access is one of an array that a loop fills. */
    boolean isStep(TreePath access) throws RejectedTreeException {
        ArrayAccessTree tree = (ArrayAccessTree) access.getLeaf();
        return expressions.read(child(access, tree.getExpression()), "") instanceof StepArray;
    }

    /**
     * Returns an array after the assignment of an element.
     *
     * @param access the element, or the call that sets it
     * @param indexPath its index
     * @param value the assigned value
     * @param loopIndex symbol of the innermost loop's index, or null
     */
    SymbolicValue stored(TreePath access, StepArray array, TreePath indexPath, SymbolicValue value, String loopIndex)
            throws RejectedTreeException {
        SymbolicValue index = expressions.scalars().readNumber(indexPath);
        boolean ofIteration = loopIndex != null
                && index instanceof DimValue size
                && size.dim().equals(new Dim.Symbol(loopIndex));
        if (!ofIteration) {
            throw javac.reject(
                    indexPath,
                    Diagnostic.LOOP_ARRAY,
                    "'" + Javac.text(access.getLeaf()) + "' is not the element of the iteration",
                    index instanceof TensorNumber ? COUNT : FILL);
        }
        return array.with(elements.element(access, value, null), StepArray.Content.ELEMENT);
    }

    /** Reads an element of a filled array. */
    SymbolicValue element(TreePath path, ArrayAccessTree tree, StepArray array) throws RejectedTreeException {
        return element(path, child(path, tree.getExpression()), child(path, tree.getIndex()), array);
    }

    private SymbolicValue element(TreePath path, TreePath arrayPath, TreePath indexPath, StepArray array)
            throws RejectedTreeException {
        SymbolicValue stack = stack(arrayPath, array);
        Dim index = DimArithmetic.dim(expressions.scalars().readNumber(indexPath))
                .orElseThrow(() -> javac.reject(
                        indexPath,
                        Diagnostic.NON_CONSTANT_ATTRIBUTE,
                        Javac.text(indexPath.getLeaf()),
                        Javac.text(arrayPath.getLeaf()),
                        "the index"));
        try {
            return stacks(path).slice(stack, index);
        } catch (TypeException e) {
            throw javac.reject(indexPath, Diagnostic.CONSTANT_FAILS, Javac.text(path.getLeaf()), e.getMessage());
        }
    }

    /**
     * Returns the elements of an array, joined along an axis.
     *
     * @param call the call of {@code stack} or {@code concat}
     * @param argument the array
     * @param isNewAxis true to join along a new axis
     * @param axis index of the axis; negative counts from the end
     */
    SymbolicValue joined(TreePath call, TreePath argument, StepArray array, boolean isNewAxis, long axis)
            throws RejectedTreeException {
        Node stack = ((TensorValue) stack(argument, array)).node();
        int rank = stack.shape().rank() - (isNewAxis ? 0 : 1);
        int position = (int) (axis < 0 ? axis + rank : axis);
        if (position < 0 || position >= rank) {
            throw javac.reject(
                    call,
                    Diagnostic.LOOP_ARRAY,
                    "axis " + axis + " is not an axis of the result, which has " + rank,
                    "use an axis from 0 to " + (rank - 1));
        }
        try {
            Node moved = LoopValues.moved(graph.builder(), stack, position, javac.origin(call));
            if (isNewAxis) {
                return new TensorValue(moved);
            }
            List<Dim> dims = new ArrayList<>(moved.shape().dims());
            dims.set(position, dims.get(position).times(dims.remove(position + 1)));
            return new TensorValue(reshape(call, moved, dims));
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    private Node reshape(TreePath path, Node value, List<Dim> dims) throws TypeException {
        return graph.builder()
                .operation(
                        ViewKind.RESHAPE.op(),
                        List.of(value),
                        Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)),
                        "",
                        javac.origin(path));
    }

    /**
     * Returns an array or list of loops as one whose elements are known.
     *
     * @param path its expression
     * @param value an array or list of loops, or another value, which is returned
     * @throws RejectedTreeException if its length is known only at the call
     */
    SymbolicValue known(TreePath path, SymbolicValue value) throws RejectedTreeException {
        Dim length;
        if (value instanceof StepArray array) {
            requireFilled(path, array);
            length = array.length();
        } else if (value instanceof LoopList list) {
            lists.requireComplete(path, path, list);
            length = list.size();
        } else {
            return value;
        }
        if (!(length instanceof Dim.Constant constant) || constant.size() > BodyGraph.MAX_ITERATIONS) {
            throw javac.reject(
                    path,
                    Diagnostic.LOOP_ARRAY,
                    "'" + Javac.text(path.getLeaf()) + "' has " + length + " elements",
                    "pass one tensor, as in stack(0, states), or a list of at most " + BodyGraph.MAX_ITERATIONS
                            + " elements");
        }
        return stacks(path).known(value);
    }

    private ElementStacks stacks(TreePath path) {
        return new ElementStacks(graph.builder(), javac.origin(path));
    }

    /**
     * Returns the stack of the elements of an array.
     *
     * @param path expression of the array
     */
    SymbolicValue stack(TreePath path, StepArray array) throws RejectedTreeException {
        requireFilled(path, array);
        return array.content() == StepArray.Content.STACK ? array.value() : repeated(path, array);
    }

    /**
     * Requires that each element of an array has a value.
     *
     * @param path expression of the array
     */
    void requireFilled(TreePath path, StepArray array) throws RejectedTreeException {
        boolean filled = array.value() != null
                && (array.content() == StepArray.Content.INITIAL
                        || array.content() == StepArray.Content.STACK
                                && ElementStacks.nodes(array.value()).stream().allMatch(graph.builder()::has));
        if (!filled) {
            throw javac.reject(
                    path,
                    Diagnostic.LOOP_ARRAY,
                    "'" + Javac.text(path.getLeaf()) + "' is read before a loop has assigned its elements",
                    FILL);
        }
    }

    /** Returns the elements of an array that a fill has stored. */
    private SymbolicValue repeated(TreePath path, StepArray array) {
        try {
            return stacks(path).repeated(array.value(), array.length());
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }
}
