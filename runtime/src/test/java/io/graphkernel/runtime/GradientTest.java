package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The gradient ops are the derivatives of the ops, by central differences in f64. */
class GradientTest {

    private static final double STEP = 1e-5;
    private static final double TOLERANCE = 3e-8;
    private static final DType F64 = DType.F64;

    /**
     * A function of tensors with one result, and the gradients of Σ weight · result with respect to the first operands.
     *
     * @param name name in the report
     * @param operands f64 tensors; the gradients are those of the first of them
     * @param function computes the result
     * @param gradients computes the gradients from the operands and the weight
     */
    record Case(
            String name,
            List<Tensor> operands,
            Function<List<Tensor>, Tensor> function,
            Function<List<Tensor>, List<Tensor>> gradients) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A gradient op of one operand. */
    interface Gradient {
        Tensor of(Tensor x, Tensor y, Tensor dy);
    }

    static Stream<Case> elementwise() {
        return Stream.of(
                elementwise("reLU", Ops::reLU, (x, y, dy) -> Ops.reluGrad(dy, x)),
                elementwise("reLU6", Ops::reLU6, (x, y, dy) -> Ops.reLU6Grad(dy, x)),
                elementwise(
                        "leakyReLUExt", x -> Ops.leakyReLUExt(x, 0.2), (x, y, dy) -> Ops.leakyReLUExtGrad(dy, x, 0.2)),
                elementwise("geLU", Ops::geLU, (x, y, dy) -> Ops.geLUGrad(dy, x, y)),
                elementwise("geLUErf", Ops::geLUErf, (x, y, dy) -> Ops.geLUErfGrad(dy, x)),
                elementwise("fastGeLU", Ops::fastGeLU, (x, y, dy) -> Ops.fastGeLUGrad(dy, x)),
                elementwise("siLU", Ops::siLU, (x, y, dy) -> Ops.siLUGrad(dy, x)),
                elementwise("mish", Ops::mish, (x, y, dy) -> Ops.mishGrad(dy, x)),
                elementwise("eluExt", x -> Ops.eluExt(x, 0.7), (x, y, dy) -> Ops.eluGrad(dy, y, 0.7)),
                elementwise("hSigmoid", Ops::hSigmoid, (x, y, dy) -> Ops.hSigmoidGrad(dy, x)),
                elementwise("hSwish", Ops::hSwish, (x, y, dy) -> Ops.hSwishGrad(dy, x)),
                elementwise("hShrink", Ops::hShrink, (x, y, dy) -> Ops.hShrinkGrad(dy, x)),
                elementwise("softplus", Ops::softplus, (x, y, dy) -> Ops.softplusGrad(dy, x)),
                elementwise(
                        "softplusExt",
                        x -> Ops.softplusExt(x, 2.0, 20.0),
                        (x, y, dy) -> Ops.softplusGradExt(dy, x, 2.0, 20.0)),
                elementwise("logSigmoid", Ops::logSigmoid, (x, y, dy) -> Ops.logSigmoidGrad(dy, x)),
                elementwise("sigmoid", Ops::sigmoid, (x, y, dy) -> Ops.sigmoidGrad(y, dy)),
                elementwise("tanh", Ops::tanh, (x, y, dy) -> Ops.tanhGrad(y, dy)),
                elementwise("abs", Ops::abs, (x, y, dy) -> Ops.absGrad(x, dy)),
                elementwise("reciprocal", Ops::reciprocal, (x, y, dy) -> Ops.reciprocalGrad(y, dy)),
                elementwise("sqrt", x -> Ops.sqrt(Ops.add(x, 5.0)), (x, y, dy) -> Ops.sqrtGrad(y, dy)),
                elementwise("rsqrt", x -> Ops.rsqrt(Ops.add(x, 5.0)), (x, y, dy) -> Ops.rsqrtGrad(y, dy)));
    }

