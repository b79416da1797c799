package io.graphkernel.conformance.fix;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/** Calls one kernel and prints its result, or the message of the runtime. */
final class FixProgram {
    private FixProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try {
            System.out.println(call(Class.forName("fixed.OpsKernels"), arguments[0]));
        } catch (GraphKernelException e) {
            System.out.println(e.getMessage());
        }
    }

    /** Returns the elements that a method gives for 1, 2, 3 and 4. */
    static String call(Class<?> kernels, String method) throws ReflectiveOperationException {
        try (Tensor host = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
                Tensor x = host.to(Device.defaultDevice());
                Tensor result = (Tensor) kernels.getMethod(method, Tensor.class).invoke(null, x)) {
            return Arrays.toString(result.toFloatArray());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof GraphKernelException own) {
                throw own;
            }
            throw e;
        }
    }
}
