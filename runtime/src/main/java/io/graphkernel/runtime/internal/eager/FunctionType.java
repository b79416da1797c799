package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Aggregates;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import java.io.Serializable;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Name and types of a function of the user, by the serialized form of its lambda.
 *
 * @param name the method, or the class with the lambda
 * @param type boxed types of the parameters and the result; null for an object that is not a lambda
 */
public record FunctionType(String name, MethodType type) {

    private static final Aggregates AGGREGATES = new Aggregates(InvalidArgumentException::new);

    private static final Map<Class<?>, DType> DTYPES = Map.of(
            Float.class, DType.F32,
            Double.class, DType.F64,
            Integer.class, DType.I32,
            Long.class, DType.I64,
            Boolean.class, DType.BOOL);

    /** Integers that functions compute as {@code int}. */
    private static final Set<Class<?>> NARROW = Set.of(Byte.class, Short.class, Character.class);

    /** Returns the name and types of a lambda or method reference, or the name of another object. */
    public static FunctionType of(Serializable function) {
        Class<?> type = function.getClass();
        return lambda(function)
                .map(lambda -> of(lambda, type.getClassLoader()))
                .orElseGet(() -> new FunctionType(type.getName(), null));
    }

    /** Returns the serialized form of a lambda or method reference; empty for another object. */
    public static Optional<SerializedLambda> lambda(Serializable function) {
        try {
            Method form = function.getClass().getDeclaredMethod("writeReplace");
            form.setAccessible(true);
            return form.invoke(function) instanceof SerializedLambda lambda ? Optional.of(lambda) : Optional.empty();
        } catch (ReflectiveOperationException | RuntimeException notALambda) {
            // An object of a class of the user has no such method, or its module hides it.
            return Optional.empty();
        }
    }

    /** Returns true if a function is a lambda, not a method reference. */
    public static boolean isLambda(SerializedLambda function) {
        return function.getImplMethodName().startsWith("lambda$");
    }

    private static FunctionType of(SerializedLambda lambda, ClassLoader loader) {
        String owner = lambda.getImplClass().replace('/', '.');
        String name = isLambda(lambda) ? "a lambda in " + owner : owner + "." + lambda.getImplMethodName();
        return new FunctionType(
                name, MethodType.fromMethodDescriptorString(lambda.getInstantiatedMethodType(), loader));
    }

    /** Checks that the elements of an operand have the type of the parameter. */
    void requireParameter(String op, int index, String operand, Tensor tensor) {
        Class<?> expected = type == null ? null : type.parameterType(index);
        if (expected != null && DTYPES.get(expected) != tensor.dtype()) {
            DType dtype = DTYPES.get(expected);
            throw Operands.unsupported(
                    op, operand, tensor, dtype == null ? "no " + expected.getSimpleName() : dtype.toString());
        }
        if (!DTYPES.containsValue(tensor.dtype())) {
            throw Operands.unsupported(op, operand, tensor, "f32, f64, i32, i64 and bool");
        }
    }

    /** Returns the dtype of the result. */
    DType result() {
        DType dtype = type == null ? null : DTYPES.get(type.returnType());
        if (dtype == null) {
            throw new DTypeMismatchException(
                    RuntimeProblem.FUNCTION_RESULT,
                    name,
                    type == null ? "unknown" : type.returnType().getSimpleName());
        }
        return dtype;
    }

    /** Returns the dtypes of the components of the record that the function returns. */
    List<DType> components() {
        Class<?> record = type == null ? null : type.returnType();
        if (record == null || !record.isRecord()) {
            throw new DTypeMismatchException(
                    RuntimeProblem.FUNCTION_RESULT, name, record == null ? "unknown" : record.getSimpleName());
        }
        List<DType> dtypes = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            Class<?> boxed = MethodType.methodType(component.getType()).wrap().returnType();
            DType dtype = DTYPES.get(boxed);
            if (dtype == null) {
                throw new DTypeMismatchException(
                        RuntimeProblem.FUNCTION_RESULT,
                        name,
                        record.getSimpleName() + " with a "
                                + component.getType().getSimpleName());
            }
            dtypes.add(dtype);
        }
        return dtypes;
    }

    /** Returns the dtypes of the numbers in a primitive type, a boxed type or a record; empty if it has others. */
    public static List<DType> numbers(Class<?> type) {
        if (type.isRecord()) {
            List<DType> dtypes = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                dtypes.addAll(numbers(component.getType()));
            }
            return dtypes;
        }
        Class<?> boxed = MethodType.methodType(type).wrap().returnType();
        DType dtype = NARROW.contains(boxed) ? DType.I32 : DTYPES.get(boxed);
        return dtype == null ? List.of() : List.of(dtype);
    }

    /** Returns the components of a record, in order; a number is its only component. */
    public static List<Object> components(Object value) {
        List<Object> components = new ArrayList<>();
        AGGREGATES.visit("", value, (path, component) -> components.add(component));
        return components;
    }

    /** Returns the dtype of the elements that a boxed number or boolean has, as a component of a state. */
    DType dtype(Object value) {
        DType dtype = value == null ? null : DTYPES.get(value.getClass());
        if (dtype == null) {
            throw new DTypeMismatchException(
                    RuntimeProblem.FUNCTION_RESULT,
                    name,
                    value == null ? "null" : value.getClass().getSimpleName());
        }
        return dtype;
    }

    /** Returns an element as an object of the boxed type of its dtype. */
    static Object get(DType dtype, TensorElements elements, int position) {
        return switch (dtype) {
            case F32 -> (Object) (float) elements.getDouble(position);
            case F64 -> (Object) elements.getDouble(position);
            case I32 -> (Object) (int) elements.getLong(position);
            case I64 -> (Object) elements.getLong(position);
            default -> (Object) (elements.getLong(position) != 0);
        };
    }

    static void put(DType dtype, TensorElements elements, int position, Object value) {
        switch (dtype) {
            case F32, F64 -> elements.putDouble(position, ((Number) value).doubleValue());
            case I32, I64 -> elements.putLong(position, ((Number) value).longValue());
            default -> elements.putLong(position, (Boolean) value ? 1 : 0);
        }
    }
}
