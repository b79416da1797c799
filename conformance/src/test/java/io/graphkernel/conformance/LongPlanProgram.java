package io.graphkernel.conformance;

import com.sun.management.ThreadMXBean;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The process that calls a method of a thousand launches: as plain Java and as kernels, for several sizes. */
final class LongPlanProgram {

    private static final int COLUMNS = 8;
    private static final int WARM_UP_CALLS = 200;
    private static final int MEASURED_CALLS = 50;
    /** Maximum bytes allocated by reflection and the counter itself. */
    private static final long MAX_ALLOCATED_BYTES = 16 << 10;

    private static final Class<?>[] PARAMETERS = {Tensor.class, Tensor.class, Tensor.class, float.class};
    private static final Class<?>[] WITH_RESULT = {Tensor.class, Tensor.class, Tensor.class, float.class, Tensor.class};

    private LongPlanProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        Method eager = Class.forName("longplan.Layers").getMethod("layers", PARAMETERS);
        Method kernels = Class.forName("longplan.LayersKernels").getMethod("layers", PARAMETERS);
        for (int rows : new int[] {2, 5, 2, 0}) {
            try (TensorScope scope = TensorScope.open()) {
                Tensor x = tensor(rows, COLUMNS);
                Tensor w = tensor(COLUMNS, COLUMNS);
                Tensor b = tensor(COLUMNS);
                float[] expected = floats(eager.invoke(null, x, w, b, 0.5f));
                Device device = Device.defaultDevice();
                float[] actual = floats(kernels.invoke(null, x.to(device), w.to(device), b.to(device), 0.5f));
                for (int i = 0; i < expected.length; i++) {
                    require(
                            Math.abs(expected[i] - actual[i]) < 1e-5f,
                            rows + " rows: element " + i + " is " + actual[i]);
                }
            }
        }
        // A matmul in plain Java allocates for any caller.
        if (System.getProperty("graphkernel.device").equals("cpu")) {
            allocatesNothing();
        }
    }

    /** One thread, so that everything that is allocated is counted. */
    private static void allocatesNothing() throws ReflectiveOperationException {
        Method into = Class.forName("longplan.LayersKernels").getMethod("layers", WITH_RESULT);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (TensorScope scope = TensorScope.open()) {
            Object[] call = {
                tensor(2, COLUMNS), tensor(COLUMNS, COLUMNS), tensor(COLUMNS), 0.5f, Tensor.empty(DType.F32, 2, COLUMNS)
            };
            repeat(into, call, WARM_UP_CALLS);
            long before = threads.getCurrentThreadAllocatedBytes();
            repeat(into, call, MEASURED_CALLS);
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            require(bytes < MAX_ALLOCATED_BYTES, MEASURED_CALLS + " calls allocate " + bytes + " bytes");
        }
    }

    private static void repeat(Method method, Object[] call, int times)
            throws IllegalAccessException, InvocationTargetException {
        for (int i = 0; i < times; i++) {
            method.invoke(null, call);
        }
    }

    private static Tensor tensor(long... dims) {
        long count = 1;
        for (long dim : dims) {
            count *= dim;
        }
        float[] elements = new float[(int) count];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (i * 37 % 19 - 9) / 7f;
        }
        return Tensor.of(elements, dims);
    }

    private static float[] floats(Object tensor) {
        return ((Tensor) tensor).toFloatArray();
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