    static Stream<Case> reducing() {
        return Stream.of(
                unary("softmax", x -> Ops.softmax(x, 1), (x, y, dy) -> Ops.softmaxGrad(dy, y, 1)),
                unary("logSoftmax", x -> Ops.logSoftmax(x, -1), (x, y, dy) -> Ops.logSoftmaxGrad(y, dy, -1)),
                new Case(
                        "maximum",
                        List.of(matrix(0), Tensor.of(new double[] {0.31, -0.4, 0.9, 0.05}, 1, 4)),
                        v -> Ops.maximum(v.get(0), v.get(1)),
                        v -> {
                            Ops.MaximumGradResult result = Ops.maximumGrad(v.get(0), v.get(1), v.get(2));
                            return List.of(result.dx(), result.dy());
                        }),
                new Case(
                        "minimum",
                        List.of(matrix(0), Tensor.of(new double[] {0.31, -0.4, 0.9, 0.05}, 4)),
                        v -> Ops.minimum(v.get(0), v.get(1)),
                        v -> {
                            Ops.MinimumGradResult result = Ops.minimumGrad(v.get(0), v.get(1), v.get(2));
                            return List.of(result.dx(), result.dy());
                        }),
                new Case(
                        "layerNorm",
                        List.of(matrix(0), vector(4, 1), vector(4, 2)),
                        v -> Ops.layerNorm(v.get(0), v.get(1), v.get(2)).y(),
                        v -> {
                            Ops.LayerNormResult forward = Ops.layerNorm(v.get(0), v.get(1), v.get(2));
                            Ops.LayerNormGradResult result =
                                    Ops.layerNormGrad(v.get(0), v.get(3), forward.variance(), forward.mean(), v.get(1));
                            return List.of(result.dx(), result.dgamma(), result.dbeta());
                        }),
                new Case(
                        "rmsNorm",
                        List.of(matrix(0), vector(4, 1)),
                        v -> Ops.rmsNorm(v.get(0), v.get(1)).y(),
                        v -> {
                            Tensor rstd = Ops.rmsNorm(v.get(0), v.get(1)).rstd();
                            Ops.RmsNormGradResult result = Ops.rmsNormGrad(v.get(2), v.get(0), rstd, v.get(1));
                            return List.of(result.dx(), result.dgamma());
                        }),
                new Case(
                        "batchNormTrain",
                        List.of(matrix(0), vector(4, 1), vector(4, 2)),
                        v -> batchNorm(v).y(),
                        v -> {
                            Ops.BatchNormTrainResult forward = batchNorm(v);
                            Ops.BatchNormGradResult result = Ops.batchNormGrad(
                                    v.get(3), v.get(0), v.get(1), forward.batchMean(), forward.batchVariance());
                            return List.of(result.dx(), result.dscale(), result.dbias());
                        }),
                new Case(
                        "batchNorm",
                        List.of(matrix(0), vector(4, 1), vector(4, 2)),
                        v -> Ops.batchNorm(v.get(0), v.get(1), v.get(2), vector(4, 3), positive(vector(4, 4))),
                        v -> {
                            Ops.BatchNormGradResult result = Ops.batchNormGrad(
                                    v.get(3),
                                    v.get(0),
                                    v.get(1),
                                    vector(4, 3),
                                    positive(vector(4, 4)),
                                    1e-5,
                                    false,
                                    DataFormat.NCHW);
                            return List.of(result.dx(), result.dscale(), result.dbias());
                        }));
    }

    static Stream<Case> losses() {
        return Stream.of(
                new Case(
                        "softmaxCrossEntropyWithLogits",
                        List.of(matrix(0)),
                        v -> Ops.reduceSum(Ops.softmaxCrossEntropyWithLogits(v.get(0), distribution())
                                .loss()),
                        v -> List.of(Ops.softmaxCrossEntropyWithLogits(v.get(0), distribution())
                                .dlogits())),
                new Case(
                        "sparseSoftmaxCrossEntropyWithLogits",
                        List.of(matrix(0)),
                        v -> Ops.sparseSoftmaxCrossEntropyWithLogits(v.get(0), labels())
                                .loss(),
                        v -> List.of(Ops.sparseSoftmaxCrossEntropyWithLogits(v.get(0), labels())
                                .dlogits())),
                new Case(
                        "binaryCrossEntropy",
                        List.of(Ops.sigmoid(matrix(0))),
                        v -> Ops.binaryCrossEntropy(v.get(0), Ops.sigmoid(matrix(1)), Ops.abs(matrix(2))),
                        v -> List.of(Ops.binaryCrossEntropyGrad(
                                v.get(0), Ops.sigmoid(matrix(1)), Tensor.scalar(F64, 1), Ops.abs(matrix(2))))),
                new Case(
                        "sigmoidCrossEntropyWithLogits",
                        List.of(matrix(0)),
                        v -> Ops.reduceSum(Ops.sigmoidCrossEntropyWithLogits(v.get(0), Ops.sigmoid(matrix(1)))),
                        v -> List.of(Ops.sigmoidCrossEntropyWithLogitsGrad(
                                v.get(0), Ops.sigmoid(matrix(1)), Tensor.scalar(F64, 1)))),
                new Case(
                        "smoothL1Loss",
                        List.of(matrix(0)),
                        v -> Ops.smoothL1Loss(v.get(0), matrix(1), 0.8, Reduction.SUM),
                        v -> List.of(Ops.smoothL1LossGrad(v.get(0), matrix(1), Tensor.scalar(F64, 1), 0.8))));
    }

