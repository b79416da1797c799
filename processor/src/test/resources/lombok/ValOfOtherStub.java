package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import lombok.Data;
import lombok.NonNull;
import lombok.val;

@Data
final class ValOfOtherStub {
    private int size;

    @GraphKernel
    static Tensor twice(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    static int length(@NonNull String text) {
        return text.length();
    }
}

final class ValOfOtherStubUser {
    static int rank(Tensor x) {
        val y = ValOfOtherStubKernels.twice(x);
        return y.rank();
    }
}
