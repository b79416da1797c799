import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

final class Faulty {
    static int rank(@TensorType("f32[n]") Tensor x) {
//                                               ^ GK-1017
        // says the method 'rank' is not a kernel
        return x.rank();
    }
}
