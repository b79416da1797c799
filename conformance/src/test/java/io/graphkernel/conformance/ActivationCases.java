package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Elementwise;
import io.graphkernel.conformance.oracle.Gradients;
import io.graphkernel.conformance.oracle.Scalar;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Activations and elementwise gradients, each with its definition. */
final class ActivationCases {

    private static final Sampler MODERATE = Sampler.between(-8, 8).atAllMagnitudes();

    private ActivationCases() {}

    static Stream<Case> all() {
        return Stream.of(activations(), scaled(), gradients(), crossEntropies())
                .flatMap(List::stream)
                .flatMap(ElementwiseOp::cases);
    }

    private static List<ElementwiseOp> activations() {
        return List.of(
                activation("ReLU", Elementwise::relu).over(Dtypes.NUMBERS),
                activation("ReLU6", x -> Elementwise.clamp(x, 0, 6)).over(Dtypes.NUMBERS),
                activation("SiLU", Elementwise::silu),
                activation("GeLU", Elementwise::gelu),
                activation("Gelu", Elementwise::gelu),
                activation("FastGeLU", Elementwise::fastGelu),
                activation("FastGelu", Elementwise::fastGelu),
                activation("HSigmoid", Elementwise::hardSigmoid),
                activation("HSwish", Elementwise::hardSwish),
                activation("Softplus", Elementwise::softplus),
                activation("Softsign", Elementwise::softsign),
                activation("Mish", Elementwise::mish),
                activation("HShrink", x -> Elementwise.hardShrink(x, 0.5)).call("half", "$(a, 0.5)"),
                activation("SoftShrink", x -> Elementwise.softShrink(x, 0.5)).call("half", "$(a, 0.5)"),
                activation("LogSigmoid", Elementwise::logSigmoid),
                activation("GeLUErf", Elementwise::geluErf),
                activation("Swish", Elementwise::silu),
                clamp("ClampScalar"),
                clamp("Clip"));
    }

    private static ElementwiseOp clamp(String op) {
        return activation(op, x -> Elementwise.clamp(x, 1, 3))
                .call("both", "$(a, 1.0, 3.0)")
                .over(Dtypes.NUMBERS);
    }

    /** With parameters that are tensors of rank 0 or numbers. */
    private static List<ElementwiseOp> scaled() {
        Sampler betas = Sampler.between(0.25, 4);
        Sampler thresholds = Sampler.between(5, 20);
        return List.of(
                of("LeakyReLUExt", 2, x -> Elementwise.leakyRelu(x[0], x[1])).numbers(1),
                activation("LeakyReLUExt", x -> Elementwise.leakyRelu(x, x.number(0.25)))
                        .call("number", "$(a, 0.25)"),
                activation("LeakyReLU", x -> Elementwise.leakyRelu(x, x.number(0.25)))
                        .call("number", "$(a, 0.25)"),
                of("EluExt", 2, x -> Elementwise.elu(x[0], x[1])).numbers(1).within(MODERATE),
                activation("EluExt", x -> Elementwise.elu(x, x.number(1.5))).call("number", "$(a, 1.5)"),
                activation("Elu", x -> Elementwise.elu(x, x.number(1))),
                activation("Selu", Elementwise::selu),
                of("CeLU", 2, x -> Elementwise.celu(x[0], x[1])).numbers(1).within(MODERATE, betas),
                activation("CeLU", x -> Elementwise.celu(x, x.number(1.5))).call("number", "$(a, 1.5)"),
                of("SoftplusExt", 3, x -> Elementwise.softplusExt(x[0], x[1], x[2]))
                        .numbers(1, 2)
                        .within(MODERATE, betas, thresholds),
                activation("SoftplusExt", x -> Elementwise.softplusExt(x, x.number(2), x.number(20)))
                        .call("literals", "$(a, 2.0, 20.0)"),
                of("SoftplusGradExt", 4, x -> Gradients.softplusExt(x[0], x[1], x[2], x[3]))
                        .numbers(2, 3)
                        .within(MODERATE, MODERATE, betas, thresholds),
                gradient("SoftplusGradExt", (dy, x) -> Gradients.softplusExt(dy, x, x.number(1), x.number(20))),
                of("ClipByNormNoDivSum", 4, x -> Elementwise.clipByNormNoDivSum(x[0], x[1], x[2], x[3]))
                        .within(MODERATE));
    }

