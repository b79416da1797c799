package io.graphkernel.conformance;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.function.UnaryOperator;

/** The process that calls kernels over records: as plain Java and as kernels. */
final class RecordParametersProgram {

    /** The property that leaves out the kernel with many tensors. */
    static final String SMALL_RECORDS_PROPERTY = "records.few";

    private static final int ROWS = 3;
    private static final int COLUMNS = 5;
    private static final int HIDDEN = 4;

    private static int created;

    private RecordParametersProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            step();
            if (!Boolean.getBoolean(SMALL_RECORDS_PROPERTY)) {
                net();
                update();
            }
        }
    }

    private static void step() throws ReflectiveOperationException {
        Object norm = create(record("Nets$Norm"), tensor(COLUMNS), tensor(COLUMNS), 1e-3f);
        Object weights = create(record("Nets$Weights"), tensor(COLUMNS, HIDDEN), tensor(HIDDEN, COLUMNS), norm);
        Object more = create(record("Nets$Norm"), tensor(COLUMNS), tensor(COLUMNS), 1e-2f);
        Object[] call = {tensor(ROWS, COLUMNS), weights, more, 0.5f};
        Object[] onDevice = onDevice(call);
        requireSame(
                "step",
                method("Nets", "step", 4).invoke(null, call),
                method("NetsKernels", "step", 4).invoke(null, onDevice));
        requireSame("step's parameters", weights, onDevice[1]);
        requireThrown(
                NullTensorException.class,
                "record w.norm\n",
                onDevice[0],
                create(record("Nets$Weights"), tensor(COLUMNS, HIDDEN), tensor(HIDDEN, COLUMNS), null),
                onDevice[2],
                0.5f);
        Object wide = create(record("Nets$Norm"), tensor(COLUMNS), tensor(COLUMNS + 1), 1e-2f);
        requireThrown(ShapeMismatchException.class, "more.beta", onDevice(call[0], weights, wide, 0.5f));
    }

    private static void net() throws ReflectiveOperationException {
        Object[] call = {tensor(ROWS, COLUMNS), net(record("Deep$Net"))};
        requireSame(
                "net",
                method("Deep", "net", 2).invoke(null, call),
                method("DeepKernels", "net", 2).invoke(null, onDevice(call)));
    }

    private static void update() throws ReflectiveOperationException {
        Object[] call = {net(record("Deep$Net")), net(record("Deep$Net")), 0.5f};
        Object[] onDevice = onDevice(call);
        method("Deep", "update", 3).invoke(null, call);
        method("DeepKernels", "update", 3).invoke(null, onDevice);
        requireSame("updated", call[0], onDevice[0]);
        try {
            method("DeepKernels", "update", 3).invoke(null, onDevice[0], onDevice[0], 0.5f);
        } catch (InvocationTargetException e) {
            require(
                    e.getCause() instanceof OverlapException
                            && e.getCause().getMessage().contains("gradients.b"),
                    "thrown: " + e.getCause());
            return;
        }
        require(false, "weights that are their custom gradients are taken");
    }

    /** A record of records of tensors, all of one size. */
    private static Object net(Class<?> type) throws ReflectiveOperationException {
        if (type == Tensor.class) {
            return tensor(COLUMNS);
        }
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = net(components[i].getType());
        }
        return create(type, values);
    }

    private static void requireThrown(Class<?> type, String words, Object... call) throws ReflectiveOperationException {
        try {
            method("NetsKernels", "step", 4).invoke(null, call);
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            require(type.isInstance(thrown) && thrown.getMessage().contains(words), "thrown: " + thrown);
            return;
        }
        require(false, "nothing is thrown");
    }

    private static Class<?> record(String name) throws ClassNotFoundException {
        return Class.forName("records." + name);
    }

    private static Method method(String type, String name, int parameters) throws ClassNotFoundException {
        for (Method method : Class.forName("records." + type).getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == parameters) {
                return method;
            }
        }
        throw new IllegalArgumentException("no method " + name);
    }

    private static Object create(Class<?> record, Object... values) throws ReflectiveOperationException {
        Constructor<?> canonical = record.getDeclaredConstructors()[0];
        return canonical.newInstance(values);
    }

    /** Calls with copies of the tensors on the default device. */
    private static Object[] onDevice(Object... call) throws ReflectiveOperationException {
        Object[] copies = new Object[call.length];
        for (int i = 0; i < call.length; i++) {
            copies[i] = copy(
                    call[i],
                    tensor -> Tensor.of(tensor.toFloatArray(), tensor.dimensions())
                            .to(Device.defaultDevice()));
        }
        return copies;
    }

    private static Object copy(Object value, UnaryOperator<Tensor> ofTensor) throws ReflectiveOperationException {
        if (value instanceof Tensor tensor) {
            return ofTensor.apply(tensor);
        }
        if (!(value instanceof Record)) {
            return value;
        }
        RecordComponent[] components = value.getClass().getRecordComponents();
        Object[] copies = new Object[components.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = copy(components[i].getAccessor().invoke(value), ofTensor);
        }
        return create(value.getClass(), copies);
    }

    private static void requireSame(String what, Object expected, Object actual) throws ReflectiveOperationException {
        if (expected instanceof Record) {
            for (RecordComponent component : expected.getClass().getRecordComponents()) {
                requireSame(
                        what + "." + component.getName(),
                        component.getAccessor().invoke(expected),
                        component.getAccessor().invoke(actual));
            }
        } else if (expected instanceof Tensor tensor) {
            float[] wanted = tensor.toFloatArray();
            float[] given = ((Tensor) actual).toFloatArray();
            require(wanted.length == given.length, what + " has " + given.length + " elements");
            for (int i = 0; i < wanted.length; i++) {
                float difference = wanted[i] - given[i];
                require(Math.abs(difference) < 1e-5f, what + ": element " + i + " is " + given[i]);
            }
        } else {
            require(expected.equals(actual), what + " is " + actual);
        }
    }

    private static Tensor tensor(long... dims) {
        long count = 1;
        for (long dim : dims) {
            count *= dim;
        }
        float[] elements = new float[(int) count];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (created++ * 37 % 19 - 9) / 7f;
        }
        return Tensor.of(elements, dims);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
