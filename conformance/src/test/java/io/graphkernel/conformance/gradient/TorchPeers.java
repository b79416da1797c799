package io.graphkernel.conformance.gradient;

import io.graphkernel.graph.Attributes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** PyTorch calls for ops of the table, by name. */
final class TorchPeers {

    /** Computes the first result of an op. */
    @FunctionalInterface
    interface Peer {
        Tensor apply(List<Tensor> operands, Attributes attributes);
    }

    private static final String KEEP_DIMS = Attributes.KEEP_DIMS;
    private static final long MEAN = 1;

    /** Ops of which the peer has another gradient at NaN, infinities or zeros, and why. */
    static final Map<String, String> OTHERS_AT_SPECIALS = Map.ofEntries(
            Map.entry(
                    "Atan2",
                    "the peer multiplies an infinite coordinate by the reciprocal of its square, which is 0: NaN for 0"),
            Map.entry("BCEWithLogitsLoss", "a label is not an infinity"),
            Map.entry(
                    "GroupNorm",
                    "a sum is scaled after it is computed, and stays infinite where scaled infinite terms are NaN"),
            Map.entry("Hypot", "the peer divides an infinity by an infinite length"),
            Map.entry("PReLU", "at NaN either slope will do"),
            Map.entry("Pow", "the peer multiplies an infinite exponent by a power that is 0"),
            Map.entry("PromptFlashAttention", "the peer gives 0 where all scores are NaN"),
            Map.entry("ReduceL2", "an element of 0 has slope 0, whatever the norm"),
            Map.entry("ReduceMax", "NaN is the maximum, and takes the cotangent"),
            Map.entry("ReduceMin", "NaN is the minimum, and takes the cotangent"),
            Map.entry("Softsign", "the peer subtracts two infinite parts"),
            Map.entry("TanhShrink", "the peer subtracts two infinite parts"),
            Map.entry("Trigamma", "the slope has another sign on each side of a pole"));

    private final Map<String, Peer> peers = new HashMap<>();

    private TorchPeers() {
        addUnary();
        addBinary();
        addActivations();
        addReductions();
        addNorms();
        addLosses();
        addProducts();
        addMovement();
    }

    static Map<String, Peer> all() {
        Map<String, Peer> peers = new HashMap<>(new TorchPeers().peers);
        peers.putAll(TorchNumericPeers.all());
        return peers;
    }

    private void unary(String op, UnaryOperator<Tensor> peer) {
        peers.put(op, (x, attributes) -> peer.apply(x.get(0)));
    }

    private void binary(String op, BinaryOperator<Tensor> peer) {
        peers.put(op, (x, attributes) -> peer.apply(x.get(0), x.get(1)));
    }

    private void addUnary() {
        unary("Abs", torch::abs);
        unary("Neg", torch::neg);
        unary("Sign", torch::sign);
        unary("Floor", torch::floor);
        unary("Ceil", torch::ceil);
        unary("Trunc", torch::trunc);
        unary("Round", torch::round);
        unary("Reciprocal", torch::reciprocal);
        unary("Sqrt", torch::sqrt);
        unary("Rsqrt", torch::rsqrt);
        unary("Square", torch::square);
        unary("Exp", torch::exp);
        unary("Exp2", torch::exp2);
        unary("Expm1", torch::expm1);
        unary("Log", torch::log);
        unary("Log2", torch::log2);
        unary("Log10", torch::log10);
        unary("Log1p", torch::log1p);
        unary("Sin", torch::sin);
        unary("Cos", torch::cos);
        unary("Tan", torch::tan);
        unary("Asin", torch::asin);
        unary("ACos", torch::acos);
        unary("Atan", torch::atan);
        unary("Sinh", torch::sinh);
        unary("Cosh", torch::cosh);
        unary("Tanh", torch::tanh);
        unary("Asinh", torch::asinh);
        unary("Acosh", torch::acosh);
        unary("Atanh", torch::atanh);
        unary("Erf", torch::erf);
        unary("Erfc", torch::erfc);
        unary("Sigmoid", torch::sigmoid);
    }

