package library;

import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Tensor;

public final class LibraryOps {

    private LibraryOps() {}

    /** (x - y) · x. */
    @GraphKernel
    public static Tensor myOp(Tensor x, Tensor y) {
        Tensor a = sub(x, y);
        return mul(a, x);
    }
}
