package io.graphkernel.examples.benchmarks.gradient;

import static io.graphkernel.examples.benchmarks.gradient.GradientContest.read;
import static io.graphkernel.examples.benchmarks.gradient.GradientContest.shared;
import static io.graphkernel.examples.benchmarks.gradient.GradientContest.write;

import io.graphkernel.examples.benchmarks.BenchmarkOpsKernels;
import io.graphkernel.examples.benchmarks.Data;
import io.graphkernel.examples.benchmarks.TrafficLimit;
import io.graphkernel.examples.benchmarks.onednn.OneDnn;
import io.graphkernel.examples.benchmarks.onednn.TrainingPrograms;
import io.graphkernel.runtime.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** The operations by their names on the command line. */
final class Contests {
    private static final float EPSILON = 1e-5f;
    private static final long ROWS = 4096;
    private static final long COLUMNS = 1024;
    private static final long GATED_COLUMNS = 2816;
    private static final long CLASSES = 8192;

    private final TrafficLimit machine;
    private final HandWritten byHand;
    private final OneDnn library = new OneDnn();
    private final TrainingPrograms programs = new TrainingPrograms(library);

    Contests(int threads) {
        machine = new TrafficLimit(threads);
        byHand = new HandWritten(threads);
    }

    /** Each makes its operands anew. */
    Map<String, Supplier<GradientContest>> all() {
        Map<String, Supplier<GradientContest>> contests = new LinkedHashMap<>();
        contests.put("biasGelu", this::biasGelu);
        contests.put("layerNorm", this::layerNorm);
        contests.put("softmax", this::softmax);
        contests.put("rmsNorm", this::rmsNorm);
        contests.put("swiGlu", this::swiGlu);
        contests.put("seedGraph", this::seedGraph);
        contests.put("addLayerNorm", this::addLayerNorm);
        contests.put("crossEntropy", this::crossEntropy);
        contests.put("attention512", () -> attention(512));
        contests.put("attention2048", () -> attention(2048));
        return contests;
    }

    private GradientContest biasGelu() {
        GradientContest contest = new GradientContest("bias + GeLU");
        Tensor x = contest.tensor(ROWS, COLUMNS);
        Tensor bias = contest.tensor(COLUMNS);
        Tensor cotangent = contest.tensor(ROWS, COLUMNS);
        Tensor result = contest.tensor(ROWS, COLUMNS);
        Tensor toX = contest.tensor(ROWS, COLUMNS);
        Tensor toBias = contest.tensor(COLUMNS);
        Tensor composedX = contest.tensor(ROWS, COLUMNS);
        Tensor composedBias = contest.tensor(COLUMNS);
        var gradients = new GradientOpsKernels.BiasGeluGradients(toX, toBias);
        return contest.forward(() -> BenchmarkOpsKernels.biasGelu(x, bias, result))
                .pair(
                        () -> {
                            try (var forward = GradientOpsKernels.biasGeluForward(x, bias)) {
                                GradientOpsKernels.biasGeluGradient(forward.saved(), cotangent, gradients);
                            }
                        },
                        toX,
                        toBias)
                .composed(
                        () -> {
                            BenchmarkOpsKernels.biasGelu(x, bias, result);
                            ComposedOpsKernels.biasGelu(x, bias, cotangent, composedX, composedBias);
                        },
                        composedX,
                        composedBias)
                .torch(of -> torch.gelu(of.get(0).add(of.get(1)), "tanh"), cotangent, x, bias)
                .limit(machine, List.of(read(x), write(result)), List.of(read(x), read(cotangent), write(toX)));
    }

