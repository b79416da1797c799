package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import lombok.experimental.StandardException;

final class StandardExceptions {
    @StandardException
    static class Failure extends Exception {}

    @GraphKernel
    static Tensor twice(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    static void fail() throws Failure {
        throw new Failure("a");
    }
}
