package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.LoopValues;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.TensorNumbers;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/**
 * Reader of calls that return an element of a tensor as a number, such as {@code x.get()}. The number is a constant of a
 * gradient, as it is on a tape.
 */
final class ElementReads {

    private static final Map<String, TypeKind> METHODS = Map.of(
            "get",
            TypeKind.FLOAT,
            "getDouble",
            TypeKind.DOUBLE,
            "getLong",
            TypeKind.LONG,
            "getBoolean",
            TypeKind.BOOLEAN);

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;

    ElementReads(Javac javac, BodyGraph graph, ExpressionReader expressions) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
    }

    /** Returns true if a method of {@code Tensor} returns an element. */
    static boolean isRead(String method) {
        return METHODS.containsKey(method);
    }

    /**
     * Reads a call.
     *
     * @param tensor value of the receiver, of known rank
     * @return the element
     */
    SymbolicValue read(TreePath path, MethodInvocationTree call, String method, Node tensor)
            throws RejectedTreeException {
        int rank = tensor.shape().rank();
        if (tensor.shape().batchDims().isPresent() || call.getArguments().size() != rank) {
            throw javac.reject(path, Diagnostic.ELEMENT_READ, Javac.text(call), tensor.type());
        }
        TypeKind type = METHODS.get(method);
        DataType dtype = TensorNumbers.dtype(type);
        if (!isReadable(tensor.dtype(), type)) {
            throw javac.reject(
                    child(path, call.getMethodSelect()),
                    Diagnostic.ELEMENT_READ_DTYPE,
                    Javac.text(call),
                    tensor.dtype());
        }
        GraphBuilder builder = graph.builder();
        Origin origin = javac.origin(path);
        Node element = tensor;
        try {
            for (ExpressionTree argument : call.getArguments()) {
                element = LoopValues.slice(builder, element, 0, index(child(path, argument)), origin);
            }
            if (element.dtype().isDifferentiable()) {
                element = builder.operation("StopGradient", List.of(element), Attributes.NONE, "", origin);
            }
            if (element.dtype() != dtype) {
                Attributes cast = Attributes.NONE.with(Attributes.DTYPE, dtype.text());
                element = builder.operation(BasicOps.CAST, List.of(element), cast, "", origin);
            }
            return new TensorNumber(element, type);
        } catch (TypeException e) {
            throw javac.reject(path, Diagnostic.CONSTANT_FAILS, Javac.text(call), e.getMessage());
        }
    }

    private static boolean isReadable(DataType dtype, TypeKind type) {
        return switch (type) {
            case BOOLEAN -> dtype == DataType.BOOL;
            case LONG -> !dtype.isFloating();
            default -> true;
        };
    }

    private Dim index(TreePath argument) throws RejectedTreeException {
        SymbolicValue number = expressions.scalars().readNumber(argument);
        expressions.scalars().requireKnownBefore(argument, number);
        Optional<Dim> index = DimArithmetic.dim(number);
        return index.orElseThrow(() -> javac.reject(
                argument, Diagnostic.NON_CONSTANT_ATTRIBUTE, Javac.text(argument.getLeaf()), "get", "the index"));
    }
}
