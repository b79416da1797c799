package io.graphkernel.runtime;

/**
 * A loss and its gradient, as {@link Gradients#valueAndGradient} gives them.
 *
 * @param <G> the type of what the gradient was asked for: {@code Tensor}, {@code Tensor[]} or a record of tensors
 * @param value the loss: a float tensor of one element
 * @param gradient the derivative of the loss by each element: tensors of the dtypes and dims of the parameters, in the
 *     same array or record
 */
public record ValueAndGradient<G>(Tensor value, G gradient) {}
