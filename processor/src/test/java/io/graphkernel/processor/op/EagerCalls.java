package io.graphkernel.processor.op;

import io.graphkernel.processor.RuntimeClasses;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpParameter.Kind;
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

/** Calls the methods of the runtime's {@code Ops} with operands of given types. */
final class EagerCalls implements AutoCloseable {

    /** What the text of a refused call begins with. */
    static final String REFUSED = "refused: ";

    /** What it holds if an index is out of range. */
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

    /** The type of the result, or why the call is refused. */
    String type(OpRow row, List<Node> operands, Attributes attributes) {
        List<Object> made = new ArrayList<>();
        try {
            for (Node operand : operands) {
                made.add(zeros(operand));
            }
            Method method = method(row);
            Object result = method.invoke(null, arguments(row, method, made, attributes));
            return type(first(row, result, made));
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
                .filter(each -> ((Enum<?>) each).name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The overload with all parameters, operands as tensors. */
    private Method method(OpRow row) {
        return Stream.of(ops.getMethods())
                .filter(each -> each.getName().equals(row.javaName()))
                .max(Comparator.<Method>comparingInt(Method::getParameterCount)
                        .thenComparingLong(each -> Arrays.stream(each.getParameterTypes())
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
        // What an overload takes one by one is at its end.
        if (method.isVarArgs()) {
            OpParameter last = parameters.stream()
                    .filter(each -> each.kind() == Kind.TENSORS)
                    .findFirst()
                    .orElse(parameters.get(parameters.size() - 1));
            parameters.remove(last);
            parameters.add(last);
        }
        int next = 0;
        Object[] arguments = new Object[types.length];
        for (OpParameter parameter : row.parameters()) {
            int place = parameters.indexOf(parameter);
            if (parameter.kind() == Kind.TENSORS) {
                Object several = Array.newInstance(tensor, operands.size());
                for (int i = 0; i < operands.size(); i++) {
                    Array.set(several, i, operands.get(i));
                }
                arguments[place] = several;
            } else if (parameter.isOperand()) {
                arguments[place] = operands.get(next++);
            } else {
                arguments[place] = value(parameter, attributes, types[place]);
            }
        }
        return arguments;
    }

    private static Object value(OpParameter parameter, Attributes attributes, Class<?> type) {
        String name = parameter.attribute();
        return switch (parameter.kind()) {
            case AXIS, LONG -> number(attributes.integer(name), type);
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
                ? constant(type, DType.byText(text).orElseThrow().name())
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

    /** As {@code f32[2, 3]}. */
    private String type(Object made) throws ReflectiveOperationException {
        if (made == null) {
            return REFUSED + "there are no results";
        }
        return tensor.getMethod("dtype").invoke(made)
                + Arrays.toString((long[]) tensor.getMethod("dimensions").invoke(made));
    }
}
