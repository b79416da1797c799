package io.graphkernel.processor.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.RuntimeClasses;
import java.io.File;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Calls of the runtime's {@code Ops} with operands of given types. */
final class EagerCalls implements AutoCloseable {

    /** Prefix of the text of a rejected call. */
    static final String REFUSED = "rejected: ";

    /** Message id of an index out of range. */
    static final String INDEX = "[GK-6065]";

    private static final String PACKAGE = "io.graphkernel.runtime.";

    private final URLClassLoader loader;
    private final Class<?> ops;
    private final Class<?> tensor;
    private final Class<?> dtype;
    private final Class<?> failure;
    private final Method zeros;

    EagerCalls() throws Exception {
        URL[] path = Stream.of(RuntimeClasses.classPath().split(File.pathSeparator))
                .map(EagerCalls::url)
                .toArray(URL[]::new);
        loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
        ops = loader.loadClass(PACKAGE + "Ops");
        tensor = loader.loadClass(PACKAGE + "Tensor");
        dtype = loader.loadClass(PACKAGE + "DType");
        failure = loader.loadClass(PACKAGE + "exception.GraphKernelException");
        zeros = tensor.getMethod("zeros", dtype, long[].class);
    }

    private static URL url(String file) {
        try {
            return new File(file).toURI().toURL();
        } catch (java.net.MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    public void close() throws Exception {
        loader.close();
    }

    /** Returns the type of the result, or the reason of the rejection. */
    String type(OpRow row, List<Node> operands, Attributes attributes) {
        List<Object> operandTensors = new ArrayList<>();
        try {
            for (Node operand : operands) {
                operandTensors.add(zeros(operand));
            }
            Method method = method(row);
            Object result = method.invoke(null, arguments(row, method, operandTensors, attributes));
            return type(first(row, result, operandTensors));
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            return (failure.isInstance(cause) ? REFUSED : "failed: ") + cause;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(row.name(), e);
        }
    }

    private Object zeros(Node operand) throws ReflectiveOperationException {
        long[] dims = operand.shape().dims().stream()
                .mapToLong(dim -> ((Dim.Constant) dim).size())
                .toArray();
        return zeros.invoke(null, constant(dtype, operand.dtype().name()), dims);
    }

    private static Object constant(Class<?> type, String name) {
        return Stream.of(type.getEnumConstants())
                .filter(candidate -> ((Enum<?>) candidate).name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the overload with all parameters, operands as tensors. */
    private Method method(OpRow row) {
        return Stream.of(ops.getMethods())
                .filter(candidate -> candidate.getName().equals(row.javaName()))
                .filter(candidate ->
                        candidate.getParameterCount() == row.parameters().size())
                .max(Comparator.comparingLong(candidate -> Arrays.stream(candidate.getParameterTypes())
                        .filter(type -> type == tensor || type.isArray())
                        .count()))
                .orElseThrow();
    }

    private Object[] arguments(OpRow row, Method method, List<Object> operands, Attributes attributes)
            throws ReflectiveOperationException {
        List<OpParameter> parameters = new ArrayList<>(row.parameters());
        Class<?>[] types = method.getParameterTypes();
        if (types.length != parameters.size()) {
            throw new NoSuchMethodException(method + " for " + row.name());
        }
        // Variadic parameters are last.
        if (method.isVarArgs()) {
            OpParameter last = parameters.stream()
                    .filter(candidate -> candidate.kind() == Kind.TENSORS)
                    .findFirst()
                    .orElse(parameters.get(parameters.size() - 1));
            parameters.remove(last);
            parameters.add(last);
        }
        int next = 0;
        Object[] arguments = new Object[types.length];
        for (OpParameter parameter : row.parameters()) {
            int index = parameters.indexOf(parameter);
            if (parameter.kind() == Kind.TENSORS) {
                Object several = Array.newInstance(tensor, operands.size());
                for (int i = 0; i < operands.size(); i++) {
                    Array.set(several, i, operands.get(i));
                }
                arguments[index] = several;
            } else if (parameter.isOperand()) {
                arguments[index] = operands.get(next++);
            } else {
                arguments[index] = value(parameter, attributes, types[index]);
            }
        }
        return arguments;
    }

    private static Object value(OpParameter parameter, Attributes attributes, Class<?> type) {
        String name = parameter.attribute();
        return switch (parameter.kind()) {
            case AXIS, LONG -> number(attributes.integer(name), type);
            case TEXT -> attributes.text(name);
            case AXES, INTS, LONGS -> array(attributes.longs(name), type);
            case DIM -> number(sizes(attributes, name).get(0), type);
            case DIMS -> array(sizes(attributes, name), type);
            case BOOLEAN -> attributes.flag(name);
            default -> enumConstant(type, attributes.text(name));
        };
    }

    private static List<Long> sizes(Attributes attributes, String name) {
        return attributes.dims(name).stream()
                .map(dim -> ((Dim.Constant) dim).size())
                .toList();
    }

    private static Object number(long value, Class<?> type) {
        return type == int.class ? (Object) (int) value : (Object) value;
    }

    private static Object array(List<Long> values, Class<?> type) {
        Object array = Array.newInstance(type.getComponentType(), values.size());
        for (int i = 0; i < values.size(); i++) {
            Array.set(array, i, number(values.get(i), type.getComponentType()));
        }
        return array;
    }

    private static Object enumConstant(Class<?> type, String text) {
        return type.getSimpleName().equals("DType")
                ? constant(type, DataType.byText(text).orElseThrow().name())
                : constant(type, text);
    }

    private Object first(OpRow row, Object result, List<Object> operands) throws ReflectiveOperationException {
        if (result == null) {
            String updated = row.results().get(0).updates().orElseThrow();
            return operands.get(row.operandNames().indexOf(updated));
        }
        if (result.getClass().isArray()) {
            return Array.getLength(result) == 0 ? null : Array.get(result, 0);
        }
        if (result.getClass().isRecord()) {
            RecordComponent component = result.getClass().getRecordComponents()[0];
            return component.getAccessor().invoke(result);
        }
        return result;
    }

    /** Returns the type as {@code f32[2, 3]}. */
    private String type(Object operandTensors) throws ReflectiveOperationException {
        if (operandTensors == null) {
            return REFUSED + "the result is missing";
        }
        return tensor.getMethod("dtype").invoke(operandTensors)
                + Arrays.toString((long[]) tensor.getMethod("dimensions").invoke(operandTensors));
    }
}
