package io.graphkernel.runtime;

/**
 * A loss and its gradient, as {@link Gradients#valueAndGradient} returns them.
 *
 * @param <G> type of the gradient: {@code Tensor}, {@code Tensor[]} or a record of tensors
 * @param value the loss, a float tensor with one element
 * @param gradient derivatives of the loss with respect to each element: tensors with the dtypes and dims of the
 *     parameters, in the same array or record
 */
public record ValueAndGradient<G>(Tensor value, G gradient) {}
