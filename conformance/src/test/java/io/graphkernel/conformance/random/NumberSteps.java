package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.function.BinaryOperator;

/** Statements with a number, which is written down or a parameter of the method. */
final class NumberSteps {

    /** An op of two numbers. */
    private record Op(String name, BinaryOperator<Scalar> definition) {}

    private static final List<Op> OPS = List.of(
            new Op("add", Scalar::plus),
            new Op("sub", Scalar::minus),
            new Op("mul", Scalar::times),
            new Op("maximum", Scalar::max),
            new Op("minimum", Scalar::min));

    private NumberSteps() {}

    static void arithmetic(Draft draft) {
        Value x = draft.pick(value -> value.dtype() != DType.BOOL);
        Op op = draft.pickOf(OPS);
        boolean first = draft.random().nextBoolean();
        double number = number(draft, x.dtype());
        boolean literal = draft.random().nextBoolean();
        String written = literal ? text(x.dtype(), number) : "$1";
        Scalar converted = Samplers.number(x.dtype(), number);
        List<Value> operands = literal ? List.of(x) : List.of(x, draft.number(primitive(draft, x.dtype()), number));
        draft.append(
                x.dtype(),
                x.dims(),
                op.name() + (first ? "(" + written + ", $0)" : "($0, " + written + ")"),
                operands,
                (binding, v) -> List.of(applied(v[0], op.definition(), converted, first)));
    }

    private static NdArray applied(NdArray x, BinaryOperator<Scalar> op, Scalar number, boolean first) {
        return x.map(element -> first ? op.apply(number, element) : op.apply(element, number));
    }

    /** Every dtype holds it. */
    private static double number(Draft draft, DType dtype) {
        if (dtype.isFloat()) {
            return draft.random().nextInt(-12, 13) / 8.0;
        }
        return draft.random().nextInt(dtype.isUnsigned() ? 0 : -3, 4);
    }

    private static Class<?> primitive(Draft draft, DType dtype) {
        return dtype.isFloat()
                ? draft.pickOf(List.of(float.class, double.class))
                : draft.pickOf(List.of(int.class, long.class));
    }

    private static String text(DType dtype, double number) {
        return dtype.isFloat() ? String.valueOf(number) : String.valueOf((long) number);
    }
}
