import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.util.Arrays;

/** A kernel however it is compiled, on the chip of the first argument; prints its result, or the message of its refusal. */
public final class Ways {

    private Ways() {}

    @GraphKernel
    public static Tensor tripled(@TensorType("f32[n]") Tensor x) {
        return mul(x, 3);
    }

    private static float[] expected() {
        float[] expected = new float[1000];
        Arrays.fill(expected, 6);
        return expected;
    }

    public static void main(String[] arguments) {
        EmulatedAscend.set(EmulatedAscend.Setting.NPU_ARCH, Long.parseLong(arguments[0]));
        try {
            float[] tripled = WaysKernels.tripled(Tensor.full(2, 1000)).toFloatArray();
            System.out.println("all are 6: " + (Arrays.mismatch(tripled, expected()) < 0));
        } catch (GraphKernelException e) {
            System.out.println(e.getMessage());
        }
    }
}
