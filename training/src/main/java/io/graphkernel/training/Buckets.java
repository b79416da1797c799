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
import java.util.function.BiFunction;

/**
 * The tensors of a model, one after the other in a few long ones, so that a collective moves many of them and each rank of a
 * group has a part of as many elements as the others. Tensors are in the opposite order of the model's, which is about that in
 * which a backward pass completes their gradients.
 *
 * <pre>{@code
 * Buckets<Model> weights = Buckets.copyOf(model, 1 << 22, ranks.size(), (path, tensor) -> tensor.rank() > 1);
 * Buckets<Model> gradients = weights.zeros();
 * }</pre>
 *
 * @param <M> the record of the model, as {@link Parameters#of} takes it
 */
public final class Buckets<M extends Record> implements AutoCloseable {

    /** Tensors begin where a line of the cache does. */
    private static final long ALIGNMENT = 16;

    /**
     * Some tensors of a model.
     *
     * @param kind what they have in common
     * @param elements f32 [n]: the elements of all of them, in order, with zeros between them; n is a multiple of the ranks
     * @param tensors the tensors, which are views of the elements
     */
    public record Bucket(Object kind, Tensor elements, List<Tensor> tensors) {}

    /** The paths of a bucket, where each tensor begins, and the length of all. */
    private record Layout(Object kind, Map<String, Long> begins, long[] length) {

        void add(String path, Tensor tensor) {
            begins.put(path, length[0]);
            length[0] = roundUp(length[0] + tensor.elementCount(), ALIGNMENT);
        }
    }

    private final M model;
    private final List<Layout> layouts;
    private final List<Bucket> buckets;

    private Buckets(M like, List<Layout> layouts) {
        this.layouts = layouts;
        Device device = Parameters.of(like).values().iterator().next().device();
        List<Tensor> elements = new ArrayList<>();
        Map<String, Tensor> views = new HashMap<>();
        List<Bucket> made = new ArrayList<>();
        Map<String, Tensor> originals = Parameters.of(like);
        for (Layout layout : layouts) {
            Tensor all = zeros(layout.length[0], device);
            elements.add(all);
            List<Tensor> tensors = new ArrayList<>();
            layout.begins.forEach((path, begin) -> {
                Tensor original = originals.get(path);
                try (Tensor part = all.slice(begin, begin + original.elementCount())) {
                    Tensor view = part.reshape(original.dimensions());
                    views.put(path, view);
                    tensors.add(view);
                }
            });
            made.add(new Bucket(layout.kind, all, List.copyOf(tensors)));
        }
        this.model = Parameters.map(like, (path, tensor) -> views.get(path));
        this.buckets = List.copyOf(made);
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
     * A copy of a model.
     *
     * @param model its tensors are f32, and on one device
     * @param elements how many a bucket has before another one begins
     * @param ranks into so many equal parts each bucket can be cut
     * @param kinds what tensors of a bucket have in common, by path and tensor; not null
     * @throws InvalidArgumentException if a tensor is not f32
     */
    public static <M extends Record> Buckets<M> copyOf(
            M model, long elements, int ranks, BiFunction<String, Tensor, ?> kinds) {
        Buckets<M> copy = zerosLike(model, elements, ranks, kinds);
        Parameters.forEach(model, copy.model, (from, to) -> from.copyTo(to));
        return copy;
    }

    /** Zeros of the structure of a model, such as for its gradients; the parameters are those of {@link #copyOf}. */
    public static <M extends Record> Buckets<M> zerosLike(
            M model, long elements, int ranks, BiFunction<String, Tensor, ?> kinds) {
        return new Buckets<>(model, layouts(model, elements, ranks, kinds));
    }

    /** Others of the same structure, which are zeros, such as for gradients or moments. */
    public Buckets<M> zeros() {
        return new Buckets<>(model, layouts);
    }

    private static List<Layout> layouts(Record model, long elements, int ranks, BiFunction<String, Tensor, ?> kinds) {
        List<Map.Entry<String, Tensor>> tensors =
                new ArrayList<>(Parameters.of(model).entrySet());
        Collections.reverse(tensors);
        List<Layout> all = new ArrayList<>();
        Map<Object, Layout> open = new HashMap<>();
        for (Map.Entry<String, Tensor> each : tensors) {
            requireF32(each.getKey(), each.getValue());
            Object kind = kinds.apply(each.getKey(), each.getValue());
            Layout layout = open.get(kind);
            if (layout == null || layout.length[0] >= elements) {
                layout = new Layout(kind, new LinkedHashMap<>(), new long[1]);
                open.put(kind, layout);
                all.add(layout);
            }
            layout.add(each.getKey(), each.getValue());
        }
        all.forEach(layout -> layout.length[0] = roundUp(layout.length[0], ALIGNMENT * ranks));
        return List.copyOf(all);
    }

    private static void requireF32(String path, Tensor tensor) {
        if (tensor.dtype() != DType.F32) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    "the dtype of " + path,
                    tensor.dtype(),
                    "the tensors of a bucket are parts of one tensor of f32",
                    "keep parameters in f32, and cast them where they are used");
        }
    }

    private static long roundUp(long number, long multiple) {
        return (number + multiple - 1) / multiple * multiple;
    }

    /** The tensors as a model: views of the buckets, which see what is written to these. */
    public M model() {
        return model;
    }

    /** The buckets, those of the last tensors first; the same on all ranks that have the same model. */
    public List<Bucket> buckets() {
        return buckets;
    }

    /** Closes buckets and tensors. Closing twice is allowed. */
    @Override
    public void close() {
        for (Bucket bucket : buckets) {
            bucket.tensors().forEach(Tensor::close);
            bucket.elements().close();
        }
    }
}
