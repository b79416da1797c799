package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Precision;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The variables of a program in one call, by the definitions of its ops, with their error bounds. */
final class Evaluation {

    private static final int MAX_AXES = 8;
    /** Beyond, the next product might leave the range of f16. */
    private static final double LARGEST = 200;

    /** Two operands in the same or opposite directions, and each element in its own. */
    private static final int MOVES = 5;
    /** A function of a library may cancel what is almost 1, unlike the definition. */
    private static final double UNITS_OF_ONE = 4;
    /** A chain of functions, each at its bound at once, is rarer than a bound that is a unit short. */
    private static final double SLACK = 4;

    private final Binding binding;
    private final Map<String, NdArray> values;

    private Evaluation(Binding binding, Map<String, NdArray> values) {
        this.binding = binding;
        this.values = values;
    }

    static Evaluation start(Binding binding) {
        return new Evaluation(binding, new HashMap<>());
    }

    /** The whole program; throws {@link Unfit} where it is not well determined. */
    static Evaluation of(Program program, Binding binding) {
        Evaluation evaluation = start(binding);
        program.parameters().forEach(evaluation::declare);
        program.statements().forEach(evaluation::run);
        return evaluation;
    }

    Evaluation copy() {
        return new Evaluation(binding, new HashMap<>(values));
    }

    Binding binding() {
        return binding;
    }

    NdArray get(Value value) {
        return values.get(value.name());
    }

    void declare(Parameter parameter) {
        checkSize(parameter.value());
        values.put(parameter.value().name(), parameter.content().apply(binding));
    }

    void run(Statement statement) {
        statement.results().forEach(this::checkSize);
        NdArray[] operands = statement.operands().stream().map(this::get).toArray(NdArray[]::new);
        List<NdArray> outcome = apply(statement, operands);
        List<List<NdArray>> moved = moved(statement, operands);
        outcome = widened(outcome, moved.isEmpty() ? outcome : moved.get(0), SLACK * statement.slack());
        for (List<NdArray> others : moved) {
            for (int i = 0; i < outcome.size(); i++) {
                checkSteady(outcome.get(i), others.get(i));
            }
        }
        outcome.forEach(this::check);
        List<Value> targets = new ArrayList<>(statement.results());
        targets.addAll(statement.targets());
        if (outcome.size() != targets.size()) {
            throw new Unfit("undefined for empty operands");
        }
        for (int i = 0; i < targets.size(); i++) {
            set(targets.get(i), outcome.get(i));
        }
    }

    private void set(Value target, NdArray result) {
        if (!Arrays.equals(binding.sizes(target.dims()), result.dims()) || result.dtype() != target.dtype()) {
            throw new Unfit(target + " is " + result);
        }
        values.put(target.name(), result);
    }

    private List<NdArray> apply(Statement statement, NdArray... operands) {
        try {
            return statement.definition().apply(binding, operands);
        } catch (IndexOutOfBoundsException | NegativeArraySizeException e) {
            throw new Unfit(e.toString());
        }
    }

    /**
     * More error for what the statement itself does, and for storing its results.
     *
     * @param own the outcome for operands without error
     */
    private static List<NdArray> widened(List<NdArray> arrays, List<NdArray> own, double slack) {
        List<NdArray> widened = new ArrayList<>();
        for (int i = 0; i < arrays.size(); i++) {
            NdArray array = arrays.get(i);
            Scalar[] elements = array.elements().clone();
            Precision precision = array.dtype().isFloat() ? Samplers.precision(array.dtype()) : null;
            for (int j = 0; j < elements.length && array.dtype().isFloat(); j++) {
                elements[j] = widened((Real) elements[j], (Real) own.get(i).elements()[j], slack, precision);
            }
            widened.add(new NdArray(array.dtype(), array.dims(), elements));
        }
        return widened;
    }

