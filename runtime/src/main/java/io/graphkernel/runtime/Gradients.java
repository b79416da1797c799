package io.graphkernel.runtime;

import io.graphkernel.runtime.internal.gradient.Losses;
import java.util.function.Supplier;

/**
 * Gradients inside a {@code @GraphKernel} method. The compiler reads the loss, derives its backward pass, and compiles
 * both together with what the method does next, such as an update of the weights:
 *
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
 * <p>A loss is a float tensor of one element, computed by a lambda: an expression, or a block that ends in {@code return}. It
 * may call other kernels, and take gradients itself. The parameters are float tensors, arrays or records of them. What was
 * computed before the lambda is a constant in it; {@code Ops.stopGradient} makes anything one. A loss updates nothing in
 * place.
 *
 * <p>Called as plain Java, the same methods record the ops of {@code Ops}, and the views and copies of {@code Tensor}, that the
 * lambda calls on its thread, and derive by the same rules. Elements that it reads into Java are constants. What it makes is
 * closed when it ends, all but the loss. All throw {@link io.graphkernel.runtime.exception.GradientException} for a loss that is
 * no float of one element, one that does not depend on a parameter, updates in place, depends on a tensor that is written
 * meanwhile, hands what it depends on to the kernel of a generated class, or calls an op without a gradient or a kernel with
 * {@code @GradientOf}, and for parameters that are no float tensors.
 */
public final class Gradients {

    private Gradients() {}

    /**
     * A loss and its gradient by one tensor.
     *
     * @param loss computes it
     * @param parameter what the loss depends on
     * @return the loss, and the gradient with the dtype and the dims of the parameter
     */
    public static ValueAndGradient<Tensor> valueAndGradient(Supplier<Tensor> loss, Tensor parameter) {
        return Losses.valueAndGradient(loss, parameter);
    }

    /**
     * A loss and its gradients by several tensors.
     *
     * @param loss computes it
     * @param parameters what the loss depends on, one or more
     * @return the loss, and a gradient for each parameter, with its dtype and dims
     */
    public static ValueAndGradient<Tensor[]> valueAndGradient(Supplier<Tensor> loss, Tensor... parameters) {
        return Losses.valueAndGradient(loss, parameters);
    }

    /**
     * A loss and its gradient by the tensors of a record.
     *
     * @param <R> a record of tensors, of such records, and of lists or arrays of both
     * @param loss computes it
     * @param parameters what the loss depends on
     * @return the loss, and a record of the gradients, each with the dtype and the dims of the tensor in its component
     */
    public static <R extends Record> ValueAndGradient<R> valueAndGradient(Supplier<Tensor> loss, R parameters) {
        return Losses.valueAndGradient(loss, parameters);
    }

    /**
     * The gradient of a loss by one tensor.
     *
     * @param loss computes it
     * @param parameter what the loss depends on
     * @return the gradient with the dtype and the dims of the parameter
     */
    public static Tensor gradient(Supplier<Tensor> loss, Tensor parameter) {
        return Losses.gradient(loss, parameter);
    }

    /**
     * The gradients of a loss by several tensors.
     *
     * @param loss computes it
     * @param parameters what the loss depends on, one or more
     * @return a gradient for each parameter, with its dtype and dims
     */
    public static Tensor[] gradient(Supplier<Tensor> loss, Tensor... parameters) {
        return Losses.gradient(loss, parameters);
    }

    /**
     * The gradient of a loss by the tensors of a record.
     *
     * @param <R> a record of tensors, of such records, and of lists or arrays of both
     * @param loss computes it
     * @param parameters what the loss depends on
     * @return a record of the gradients, each with the dtype and the dims of the tensor in its component
     */
    public static <R extends Record> R gradient(Supplier<Tensor> loss, R parameters) {
        return Losses.gradient(loss, parameters);
    }
}
