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
import org.jspecify.annotations.Nullable;

/**
 * Operations on the tensors of a model by name. A model is a record of tensors, of such records, and of lists or arrays
 * of both. The name of a tensor is its path, such as {@code layers.3.weight}, which messages of kernels use as well.
 * Numbers in a record are not parameters.
 *
 * <p>{@link #forEach} and {@link #sum} may be called inside a {@code @GraphKernel} method, which unrolls the ops of the
 * lambda for each tensor; {@code w.rank()} is a constant there:
 * <pre>{@code
 * Tensor norm = sqrt(Parameters.sum(gradient, g -> reduceSum(square(g))));
 * Parameters.forEach(model, gradient, (w, g) -> assign(w, sub(w, mul(g, div(rate, maximum(norm, 1))))));
 * }</pre>
 *
 * <p>They accept models, single tensors, and lists or arrays of tensors or models. Values have the same structure if
 * their tensors have the same paths. A tensor with several paths is visited at each.
 */
public final class Parameters {

    private static final Aggregates AGGREGATES = new Aggregates(InvalidArgumentException::new);
    private static final List<String> ORDINALS = List.of("first", "second", "third", "fourth");

    /** Action on three tensors. */
    @FunctionalInterface
    public interface TriConsumer {

        /** Performs the action. */
        void accept(Tensor first, Tensor second, Tensor third);
    }

    /** Action on four tensors. */
    @FunctionalInterface
    public interface QuadConsumer {

        /** Performs the action. */
        void accept(Tensor first, Tensor second, Tensor third, Tensor fourth);
    }

    private Parameters() {}

    /**
     * Returns the tensors of a model by path, in the order of its components. A tensor with several paths occurs under
     * each.
     *
     * @param model a record
     * @return an unmodifiable map
     * @throws io.graphkernel.runtime.exception.NullTensorException if a tensor is null
     * @throws io.graphkernel.runtime.exception.ClosedTensorException if a tensor is closed
     * @throws InvalidArgumentException if the record has components other than tensors, numbers, records, lists and
     *     arrays, or cannot be read
     */
    public static Map<String, Tensor> of(Record model) {
        return Collections.unmodifiableMap(tensors("Parameters.of", "model", model));
    }

    /**
     * Returns another model of the same structure, such as the moments of an optimizer: {@code Parameters.map(model,
     * (path, weight) -> Tensor.zeros(weight.dimensions()))}.
     *
     * @param <R> a record as {@link #of} accepts it
     * @param model the record
     * @param mapper function from the path and the tensor to the new tensor; numbers are retained
     * @throws InvalidArgumentException as {@link #of}, or if the record cannot be created
     */
    @SuppressWarnings("unchecked")
    public static <R extends Record> R map(R model, BiFunction<String, Tensor, Tensor> mapper) {
        Operands.attribute("Parameters.map", "mapper", mapper);
        return (R) AGGREGATES.map(
                "",
                Operands.attribute("Parameters.map", "model", model),
                (path, value) -> isTensor("Parameters.map", path, value) ? mapper.apply(path, (Tensor) value) : value);
    }

    /**
     * Runs an action for each tensor.
     *
     * @param values a model, a tensor, or a list or array of them
     * @param action action to run
     * @throws InvalidArgumentException as {@link #of}
     */
    public static void forEach(Object values, Consumer<Tensor> action) {
        Operands.attribute("Parameters.forEach", "action", action);
        together("Parameters.forEach", values).forEach(tensors -> action.accept(tensors.get(0)));
    }

    /**
     * Runs an action for each tensor and the one at the same path in another value.
     *
     * @param first a model, a tensor, or a list or array of them
     * @param second a value of the same structure
     * @param action action to run
     * @throws InvalidArgumentException as {@link #of}, or if the structures differ; the message has the path
     */
    public static void forEach(Object first, Object second, BiConsumer<Tensor, Tensor> action) {
        Operands.attribute("Parameters.forEach", "action", action);
        together("Parameters.forEach", first, second).forEach(tensors -> action.accept(tensors.get(0), tensors.get(1)));
    }

    /**
     * Runs an action for each tensor and those at the same path in two other values.
     *
     * @param first a model, a tensor, or a list or array of them
     * @param second a value of the same structure
     * @param third a value of the same structure
     * @param action action to run
     * @throws InvalidArgumentException as {@link #of}, or if the structures differ; the message has the path
     */
    public static void forEach(Object first, Object second, Object third, TriConsumer action) {
        Operands.attribute("Parameters.forEach", "action", action);
        together("Parameters.forEach", first, second, third)
                .forEach(tensors -> action.accept(tensors.get(0), tensors.get(1), tensors.get(2)));
    }

    /**
     * Runs an action for each tensor and those at the same path in three other values.
     *
     * @param first a model, a tensor, or a list or array of them
     * @param second a value of the same structure
     * @param third a value of the same structure
     * @param fourth a value of the same structure
     * @param action action to run
     * @throws InvalidArgumentException as {@link #of}, or if the structures differ; the message has the path
     */
    public static void forEach(Object first, Object second, Object third, Object fourth, QuadConsumer action) {
        Operands.attribute("Parameters.forEach", "action", action);
        together("Parameters.forEach", first, second, third, fourth)
                .forEach(tensors -> action.accept(tensors.get(0), tensors.get(1), tensors.get(2), tensors.get(3)));
    }

    /**
     * Returns the sum of a function over the tensors, by {@code Ops.add} in their order.
     *
     * @param values a model, a tensor, or a list or array of them, with at least one tensor
     * @param summand function to sum
     * @return a tensor with the dtype and the dims of the function's results; for one tensor, its result itself
     * @throws InvalidArgumentException as {@link #of}, or without a tensor
     */
    public static Tensor sum(Object values, UnaryOperator<Tensor> summand) {
        Operands.attribute("Parameters.sum", "summand", summand);
        return together("Parameters.sum", values).stream()
                .map(tensors -> summand.apply(tensors.get(0)))
                .reduce(Ops::add)
                .orElseThrow(() -> new InvalidArgumentException(RuntimeProblem.SUM_OF_NOTHING, "Parameters.sum"));
    }

    /** Returns the tensors of several values grouped by path. */
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

    /** Returns the tensors by path, which is empty for a single tensor. */
    private static Map<String, Tensor> tensors(String method, String parameter, Object model) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        AGGREGATES.visit("", Operands.attribute(method, parameter, model), (path, value) -> {
            if (isTensor(method, path.isEmpty() ? parameter : path, value)) {
                tensors.put(path, (Tensor) value);
            }
        });
        return tensors;
    }

    /** Returns true if a value of a model is a tensor; numbers are allowed as well. */
    private static boolean isTensor(String method, String path, @Nullable Object value) {
        if (value instanceof Number) {
            return false;
        }
        if (value != null && !(value instanceof Tensor)) {
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