    private void addBinary() {
        binary("Add", Tensor::add);
        binary("Sub", Tensor::sub);
        binary("Mul", Tensor::mul);
        binary("RealDiv", Tensor::div);
        binary("Div", Tensor::div);
        binary("Pow", torch::pow);
        binary("Atan2", torch::atan2);
        binary("Maximum", torch::maximum);
        binary("Minimum", torch::minimum);
        binary("Mod", torch::fmod);
        binary("FloorMod", torch::remainder);
        binary("SquaredDifference", (x, y) -> x.sub(y).square());
        peers.put("FusedMulAdd", (x, attributes) -> x.get(0).mul(x.get(1)).add(x.get(2)));
        peers.put(
                "Addcmul",
                (x, attributes) -> x.get(0).add(x.get(3).mul(x.get(1)).mul(x.get(2))));
        peers.put(
                "Addcdiv",
                (x, attributes) -> x.get(0).add(x.get(3).mul(x.get(1)).div(x.get(2))));
        peers.put("Lerp", (x, attributes) -> torch.lerp(x.get(0), x.get(1), x.get(2)));
        peers.put("Select", (x, attributes) -> torch.where(x.get(0), x.get(1), x.get(2)));
        peers.put("MaskedFill", (x, attributes) -> torch.masked_fill(x.get(0), x.get(1), x.get(2)));
    }

    private void addActivations() {
        unary("ReLU", torch::relu);
        unary("ReLU6", torch::relu6);
        unary("SiLU", torch::silu);
        unary("GeLU", x -> torch.gelu(x, "tanh"));
        unary("GeLUErf", torch::gelu);
        unary("HSwish", torch::hardswish);
        // The op of PyTorch divides by 6 in f32.
        unary("HSigmoid", x -> torch.relu6(x.add(new Scalar(3))).div(new Scalar(6)));
        unary("Softplus", torch::softplus);
        unary("Softsign", torch::softsign);
        unary("LogSigmoid", torch::log_sigmoid);
        unary("Mish", torch::mish);
        unary("Selu", torch::selu);
        peers.put("PReLU", (x, attributes) -> torch.prelu(x.get(0), x.get(1)));
        peers.put("GLU", (x, attributes) -> torch.glu(x.get(0), attributes.integer(Attributes.AXIS)));
    }

    private void addReductions() {
        reduction("ReduceSum", (x, axes, keep) -> torch.sum(x, axes, keep, new ScalarTypeOptional()));
        reduction("ReduceMean", (x, axes, keep) -> torch.mean(x, axes, keep, new ScalarTypeOptional()));
        reduction("ReduceMax", torch::amax);
        reduction("ReduceMin", torch::amin);
        reduction("LogSumExp", torch::logsumexp);
        reduction(
                "ReduceL2",
                (x, axes, keep) -> torch.linalg_vector_norm(x, new Scalar(2), axes, keep, new ScalarTypeOptional()));
        peers.put(
                "CumSum",
                (x, attributes) ->
                        plainScan(attributes) ? torch.cumsum(x.get(0), attributes.integer(Attributes.AXIS)) : null);
        peers.put(
                "CumProd",
                (x, attributes) ->
                        plainScan(attributes) ? torch.cumprod(x.get(0), attributes.integer(Attributes.AXIS)) : null);
        peers.put("Softmax", (x, attributes) -> torch.softmax(x.get(0), attributes.integer(Attributes.AXIS)));
        peers.put("LogSoftmax", (x, attributes) -> torch.log_softmax(x.get(0), attributes.integer(Attributes.AXIS)));
    }

    private static boolean plainScan(Attributes attributes) {
        return !attributes.flag(Attributes.EXCLUSIVE) && !attributes.flag(Attributes.REVERSE);
    }

    @FunctionalInterface
    private interface Reduction {
        Tensor apply(Tensor x, long[] axes, boolean keepDims);
    }

    private void reduction(String op, Reduction peer) {
        peers.put(op, (x, attributes) -> peer.apply(x.get(0), axes(x.get(0), attributes), attributes.flag(KEEP_DIMS)));
    }

    /** No axis is all of them. */
    static long[] axes(Tensor x, Attributes attributes) {
        List<Long> axes = attributes.axes();
        return axes.isEmpty()
                ? LongStream.range(0, x.dim()).toArray()
                : axes.stream().mapToLong(axis -> axis).toArray();
    }