    private GradientContest layerNorm() {
        GradientContest contest = new GradientContest("layer normalisation");
        Tensor x = contest.tensor(ROWS, COLUMNS);
        Tensor gamma = contest.tensor(COLUMNS);
        Tensor beta = contest.tensor(COLUMNS);
        Tensor cotangent = contest.tensor(ROWS, COLUMNS);
        Tensor result = contest.tensor(ROWS, COLUMNS);
        Tensor mean = contest.tensor(ROWS, 1);
        Tensor variance = contest.tensor(ROWS, 1);
        Tensor toX = contest.tensor(ROWS, COLUMNS);
        Tensor toGamma = contest.tensor(COLUMNS);
        Tensor toBeta = contest.tensor(COLUMNS);
        Tensor composedX = contest.tensor(ROWS, COLUMNS);
        Tensor composedGamma = contest.tensor(COLUMNS);
        Tensor composedBeta = contest.tensor(COLUMNS);
        var gradients = new GradientOpsKernels.LayerNormGradients(toX, toGamma, toBeta);
        byHand.layerNorm(x, gamma, beta, EPSILON, result).forEach(contest::byHand);
        contest.forward(() -> BenchmarkOpsKernels.layerNorm(x, gamma, beta, EPSILON, result))
                .compareByHand(result);
        return contest.pair(
                        () -> {
                            try (var forward = GradientOpsKernels.layerNormForward(x, gamma, beta, EPSILON)) {
                                GradientOpsKernels.layerNormGradient(forward.saved(), cotangent, gradients);
                            }
                        },
                        toX,
                        toGamma,
                        toBeta)
                .composed(
                        () -> {
                            ComposedOpsKernels.layerNorm(x, gamma, beta, EPSILON, result, mean, variance);
                            ComposedOpsKernels.layerNormGradient(
                                    x,
                                    cotangent,
                                    mean,
                                    variance,
                                    gamma,
                                    EPSILON,
                                    composedX,
                                    composedGamma,
                                    composedBeta);
                        },
                        composedX,
                        composedGamma,
                        composedBeta)
                .oneDnn(programs.layerNorm(
                        library.matrix(Data.pointer(x), ROWS, COLUMNS),
                        library.matrix(Data.pointer(cotangent), ROWS, COLUMNS),
                        library.vector(Data.pointer(gamma), COLUMNS),
                        library.vector(Data.pointer(beta), COLUMNS),
                        EPSILON))
                .torch(
                        of -> torch.layer_norm(
                                of.get(0),
                                new long[] {COLUMNS},
                                new TensorOptional(of.get(1)),
                                new TensorOptional(of.get(2)),
                                EPSILON,
                                false),
                        cotangent,
                        x,
                        gamma,
                        beta)
                .limit(machine, List.of(read(x), write(result)), List.of(read(x), read(cotangent), write(toX)));
    }

    private GradientContest softmax() {
        GradientContest contest = new GradientContest("softmax");
        Tensor x = contest.tensor(ROWS, COLUMNS);
        Tensor cotangent = contest.tensor(ROWS, COLUMNS);
        Tensor result = contest.tensor(ROWS, COLUMNS);
        Tensor toX = contest.tensor(ROWS, COLUMNS);
        Tensor composedX = contest.tensor(ROWS, COLUMNS);
        var gradients = new GradientOpsKernels.SoftmaxGradients(toX);
        byHand.softmax(x, result).forEach(contest::byHand);
        contest.forward(() -> BenchmarkOpsKernels.softmax(x, result)).compareByHand(result);
        return contest.pair(
                        () -> {
                            try (var forward = GradientOpsKernels.softmaxForward(x)) {
                                GradientOpsKernels.softmaxGradient(forward.saved(), cotangent, gradients);
                            }
                        },
                        toX)
                .composed(
                        () -> {
                            BenchmarkOpsKernels.softmax(x, result);
                            ComposedOpsKernels.softmax(result, cotangent, composedX);
                        },
                        composedX)
                .oneDnn(programs.softmax(
                        library.matrix(Data.pointer(x), ROWS, COLUMNS),
                        library.matrix(Data.pointer(cotangent), ROWS, COLUMNS)))
                .torch(of -> torch.softmax(of.get(0), -1), cotangent, x)
                .limit(machine, List.of(read(x), write(result)), List.of(read(result), read(cotangent), write(toX)));
    }

