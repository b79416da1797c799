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
import java.util.List;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** The operations over rows, of which there are kernels written by hand. */
final class RowContests {
    private static final float EPSILON = 1e-5f;
    private static final long COLUMNS = Contests.COLUMNS;
    private static final long CLASSES = 8192;

    private final long rowCount;
    private final TrafficLimit machine;
    private final HandWritten byHand;
    private final OneDnn library = new OneDnn();
    private final TrainingPrograms programs = new TrainingPrograms(library);

    RowContests(TrafficLimit machine, int threads, long rowCount) {
        this.rowCount = rowCount;
        this.machine = machine;
        this.byHand = new HandWritten(threads);
    }

    GradientContest layerNorm() {
        GradientContest contest = new GradientContest("layer normalization");
        Tensor x = contest.tensor(rowCount, COLUMNS);
        Tensor gamma = contest.tensor(COLUMNS);
        Tensor beta = contest.tensor(COLUMNS);
        Tensor cotangent = contest.tensor(rowCount, COLUMNS);
        Tensor result = contest.tensor(rowCount, COLUMNS);
        Tensor mean = contest.tensor(rowCount, 1);
        Tensor variance = contest.tensor(rowCount, 1);
        List<Tensor> to = contest.like(x, gamma, beta);
        List<Tensor> composed = contest.like(x, gamma, beta);
        var gradients = new GradientOpsKernels.LayerNormGradients(to.get(0), to.get(1), to.get(2));
        var saved = contest.owned(new GradientOpsKernels.LayerNormSaved());
        byHand.layerNorm(x, gamma, beta, EPSILON, result).forEach(contest::byHand);
        contest.forward(() -> BenchmarkOpsKernels.layerNorm(x, gamma, beta, EPSILON, result))
                .compareByHand(result);
        return contest.pair(
                        () -> {
                            GradientOpsKernels.layerNormForward(x, gamma, beta, EPSILON, result, saved);
                            GradientOpsKernels.layerNormGradient(saved, cotangent, gradients);
                        },
                        to)
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
                                    composed.get(0),
                                    composed.get(1),
                                    composed.get(2));
                        },
                        composed)
                .oneDnn(programs.layerNorm(
                        library.matrix(Data.pointer(x), rowCount, COLUMNS),
                        library.matrix(Data.pointer(cotangent), rowCount, COLUMNS),
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
                .limit(machine, List.of(read(x), write(result)), List.of(read(x), read(cotangent), write(to.get(0))));
    }

    GradientContest softmax() {
        GradientContest contest = new GradientContest("softmax");
        Tensor x = contest.tensor(rowCount, COLUMNS);
        Tensor cotangent = contest.tensor(rowCount, COLUMNS);
        Tensor result = contest.tensor(rowCount, COLUMNS);
        List<Tensor> to = contest.like(x);
        List<Tensor> composed = contest.like(x);
        var gradients = new GradientOpsKernels.SoftmaxGradients(to.get(0));
        var saved = contest.owned(new GradientOpsKernels.SoftmaxSaved());
        byHand.softmax(x, result).forEach(contest::byHand);
        contest.forward(() -> BenchmarkOpsKernels.softmax(x, result)).compareByHand(result);
        return contest.pair(
                        () -> {
                            GradientOpsKernels.softmaxForward(x, result, saved);
                            GradientOpsKernels.softmaxGradient(saved, cotangent, gradients);
                        },
                        to)
                .composed(
                        () -> {
                            BenchmarkOpsKernels.softmax(x, result);
                            ComposedOpsKernels.softmax(result, cotangent, composed.get(0));
                        },
                        composed)
                .oneDnn(programs.softmax(
                        library.matrix(Data.pointer(x), rowCount, COLUMNS),
                        library.matrix(Data.pointer(cotangent), rowCount, COLUMNS)))
                .torch(of -> torch.softmax(of.get(0), -1), cotangent, x)
                .limit(
                        machine,
                        List.of(read(x), write(result)),
                        List.of(read(result), read(cotangent), write(to.get(0))));
    }

    GradientContest rmsNorm() {
        GradientContest contest = new GradientContest("RMS normalization");
        Tensor x = contest.tensor(rowCount, COLUMNS);
        Tensor gamma = contest.tensor(COLUMNS);
        Tensor cotangent = contest.tensor(rowCount, COLUMNS);
        Tensor result = contest.tensor(rowCount, COLUMNS);
        Tensor reciprocalRoot = contest.tensor(rowCount, 1);
        List<Tensor> to = contest.like(x, gamma);
        List<Tensor> composed = contest.like(x, gamma);
        var gradients = new GradientOpsKernels.RmsNormGradients(to.get(0), to.get(1));
        var saved = contest.owned(new GradientOpsKernels.RmsNormSaved());
        byHand.rmsNorm(x, gamma, EPSILON, result).forEach(contest::byHand);
        contest.forward(() -> BenchmarkOpsKernels.rmsNorm(x, gamma, EPSILON, result))
                .compareByHand(result);
        return contest.pair(
                        () -> {
                            GradientOpsKernels.rmsNormForward(x, gamma, EPSILON, result, saved);
                            GradientOpsKernels.rmsNormGradient(saved, cotangent, gradients);
                        },
                        to)
                .composed(
                        () -> {
                            ComposedOpsKernels.rmsNorm(x, gamma, EPSILON, result, reciprocalRoot);
                            ComposedOpsKernels.rmsNormGradient(
                                    x, cotangent, reciprocalRoot, gamma, composed.get(0), composed.get(1));
                        },
                        composed)
                .torch(
                        of -> torch.rms_norm(
                                of.get(0),
                                new long[] {COLUMNS},
                                new TensorOptional(of.get(1)),
                                new DoubleOptional(EPSILON)),
                        cotangent,
                        x,
                        gamma)
                .limit(machine, List.of(read(x), write(result)), List.of(read(x), read(cotangent), write(to.get(0))));
    }

    GradientContest addLayerNorm() {
        GradientContest contest = new GradientContest("residual add + layer normalization");
        Tensor x = contest.tensor(rowCount, COLUMNS);
        Tensor residual = contest.tensor(rowCount, COLUMNS);
        Tensor gamma = contest.tensor(COLUMNS);
        Tensor beta = contest.tensor(COLUMNS);
        Tensor cotangent = contest.tensor(rowCount, COLUMNS);
        Tensor result = contest.tensor(rowCount, COLUMNS);
        Tensor mean = contest.tensor(rowCount, 1);
        Tensor variance = contest.tensor(rowCount, 1);
        List<Tensor> to = contest.like(x, residual, gamma, beta);
        List<Tensor> composed = contest.like(x, residual, gamma, beta);
        var gradients = new GradientOpsKernels.AddLayerNormGradients(to.get(0), to.get(1), to.get(2), to.get(3));
        var saved = contest.owned(new GradientOpsKernels.AddLayerNormSaved());
        byHand.addLayerNorm(x, residual, gamma, beta, EPSILON, result).forEach(contest::byHand);
        contest.forward(() -> BenchmarkOpsKernels.addLayerNorm(x, residual, gamma, beta, EPSILON, result))
                .compareByHand(result);
        return contest.pair(
                        () -> {
                            GradientOpsKernels.addLayerNormForward(x, residual, gamma, beta, EPSILON, result, saved);
                            GradientOpsKernels.addLayerNormGradient(saved, cotangent, gradients);
                        },
                        to)
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
                                    composed.get(0),
                                    composed.get(1),
                                    composed.get(2),
                                    composed.get(3));
                        },
                        composed)
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
                        List.of(read(x), read(residual), read(cotangent), write(to.get(0)), write(to.get(1))));
    }

    GradientContest crossEntropy() {
        GradientContest contest = new GradientContest("cross-entropy");
        SplittableRandom random = new SplittableRandom(1);
        Tensor logits = contest.tensor(rowCount, CLASSES);
        Tensor labels =
                contest.owned(Tensor.of(random.ints(rowCount, 0, (int) CLASSES).toArray(), rowCount));
        Tensor cotangent = contest.owned(Tensor.full(1));
        Tensor losses = contest.tensor(rowCount);
        Tensor result = contest.owned(Tensor.full(0));
        List<Tensor> to = contest.like(logits);
        List<Tensor> composed = contest.like(logits);
        var gradients = new GradientOpsKernels.CrossEntropyGradients(to.get(0));
        var saved = contest.owned(new GradientOpsKernels.CrossEntropySaved());
        org.bytedeco.pytorch.Tensor classes = shared(labels).to(torch.ScalarType.Long);
        contest.byHand(byHand.crossEntropy(logits, labels, losses, result));
        contest.forward(() -> GradientOpsKernels.crossEntropy(logits, labels, result))
                .compareByHand(result);
        return contest.pair(
                        () -> {
                            GradientOpsKernels.crossEntropyForward(logits, labels, result, saved);
                            GradientOpsKernels.crossEntropyGradient(saved, cotangent, gradients);
                        },
                        to)
                .composed(
                        () -> {
                            GradientOpsKernels.crossEntropy(logits, labels, result);
                            ComposedOpsKernels.crossEntropy(logits, labels, cotangent, composed.get(0));
                        },
                        composed)
                .torch(of -> torch.cross_entropy_loss(of.get(0), classes), cotangent, logits)
                .limit(machine, List.of(read(logits)), List.of(read(logits), write(to.get(0))));
    }
}
