package lists;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;

/** A kernel with a gradient that has more tensors than Java has parameters. */
public final class Deep {

    static final int BLOCKS = 150;

    public record Block(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    public record Blocks(@Length(BLOCKS) List<Block> blocks) {}

    private Deep() {}

    @GraphKernel(gradient = true)
    public static Tensor run(@NoGradient @TensorType("f32[n, d]") Tensor x, Blocks model) {
        Tensor y = x;
        for (Block block : model.blocks()) {
            y = add(matMul(y, block.weight()), block.bias());
        }
        return y;
    }
}
