package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.util.TreePath;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.LoopValues;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.UnassignedValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;

/** Reader of arrays of tensors that loops fill, one element per iteration. */
final class StepArrays {

    private static final String FILL = "assign every element in one loop, as in for (int i = 0; i < states.length; i++)"
            + " { … states[i] = h; }, and read them after it";

    private static final String COUNT =
            "count the iterations in the header, which declares their number, as in for (int i ="
                    + " 0; i < states.length && condition; i++)";

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;

    StepArrays(Javac javac, BodyGraph graph, ExpressionReader expressions) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
    }

    /** Reads {@code new Tensor[n]}; returns empty for other arrays. */
    Optional<SymbolicValue> created(TreePath path, NewArrayTree tree) throws RejectedTreeException {
        TypeMirror type = javac.type(path);
        boolean open = tree.getInitializers() == null
                && tree.getDimensions().size() == 1
                && type instanceof ArrayType array
                && javac.isTensor(array.getComponentType());
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

    /** Returns the advice to store an initial value in every element. */
    static String fillAdvice(CharSequence array) {
        return "write Arrays.fill(" + array + ", initial) after the array is created: elements that no iteration"
                + " assigns have this value";
    }

    /**
     * Returns the array that a loop with a condition fills, whose length is a small constant.
     *
     * @param value an array of the body
     * @return empty for an array whose elements differ
     */
    Optional<StepArray> ofLoop(SymbolicValue value) {
        if (!(value instanceof ArrayValue array)
                || array.mutability() != ArrayValue.Mutability.ASSIGNABLE
                || array.elements().isEmpty()) {
            return Optional.empty();
        }
        SymbolicValue first = array.elements().get(0);
        StepArray empty = StepArray.empty(Dim.of(array.elements().size()));
        if (!array.elements().stream().allMatch(first::equals)) {
            return Optional.empty();
        }
        if (first instanceof TensorValue tensor) {
            return Optional.of(empty.with(tensor.node(), StepArray.Content.INITIAL));
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
        if (array instanceof StepArray steps && value instanceof TensorValue tensor) {
            return steps.with(tensor.node(), StepArray.Content.INITIAL);
        }
        if (array instanceof ArrayValue known && known.mutability() == ArrayValue.Mutability.ASSIGNABLE) {
            int length = known.elements().size();
            return ArrayValue.mutable(
                    Collections.nCopies(length, value), Collections.nCopies(length, call), known.mutability());
        }
        throw expressions.unsupported(call);
    }

    private static boolean isFilledByUnrolledLoops(Dim length) {
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
     * @param access the element
     * @param value the assigned value
     * @param loopIndex symbol of the innermost loop's index, or null
     */
    SymbolicValue stored(TreePath access, ArrayAccessTree tree, SymbolicValue value, String loopIndex)
            throws RejectedTreeException {
        TreePath arrayPath = child(access, tree.getExpression());
        StepArray array = (StepArray) expressions.read(arrayPath, "");
        TreePath indexPath = child(access, tree.getIndex());
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
        if (!(value instanceof TensorValue tensor)) {
            throw expressions.unsupported(access);
        }
        return array.with(tensor.node(), StepArray.Content.ELEMENT);
    }

    /** Reads an element of a filled array. */
    SymbolicValue element(TreePath path, ArrayAccessTree tree, StepArray array) throws RejectedTreeException {
        TreePath arrayPath = child(path, tree.getExpression());
        Node stack = requireFilled(arrayPath, array);
        TreePath indexPath = child(path, tree.getIndex());
        Dim index = DimArithmetic.dim(expressions.scalars().readNumber(indexPath))
                .orElseThrow(() -> javac.reject(
                        indexPath,
                        Diagnostic.NON_CONSTANT_ATTRIBUTE,
                        Javac.text(indexPath.getLeaf()),
                        Javac.text(arrayPath.getLeaf()),
                        "the index"));
        try {
            return new TensorValue(LoopValues.slice(graph.builder(), stack, 0, index, javac.origin(path)));
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
        Node stack = requireFilled(argument, array);
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

    private Node requireFilled(TreePath path, StepArray array) throws RejectedTreeException {
        if (array.node() != null && array.content() == StepArray.Content.INITIAL) {
            return repeated(path, array);
        }
        boolean filled =
                array.content() == StepArray.Content.STACK && graph.builder().has(array.node());
        if (!filled) {
            throw javac.reject(
                    path,
                    Diagnostic.LOOP_ARRAY,
                    "'" + Javac.text(path.getLeaf()) + "' is read before a loop has assigned its elements",
                    FILL);
        }
        return array.node();
    }

    /** Returns the elements of an array that a fill has stored. */
    private Node repeated(TreePath path, StepArray array) {
        GraphBuilder builder = graph.builder();
        Node element = builder.current(array.node());
        List<Dim> dims = new ArrayList<>(List.of(array.length()));
        dims.addAll(element.shape().dims());
        Attributes attributes = Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims));
        try {
            return builder.operation(ViewKind.BROADCAST.op(), List.of(element), attributes, "", javac.origin(path));
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }
}
