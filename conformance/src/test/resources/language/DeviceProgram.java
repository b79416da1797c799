package language;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Operands on a device, and the comparison of results of other devices. */
abstract class DeviceProgram {

    static final double TOLERANCE = 1e-5;
    final Device device;
    private int created;

    DeviceProgram(Device device) {
        this.device = device;
    }

    /** Requires that results are close, in number, dims and elements. */
    static void compare(String kernel, List<Tensor> expected, List<Tensor> actual) {
        require(expected.size() == actual.size(), kernel + " has " + actual.size() + " results");
        for (int i = 0; i < expected.size(); i++) {
            float[] wanted = expected.get(i).toFloatArray();
            float[] found = actual.get(i).to(Device.cpu()).toFloatArray();
            require(
                    Arrays.equals(dims(expected.get(i)), dims(actual.get(i))),
                    kernel + " has dims " + Arrays.toString(dims(actual.get(i))));
            for (int at = 0; at < wanted.length; at++) {
                double error = Math.abs(wanted[at] - found[at]);
                require(
                        error <= TOLERANCE * Math.max(1, Math.abs(wanted[at])),
                        kernel + " differs at " + at + ": " + wanted[at] + " and " + found[at]);
            }
        }
    }

    private static long[] dims(Tensor tensor) {
        return IntStream.range(0, tensor.rank()).mapToLong(tensor::dimension).toArray();
    }

    static void requireThrown(Class<? extends GraphKernelException> type, String words, Runnable call) {
        try {
            call.run();
        } catch (GraphKernelException e) {
            require(type.isInstance(e), "not a " + type.getSimpleName() + ": " + e);
            require(e.getMessage().contains(words), "'" + words + "' is not in " + e.getMessage());
            return;
        }
        throw new IllegalStateException("no exception with '" + words + "'");
    }

    static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalStateException(problem);
        }
    }

    final Tensor tensor(int... dims) {
        int count = 1;
        long[] shape = new long[dims.length];
        for (int axis = 0; axis < dims.length; axis++) {
            shape[axis] = dims[axis];
            count *= dims[axis];
        }
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) Math.sin(++created);
        }
        return Tensor.of(values, shape).to(device);
    }
}