    private static Real widened(Real real, Real own, double slack, Precision precision) {
        double absolute = own.error() > 0 ? UNITS_OF_ONE * precision.stored().ulp(1) : 0;
        double error = real.error() + (slack - 1) * own.error() + absolute;
        boolean rounds = error > 0 || precision.stored().round(real.value()) != real.value();
        boolean isRounded = real.precision().computed() == precision.stored();
        double rounding = rounds && !isRounded ? precision.stored().ulp(real.value()) / 2 : 0;
        return new Real(real.value(), error + rounding, precision);
    }

    private void checkSize(Value value) {
        double elements = 1;
        for (Dim dim : value.dims()) {
            elements *= binding.size(dim);
        }
        if (elements > binding.mostElements() || value.rank() > MAX_AXES) {
            throw new Unfit("too large");
        }
    }

    private void check(NdArray array) {
        if (!array.dtype().isFloat()) {
            return;
        }
        double tolerance = tolerance(array.dtype());
        for (Scalar element : array.elements()) {
            Real real = (Real) element;
            boolean finite = Math.abs(real.value()) <= LARGEST;
            if (!finite && !(binding.hasEmpty() && real.error() == 0)
                    || !(real.error() <= tolerance * (1 + Math.abs(real.value())))) {
                throw new Unfit("value " + real);
            }
        }
    }

    /** Returns the tolerance beyond which a comparison is worthless. */
    private static double tolerance(DType dtype) {
        return switch (dtype) {
            case F64 -> 1e-9;
            case F32 -> 1e-3;
            default -> 0.15;
        };
    }

    /** Returns the outcome for operands moved within their errors, where they are inexact. */
    private List<List<NdArray>> moved(Statement statement, NdArray... operands) {
        List<List<NdArray>> outcomes = new ArrayList<>();
        boolean inexact = Arrays.stream(operands).anyMatch(Evaluation::isInexact);
        for (int round = 0; inexact && round < MOVES; round++) {
            SplittableRandom random = new SplittableRandom(round);
            NdArray[] moved = new NdArray[operands.length];
            for (int i = 0; i < operands.length; i++) {
                moved[i] = moved(operands[i], round == MOVES - 1 ? 0 : (round >> Math.min(i, 1) & 1) * 2 - 1, random);
            }
            outcomes.add(apply(statement, moved));
        }
        return outcomes;
    }

    private static boolean isInexact(NdArray array) {
        return array.dtype().isFloat() && Arrays.stream(array.elements()).anyMatch(x -> ((Real) x).error() > 0);
    }

    /** Moves all elements up or down, or for 0 each in a direction of its own. */
    private static NdArray moved(NdArray array, int direction, SplittableRandom random) {
        if (!array.dtype().isFloat()) {
            return array;
        }
        return array.map(element -> {
            Real real = (Real) element;
            int sign = direction == 0 ? random.nextInt(2) * 2 - 1 : direction;
            return Real.exact(real.value() + sign * real.error(), real.precision());
        });
    }

    /** Requires that an outcome moves within its error only. */
    private static void checkSteady(NdArray expected, NdArray moved) {
        for (int i = 0; i < expected.elements().length; i++) {
            Scalar wanted = expected.elements()[i];
            Scalar other = moved.elements()[i];
            boolean same = wanted instanceof IntegerScalar
                    ? wanted.equals(other)
                    : Double.compare(wanted.asDouble(), other.asDouble()) == 0
                            || Math.abs(wanted.asDouble() - other.asDouble())
                                    <= ((Real) wanted).error() * (1 + 1e-9) + 1e-300;
            if (!same) {
                throw new Unfit("a jump from " + wanted + " to " + other);
            }
        }
    }

    /** The smallest and the largest number of a variable; the other way round if it has none. */
    double[] range(Value value) {
        double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (Scalar element : get(value).elements()) {
            range[0] = Math.min(range[0], element.asDouble());
            range[1] = Math.max(range[1], element.asDouble());
        }
        return range;
    }
}
