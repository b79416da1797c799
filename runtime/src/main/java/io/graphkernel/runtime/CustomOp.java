package io.graphkernel.runtime;

import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.eager.EagerExpansion;
import io.graphkernel.runtime.internal.expansion.CompositeOp;
import org.jspecify.annotations.Nullable;

/**
 * Composite op that a program defines: its parameters, its expansion into other ops, and its gradient rules. It is
 * evaluated like an op of {@link Ops}: operands are checked before the first op, 16-bit floats are computed in f32 and
 * rounded once, intermediate tensors are closed, and a tape records it as one op if it has rules.
 * <pre>{@code
 * static final CustomOp TANH_GATE = CustomOp.of(OpRow.composite(
 *                 "TanhGate", ops -> ops.mul(ops.op("Tanh", ops.x()), ops.operand("gate")))
 *         .parameters(OpParameter.tensor("x"), OpParameter.tensor("gate")));
 *
 * Tensor y = TANH_GATE.call(x, gate);
 * }</pre>
 *
 * <p>A {@code @GraphKernel} method cannot call it: the compiler supports only the ops of {@link Ops}.
 */
public final class CustomOp {

    private final OpRow row;
    private final CompositeOp op;

    private CustomOp(OpRow row) {
        this.row = row;
        this.op = new CompositeOp(row);
    }

    /**
     * Defines an op.
     *
     * @param definition row that {@link OpRow#composite} or {@link OpRow#composites} has started
     * @throws InvalidArgumentException if the op is not composite
     */
    public static CustomOp of(OpRowBuilder definition) {
        OpRow row = definition.build();
        if (row.kind() != OpKind.COMPOSITE) {
            throw invalid(
                    row.javaName(),
                    "the kind",
                    row.kind(),
                    "a program defines an op by its expansion into other ops",
                    "start the row with OpRow.composite");
        }
        return new CustomOp(row);
    }

    /**
     * Evaluates an op with one result.
     *
     * @param arguments one for each parameter of the row, in order: a tensor, {@code Tensor[]} for a variadic operand,
     *     a number or a tensor for a number, {@code null} for an omitted optional tensor, or an attribute as its Java
     *     type ({@code int} for an axis, {@code int[]} for axes, {@code long[]} for dims)
     * @return the first result
     * @throws InvalidArgumentException if an argument is missing or has another type
     */
    public Tensor call(@Nullable Object... arguments) {
        return results(arguments)[0];
    }

    /**
     * Evaluates an op with any number of results.
     *
     * @param arguments as for {@link #call}
     * @return all results, in order; an updated operand in place of its result
     * @throws InvalidArgumentException if an argument is missing or has another type
     */
    public Tensor[] results(@Nullable Object... arguments) {
        if (arguments.length != row.parameters().size()) {
            throw invalid(
                    row.javaName(),
                    "the number of arguments",
                    arguments.length,
                    "the op has " + row.parameters().size() + " parameters",
                    "pass one argument for each parameter");
        }
        @Nullable Tensor like = null;
        for (Object argument : arguments) {
            like = like == null && argument instanceof Tensor tensor ? tensor : like;
        }
        @Nullable Object[] converted = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            converted[i] = converted(row.parameters().get(i), arguments[i], like);
        }
        return op.evaluate(converted);
    }

    private @Nullable Object converted(OpParameter parameter, @Nullable Object argument, @Nullable Tensor like) {
        if (argument == null) {
            return parameter.kind() == OpParameter.Kind.OPTIONAL_TENSOR ? EagerExpansion.ABSENT : null;
        }
        if (parameter.orNumber() && argument instanceof Number number) {
            return number instanceof Double || number instanceof Float
                    ? op.number(parameter, number.doubleValue(), like)
                    : op.number(parameter, number.longValue(), like);
        }
        Class<?> type = type(parameter);
        if (!type.isInstance(argument)) {
            throw invalid(
                    row.javaName(),
                    parameter.name(),
                    argument.getClass().getSimpleName(),
                    "the parameter is of type " + type.getSimpleName(),
                    "pass a value of this type");
        }
        return argument;
    }

    private static Class<?> type(OpParameter parameter) {
        return switch (parameter.kind()) {
            case TENSOR, OPTIONAL_TENSOR, NUMBER -> Tensor.class;
            case TENSORS -> Tensor[].class;
            case AXIS, LONG -> Integer.class;
            case AXES, INTS -> int[].class;
            case DIMS, LONGS -> long[].class;
            case DIM -> Long.class;
            case BOOLEAN -> Boolean.class;
            case ENUM -> Enum.class;
            case TEXT -> String.class;
            case DTYPE -> DType.class;
        };
    }

    private static InvalidArgumentException invalid(
            String op, String parameter, Object value, String cause, String fix) {
        return new InvalidArgumentException(RuntimeProblem.ATTRIBUTE_VALUE, op, parameter, value, cause, fix);
    }
}
