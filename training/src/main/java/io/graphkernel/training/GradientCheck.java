package io.graphkernel.training;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Compares gradients with central differences of the loss, in tests of your own:
 *
 * <pre>{@code
 * GradientCheck.check(() -> loss(x, y, weights), weights);                     // a loss of Ops, or of kernels with a gradient
 *
 * GradientCheck.check(                                                         // a pair of stubs
 *         () -> NetKernels.loss(x, y, weights),
 *         () -> {
 *             try (var forward = NetKernels.lossForward(x, y, weights)) {
 *                 return NetKernels.lossGradient(forward.saved(), one).weights();
 *             }
 *         },
 *         weights);
 * }</pre>
 *
 * <p>Elements of the parameters are moved a little to both sides, one at a time, and put back: all of a tensor that has at most 64,
 * else 64 of them, the same ones in each call. A loss that is not smooth where the parameters are, as {@code relu} at 0, has no
 * derivative to compare with; and it must be the same whenever it is computed, so a dropout needs a fixed seed.
 *
 * <p>Use f64 where you can: the difference is then accurate to about 1e-9, and the gradient may be off by 1e-5 + 0.1 %, as in PyTorch's
 * gradcheck; in f32 by 1e-3 + 1 % and what rounding of the loss makes of a small step.
 */
public final class GradientCheck {

    private static final int ELEMENTS = 64;
    private static final int SHOWN = 5;

    /** By how many roundings two values of the loss may be off. */
    private static final double ROUNDINGS = 8;

    /** How gradients of a dtype are compared. */
    private enum Accuracy {
        F64(1e-6, 1e-5, 1e-3, 0x1p-53),
        F32(1e-2, 1e-3, 1e-2, 0x1p-24);

        /** By which an element of magnitude up to 1 is moved. */
        private final double step;

        private final double absolute;
        private final double relative;

        /** Half of the distance from 1 to the next number. */
        private final double rounding;

        Accuracy(double step, double absolute, double relative, double rounding) {
            this.step = step;
            this.absolute = absolute;
            this.relative = relative;
            this.rounding = rounding;
        }

        static Accuracy of(String name, DType dtype) {
            return switch (dtype) {
                case F64 -> F64;
                case F32 -> F32;
                default -> throw new GradientException(RuntimeProblem.NO_DIFFERENCE_OF_DTYPE, name, dtype);
            };
        }

        private Accuracy coarser(Accuracy other) {
            return rounding > other.rounding ? this : other;
        }
    }

    /** A loss at one point, read at once: the next call may write to the same tensor. */
    private record Loss(double value, Accuracy accuracy) {

        static Loss of(Supplier<Tensor> loss) {
            Tensor computed = loss.get();
            if (computed.elementCount() != 1) {
                throw new GradientException(
                        RuntimeProblem.LOSS_NOT_A_NUMBER, computed.dtype() + Arrays.toString(computed.dimensions()));
            }
            return new Loss(element(computed, 0).getDouble(0), Accuracy.of("the loss", computed.dtype()));
        }
    }

    /**
     * A central difference.
     *
     * @param allowed how far a gradient may be from it
     */
    private record Difference(double quotient, double allowed) {

        static Difference of(Loss above, Loss below, double distance, Accuracy ofParameter) {
            Accuracy accuracy = ofParameter.coarser(above.accuracy());
            double quotient = (above.value() - below.value()) / distance;
            double rounding = ROUNDINGS
                    * above.accuracy().rounding
                    * Math.max(Math.abs(above.value()), Math.abs(below.value()))
                    / distance;
            return new Difference(quotient, accuracy.absolute + accuracy.relative * Math.abs(quotient) + rounding);
        }
    }

    private GradientCheck() {}

    /**
     * Compares the gradient that {@link Gradients#gradient} takes of a loss.
     *
     * @param loss computes an f32 or f64 tensor of one element
     * @param parameters a record of f32 and f64 tensors on which the loss depends, not read-only
     * @throws AssertionError if a gradient differs: with the path of the parameter, the index, and both values
     * @throws GradientException if there is no gradient, or a tensor is of another dtype
     */
    public static <R extends Record> void check(Supplier<Tensor> loss, R parameters) {
        check(loss, () -> Gradients.gradient(loss, parameters), parameters);
    }

