package io.graphkernel.processor.frontend.element;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.lang.model.type.TypeKind;

/** Zeros that variables have before a body that assigns them first. */
public final class InitialValues {

    private final Javac javac;
    private final BodyGraph graph;
    private final TensorNumbers numbers;

    /**
     * Creates the values of the variables of a graph.
     *
     * @param graph graph around the body
     * @param numbers arithmetic on numbers of the graph
     */
    public InitialValues(Javac javac, BodyGraph graph, TensorNumbers numbers) {
        this.javac = javac;
        this.graph = graph;
        this.numbers = numbers;
    }

    /**
     * Returns zeros for a variable.
     *
     * @param path tree for messages
     * @param type kind of its type
     * @param after its value after the body
     * @param body graph of the body
     */
    public SymbolicValue of(TreePath path, TypeKind type, SymbolicValue after, BodyGraph body)
            throws RejectedTreeException {
        return isNumber(after)
                ? zero(path, type)
                : after.withNodes(
                        node -> zeros(path, body.builder().current(node).type()));
    }

    /**
     * Returns zeros for the value that a method returns in a loop. The numbers of a record are computed.
     *
     * @param path tree for messages
     * @param after the returned value
     * @param body graph of the loop's body
     * @param index symbol of the loop's index
     * @throws RejectedTreeException if a shape depends on the index
     */
    public SymbolicValue ofResult(TreePath path, SymbolicValue after, BodyGraph body, String index)
            throws RejectedTreeException {
        List<SymbolicValue> initial = new ArrayList<>();
        for (SymbolicValue leaf : after.leaves().values()) {
            if (leaf instanceof TensorValue tensor) {
                ValueType type = body.builder().current(tensor.node()).type();
                for (Dim dim : type.shape().isUnranked()
                        ? List.<Dim>of()
                        : type.shape().dims()) {
                    if (dim.symbols().contains(index)) {
                        throw javac.reject(
                                path,
                                Diagnostic.LOOP_NOT_COMPILED,
                                "it returns a tensor of type " + type + ", whose shape depends on the iteration",
                                "return a tensor of one shape in all iterations");
                    }
                }
                initial.add(new TensorValue(zeros(path, type)));
            } else {
                initial.add(isNumber(leaf) ? zero(path, TensorNumbers.type(leaf)) : leaf);
            }
        }
        Iterator<SymbolicValue> next = initial.iterator();
        return after.withLeaves(leaf -> next.next());
    }

    private static boolean isNumber(SymbolicValue value) {
        return ScalarArithmetic.isScalar(value) || DimArithmetic.isDim(value) || value instanceof TensorNumber;
    }

    private SymbolicValue zero(TreePath path, TypeKind type) throws RejectedTreeException {
        return numbers.tensor(path, new ConstantValue(type == TypeKind.BOOLEAN ? (Object) false : (Object) 0), type);
    }

    private Node zeros(TreePath path, ValueType type) {
        Attributes dims = Attributes.NONE.with(Attributes.DIMS, type.shape().dims());
        try {
            DataType computed = type.dtype().computeType();
            Node zero = graph.builder().constant(0L, computed);
            Node zeros = graph.builder().operation("FillV2", List.of(zero), dims, "", javac.origin(path));
            Attributes dtype =
                    Attributes.NONE.with(Attributes.DTYPE, type.dtype().text());
            return computed == type.dtype()
                    ? zeros
                    : graph.builder().operation(BasicOps.CAST, List.of(zeros), dtype, "", javac.origin(path));
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }
}
