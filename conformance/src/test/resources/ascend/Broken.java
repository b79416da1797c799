import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DeviceException;

/** A device that is broken, in the way and with the message of the arguments, is not used; ends with an exception if it is. */
public final class Broken {

    @GraphKernel
    public static Tensor doubled(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    public static void main(String[] arguments) {
        Tensor x = Tensor.full(3, 100);
        EmulatedAscend.set(EmulatedAscend.Setting.BROKEN, Long.parseLong(arguments[0]));
        requireRefused(x, arguments[1]);

        // It is tried once, even if it works meanwhile.
        EmulatedAscend.set(EmulatedAscend.Setting.BROKEN, 0);
        long bytes = EmulatedAscend.bytes(0);
        EmulatedAscend.forgetCosts();
        requireRefused(x, arguments[1]);
        if (EmulatedAscend.cost(EmulatedAscend.Cost.COPIES) != 0 || EmulatedAscend.bytes(0) != bytes) {
            throw new AssertionError("it was tried again, or keeps memory");
        }
    }

    private static void requireRefused(Tensor x, String message) {
        try {
            BrokenKernels.doubled(x);
        } catch (DeviceException e) {
            if (e.getMessage().startsWith("[GK-6702] device failed its self-test: ascend:0: " + message)) {
                return;
            }
            throw e;
        }
        throw new AssertionError("a broken device was used");
    }
}
