package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import java.util.List;
import lombok.*;

final class ValInLoop {
    @GraphKernel
    static Tensor twice(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    static int length(List<String> texts) {
        int sum = 0;
        for (val text : texts) {
            sum += text.length();
        }
        return sum;
    }
}
