package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import lombok.Builder;
import lombok.Value;
import lombok.With;

@Value
@Builder
class Built {
    int size;
    String name;

    @With
    record Scale(@TensorType("f32[n]") Tensor scale) {}

    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x, Scale scale) {
        return mul(x, scale.scale());
    }

    static Built of(String name) {
        return Built.builder().size(new Built(1, name).getSize()).build();
    }

    static Scale other(Scale scale, Tensor tensor) {
        return scale.withScale(tensor);
    }
}
