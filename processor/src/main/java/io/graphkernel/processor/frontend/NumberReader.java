package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.DimValue;
import io.graphkernel.processor.frontend.Value.RuntimeScalar;
import io.graphkernel.processor.frontend.Value.TensorValue;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import java.util.Optional;
import javax.lang.model.type.TypeKind;

/** Values as operands: a number takes the dtype of the tensors that it meets. */
final class NumberReader {

    private final Javac javac;
    private final BodyGraph graph;
    private final DroppedRemainders remainders;

    NumberReader(Javac javac, BodyGraph graph, DroppedRemainders remainders) {
        this.javac = javac;
        this.graph = graph;
        this.remainders = remainders;
    }

    /** The dtype of a tensor; empty for a number, which has none of its own. */
    Optional<DType> dtype(Value value) {
        return value instanceof TensorValue tensor ? Optional.of(tensor.node().dtype()) : Optional.empty();
    }

    /**
     * A value as an operand.
     *
     * @param path for messages
     * @param value a tensor, a number or a size
     * @param dtype the dtype that a number takes
     * @param label a readable name for a run-time scalar, or empty
     * @return its node
     * @throws Rejected if the number is none of the dtype
     */
    Node operand(TreePath path, Value value, DType dtype, String label) throws Rejected {
        if (value instanceof TensorValue tensor) {
            return tensor.node();
        }
        if (dtype == DType.BOOL) {
            throw misfit(path, dtype, "bool is neither a whole number nor a fraction", "compare with the number first");
        }
        if (dtype.isFloating()) {
            remainders.becomesElement(value);
        }
        if (value instanceof DimValue size) {
            return graph.builder().add(Node.dimension(size.dim(), dtype));
        }
        if (value instanceof ConstantValue constant) {
            return constant(path, constant.value(), dtype);
        }
        RuntimeScalar scalar = (RuntimeScalar) value;
        boolean fraction = scalar.type() == TypeKind.FLOAT || scalar.type() == TypeKind.DOUBLE;
        if (dtype.isInteger() && fraction) {
            String type = Scalars.javaName(scalar.type());
            throw misfit(
                    path,
                    dtype,
                    "it is a " + type + ", and the tensors that it meets are whole numbers",
                    "cast it to int or long, or the tensor to a floating dtype");
        }
        return graph.scalar(label, Scalars.ofDType(scalar, dtype), dtype);
    }

    private Node constant(TreePath path, Object value, DType dtype) throws Rejected {
        Object widened = ConstantArithmetic.convert(value, ConstantArithmetic.promoted(ConstantArithmetic.kind(value)));
        if (!(widened instanceof Number number)) {
            throw misfit(path, dtype, "it is no number", "choose by it with select or if");
        }
        if (dtype.isInteger()) {
            boolean fraction = number instanceof Double || number instanceof Float;
            if (fraction && number.doubleValue() != Math.rint(number.doubleValue())) {
                throw misfit(
                        path,
                        dtype,
                        "it has a fraction, and the tensors that it meets are whole numbers",
                        "use a whole number, or cast the tensor to a floating dtype");
            }
            if (!dtype.holds(number.longValue())) {
                throw misfit(path, dtype, "it is out of the range of " + dtype, "use a wider dtype, by cast");
            }
        }
        return graph.builder().constant(number, dtype);
    }

    private Rejected misfit(TreePath path, DType dtype, String facts, String advice) {
        return javac.reject(path, Diagnostic.NUMBER_DOES_NOT_FIT, Javac.text(path.getLeaf()), dtype, facts, advice);
    }
}