    private GradientContest rmsNorm() {
        GradientContest contest = new GradientContest("RMS normalisation");
        Tensor x = contest.tensor(ROWS, COLUMNS);
        Tensor gamma = contest.tensor(COLUMNS);
        Tensor cotangent = contest.tensor(ROWS, COLUMNS);
        Tensor result = contest.tensor(ROWS, COLUMNS);
        Tensor reciprocalRoot = contest.tensor(ROWS, 1);
        Tensor toX = contest.tensor(ROWS, COLUMNS);
        Tensor toGamma = contest.tensor(COLUMNS);
        Tensor composedX = contest.tensor(ROWS, COLUMNS);
        Tensor composedGamma = contest.tensor(COLUMNS);
        var gradients = new GradientOpsKernels.RmsNormGradients(toX, toGamma);
        byHand.rmsNorm(x, gamma, EPSILON, result).forEach(contest::byHand);
        contest.forward(() -> BenchmarkOpsKernels.rmsNorm(x, gamma, EPSILON, result))
                .compareByHand(result);
        return contest.pair(
                        () -> {
                            try (var forward = GradientOpsKernels.rmsNormForward(x, gamma, EPSILON)) {
                                GradientOpsKernels.rmsNormGradient(forward.saved(), cotangent, gradients);
                            }
                        },
                        toX,
                        toGamma)
                .composed(
                        () -> {
                            ComposedOpsKernels.rmsNorm(x, gamma, EPSILON, result, reciprocalRoot);
                            ComposedOpsKernels.rmsNormGradient(
                                    x, cotangent, reciprocalRoot, gamma, composedX, composedGamma);
                        },
                        composedX,
                        composedGamma)
                .torch(
                        of -> torch.rms_norm(
                                of.get(0),
                                new long[] {COLUMNS},
                                new TensorOptional(of.get(1)),
                                new DoubleOptional(EPSILON)),
                        cotangent,
                        x,
                        gamma)
                .limit(machine, List.of(read(x), write(result)), List.of(read(x), read(cotangent), write(toX)));
    }

    private GradientContest swiGlu() {
        GradientContest contest = new GradientContest("SwiGLU");
        Tensor gate = contest.tensor(ROWS, GATED_COLUMNS);
        Tensor up = contest.tensor(ROWS, GATED_COLUMNS);
        Tensor cotangent = contest.tensor(ROWS, GATED_COLUMNS);
        Tensor result = contest.tensor(ROWS, GATED_COLUMNS);
        Tensor toGate = contest.tensor(ROWS, GATED_COLUMNS);
        Tensor toUp = contest.tensor(ROWS, GATED_COLUMNS);
        Tensor composedGate = contest.tensor(ROWS, GATED_COLUMNS);
        Tensor composedUp = contest.tensor(ROWS, GATED_COLUMNS);
        var gradients = new GradientOpsKernels.SwiGluGradients(toGate, toUp);
        return contest.forward(() -> BenchmarkOpsKernels.swiGlu(gate, up, result))
                .pair(
                        () -> {
                            try (var forward = GradientOpsKernels.swiGluForward(gate, up)) {
                                GradientOpsKernels.swiGluGradient(forward.saved(), cotangent, gradients);
                            }
                        },
                        toGate,
                        toUp)
                .composed(
                        () -> {
                            BenchmarkOpsKernels.swiGlu(gate, up, result);
                            ComposedOpsKernels.swiGlu(gate, up, cotangent, composedGate, composedUp);
                        },
                        composedGate,
                        composedUp)
                .torch(of -> torch.silu(of.get(0)).mul(of.get(1)), cotangent, gate, up)
                .limit(
                        machine,
                        List.of(read(gate), read(up), write(result)),
                        List.of(read(gate), read(up), read(cotangent), write(toGate), write(toUp)));
    }