    private void addNorms() {
        peers.put("LayerNormV3", TorchPeers::layerNorm);
        peers.put("LayerNorm", TorchPeers::layerNorm);
        peers.put(
                "GroupNorm",
                (x, attributes) -> torch.group_norm(
                        x.get(0),
                        2,
                        new TensorOptional(x.get(1)),
                        new TensorOptional(x.get(2)),
                        number(x.get(3)),
                        false));
        peers.put(
                "RmsNorm",
                (x, attributes) -> x.get(2).requires_grad()
                        ? null
                        : torch.rms_norm(
                                x.get(0),
                                x.get(1).sizes().vec().get(),
                                new TensorOptional(x.get(1)),
                                new DoubleOptional(number(x.get(2)))));
    }

    private static Tensor layerNorm(List<Tensor> x, Attributes attributes) {
        // PyTorch takes epsilon as a number.
        return x.get(3).requires_grad()
                ? null
                : torch.layer_norm(
                        x.get(0),
                        x.get(1).sizes().vec().get(),
                        new TensorOptional(x.get(1)),
                        new TensorOptional(x.get(2)),
                        number(x.get(3)),
                        false);
    }

    private static double number(Tensor x) {
        return x.item_double();
    }

    private void addLosses() {
        loss("MSELoss", torch::mse_loss);
        loss("L1Loss", torch::l1_loss);
        peers.put(
                "SigmoidCrossEntropyWithLogits",
                (x, attributes) -> !sameShape(x.get(0), x.get(1))
                        ? null
                        : torch.binary_cross_entropy_with_logits(
                                x.get(0), x.get(1), new TensorOptional(), new TensorOptional(), 0));
        peers.put(
                "BCEWithLogitsLoss",
                (x, attributes) -> x.size() > 2
                        ? null
                        : torch.binary_cross_entropy_with_logits(
                                x.get(0), x.get(1), new TensorOptional(), new TensorOptional(), reduction(attributes)));
        peers.put(
                "SoftmaxCrossEntropyWithLogits",
                (x, attributes) ->
                        torch.log_softmax(x.get(0), -1).mul(x.get(1)).sum(-1).neg());
    }

    private static boolean sameShape(Tensor x, Tensor y) {
        return Arrays.equals(x.sizes().vec().get(), y.sizes().vec().get());
    }

    @FunctionalInterface
    private interface Loss {
        Tensor apply(Tensor x, Tensor y, long reduction);
    }

    private void loss(String op, Loss peer) {
        peers.put(op, (x, attributes) -> peer.apply(x.get(0), x.get(1), reduction(attributes)));
    }

    private static long reduction(Attributes attributes) {
        return switch (attributes.text("reduction")) {
            case "NONE" -> 0;
            case "MEAN" -> MEAN;
            default -> 2;
        };
    }

    private void addProducts() {
        for (String op : List.of("MatMul", "BatchMatMul")) {
            peers.put(
                    op,
                    (x, attributes) -> torch.matmul(
                            turned(x.get(0), attributes.flag(Attributes.TRANSPOSE_A)),
                            turned(x.get(1), attributes.flag(Attributes.TRANSPOSE_B))));
        }
        peers.put(
                "PromptFlashAttention",
                (x, attributes) -> torch.scaled_dot_product_attention(
                        x.get(0),
                        x.get(1),
                        x.get(2),
                        x.size() == 5 ? new TensorOptional(x.get(3)) : new TensorOptional(),
                        0,
                        false,
                        new DoubleOptional(number(x.get(x.size() - 1))),
                        false));
    }

    private static Tensor turned(Tensor x, boolean transposed) {
        return transposed ? x.transpose(-2, -1) : x;
    }

    private void addMovement() {
        peers.put(
                "Concat",
                (x, attributes) ->
                        torch.cat(new TensorVector(x.toArray(Tensor[]::new)), attributes.integer(Attributes.AXIS)));
        peers.put(
                "Stack",
                (x, attributes) ->
                        torch.stack(new TensorVector(x.toArray(Tensor[]::new)), attributes.integer(Attributes.AXIS)));
        peers.put("Reverse", (x, attributes) -> torch.flip(x.get(0), axes(x.get(0), attributes)));
        peers.put("Tril", (x, attributes) -> torch.tril(x.get(0), attributes.integer("diagonal")));
        peers.put("Triu", (x, attributes) -> torch.triu(x.get(0), attributes.integer("diagonal")));
    }
}
