package io.graphkernel.examples.benchmarks.gradient;

import static io.graphkernel.examples.benchmarks.gradient.GradientContest.read;
import static io.graphkernel.examples.benchmarks.gradient.GradientContest.write;

import io.graphkernel.examples.benchmarks.BenchmarkOpsKernels;
import io.graphkernel.examples.benchmarks.TrafficLimit;
import io.graphkernel.runtime.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.global.torch;

/** The operations by their names on the command line. */
final class Contests {
    static final long ROWS = 4096;
    static final long COLUMNS = 1024;
    private static final long GATED_COLUMNS = 2816;

    private final long rowCount;
    private final TrafficLimit machine;
    private final RowContests rows;

    /**
     * Creates the contests.
     *
     * @param rowCount number of rows of all operands but those of attention
     */
    Contests(int threads, long rowCount) {
        this.rowCount = rowCount;
        machine = new TrafficLimit(threads);
        rows = new RowContests(machine, threads, rowCount);
    }

    /** Each makes its operands again. */
    Map<String, Supplier<GradientContest>> all() {
        Map<String, Supplier<GradientContest>> contests = ofRows();
        contests.put("attention512", () -> attention(512));
        contests.put("attention2048", () -> attention(2048));
        return contests;
    }

    /** Returns the operations whose number of rows can be set. */
    Map<String, Supplier<GradientContest>> ofRows() {
        Map<String, Supplier<GradientContest>> contests = new LinkedHashMap<>();
        contests.put("biasGelu", this::biasGelu);
        contests.put("layerNorm", rows::layerNorm);
        contests.put("softmax", rows::softmax);
        contests.put("rmsNorm", rows::rmsNorm);
        contests.put("swiGlu", this::swiGlu);
        contests.put("seedGraph", this::seedGraph);
        contests.put("addLayerNorm", rows::addLayerNorm);
        contests.put("crossEntropy", rows::crossEntropy);
        return contests;
    }

    private GradientContest biasGelu() {
        GradientContest contest = new GradientContest("bias + GeLU");
        Tensor x = contest.tensor(rowCount, COLUMNS);
        Tensor bias = contest.tensor(COLUMNS);
        Tensor cotangent = contest.tensor(rowCount, COLUMNS);
        Tensor result = contest.tensor(rowCount, COLUMNS);
        List<Tensor> to = contest.like(x, bias);
        List<Tensor> composed = contest.like(x, bias);
        var gradients = new GradientOpsKernels.BiasGeluGradients(to.get(0), to.get(1));
        var saved = contest.owned(new GradientOpsKernels.BiasGeluSaved());
        return contest.forward(() -> BenchmarkOpsKernels.biasGelu(x, bias, result))
                .pair(
                        () -> {
                            GradientOpsKernels.biasGeluForward(x, bias, result, saved);
                            GradientOpsKernels.biasGeluGradient(saved, cotangent, gradients);
                        },
                        to)
                .composed(
                        () -> {
                            BenchmarkOpsKernels.biasGelu(x, bias, result);
                            ComposedOpsKernels.biasGelu(x, bias, cotangent, composed.get(0), composed.get(1));
                        },
                        composed)
                .torch(of -> torch.gelu(of.get(0).add(of.get(1)), "tanh"), cotangent, x, bias)
                .limit(machine, List.of(read(x), write(result)), List.of(read(x), read(cotangent), write(to.get(0))));
    }