    private GradientContest seedGraph() {
        GradientContest contest = new GradientContest("seed graph");
        Tensor x = contest.tensor(ROWS, COLUMNS);
        Tensor y = contest.tensor(ROWS, COLUMNS);
        Tensor cotangent = contest.tensor(ROWS, COLUMNS);
        Tensor result = contest.tensor(ROWS, COLUMNS);
        Tensor toX = contest.tensor(ROWS, COLUMNS);
        Tensor toY = contest.tensor(ROWS, COLUMNS);
        Tensor composedX = contest.tensor(ROWS, COLUMNS);
        Tensor composedY = contest.tensor(ROWS, COLUMNS);
        var gradients = new GradientOpsKernels.SeedGraphGradients(toX, toY);
        return contest.forward(() -> BenchmarkOpsKernels.seedGraph(x, y, result))
                .pair(
                        () -> {
                            try (var forward = GradientOpsKernels.seedGraphForward(x, y)) {
                                GradientOpsKernels.seedGraphGradient(forward.saved(), cotangent, gradients);
                            }
                        },
                        toX,
                        toY)
                .composed(
                        () -> {
                            BenchmarkOpsKernels.seedGraph(x, y, result);
                            ComposedOpsKernels.seedGraph(x, y, cotangent, composedX, composedY);
                        },
                        composedX,
                        composedY)
                .torch(
                        of -> {
                            var cube = of.get(0)
                                    .mul(new org.bytedeco.pytorch.Scalar(2f))
                                    .pow(new org.bytedeco.pytorch.Scalar(3f));
                            return cube.sub(of.get(1)).mul(cube);
                        },
                        cotangent,
                        x,
                        y)
                .limit(
                        machine,
                        List.of(read(x), read(y), write(result)),
                        List.of(read(x), read(y), read(cotangent), write(toX), write(toY)));
    }

    private GradientContest addLayerNorm() {
        GradientContest contest = new GradientContest("residual add + layer normalisation");
        Tensor x = contest.tensor(ROWS, COLUMNS);
        Tensor residual = contest.tensor(ROWS, COLUMNS);
        Tensor gamma = contest.tensor(COLUMNS);
        Tensor beta = contest.tensor(COLUMNS);
        Tensor cotangent = contest.tensor(ROWS, COLUMNS);
        Tensor result = contest.tensor(ROWS, COLUMNS);
        Tensor mean = contest.tensor(ROWS, 1);
        Tensor variance = contest.tensor(ROWS, 1);
        Tensor toX = contest.tensor(ROWS, COLUMNS);
        Tensor toResidual = contest.tensor(ROWS, COLUMNS);
        Tensor toGamma = contest.tensor(COLUMNS);
        Tensor toBeta = contest.tensor(COLUMNS);
        Tensor composedX = contest.tensor(ROWS, COLUMNS);
        Tensor composedResidual = contest.tensor(ROWS, COLUMNS);
        Tensor composedGamma = contest.tensor(COLUMNS);
        Tensor composedBeta = contest.tensor(COLUMNS);
        var gradients = new GradientOpsKernels.AddLayerNormGradients(toX, toResidual, toGamma, toBeta);
        byHand.addLayerNorm(x, residual, gamma, beta, EPSILON, result).forEach(contest::byHand);
        contest.forward(() -> BenchmarkOpsKernels.addLayerNorm(x, residual, gamma, beta, EPSILON, result))
                .compareByHand(result);
        return contest.pair(
                        () -> {
                            try (var forward =
                                    GradientOpsKernels.addLayerNormForward(x, residual, gamma, beta, EPSILON)) {
                                GradientOpsKernels.addLayerNormGradient(forward.saved(), cotangent, gradients);
                            }
                        },
                        toX,
                        toResidual,
                        toGamma,
                        toBeta)
                .composed(
                        () -> {
                            ComposedOpsKernels.addLayerNorm(x, residual, gamma, beta, EPSILON, result, mean, variance);
                            ComposedOpsKernels.addLayerNormGradient(
                                    x,
                                    residual,
                                    cotangent,
                                    mean,
                                    variance,
                                    gamma,
                                    EPSILON,
                                    composedX,
                                    composedResidual,
                                    composedGamma,
                                    composedBeta);
                        },
                        composedX,
                        composedResidual,
                        composedGamma,
                        composedBeta)
                .torch(
                        of -> torch.layer_norm(
                                of.get(0).add(of.get(1)),
                                new long[] {COLUMNS},
                                new TensorOptional(of.get(2)),
                                new TensorOptional(of.get(3)),
                                EPSILON,
                                false),
                        cotangent,
                        x,
                        residual,
                        gamma,
                        beta)
                .limit(
                        machine,
                        List.of(read(x), read(residual), write(result)),
                        List.of(read(x), read(residual), read(cotangent), write(toX), write(toResidual)));
    }

