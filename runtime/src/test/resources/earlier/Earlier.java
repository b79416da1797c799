package earlier;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** One method for each thing that stubs ask of the run time: numbers, rows, records, updates, gradients, library calls. */
public final class Earlier {
    private Earlier() {}

    public record Layer(@TensorType("f32[d, h]") Tensor w, @TensorType("f32[h]") Tensor b) {}

    @GraphKernel
    public static Tensor scaled(@TensorType("f32[n, d]") Tensor x, float factor) {
        return softmax(mul(x, factor));
    }

    @GraphKernel
    public static Tensor dense(@TensorType("f32[n, d]") Tensor x, Layer layer) {
        return reLU(add(matMul(x, layer.w()), layer.b()));
    }

    @GraphKernel(gradient = true)
    public static Tensor loss(@TensorType("f32[n]") Tensor w) {
        return reduceSum(mul(w, w));
    }

    @GraphKernel
    public static void descend(@TensorType("f32[n]") Tensor w, @TensorType("f32[n]") Tensor gradient, float rate) {
        assign(w, sub(w, mul(gradient, rate)));
    }
}