    private GradientContest swiGlu() {
        GradientContest contest = new GradientContest("SwiGLU");
        Tensor gate = contest.tensor(rowCount, GATED_COLUMNS);
        Tensor up = contest.tensor(rowCount, GATED_COLUMNS);
        Tensor cotangent = contest.tensor(rowCount, GATED_COLUMNS);
        Tensor result = contest.tensor(rowCount, GATED_COLUMNS);
        List<Tensor> to = contest.like(gate, up);
        List<Tensor> composed = contest.like(gate, up);
        var gradients = new GradientOpsKernels.SwiGluGradients(to.get(0), to.get(1));
        var saved = contest.owned(new GradientOpsKernels.SwiGluSaved());
        return contest.forward(() -> BenchmarkOpsKernels.swiGlu(gate, up, result))
                .pair(
                        () -> {
                            GradientOpsKernels.swiGluForward(gate, up, result, saved);
                            GradientOpsKernels.swiGluGradient(saved, cotangent, gradients);
                        },
                        to)
                .composed(
                        () -> {
                            BenchmarkOpsKernels.swiGlu(gate, up, result);
                            ComposedOpsKernels.swiGlu(gate, up, cotangent, composed.get(0), composed.get(1));
                        },
                        composed)
                .torch(of -> torch.silu(of.get(0)).mul(of.get(1)), cotangent, gate, up)
                .limit(
                        machine,
                        List.of(read(gate), read(up), write(result)),
                        List.of(read(gate), read(up), read(cotangent), write(to.get(0)), write(to.get(1))));
    }

    private GradientContest seedGraph() {
        GradientContest contest = new GradientContest("seed graph");
        Tensor x = contest.tensor(rowCount, COLUMNS);
        Tensor y = contest.tensor(rowCount, COLUMNS);
        Tensor cotangent = contest.tensor(rowCount, COLUMNS);
        Tensor result = contest.tensor(rowCount, COLUMNS);
        List<Tensor> to = contest.like(x, y);
        List<Tensor> composed = contest.like(x, y);
        var gradients = new GradientOpsKernels.SeedGraphGradients(to.get(0), to.get(1));
        var saved = contest.owned(new GradientOpsKernels.SeedGraphSaved());
        return contest.forward(() -> BenchmarkOpsKernels.seedGraph(x, y, result))
                .pair(
                        () -> {
                            GradientOpsKernels.seedGraphForward(x, y, result, saved);
                            GradientOpsKernels.seedGraphGradient(saved, cotangent, gradients);
                        },
                        to)
                .composed(
                        () -> {
                            BenchmarkOpsKernels.seedGraph(x, y, result);
                            BenchmarkOpsKernels.declaredSeedGraphGradients(
                                    x, y, cotangent, composed.get(0), composed.get(1));
                        },
                        composed)
                .torch(
                        of -> {
                            var cube = of.get(0).mul(new Scalar(2f)).pow(new Scalar(3f));
                            return cube.sub(of.get(1)).mul(cube);
                        },
                        cotangent,
                        x,
                        y)
                .limit(
                        machine,
                        List.of(read(x), read(y), write(result)),
                        List.of(read(x), read(y), read(cotangent), write(to.get(0)), write(to.get(1))));
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
        List<Tensor> to = contest.like(query, key, value);
        List<Tensor> composed = contest.like(query, key, value);
        Tensor left = contest.tensor(COLUMNS, COLUMNS);
        Tensor right = contest.tensor(COLUMNS, COLUMNS);
        Tensor product = contest.tensor(COLUMNS, COLUMNS);
        double products = 7.0 * 12 * sequence * sequence * 64 / (COLUMNS * COLUMNS * COLUMNS);
        var gradients = new GradientOpsKernels.AttentionGradients(to.get(0), to.get(1), to.get(2));
        var saved = contest.owned(new GradientOpsKernels.AttentionSaved());
        return contest.forward(() -> GradientOpsKernels.attention(query, key, value, result))
                .pair(
                        () -> {
                            GradientOpsKernels.attentionForward(query, key, value, result, saved);
                            GradientOpsKernels.attentionGradient(saved, cotangent, gradients);
                        },
                        to)
                .composed(
                        () -> {
                            GradientOpsKernels.attention(query, key, value, result);
                            ComposedOpsKernels.attention(
                                    query, key, value, cotangent, composed.get(0), composed.get(1), composed.get(2));
                        },
                        composed)
                .torch(
                        of -> torch.scaled_dot_product_attention(of.get(0), of.get(1), of.get(2)),
                        cotangent,
                        query,
                        key,
                        value)
                .limit(products, () -> ComposedOpsKernels.product(left, right, product));
    }
}