    @ParameterizedTest
    @MethodSource({"elementwise", "reducing", "losses"})
    void gradient_isTheDerivative(Case of) {
        Tensor weight = varied(of.function().apply(of.operands()).dimensions(), 7);
        boolean loss = weight.rank() == 0;
        List<Tensor> arguments = Stream.concat(of.operands().stream(), Stream.of(loss ? Tensor.scalar(F64, 1) : weight))
                .toList();
        List<Tensor> gradients = of.gradients().apply(arguments);
        for (int operand = 0; operand < gradients.size(); operand++) {
            double[] expected = differences(of, operand, loss ? Tensor.scalar(F64, 1) : weight);
            assertThat(gradients.get(operand).dimensions())
                    .isEqualTo(of.operands().get(operand).dimensions());
            double[] actual = gradients.get(operand).toDoubleArray();
            for (int i = 0; i < expected.length; i++) {
                assertThat(actual[i])
                        .as("operand %d, element %d", operand, i)
                        .isCloseTo(expected[i], within(TOLERANCE * (1 + Math.abs(expected[i]))));
            }
        }
    }

    private static double[] differences(Case of, int operand, Tensor weight) {
        Tensor varied = of.operands().get(operand);
        double[] values = varied.toDoubleArray();
        double[] slopes = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            slopes[i] = (value(of, operand, i, STEP, weight) - value(of, operand, i, -STEP, weight)) / (2 * STEP);
        }
        return slopes;
    }

    private static double value(Case of, int operand, int element, double step, Tensor weight) {
        double[] values = of.operands().get(operand).toDoubleArray();
        values[element] += step;
        List<Tensor> moved = new ArrayList<>(of.operands());
        moved.set(operand, Tensor.of(values, of.operands().get(operand).dimensions()));
        return Ops.reduceSum(Ops.mul(of.function().apply(moved), weight)).toDoubleArray()[0];
    }

    private static Case elementwise(String name, Function<Tensor, Tensor> op, Gradient gradient) {
        Tensor x = Tensor.of(new double[] {-3.7, -2.1, -0.63, -0.11, 0.09, 0.7, 1.9, 3.3, 6.2}, 9);
        return unary(name, Ops.mul(x, name.endsWith("sqrt") ? 0.5 : 1.0), op, gradient);
    }

    private static Case unary(String name, Function<Tensor, Tensor> op, Gradient gradient) {
        return unary(name, matrix(0), op, gradient);
    }

    private static Case unary(String name, Tensor x, Function<Tensor, Tensor> op, Gradient gradient) {
        return new Case(
                name,
                List.of(x),
                v -> op.apply(v.get(0)),
                v -> List.of(gradient.of(v.get(0), op.apply(v.get(0)), v.get(1))));
    }

    private static Ops.BatchNormTrainResult batchNorm(List<Tensor> v) {
        return Ops.batchNormTrain(v.get(0), v.get(1), v.get(2), Tensor.zeros(F64, 4), Tensor.zeros(F64, 4));
    }

    private static Tensor distribution() {
        return Ops.softmax(matrix(3));
    }

    private static Tensor labels() {
        return Tensor.of(new int[] {2, 0, 3}, 3);
    }

    private static Tensor positive(Tensor x) {
        return Ops.add(Ops.square(x), 0.3);
    }

    private static Tensor matrix(int seed) {
        return varied(new long[] {3, 4}, seed);
    }

    private static Tensor vector(long size, int seed) {
        return varied(new long[] {size}, seed);
    }

    /** Different numbers between -2 and 2. */
    private static Tensor varied(long[] dims, int seed) {
        Tensor result = Tensor.empty(F64, dims);
        double[] values = new double[(int) result.elementCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = 2 * Math.sin(1 + 12.9898 * i + 7.233 * seed);
        }
        return Tensor.of(values, dims);
    }
}
