package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Aggregates;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The tensors of a model by name. A model is a record of tensors, of such records, and of lists or arrays of both. The name of a
 * tensor is its path, such as {@code layers.3.weight}, which is what messages of kernels call it, too. Numbers in a record are no
 * parameters.
 *
 * <p>{@link #forEach} and {@link #sum} may be called inside a {@code @GraphKernel} method, which has the ops of the lambda once
 * for each tensor; {@code w.rank()} is a constant there:
 *
 * <pre>{@code
 * Tensor norm = sqrt(Parameters.sum(gradient, g -> reduceSum(square(g))));
 * Parameters.forEach(model, gradient, (w, g) -> assign(w, sub(w, mul(g, div(rate, maximum(norm, 1))))));
 * }</pre>
 *
 * <p>They take models, single tensors, and lists or arrays of tensors or models. Several values are of the same structure if their
 * tensors have the same paths. A tensor that has several paths is taken at each.
 */
public final class Parameters {

    private static final Aggregates AGGREGATES = new Aggregates(InvalidArgumentException::new);
    private static final List<String> ORDINALS = List.of("first", "second", "third", "fourth");

    /** What is done with three tensors. */
    @FunctionalInterface
    public interface TriConsumer {

        /** Does it. */
        void accept(Tensor first, Tensor second, Tensor third);
    }

    /** What is done with four tensors. */
    @FunctionalInterface
    public interface QuadConsumer {

        /** Does it. */
        void accept(Tensor first, Tensor second, Tensor third, Tensor fourth);
    }

    private Parameters() {}

    /**
     * The tensors of a model, in the order of its components. A tensor that has several paths is there under each.
     *
     * @param model a record
     * @return a map that cannot be changed
     * @throws io.graphkernel.runtime.exception.NullTensorException if a tensor is null
     * @throws io.graphkernel.runtime.exception.ClosedTensorException if a tensor is closed
     * @throws InvalidArgumentException if the record holds anything but tensors, numbers, records, lists and arrays, or
     *     cannot be read
     */
    public static Map<String, Tensor> of(Record model) {
        return Collections.unmodifiableMap(tensors("Parameters.of", "model", model));
    }

    /**
     * Another model of the same structure, such as the moments of an optimizer: {@code Parameters.map(model, (path, weight) ->
     * Tensor.zeros(weight.dimensions()))}.
     *
     * @param <R> a record, as {@link #of} takes it
     * @param model the record
     * @param made the tensor in the place of each tensor, of which it gets the path and the tensor; numbers stay
     * @throws InvalidArgumentException as {@link #of}, or if the record cannot be made
     */
    @SuppressWarnings("unchecked")
    public static <R extends Record> R map(R model, BiFunction<String, Tensor, Tensor> made) {
        Operands.attribute("Parameters.map", "made", made);
        return (R) AGGREGATES.map(
                "",
                Operands.attribute("Parameters.map", "model", model),
                (path, value) -> isTensor("Parameters.map", path, value) ? made.apply(path, (Tensor) value) : value);
    }

    /**
     * Does something with each tensor.
     *
     * @param values a model, a tensor, or a list or array of them
     * @param action what is done
     * @throws InvalidArgumentException as {@link #of}
     */
    public static void forEach(Object values, Consumer<Tensor> action) {
        Operands.attribute("Parameters.forEach", "action", action);
        together("Parameters.forEach", values).forEach(tensors -> action.accept(tensors.get(0)));
    }

    /**
     * Does something with each tensor and the one of the same path in another value.
     *
     * @param first a model, a tensor, or a list or array of them
     * @param second a value of the same structure
     * @param action what is done
     * @throws InvalidArgumentException as {@link #of}, or if the structures differ; the message names the path
     */
    public static void forEach(Object first, Object second, BiConsumer<Tensor, Tensor> action) {
        Operands.attribute("Parameters.forEach", "action", action);
        together("Parameters.forEach", first, second).forEach(tensors -> action.accept(tensors.get(0), tensors.get(1)));
    }

    /**
     * Does something with each tensor and those of the same path in two other values.
     *
     * @param first a model, a tensor, or a list or array of them
     * @param second a value of the same structure
     * @param third a value of the same structure
     * @param action what is done
     * @throws InvalidArgumentException as {@link #of}, or if the structures differ; the message names the path
     */
    public static void forEach(Object first, Object second, Object third, TriConsumer action) {
        Operands.attribute("Parameters.forEach", "action", action);
        together("Parameters.forEach", first, second, third)
                .forEach(tensors -> action.accept(tensors.get(0), tensors.get(1), tensors.get(2)));
    }

    /**
     * Does something with each tensor and those of the same path in three other values.
     *
     * @param first a model, a tensor, or a list or array of them
     * @param second a value of the same structure
     * @param third a value of the same structure
     * @param fourth a value of the same structure
     * @param action what is done
     * @throws InvalidArgumentException as {@link #of}, or if the structures differ; the message names the path
     */
    public static void forEach(Object first, Object second, Object third, Object fourth, QuadConsumer action) {
        Operands.attribute("Parameters.forEach", "action", action);
        together("Parameters.forEach", first, second, third, fourth)
                .forEach(tensors -> action.accept(tensors.get(0), tensors.get(1), tensors.get(2), tensors.get(3)));
    }

    /**
     * The sum of what a function gives for each tensor, by {@code Ops.add} in the order of the tensors.
     *
     * @param values a model, a tensor, or a list or array of them, with one tensor at least
     * @param summand what is added for a tensor
     * @return a tensor with the dtype and the dims of what the function gives; of one tensor that itself
     * @throws InvalidArgumentException as {@link #of}, or if there is no tensor
     */
    public static Tensor sum(Object values, UnaryOperator<Tensor> summand) {
        Operands.attribute("Parameters.sum", "summand", summand);
        return together("Parameters.sum", values).stream()
                .map(tensors -> summand.apply(tensors.get(0)))
                .reduce(Ops::add)
                .orElseThrow(() -> new InvalidArgumentException(RuntimeProblem.SUM_OF_NOTHING, "Parameters.sum"));
    }

    /** For each path the tensors that the values have there. */
    private static List<List<Tensor>> together(String method, Object... values) {
        List<Map<String, Tensor>> models = new ArrayList<>();
        for (Object value : values) {
            models.add(tensors(method, ORDINALS.get(models.size()), value));
            requireSameStructure(method, models.get(0), models.get(models.size() - 1), ORDINALS.get(models.size() - 1));
        }
        return models.get(0).keySet().stream()
                .map(path -> models.stream().map(model -> model.get(path)).toList())
                .toList();
    }

    private static void requireSameStructure(
            String method, Map<String, Tensor> first, Map<String, Tensor> other, String ordinal) {
        Stream.concat(first.keySet().stream(), other.keySet().stream())
                .filter(path -> !first.containsKey(path) || !other.containsKey(path))
                .findFirst()
                .ifPresent(path -> {
                    boolean inFirst = first.containsKey(path);
                    throw new InvalidArgumentException(
                            RuntimeProblem.STRUCTURES_DIFFER,
                            method,
                            path.isEmpty() ? "a tensor by itself" : path,
                            inFirst ? "first" : ordinal,
                            inFirst ? ordinal : "first");
                });
    }

    /** By path; that of a tensor by itself is empty. */
    private static Map<String, Tensor> tensors(String method, String parameter, Object model) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        AGGREGATES.visit("", Operands.attribute(method, parameter, model), (path, value) -> {
            if (isTensor(method, path.isEmpty() ? parameter : path, value)) {
                tensors.put(path, (Tensor) value);
            }
        });
        return tensors;
    }

    /** Whether a value of a model is a tensor; numbers may be next to them. */
    private static boolean isTensor(String method, String path, Object value) {
        if (value instanceof Number) {
            return false;
        }
        boolean tensor = value == null || value instanceof Tensor;
        if (!tensor) {
            throw new InvalidArgumentException(
                    RuntimeProblem.NOT_A_PARAMETER,
                    method,
                    path,
                    value.getClass().getName());
        }
        Operands.present(method, path, (Tensor) value);
        return true;
    }
}
