package library;

import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.ElementFunction;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Tensor;

public final class LibraryOps {

    private LibraryOps() {}

    /** x² for x below a limit, then linear. */
    @ElementFunction
    public static float clipped(float x, float limit) {
        return x < limit ? x * x : limit * (2 * x - limit);
    }

    /** (x - y) · x. */
    @GraphKernel
    public static Tensor myOp(Tensor x, Tensor y) {
        Tensor a = sub(x, y);
        return mul(a, x);
    }
}