    private GradientContest crossEntropy() {
        GradientContest contest = new GradientContest("cross-entropy");
        SplittableRandom random = new SplittableRandom(1);
        Tensor logits = contest.tensor(ROWS, CLASSES);
        Tensor labels =
                contest.owned(Tensor.of(random.ints(ROWS, 0, (int) CLASSES).toArray(), ROWS));
        Tensor cotangent = contest.owned(Tensor.full(1));
        Tensor losses = contest.tensor(ROWS);
        Tensor result = contest.owned(Tensor.full(0));
        Tensor toLogits = contest.tensor(ROWS, CLASSES);
        Tensor composedLogits = contest.tensor(ROWS, CLASSES);
        var gradients = new GradientOpsKernels.CrossEntropyGradients(toLogits);
        org.bytedeco.pytorch.Tensor classes = shared(labels).to(torch.ScalarType.Long);
        contest.byHand(byHand.crossEntropy(logits, labels, losses, result));
        contest.forward(() -> GradientOpsKernels.crossEntropy(logits, labels, result))
                .compareByHand(result);
        return contest.pair(
                        () -> {
                            try (var forward = GradientOpsKernels.crossEntropyForward(logits, labels)) {
                                GradientOpsKernels.crossEntropyGradient(forward.saved(), cotangent, gradients);
                            }
                        },
                        toLogits)
                .composed(
                        () -> {
                            GradientOpsKernels.crossEntropy(logits, labels, result);
                            ComposedOpsKernels.crossEntropy(logits, labels, cotangent, composedLogits);
                        },
                        composedLogits)
                .torch(of -> torch.cross_entropy_loss(of.get(0), classes), cotangent, logits)
                .limit(machine, List.of(read(logits)), List.of(read(logits), write(toLogits)));
    }

    /** Attention of 12 heads with 64 columns; its limit are its seven products at the speed of a product [1024, 1024]. */
    private GradientContest attention(long sequence) {
        GradientContest contest = new GradientContest("attention " + sequence);
        long[] dims = {1, 12, sequence, 64};
        Tensor query = contest.tensor(dims);
        Tensor key = contest.tensor(dims);
        Tensor value = contest.tensor(dims);
        Tensor cotangent = contest.tensor(dims);
        Tensor result = contest.tensor(dims);
        List<Tensor> to = List.of(contest.tensor(dims), contest.tensor(dims), contest.tensor(dims));
        List<Tensor> composed = List.of(contest.tensor(dims), contest.tensor(dims), contest.tensor(dims));
        Tensor left = contest.tensor(COLUMNS, COLUMNS);
        Tensor right = contest.tensor(COLUMNS, COLUMNS);
        Tensor product = contest.tensor(COLUMNS, COLUMNS);
        double products = 7.0 * 12 * sequence * sequence * 64 / (COLUMNS * COLUMNS * COLUMNS);
        var gradients = new GradientOpsKernels.AttentionGradients(to.get(0), to.get(1), to.get(2));
        return contest.forward(() -> GradientOpsKernels.attention(query, key, value, result))
                .pair(
                        () -> {
                            try (var forward = GradientOpsKernels.attentionForward(query, key, value)) {
                                GradientOpsKernels.attentionGradient(forward.saved(), cotangent, gradients);
                            }
                        },
                        to.toArray(Tensor[]::new))
                .composed(
                        () -> {
                            GradientOpsKernels.attention(query, key, value, result);
                            ComposedOpsKernels.attention(
                                    query, key, value, cotangent, composed.get(0), composed.get(1), composed.get(2));
                        },
                        composed.toArray(Tensor[]::new))
                .torch(
                        of -> torch.scaled_dot_product_attention(of.get(0), of.get(1), of.get(2)),
                        cotangent,
                        query,
                        key,
                        value)
                .limit(products, () -> ComposedOpsKernels.product(left, right, product));
    }
}
