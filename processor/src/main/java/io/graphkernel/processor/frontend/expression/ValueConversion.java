package io.graphkernel.processor.frontend.expression;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Conversion of values to the declared types of variables, helper parameters and results. */
final class ValueConversion {

    private final Javac javac;
    private final ExpressionReader expressions;

    ValueConversion(Javac javac, ExpressionReader expressions) {
        this.javac = javac;
        this.expressions = expressions;
    }

    /** Returns true if a variable of the body may have this type. */
    boolean isSupported(TypeMirror type) {
        return type.getKind().isPrimitive()
                || javac.isTensor(type)
                || javac.isRecord(type)
                || javac.isEnum(type)
                || javac.isClass(type, String.class.getName())
                || ArrayReader.isSupported(javac, type);
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
            return expressions.derived(ScalarArithmetic.convert(value, type.getKind()), value);
        }
        if (type.getKind() == TypeKind.LONG && DimArithmetic.isDim(value)) {
            return value;
        }
        if (type.getKind().isPrimitive() && DimArithmetic.isDim(value)) {
            throw expressions.sizeOutOfPlace(path);
        }
        if (!fits(type, value)) {
            throw expressions.unsupported(path);
        }
        return value;
    }

    private boolean fits(TypeMirror type, SymbolicValue value) {
        if (javac.isTensor(type)) {
            return value instanceof TensorValue;
        }
        if (javac.isRecord(type)) {
            return value instanceof RecordValue;
        }
        if (javac.isEnum(type)) {
            return value instanceof EnumValue || value instanceof DTypeValue;
        }
        return javac.isClass(type, String.class.getName()) ? value instanceof TextValue : value instanceof ArrayValue;
    }
}