    /**
     * Compares gradients that are computed otherwise, such as by a pair of stubs.
     *
     * @param loss computes an f32 or f64 tensor of one element
     * @param gradients computes the gradients of the loss by the parameters, in a record with the same paths
     * @param parameters a record of f32 and f64 tensors on which the loss depends, not read-only
     * @throws AssertionError if a gradient differs: with the path of the parameter, the index, and both values
     * @throws GradientException if a tensor is of another dtype
     */
    public static void check(Supplier<Tensor> loss, Supplier<? extends Record> gradients, Record parameters) {
        List<String> problems = new ArrayList<>();
        int compared = 0;
        try (TensorScope scope = TensorScope.open()) {
            Map<String, Tensor> derived = Parameters.of(gradients.get());
            for (Map.Entry<String, Tensor> each : Parameters.of(parameters).entrySet()) {
                String name = each.getKey();
                Tensor gradient = derived.get(name);
                requireSameType(name, each.getValue(), gradient);
                for (long index : elements(each.getValue().elementCount())) {
                    String problem = compare(loss, name, each.getValue(), gradient, index);
                    compared++;
                    if (problem != null) {
                        problems.add(problem);
                    }
                }
            }
        }
        if (compared == 0) {
            throw new AssertionError("there is nothing to compare: the parameters have no elements");
        }
        if (!problems.isEmpty()) {
            throw new AssertionError(problems.size() + " of " + compared + " derivatives differ\n"
                    + String.join("\n", problems.subList(0, Math.min(SHOWN, problems.size()))));
        }
    }

    private static void requireSameType(String name, Tensor parameter, Tensor gradient) {
        if (gradient == null) {
            throw new AssertionError(name + ": there is no gradient");
        }
        if (!Arrays.equals(parameter.dimensions(), gradient.dimensions())) {
            throw new AssertionError(name + ": the gradient has the dims " + Arrays.toString(gradient.dimensions())
                    + ", the parameter " + Arrays.toString(parameter.dimensions()));
        }
    }

    private static long[] elements(long count) {
        return count <= ELEMENTS
                ? LongStream.range(0, count).toArray()
                : new Random(count)
                        .longs(0, count)
                        .distinct()
                        .limit(ELEMENTS)
                        .sorted()
                        .toArray();
    }

    /** What is wrong with an element of a gradient; null if nothing is. */
    private static String compare(Supplier<Tensor> loss, String name, Tensor parameter, Tensor gradient, long index) {
        try (TensorScope scope = TensorScope.open()) {
            Difference difference = difference(loss, name, element(parameter, index));
            double derivative = element(gradient, index).getDouble(0);
            // A difference of infinite or missing numbers is none.
            return Double.isFinite(difference.quotient())
                            && Math.abs(derivative - difference.quotient()) <= difference.allowed()
                    ? null
                    : name + position(parameter, index) + ": the gradient is " + derivative
                            + ", the central difference " + difference.quotient() + "; they may be "
                            + (float) difference.allowed() + " apart";
        }
    }

    /** Moves an element to both sides, and back. */
    private static Difference difference(Supplier<Tensor> loss, String name, Tensor element) {
        Accuracy accuracy = Accuracy.of(name, element.dtype());
        double value = element.getDouble(0);
        double step = accuracy.step * Math.max(1, Math.abs(value));
        try {
            double upper = moved(element, value + step);
            Loss above = Loss.of(loss);
            double lower = moved(element, value - step);
            Loss below = Loss.of(loss);
            return Difference.of(above, below, upper - lower, accuracy);
        } finally {
            moved(element, value);
        }
    }

    /** Writes an element; gives what it is then. */
    private static double moved(Tensor element, double value) {
        if (element.dtype() == DType.F64) {
            element.copyFrom(new double[] {value});
        } else {
            element.copyFrom(new float[] {(float) value});
        }
        return element.getDouble(0);
    }

    /** A view of one element. */
    private static Tensor element(Tensor tensor, long index) {
        return tensor.reshape(tensor.elementCount()).slice(index, index + 1);
    }

    /** Such as {@code [2, 5]}. */
    private static String position(Tensor tensor, long index) {
        long[] position = new long[tensor.rank()];
        long rest = index;
        for (int axis = position.length - 1; axis >= 0; axis--) {
            position[axis] = rest % tensor.dimension(axis);
            rest /= tensor.dimension(axis);
        }
        return position.length == 0 ? "" : Arrays.toString(position);
    }
}
