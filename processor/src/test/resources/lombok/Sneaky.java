package demo;

import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import lombok.Cleanup;
import lombok.SneakyThrows;
import lombok.extern.java.Log;

@Log
final class Sneaky {
    @GraphKernel
    static Tensor twice(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    @SneakyThrows
    static int first(String file) {
        log.info(file);
        @Cleanup java.io.InputStream in = new java.io.FileInputStream(file);
        return in.read();
    }
}
