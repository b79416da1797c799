package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Aggregates;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * The tensors of a model by name. A model is a record of tensors, of such records, and of lists or arrays of both. The name of a
 * tensor is its path, such as {@code layers.3.weight}, which is what messages of kernels call it, too. Numbers in a record are no
 * parameters.
 */
public final class Parameters {

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
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        Aggregates.visit("", Operands.attribute("Parameters.of", "model", model), (path, value) -> {
            if (isTensor("Parameters.of", path, value)) {
                tensors.put(path, (Tensor) value);
            }
        });
        return Collections.unmodifiableMap(tensors);
    }

    /**
     * Another model of the same form, such as the moments of an optimizer: {@code Parameters.map(model, (path, weight) ->
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
        return (R) Aggregates.map(
                "",
                Operands.attribute("Parameters.map", "model", model),
                (path, value) -> isTensor("Parameters.map", path, value) ? made.apply(path, (Tensor) value) : value);
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
