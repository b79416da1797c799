import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

@OnnxModel("model.onnx")
interface Faulty {
    @GraphKernel
    static Tensor twice(@TensorType("f32[n]") Tensor x) {
//                ^ GK-1006
        return mul(x, 2);
    }
}
