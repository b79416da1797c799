package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GradientReducerTest {

    private static final int RANKS = 3;
    private static final int STEPS = 4;
    private static final float RATE = 0.01f;
    private static final double DECAY = 0.1;

    record Model(Tensor matrix, List<Tensor> vectors) {}

    /** Code of a rank. */
    @FunctionalInterface
    private interface Body<T> {
        T run(Communicator rank) throws Exception;
    }

    private final TensorScope scope = TensorScope.open();

    @AfterEach
    void close() {
        scope.close();
    }

    private static <T> List<T> onRanks(Body<T> body) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(RANKS);
        List<Future<T>> futures = new ArrayList<>();
        for (Communicator rank : Communicator.threads(RANKS)) {
            futures.add(threads.submit(() -> {
                try (rank;
                        TensorScope own = TensorScope.open()) {
                    return body.run(rank);
                }
            }));
        }
        threads.shutdown();
        List<T> results = new ArrayList<>();
        for (Future<T> value : futures) {
            results.add(value.get());
        }
        return results;
    }

    private static Tensor values(int first, long... dims) {
        int count = (int) LongMath.product(dims);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) Math.sin(first + i);
        }
        return Tensor.of(values, dims);
    }

    private static Model model(int seed) {
        return new Model(values(seed, 5, 7), List.of(values(seed + 50, 3), values(seed + 60, 17)));
    }

    private static GradientBuckets<Model> buckets(Model model) {
        return GradientBuckets.copyOf(model, 16, RANKS, (path, tensor) -> tensor.rank() > 1);
    }

    private static List<Tensor> tensors(Model model) {
        return List.of(model.matrix(), model.vectors().get(0), model.vectors().get(1));
    }

    @Test
    void tensors_lieInBucketsByKindFromTheLastOneOn() {
        Model model = model(1);
        GradientBuckets<Model> buckets = buckets(model);
        assertThat(buckets.buckets())
                .hasSize(3)
                .allSatisfy(bucket -> assertThat(bucket.elements().elementCount() % (16 * RANKS))
                        .isZero());
        assertThat(buckets.buckets().get(0).kind()).isEqualTo(false);
        assertThat(buckets.buckets().get(0).tensors())
                .containsExactly(buckets.model().vectors().get(1));
        assertThat(buckets.buckets().get(2).kind()).isEqualTo(true);
        for (int i = 0; i < 3; i++) {
            Tensor copy = tensors(buckets.model()).get(i);
            assertThat(copy.dimensions()).isEqualTo(tensors(model).get(i).dimensions());
            assertThat(copy.toFloatArray()).isEqualTo(tensors(model).get(i).toFloatArray());
            assertThat(tensors(buckets.zeros().model()).get(i).toFloatArray()).containsOnly(0);
        }
        buckets.buckets().get(2).elements().slice(0, 1).copyTo(new float[1]);
        Tensor.full(9, 35).copyTo(buckets.buckets().get(2).elements().slice(0, 35));
        assertThat(buckets.model().matrix().toFloatArray()).containsOnly(9);
    }

    @Test
    void manySmallTensors_shareABucket() {
        List<Tensor> many = IntStream.range(0, 9).mapToObj(i -> values(i, 2)).toList();
        GradientBuckets<Model> buckets =
                GradientBuckets.copyOf(new Model(values(0, 1), many), 64, 1, (path, tensor) -> path.length());
        assertThat(buckets.buckets().stream().map(bucket -> bucket.tensors().size()))
                .containsExactly(4, 4, 1, 1);
    }

    @Test
    void everyParameter_isF32() {
        Model model = new Model(Tensor.zeros(DType.BF16, 2), List.of());
        assertThatThrownBy(() -> buckets(model))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("the dtype of matrix cannot be bf16");
    }

    @Test
    void buckets_startAsTheirTensorsAreComplete() throws Exception {
        onRanks(rank -> {
            GradientBuckets<Model> gradients = buckets(model(1)).zeros();
            GradientReducer sums = GradientReducer.summed(gradients, kind -> rank);
            Model own = gradients.model();
            try (GradientReducer.Pass pass = sums.begin()) {
                for (Tensor value : tensors(own)) {
                    Tensor.full(rank.rank() + 1, value.dimensions()).copyTo(value);
                }
                pass.completed(own.matrix());
                // In one order on all ranks: that of the buckets.
                assertThat(pass.begun()).isZero();
                pass.completed(own.vectors().get(1));
                assertThat(pass.begun()).isEqualTo(1);
                pass.completed(Tensor.zeros(1));
                pass.completed(own.vectors().get(0));
                assertThat(pass.begun()).isEqualTo(3);
                pass.finish();
            }
            for (Tensor value : tensors(own)) {
                assertThat(value.toFloatArray()).containsOnly(6);
            }
            return null;
        });
    }

    @Test
    void passThatDoesNotEnd_failsTheOthers() {
        assertThatThrownBy(() -> onRanks(rank -> {
                    GradientBuckets<Model> gradients = buckets(model(1)).zeros();
                    GradientReducer sums = GradientReducer.summed(gradients, kind -> rank);
                    try (GradientReducer.Pass pass = sums.begin()) {
                        if (rank.rank() > 0) {
                            pass.finish();
                        }
                    }
                    return null;
                }))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(CommunicatorException.class)
                .hasMessageContaining("rank failed: rank 0 of the group world: ")
                .hasMessageContaining("a backward pass has not ended");
    }

    /** Compares steps of sharded moments with those of one process. */
    @Test
    void shardedSteps_areThoseOfOneProcess() throws Exception {
        Model expected = model(1);
        Model first = new Model(Tensor.zeros(5, 7), List.of(Tensor.zeros(3), Tensor.zeros(17)));
        Model second = new Model(Tensor.zeros(5, 7), List.of(Tensor.zeros(3), Tensor.zeros(17)));
        List<Double> norms = new ArrayList<>();
        for (int step = 1; step <= STEPS; step++) {
            norms.add(stepOfOne(expected, first, second, step));
        }
        List<List<float[]>> gradients = onRanks(rank -> sharded(rank, norms, first, second));
        for (List<float[]> value : gradients) {
            for (int i = 0; i < 3; i++) {
                assertClose(value.get(i), tensors(expected).get(i).toFloatArray());
                assertThat(value.get(i)).isEqualTo(gradients.get(0).get(i));
            }
        }
    }

    private static Model gradient(int step, int rank) {
        return model(1000 * step + 100 * rank);
    }

    private static double stepOfOne(Model model, Model first, Model second, int step) {
        double squares = 0;
        List<float[]> sums = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            float[] sum = new float[tensors(model).get(i).toFloatArray().length];
            for (int rank = 0; rank < RANKS; rank++) {
                float[] one = tensors(gradient(step, rank)).get(i).toFloatArray();
                for (int j = 0; j < sum.length; j++) {
                    sum[j] += one[j];
                }
            }
            for (float value : sum) {
                squares += value * value;
            }
            sums.add(sum);
        }
        double norm = Math.sqrt(squares);
        for (int i = 0; i < 3; i++) {
            float[] scaled = sums.get(i).clone();
            for (int j = 0; j < scaled.length; j++) {
                scaled[j] *= (float) Math.min(1, 1 / (norm + 1e-6));
            }
            Tensor weight = tensors(model).get(i);
            AdamWKernels.update(
                    weight,
                    tensors(first).get(i),
                    tensors(second).get(i),
                    Tensor.of(scaled, weight.dimensions()),
                    RATE,
                    step,
                    weight.rank() > 1 ? DECAY : 0);
        }
        return norm;
    }

    private static List<float[]> sharded(Communicator rank, List<Double> norms, Model first, Model second) {
        GradientBuckets<Model> weights = buckets(model(1));
        GradientBuckets<Model> gradients = weights.zeros();
        GradientReducer sums = GradientReducer.scattered(gradients, kind -> rank);
        ShardedAdamW optimizer = optimizer(weights, sums, rank);
        for (int step = 1; step <= STEPS; step++) {
            if (step == 3) {
                // Goes on from what a checkpoint would have.
                GradientBuckets<Model> firsts = weights.zeros();
                GradientBuckets<Model> seconds = weights.zeros();
                optimizer.gatherMoments(firsts, seconds);
                optimizer.close();
                optimizer = optimizer(weights, sums, rank);
                optimizer.resume(firsts, seconds);
            }
            try (GradientReducer.Pass pass = sums.begin()) {
                for (int i = 0; i < 3; i++) {
                    tensors(gradient(step, rank.rank()))
                            .get(i)
                            .copyTo(tensors(gradients.model()).get(i));
                }
                pass.finish();
            }
            assertThat(optimizer.step(RATE, step, 1)).isBetween(norms.get(step - 1) - 1e-5, norms.get(step - 1) + 1e-5);
            assertThat(gradients.model().matrix().toFloatArray()).containsOnly(0);
        }
        GradientBuckets<Model> firsts = weights.zeros();
        GradientBuckets<Model> seconds = weights.zeros();
        optimizer.gatherMoments(firsts, seconds);
        for (int i = 0; i < 3; i++) {
            assertClose(
                    tensors(firsts.model()).get(i).toFloatArray(),
                    tensors(first).get(i).toFloatArray());
            assertClose(
                    tensors(seconds.model()).get(i).toFloatArray(),
                    tensors(second).get(i).toFloatArray());
        }
        return tensors(weights.model()).stream().map(Tensor::toFloatArray).toList();
    }

    private static ShardedAdamW optimizer(GradientBuckets<Model> weights, GradientReducer sums, Communicator rank) {
        return new ShardedAdamW(weights, sums, rank, kind -> (boolean) kind ? DECAY : 0);
    }

    private static void assertClose(float[] actual, float[] expected) {
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i]).isBetween(expected[i] - 1e-5f, expected[i] + 1e-5f);
        }
    }

    private static final class LongMath {
        static long product(long... dims) {
            long product = 1;
            for (long dim : dims) {
                product *= dim;
            }
            return product;
        }
    }
}
