package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import lombok.experimental.Delegate;

interface HasSize {
    int size();
}

final class Delegating implements HasSize {
    @Delegate
    private final List<String> texts = new ArrayList<>();

    @GraphKernel
    static Tensor twice(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }
}
