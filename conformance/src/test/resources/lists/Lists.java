package lists;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;

/** Kernels over lists and arrays of a declared length. */
public final class Lists {

    static final int LAYERS = 3;

    public record Dense(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    public record Layer(Dense dense, float slope) {}

    public record Model(
            @Length(LAYERS) List<Layer> layers,
            @TensorType("f32[d]") @Length(2) Tensor[] scales,
            @Length(0) Layer[] none,
            @Length(1) List<? extends Layer> last) {}

    public record Results(Tensor y, @Length(2) List<Tensor> sums, @Length(1) Dense[] halves) {}

    public record Stack(@Length(2) List<Dense> layers, @TensorType("f32[d]") @Length(2) Tensor[] scales) {}

    public record Loss(Tensor value, Stack gradient) {}

    public record Parts(@Length(2) List<Tensor> tensors) {}

    private Lists() {}

    @GraphKernel
    public static Parts parts(@TensorType("f32[n, d]") Tensor x) {
        return new Parts(List.of(tanh(x), neg(x)));
    }

    @GraphKernel
    public static Tensor layer(@TensorType("f32[n, d]") Tensor x, Layer layer) {
        return mul(tanh(add(matMul(x, layer.dense().weight()), layer.dense().bias())), layer.slope());
    }

    @GraphKernel
    public static Tensor last(@TensorType("f32[n, d]") Tensor x, @Length(1) List<? extends Layer> layers) {
        Tensor y = x;
        for (var layer : layers) {
            y = layer(y, layer);
        }
        return layer(y, layers.get(0));
    }

    @GraphKernel
    public static Results forward(@TensorType("f32[n, d]") Tensor x, Model model, @Length(2) Dense[] more) {
        Tensor y = x;
        for (Layer layer : model.layers()) {
            y = layer(y, layer);
        }
        for (Layer layer : model.none()) {
            y = layer(y, layer);
        }
        for (int i = 0; i < model.scales().length; i++) {
            y = mul(y, model.scales()[i]);
        }
        List<Layer> layers = model.layers();
        y = layer(y, layers.get(layers.size() - 1));
        y = last(y, model.last());
        for (int axis : new int[] {0, 1}) {
            y = sub(y, reduceMean(y, axis, true));
        }
        Dense first = more[0];
        Dense half = new Dense(mul(first.weight(), 0.5f), add(first.bias(), more[1].bias()));
        return new Results(y, List.of(reduceSum(y, 0), reduceSum(y, 1)), new Dense[] {half});
    }

    @GraphKernel
    public static void update(Stack weights, Stack gradients, float rate) {
        for (int i = 0; i < 2; i++) {
            Dense w = weights.layers().get(i);
            assign(w.weight(), sub(w.weight(), mul(gradients.layers().get(i).weight(), rate)));
            assign(w.bias(), sub(w.bias(), mul(gradients.layers().get(i).bias(), rate)));
            assign(weights.scales()[i], sub(weights.scales()[i], mul(gradients.scales()[i], rate)));
        }
    }

    /** Matrices decay; gives the norm of the gradients and of the weights together. */
    @GraphKernel
    public static Tensor momentum(Stack weights, Stack moments, Stack gradients, float rate) {
        Tensor squares = Parameters.sum(List.of(weights, gradients), w -> reduceSum(square(w)));
        Tensor norm = sqrt(squares);
        Parameters.forEach(weights, moments, gradients, (w, m, g) -> {
            assign(m, add(mul(m, 0.5f), div(g, norm)));
            assign(w, sub(mul(w, w.rank() > 1 ? 0.75f : 1), mul(m, rate)));
        });
        Parameters.forEach(gradients.layers(), g -> clear(g));
        Parameters.forEach(gradients.scales(), moments.scales(), (g, m) -> assign(g, m));
        return norm;
    }

    @GraphKernel
    static void clear(@TensorType("f32[a...]") Tensor x) {
        assign(x, zerosLike(x));
    }

    @GraphKernel
    public static Tensor stacked(@TensorType("f32[n, d]") Tensor x, Stack stack) {
        Tensor y = x;
        int i = 0;
        for (Dense dense : stack.layers()) {
            y = mul(tanh(add(matMul(y, dense.weight()), dense.bias())), stack.scales()[i]);
            i++;
        }
        return add(reduceMean(square(y)), mul(Parameters.sum(stack, w -> reduceMean(square(w))), 0.25f));
    }

    @GraphKernel
    public static Loss loss(@TensorType("f32[n, d]") Tensor x, Stack stack) {
        var loss = valueAndGradient(() -> stacked(x, stack), stack);
        return new Loss(loss.value(), loss.gradient());
    }

    @GraphKernel(gradient = true)
    public static Tensor pair(
            @NoGradient @TensorType("f32[n, d]") Tensor x, Stack stack, @NoGradient @Length(1) List<Layer> last) {
        return stacked(last(x, last), stack);
    }
}
