package io.graphkernel.processor.frontend.value;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RuntimeScalar;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import java.util.List;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/** Conversion of values to operands. A number takes the dtype of the tensors it is combined with. */
public final class NumberReader {

    private final Javac javac;
    private final BodyGraph graph;
    private final IntegerDivisionCheck remainders;

    public NumberReader(Javac javac, BodyGraph graph, IntegerDivisionCheck remainders) {
        this.javac = javac;
        this.graph = graph;
        this.remainders = remainders;
    }

    /** Returns the check of the integer divisions whose quotients become numbers of tensors. */
    public IntegerDivisionCheck remainders() {
        return remainders;
    }

    /** Returns the node of a tensor; empty for a number, which has no dtype. */
    Optional<Node> tensor(SymbolicValue value) {
        return value instanceof TensorValue tensor ? Optional.of(tensor.node()) : Optional.empty();
    }

    /**
     * Converts a value to an operand.
     *
     * @param path for messages
     * @param value a tensor, a number or a size
     * @param javaType type of the Java parameter for the number
     * @param dtype dtype for a number
     * @param label readable name of a runtime scalar, or empty
     * @return its node
     * @throws RejectedTreeException if the dtype cannot represent the number
     */
    public Node operand(TreePath path, SymbolicValue value, TypeKind javaType, DataType dtype, String label)
            throws RejectedTreeException {
        if (value instanceof TensorValue tensor) {
            return tensor.node();
        }
        if (value instanceof TensorNumber number) {
            return ofTensor(path, number, dtype);
        }
        if (dtype == DataType.BOOL) {
            throw misfit(path, dtype, "bool is neither an integer nor a fraction", "compare with the number first");
        }
        if (dtype.isFloating()) {
            remainders.becomesElement(value);
        }
        if (value instanceof DimValue size) {
            return size(size.dim(), dtype);
        }
        if (value instanceof ConstantValue constant) {
            return constant(path, constant, javaType, dtype);
        }
        RuntimeScalar scalar = (RuntimeScalar) value;
        boolean fraction = scalar.type() == TypeKind.FLOAT || scalar.type() == TypeKind.DOUBLE;
        if (dtype.isInteger() && fraction) {
            String type = ScalarArithmetic.javaName(scalar.type());
            throw misfit(
                    path,
                    dtype,
                    "it is a " + type + ", and the tensors that it meets are integers",
                    "cast it to int or long, or the tensor to a floating dtype");
        }
        return graph.scalar(ScalarArithmetic.ofDType(passed(scalar, javaType), label, dtype));
    }

    /** Converts a number that depends on elements. Its range is not known, so that an integer dtype must hold its type. */
    private Node ofTensor(TreePath path, TensorNumber number, DataType dtype) throws RejectedTreeException {
        DataType own = number.node().dtype();
        if (own == dtype) {
            return number.node();
        }
        boolean widens = own == DataType.I32 && dtype == DataType.I64;
        if (own == DataType.BOOL || !widens && !dtype.isFloating()) {
            throw misfit(
                    path,
                    dtype,
                    "it is a " + ScalarArithmetic.javaName(number.type())
                            + " that depends on elements, so that its range is not known before the call",
                    "cast it, or the tensor that it meets");
        }
        return cast(number.node(), dtype, Origin.NONE);
    }

    /** Returns a tensor in a dtype; the tensor itself if it has the dtype. */
    Node cast(TreePath path, Node tensor, DataType dtype) {
        return tensor.dtype() == dtype ? tensor : cast(tensor, dtype, javac.origin(path));
    }

    private Node cast(Node tensor, DataType dtype, Origin origin) {
        Attributes attributes = Attributes.NONE.with(Attributes.DTYPE, dtype.text());
        try {
            return graph.builder().operation(BasicOps.CAST, List.of(tensor), attributes, "", origin);
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the number as passed to the method. Only a {@code long} converted to a {@code double} or {@code float}
     * changes.
     */
    private static SymbolicValue passed(SymbolicValue scalar, TypeKind javaType) {
        TypeKind own = ConstantArithmetic.promoted(ScalarArithmetic.type(scalar));
        boolean rounded = own == TypeKind.LONG && (javaType == TypeKind.DOUBLE || javaType == TypeKind.FLOAT);
        return ScalarArithmetic.convert(scalar, rounded ? javaType : own);
    }

    /** Converts a size to an element: rounded for a narrow float, and range-checked for a narrow integer dtype. */
    private Node size(Dim dim, DataType dtype) {
        if (!dtype.isNarrowFloat()) {
            Node size = dtype.isInteger() ? Node.checkedDimension(dim, dtype) : Node.dimension(dim, dtype);
            return graph.builder().add(size);
        }
        return cast(graph.builder().add(Node.dimension(dim, DataType.I64)), dtype, Origin.NONE);
    }

    private Node constant(TreePath path, ConstantValue value, TypeKind javaType, DataType dtype)
            throws RejectedTreeException {
        SymbolicValue converted = ScalarArithmetic.isNumber(value) ? passed(value, javaType) : value;
        if (!(((ConstantValue) converted).value() instanceof Number number)) {
            throw misfit(path, dtype, "it is not a number", "choose by it with select or if");
        }
        if (dtype.isInteger()) {
            boolean fraction = number instanceof Double || number instanceof Float;
            if (fraction && number.doubleValue() != Math.rint(number.doubleValue())) {
                throw misfit(
                        path,
                        dtype,
                        "it has a fraction, and the tensors that it meets are integers",
                        "use an integer, or cast the tensor to a floating dtype");
            }
            if (!dtype.holds(number)) {
                throw misfit(path, dtype, "it is out of the range of " + dtype, "use a wider dtype, by cast");
            }
        }
        return graph.builder().constant(number, dtype);
    }

    private RejectedTreeException misfit(TreePath path, DataType dtype, String facts, String advice) {
        return javac.reject(path, Diagnostic.NUMBER_DOES_NOT_FIT, Javac.text(path.getLeaf()), dtype, facts, advice);
    }
}
