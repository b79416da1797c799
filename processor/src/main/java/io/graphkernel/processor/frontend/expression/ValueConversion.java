package io.graphkernel.processor.frontend.expression;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.signature.ListTypes;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import java.util.List;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Conversion of values to the declared types of variables, helper parameters and results. */
final class ValueConversion {

    private final Javac javac;
    private final BodyGraph graph;
    private final ExpressionReader expressions;

    ValueConversion(Javac javac, BodyGraph graph, ExpressionReader expressions) {
        this.javac = javac;
        this.graph = graph;
        this.expressions = expressions;
    }

    /** Returns true if a variable of the body may have this type. */
    boolean isSupported(TypeMirror type) {
        return type.getKind().isPrimitive()
                || javac.isTensor(type)
                || javac.isRecord(type)
                || javac.isEnum(type)
                || javac.isClass(type, String.class.getName())
                || new ListTypes(javac).isSupported(type);
    }

    /**
     * Converts a value, as an assignment does.
     *
     * @param type type of the variable or result
     * @param path the expression, for messages
     * @param value its value
     * @return the converted value
     * @throws RejectedTreeException if it is another kind of value
     */
    SymbolicValue convert(TypeMirror type, TreePath path, SymbolicValue value) throws RejectedTreeException {
        if (type.getKind().isPrimitive() && ScalarArithmetic.isScalar(value)) {
            return expressions.arithmetic().derived(ScalarArithmetic.convert(value, type.getKind()), value);
        }
        if (type.getKind().isPrimitive() && value instanceof TensorNumber) {
            return expressions.tensorNumbers().convert(path, value, type.getKind());
        }
        if (type.getKind().isPrimitive() && value instanceof DimValue size) {
            return narrowed(path, type.getKind(), size);
        }
        if (!fits(type, value)) {
            throw expressions.unsupported(path);
        }
        return value;
    }

    /**
     * Converts a size to a primitive type. The call checks that it fits in an {@code int}.
     *
     * @param path the expression
     * @param type primitive type
     * @return the size, or a number that is not a size for another type than {@code int} and {@code long}
     */
    SymbolicValue narrowed(TreePath path, TypeKind type, DimValue size) throws RejectedTreeException {
        if (type != TypeKind.INT && type != TypeKind.LONG) {
            return expressions.tensorNumbers().convert(path, size, type);
        }
        if (type == TypeKind.INT && size.type() == TypeKind.LONG) {
            String text = "(int) " + Javac.text(path.getLeaf());
            graph.builder().require(List.of(DimCondition.ofCast(size.dim(), text, javac.origin(path))));
        }
        return new DimValue(size.dim(), type);
    }

    /** Returns true if a value other than a number is one of a type. */
    boolean fits(TypeMirror type, SymbolicValue value) {
        if (javac.isTensor(type)) {
            return value instanceof TensorValue;
        }
        if (javac.isRecord(type)) {
            return value instanceof RecordValue;
        }
        if (javac.isEnum(type)) {
            return value instanceof EnumValue || value instanceof DTypeValue;
        }
        if (javac.isClass(type, String.class.getName())) {
            return value instanceof TextValue;
        }
        return value instanceof ArrayValue || value instanceof StepArray || value instanceof LoopList;
    }
}
