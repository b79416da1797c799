import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.runtime.Tensor;

@OnnxModel("model.onnx")
interface Faulty {
    Tensor run(Tensor x);
//         ^ GK-1016
    // says leave the interface empty
}
