package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Elementwise;
import io.graphkernel.conformance.oracle.Scalar;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Activations and elementwise gradients, each with its definition. */
final class ActivationCases {

    /** Where no intermediate result leaves the range of f16. */
    private static final Sampler MODERATE = Sampler.between(-8, 8);

    private ActivationCases() {}

    static Stream<Case> all() {
        return Stream.of(activations(), scaled(), gradients(), crossEntropies())
                .flatMap(List::stream)
                .flatMap(ElementwiseOp::cases);
    }

    private static List<ElementwiseOp> activations() {
        return List.of(
                activation("ReLU", Elementwise::relu).over(Dtypes.NUMBERS),
                activation("ReLU6", x -> Elementwise.clamp(x, 0, 6)),
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
                activation("ClampScalar", x -> Elementwise.clamp(x, -2, 3))
                        .call("both", "$(a, -2.0, 3.0)")
                        .over(Dtypes.REALS),
                activation("Clip", x -> Elementwise.clamp(x, -2, 3))
                        .call("both", "$(a, -2.0, 3.0)")
                        .over(Dtypes.REALS));
    }

    /** With parameters that are tensors or numbers. */
    private static List<ElementwiseOp> scaled() {
        return List.of(
                of("LeakyReLUExt", 2, x -> Elementwise.leakyRelu(x[0], x[1])),
                of("LeakyReLUExt", 1, x -> Elementwise.leakyRelu(x[0], x[0].number(0.25)))
                        .call("number", "$(a, 0.25)"),
                of("EluExt", 2, x -> Elementwise.elu(x[0], x[1])).within(MODERATE),
                of("EluExt", 1, x -> Elementwise.elu(x[0], x[0].number(1.5))).call("number", "$(a, 1.5)"),
                of("SoftplusExt", 3, x -> Elementwise.softplusExt(x[0], x[1], x[2]))
                        .within(MODERATE, Sampler.between(0.25, 4), Sampler.between(5, 20)),
                of("SoftplusExt", 1, x -> Elementwise.softplusExt(x[0], x[0].number(2), x[0].number(20)))
                        .call("numbers", "$(a, 2.0, 20.0)"),
                of("SoftplusGradExt", 4, x -> Elementwise.softplusGradExt(x[0], x[1], x[2], x[3]))
                        .within(MODERATE, MODERATE, Sampler.between(0.25, 4), Sampler.between(5, 20)),
                of("ClipByNormNoDivSum", 4, x -> Elementwise.clipByNormNoDivSum(x[0], x[1], x[2], x[3]))
                        .within(MODERATE));
    }

    private static List<ElementwiseOp> gradients() {
        return List.of(
                gradient("ReluGrad", Elementwise::reluGrad)
                        .within(Sampler.anything())
                        .over(Dtypes.NUMBERS),
                gradient("SigmoidGrad", Elementwise::sigmoidGrad),
                gradient("TanhGrad", Elementwise::tanhGrad),
                gradient("SqrtGrad", Elementwise::sqrtGrad),
                gradient("RsqrtGrad", Elementwise::rsqrtGrad),
                gradient("SiLUGrad", Elementwise::siluGrad),
                gradient("FastGeLUGrad", Elementwise::fastGeluGrad),
                gradient("FastGeluGrad", Elementwise::fastGeluGrad),
                gradient("SoftplusGrad", Elementwise::softplusGrad),
                of("GeLUGrad", 3, x -> Elementwise.geluGrad(x[0], x[1])).within(MODERATE),
                gradient("DropoutGrad", (dy, mask) -> dy.times(mask).times(dy.number(4.0 / 3)))
                        .within(MODERATE, Sampler.oneOf(0, 1))
                        .call("", "$(a, b, 0.75)"));
    }

    private static List<ElementwiseOp> crossEntropies() {
        Sampler probability = Sampler.between(0, 1);
        return List.of(
                of("SigmoidCrossEntropyWithLogits", 2, x -> Elementwise.sigmoidCrossEntropy(x[0], x[1]))
                        .within(MODERATE, probability),
                of("SigmoidCrossEntropyWithLogitsGrad", 3, x -> Elementwise.sigmoidCrossEntropyGrad(x[0], x[1], x[2]))
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