    private static List<ElementwiseOp> gradients() {
        Sampler results = Sampler.between(0.1, 8);
        return List.of(
                gradient("ReluGrad", Gradients::relu).within(Sampler.anything()),
                gradient("ReLU6Grad", Gradients::relu6).within(Sampler.anything()),
                gradient("AbsGrad", Gradients::abs).over(Dtypes.NUMBERS),
                gradient("SigmoidGrad", Gradients::sigmoidGrad).within(Sampler.between(0, 1), MODERATE),
                gradient("TanhGrad", Gradients::tanhGrad).within(Sampler.between(-1, 1), MODERATE),
                gradient("SqrtGrad", Gradients::sqrt).within(results.atMagnitudes(0, 1e19), MODERATE),
                gradient("RsqrtGrad", Gradients::rsqrt)
                        .within(results.atMagnitudes(1e-38, Double.POSITIVE_INFINITY), MODERATE),
                gradient("ReciprocalGrad", Gradients::reciprocal).within(results.atAllMagnitudes(), MODERATE),
                gradient("SiLUGrad", Gradients::silu),
                gradient("SwishGrad", Gradients::silu),
                gradient("FastGeLUGrad", Gradients::fastGelu),
                gradient("FastGeluGrad", Gradients::fastGelu),
                gradient("GeLUGrad", Gradients::gelu).call("two", "$(a, b)"),
                gradient("GeluGrad", Gradients::gelu),
                of("GeLUGrad", 3, x -> Gradients.gelu(x[0], x[1])).within(MODERATE),
                gradient("GeLUErfGrad", Gradients::geluErf),
                gradient("MishGrad", Gradients::mish),
                gradient("HSigmoidGrad", Gradients::hardSigmoid),
                gradient("HSwishGrad", Gradients::hardSwish),
                gradient("HShrinkGrad", (dy, x) -> Gradients.hardShrink(dy, x, 0.5)),
                gradient("SoftplusGrad", Gradients::softplusGrad),
                gradient("LogSigmoidGrad", Gradients::logSigmoid),
                gradient("EluGrad", (dy, y) -> Gradients.elu(dy, y, y.number(1)))
                        .within(MODERATE, Sampler.between(-1, 4)),
                gradient("LeakyReLUExtGrad", (dy, x) -> Gradients.leakyRelu(dy, x, x.number(0.25)))
                        .call("number", "$(a, b, 0.25)"),
                of("LeakyReLUGrad", 3, x -> Gradients.leakyRelu(x[0], x[1], x[2]))
                        .numbers(2),
                gradient("DropoutGrad", (dy, mask) -> dy.times(mask).over(dy.number(0.75)))
                        .within(MODERATE, Sampler.oneOf(0, 1))
                        .call("number", "$(a, b, 0.75)"));
    }

    private static List<ElementwiseOp> crossEntropies() {
        Sampler probability = Sampler.between(0, 1);
        return List.of(
                of("SigmoidCrossEntropyWithLogits", 2, x -> Elementwise.sigmoidCrossEntropy(x[0], x[1]))
                        .within(MODERATE, probability),
                of("SigmoidCrossEntropyWithLogitsGrad", 3, x -> Gradients.sigmoidCrossEntropy(x[0], x[1], x[2]))
                        .within(MODERATE, probability, MODERATE));
    }

    private static ElementwiseOp activation(String op, UnaryOperator<Scalar> definition) {
        return of(op, 1, x -> definition.apply(x[0]));
    }

    private static ElementwiseOp gradient(String op, BinaryOperator<Scalar> definition) {
        return of(op, 2, x -> definition.apply(x[0], x[1])).within(MODERATE);
    }

    private static ElementwiseOp of(String op, int arity, ElementwiseOp.Definition definition) {
        return new ElementwiseOp(op, arity, definition).over(Dtypes.REALS);
    }
}
