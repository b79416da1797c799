package io.graphkernel.runtime;

import io.graphkernel.runtime.internal.gradient.Losses;
import java.util.function.Supplier;

/**
 * Gradients inside a {@code @GraphKernel} method. The compiler parses the loss, derives its backward pass, and compiles
 * both together with the rest of the method, such as an update of the weights:
 * <pre>{@code
 * @GraphKernel
 * static Tensor step(
 *         @TensorType("f32[n, d]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[d]") Tensor w, float rate) {
 *     var loss = valueAndGradient(() -> loss(x, y, w), w);
 *     assign(w, sub(w, mul(loss.gradient(), rate)));
 *     return loss.value();
 * }
 * }</pre>
 *
 * <p>A loss is a float tensor with one element, computed by a lambda: an expression, or a block that ends in
 * {@code return}. It may call other kernels and take gradients itself. The parameters are float tensors, arrays or
 * records of them. Values computed before the lambda are constants in it; {@code Ops.stopGradient} turns any value into
 * a constant. A loss must not update tensors in place.
 *
 * <p>Called as plain Java, the same methods record the ops of {@code Ops}, the views and copies of {@code Tensor}, and
 * the methods of generated classes with {@code gradient = true} that the lambda calls on its thread, and differentiate
 * by the same rules. Elements read into Java are constants. Tensors created by the loss are closed when it ends, except
 * for its result.
 *
 * <p>All methods throw {@link io.graphkernel.runtime.exception.GradientException} if the loss is not a float with one
 * element, does not depend on a parameter, updates tensors in place, depends on a tensor that is written meanwhile,
 * passes a dependent tensor to a kernel without a gradient, or calls an op without a gradient or, directly, a kernel
 * with {@code @GradientOf}, and if a parameter is not a float tensor.
 */
public final class Gradients {

    private Gradients() {}

    /**
     * Returns a loss and its gradient with respect to one tensor.
     *
     * @param loss computation of the loss
     * @param parameter tensor that the loss depends on
     * @return the loss, and the gradient with the dtype and the dims of the parameter
     */
    public static ValueAndGradient<Tensor> valueAndGradient(Supplier<Tensor> loss, Tensor parameter) {
        return Losses.valueAndGradient(loss, parameter);
    }

    /**
     * Returns a loss and its gradients with respect to several tensors.
     *
     * @param loss computation of the loss
     * @param parameters tensors that the loss depends on, at least one
     * @return the loss, and one gradient per parameter with its dtype and dims
     */
    public static ValueAndGradient<Tensor[]> valueAndGradient(Supplier<Tensor> loss, Tensor... parameters) {
        return Losses.valueAndGradient(loss, parameters);
    }

    /**
     * Returns a loss and its gradient with respect to the tensors of a record.
     *
     * @param <R> a record of tensors, of such records, and of lists or arrays of both
     * @param loss computation of the loss
     * @param parameters record of tensors that the loss depends on
     * @return the loss, and a record of the gradients, each with the dtype and the dims of the tensor in its component
     */
    public static <R extends Record> ValueAndGradient<R> valueAndGradient(Supplier<Tensor> loss, R parameters) {
        return Losses.valueAndGradient(loss, parameters);
    }

    /**
     * Returns the gradient of a loss with respect to one tensor.
     *
     * @param loss computation of the loss
     * @param parameter tensor that the loss depends on
     * @return the gradient with the dtype and the dims of the parameter
     */
    public static Tensor gradient(Supplier<Tensor> loss, Tensor parameter) {
        return Losses.gradient(loss, parameter);
    }

    /**
     * Returns the gradients of a loss with respect to several tensors.
     *
     * @param loss computation of the loss
     * @param parameters tensors that the loss depends on, at least one
     * @return one gradient per parameter with its dtype and dims
     */
    public static Tensor[] gradient(Supplier<Tensor> loss, Tensor... parameters) {
        return Losses.gradient(loss, parameters);
    }

    /**
     * Returns the gradient of a loss with respect to the tensors of a record.
     *
     * @param <R> a record of tensors, of such records, and of lists or arrays of both
     * @param loss computation of the loss
     * @param parameters record of tensors that the loss depends on
     * @return a record of the gradients, each with the dtype and the dims of the tensor in its component
     */
    public static <R extends Record> R gradient(Supplier<Tensor> loss, R parameters) {
        return Losses.gradient(loss, parameters);
    }
}
