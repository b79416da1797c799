package io.graphkernel.training;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * The tensors of a model as views of a few long vectors. A collective thus transfers many tensors, and all ranks of a
 * group have equal shards. Tensors are in the reverse order of the model, which approximates the order in which a
 * backward pass completes their gradients.
 * <pre>{@code
 * GradientBuckets<Model> weights = GradientBuckets.copyOf(model, 1 << 22, ranks.size(), (path, tensor) -> tensor.rank() > 1);
 * GradientBuckets<Model> gradients = weights.zeros();
 * }</pre>
 *
 * @param <M> record of the model as {@link Parameters#of} accepts it
 */
public final class GradientBuckets<M extends Record> implements AutoCloseable {

    /** Alignment of tensors in elements: a cache line. */
    private static final long ALIGNMENT = 16;

    /**
     * A bucket of tensors of a model.
     *
     * @param kind common property of the tensors
     * @param elements f32 [n] vector with the elements of all of them, in order, with zeros as padding; n is a multiple
     *     of the number of ranks
     * @param tensors the tensors, which are views of the elements
     */
    public record Bucket(Object kind, Tensor elements, List<Tensor> tensors) {}

    /** The paths of a bucket, the offset of each tensor, and the total length. */
    private record BucketLayout(Object kind, Map<String, Long> begins, long[] length) {

        void add(String path, Tensor tensor) {
            begins.put(path, length[0]);
            length[0] = roundUp(length[0] + tensor.elementCount(), ALIGNMENT);
        }
    }

    private final M model;
    private final List<BucketLayout> layouts;
    private final List<Bucket> buckets;

    private GradientBuckets(M like, List<BucketLayout> layouts) {
        this.layouts = layouts;
        Device device = Parameters.of(like).values().iterator().next().device();
        Map<String, Tensor> views = new HashMap<>();
        List<Bucket> created = new ArrayList<>();
        Map<String, Tensor> originals = Parameters.of(like);
        for (BucketLayout layout : layouts) {
            Tensor vector = zeros(layout.length[0], device);
            List<Tensor> tensors = new ArrayList<>();
            layout.begins.forEach((path, begin) -> {
                Tensor original = Objects.requireNonNull(originals.get(path), path);
                try (Tensor flatView = vector.slice(begin, begin + original.elementCount())) {
                    Tensor view = flatView.reshape(original.dimensions());
                    views.put(path, view);
                    tensors.add(view);
                }
            });
            created.add(new Bucket(layout.kind, vector, List.copyOf(tensors)));
        }
        this.model = Parameters.map(like, (path, tensor) -> views.get(path));
        this.buckets = List.copyOf(created);
    }

    private static Tensor zeros(long length, Device device) {
        Tensor zeros = Tensor.zeros(length);
        if (zeros.device().equals(device)) {
            return zeros;
        }
        try (zeros) {
            return zeros.to(device);
        }
    }

    /**
     * Returns a copy of a model.
     *
     * @param model model with f32 tensors on one device
     * @param elements number of elements at which a bucket is complete
     * @param ranks number of equal shards of each bucket
     * @param kinds function from path and tensor to the kind of its bucket, not null
     * @throws InvalidArgumentException if a tensor is not f32
     */
    public static <M extends Record> GradientBuckets<M> copyOf(
            M model, long elements, int ranks, BiFunction<String, Tensor, ?> kinds) {
        GradientBuckets<M> copy = zerosLike(model, elements, ranks, kinds);
        Parameters.forEach(model, copy.model, (from, to) -> from.copyTo(to));
        return copy;
    }

    /**
     * Returns zeros with the structure of a model, such as for its gradients; the parameters are those of
     * {@link #copyOf}.
     */
    public static <M extends Record> GradientBuckets<M> zerosLike(
            M model, long elements, int ranks, BiFunction<String, Tensor, ?> kinds) {
        return new GradientBuckets<>(model, layouts(model, elements, ranks, kinds));
    }

    /** Returns zeros of the same structure, such as for gradients or moments. */
    public GradientBuckets<M> zeros() {
        return new GradientBuckets<>(model, layouts);
    }

    private static List<BucketLayout> layouts(
            Record model, long elements, int ranks, BiFunction<String, Tensor, ?> kinds) {
        List<Map.Entry<String, Tensor>> tensors =
                new ArrayList<>(Parameters.of(model).entrySet());
        Collections.reverse(tensors);
        List<BucketLayout> vector = new ArrayList<>();
        Map<Object, BucketLayout> open = new HashMap<>();
        for (Map.Entry<String, Tensor> entry : tensors) {
            requireF32(entry.getKey(), entry.getValue());
            Object kind = kinds.apply(entry.getKey(), entry.getValue());
            BucketLayout layout = open.get(kind);
            if (layout == null || layout.length[0] >= elements) {
                layout = new BucketLayout(kind, new LinkedHashMap<>(), new long[1]);
                open.put(kind, layout);
                vector.add(layout);
            }
            layout.add(entry.getKey(), entry.getValue());
        }
        vector.forEach(layout -> layout.length[0] = roundUp(layout.length[0], ALIGNMENT * ranks));
        return List.copyOf(vector);
    }

    private static void requireF32(String path, Tensor tensor) {
        if (tensor.dtype() != DType.F32) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    "the dtype of " + path,
                    tensor.dtype(),
                    "the tensors of a bucket are views of one f32 vector",
                    "keep parameters in f32, and cast them where they are used");
        }
    }

    private static long roundUp(long number, long multiple) {
        return (number + multiple - 1) / multiple * multiple;
    }

    /** Returns the model, whose tensors are views of the buckets. */
    public M model() {
        return model;
    }

    /** Returns the buckets, starting with those of the last tensors; equal on all ranks with the same model. */
    public List<Bucket> buckets() {
        return buckets;
    }

    /** Closes buckets and tensors. Has no effect if already closed. */
    @Override
    public void close() {
        for (Bucket bucket : buckets) {
            bucket.tensors().forEach(Tensor::close);
            bucket.elements().close();
        }
    }
}
