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
import org.jspecify.annotations.Nullable;

/**
 * Comparison of gradients with central differences of the loss, for tests.
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
 * <p>Elements of the parameters are perturbed in both directions, one at a time, and restored: all elements of a tensor
 * with at most 64, otherwise a fixed sample of 64. At a point where the loss is not smooth, such as {@code relu} at 0,
 * the derivative does not exist. The loss must be deterministic, so a dropout needs a fixed seed.
 *
 * <p>Use f64 where possible: the difference is then accurate to about 1e-9, and the tolerance is 1e-5 + 0.1 %, as in
 * PyTorch's gradcheck. In f32, it is 1e-3 + 1 % plus the rounding error of the loss, amplified by the small step.
 */
public final class GradientCheck {

    private static final int ELEMENTS = 64;
    private static final int SHOWN = 5;

    /** Maximum rounding error of the loss, in roundings. */
    private static final double ROUNDINGS = 8;

    /** Tolerance for gradients of a dtype. */
    private enum Tolerance {
        F64(1e-6, 1e-5, 1e-3, 0x1p-53),
        F32(1e-2, 1e-3, 1e-2, 0x1p-24);

        /** Perturbation of an element of magnitude up to 1. */
        private final double step;

        private final double absolute;
        private final double relative;

        /** Relative rounding error: half of the distance from 1 to the next number. */
        private final double rounding;

        Tolerance(double step, double absolute, double relative, double rounding) {
            this.step = step;
            this.absolute = absolute;
            this.relative = relative;
            this.rounding = rounding;
        }

        static Tolerance of(String name, DType dtype) {
            return switch (dtype) {
                case F64 -> F64;
                case F32 -> F32;
                default -> throw new GradientException(RuntimeProblem.NO_DIFFERENCE_OF_DTYPE, name, dtype);
            };
        }

        private Tolerance coarser(Tolerance other) {
            return rounding > other.rounding ? this : other;
        }
    }

    /** A loss at one point, read immediately: the next call may write to the same tensor. */
    private record LossSample(double value, Tolerance accuracy) {

        static LossSample of(Supplier<Tensor> loss) {
            Tensor computed = loss.get();
            if (computed.elementCount() != 1) {
                throw new GradientException(
                        RuntimeProblem.LOSS_NOT_A_NUMBER, computed.dtype() + Arrays.toString(computed.dimensions()));
            }
            return new LossSample(element(computed, 0).getDouble(0), Tolerance.of("the loss", computed.dtype()));
        }
    }

    /**
     * A central difference.
     *
     * @param quotient the difference quotient
     * @param allowed maximum deviation of a gradient
     */
    private record CentralDifference(double quotient, double allowed) {

        static CentralDifference of(LossSample above, LossSample below, double distance, Tolerance ofParameter) {
            Tolerance accuracy = ofParameter.coarser(above.accuracy());
            double quotient = (above.value() - below.value()) / distance;
            double rounding = ROUNDINGS
                    * above.accuracy().rounding
                    * Math.max(Math.abs(above.value()), Math.abs(below.value()))
                    / distance;
            return new CentralDifference(
                    quotient, accuracy.absolute + accuracy.relative * Math.abs(quotient) + rounding);
        }
    }

    private GradientCheck() {}

    /**
     * Checks the gradient that {@link Gradients#gradient} derives for a loss.
     *
     * @param loss computation of an f32 or f64 tensor with one element
     * @param parameters record of writable f32 and f64 tensors on which the loss depends
     * @throws AssertionError if a gradient differs: with the path of the parameter, the index, and both values
     * @throws GradientException if the gradient is missing, or a tensor has another dtype
     */
    public static <R extends Record> void check(Supplier<Tensor> loss, R parameters) {
        check(loss, () -> Gradients.gradient(loss, parameters), parameters);
    }

    /**
     * Checks gradients computed by other means, such as a pair of stubs.
     *
     * @param loss computation of an f32 or f64 tensor with one element
     * @param gradients computation of the gradients of the loss with respect to the parameters, in a record with the
     *     same paths
     * @param parameters record of writable f32 and f64 tensors on which the loss depends
     * @throws AssertionError if a gradient differs: with the path of the parameter, the index, and both values
     * @throws GradientException if a tensor has another dtype
     */
    public static void check(Supplier<Tensor> loss, Supplier<? extends Record> gradients, Record parameters) {
        List<String> problems = new ArrayList<>();
        int compared = 0;
        try (TensorScope scope = TensorScope.open()) {
            Map<String, Tensor> derived = Parameters.of(gradients.get());
            for (Map.Entry<String, Tensor> entry : Parameters.of(parameters).entrySet()) {
                String name = entry.getKey();
                Tensor gradient = requireSameType(name, entry.getValue(), derived.get(name));
                for (long index : elements(entry.getValue().elementCount())) {
                    String problem = compare(loss, name, entry.getValue(), gradient, index);
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

    private static Tensor requireSameType(String name, Tensor parameter, @Nullable Tensor gradient) {
        if (gradient == null) {
            throw new AssertionError(name + ": the gradient is missing");
        }
        if (!Arrays.equals(parameter.dimensions(), gradient.dimensions())) {
            throw new AssertionError(name + ": the gradient has the dims " + Arrays.toString(gradient.dimensions())
                    + ", the parameter " + Arrays.toString(parameter.dimensions()));
        }
        return gradient;
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

    /** Returns the problem with an element of a gradient; null if there is none. */
    private static @Nullable String compare(
            Supplier<Tensor> loss, String name, Tensor parameter, Tensor gradient, long index) {
        try (TensorScope scope = TensorScope.open()) {
            CentralDifference difference = difference(loss, name, element(parameter, index));
            double derivative = element(gradient, index).getDouble(0);
            // A difference of infinite or NaN values is undefined.
            return Double.isFinite(difference.quotient())
                            && Math.abs(derivative - difference.quotient()) <= difference.allowed()
                    ? null
                    : name + position(parameter, index) + ": the gradient is " + derivative
                            + ", the central difference " + difference.quotient() + "; they may be "
                            + (float) difference.allowed() + " apart";
        }
    }

    /** Perturbs an element in both directions, and restores it. */
    private static CentralDifference difference(Supplier<Tensor> loss, String name, Tensor element) {
        Tolerance accuracy = Tolerance.of(name, element.dtype());
        double value = element.getDouble(0);
        double step = accuracy.step * Math.max(1, Math.abs(value));
        try {
            double upper = moved(element, value + step);
            LossSample above = LossSample.of(loss);
            double lower = moved(element, value - step);
            LossSample below = LossSample.of(loss);
            return CentralDifference.of(above, below, upper - lower, accuracy);
        } finally {
            moved(element, value);
        }
    }

    /** Writes an element, and returns its rounded value. */
    private static double moved(Tensor element, double value) {
        if (element.dtype() == DType.F64) {
            element.copyFrom(new double[] {value});
        } else {
            element.copyFrom(new float[] {(float) value});
        }
        return element.getDouble(0);
    }

    /** Returns a view of one element. */
    private static Tensor element(Tensor tensor, long index) {
        return tensor.reshape(tensor.elementCount()).slice(index, index + 1);
    }

    /** Formatted as {@code [2, 5]}. */
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
