package checkpointed;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;

/** A loss through the same layers twice: once all that the gradients need is saved, once what each layer is given alone. */
public final class CheckpointedLayers {

    static final int LAYERS = 4;

    public record Layer(@TensorType("f32[32, 128]") Tensor up, @TensorType("f32[128, 32]") Tensor down) {}

    public record Model(@Length(LAYERS) List<Layer> layers) {}

    public record Step(Tensor loss, Model gradient) {}

    private CheckpointedLayers() {}

    @GraphKernel
    public static Step plain(Model model, @TensorType("f32[256, 32]") Tensor x, long seed) {
        var loss = valueAndGradient(() -> plainLoss(model, x, seed), model);
        return new Step(loss.value(), loss.gradient());
    }

    @GraphKernel
    public static Step checkpointed(Model model, @TensorType("f32[256, 32]") Tensor x, long seed) {
        var loss = valueAndGradient(() -> checkpointedLoss(model, x, seed), model);
        return new Step(loss.value(), loss.gradient());
    }

    @GraphKernel
    static Tensor plainLoss(Model model, @TensorType("f32[256, 32]") Tensor x, long seed) {
        Tensor y = x;
        int number = 0;
        for (Layer layer : model.layers()) {
            y = layer(y, layer, seed * LAYERS + number);
            number++;
        }
        return reduceMean(square(y));
    }

    @GraphKernel
    static Tensor checkpointedLoss(Model model, @TensorType("f32[256, 32]") Tensor x, long seed) {
        Tensor y = x;
        int number = 0;
        for (Layer layer : model.layers()) {
            y = checkpointedLayer(y, layer, seed * LAYERS + number);
            number++;
        }
        return reduceMean(square(y));
    }

    @GraphKernel(saves = Saves.INPUTS)
    static Tensor checkpointedLayer(@TensorType("f32[256, 32]") Tensor x, Layer layer, long seed) {
        return layer(x, layer, seed);
    }

    @GraphKernel
    static Tensor layer(@TensorType("f32[256, 32]") Tensor x, Layer layer, long seed) {
        Tensor hidden = geLU(matMul(x, layer.up()));
        return add(x, dropout(matMul(hidden, layer.down()), 0.9, seed, 0).y());
    }
}
