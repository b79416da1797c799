package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.ValueAndGradient;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** Takes tensors out of the parameters of a loss, records and lists among them, and puts gradients into the same form. */
public final class Losses {

    private static final String PARAMETER = "parameter";

    private final List<Tensor> tensors = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    private Losses() {}

    /** A loss and its gradients by a tensor, an array of tensors or a record of them. */
    public static <G> ValueAndGradient<G> valueAndGradient(Supplier<Tensor> loss, G parameters) {
        List<Tensor> results = of(loss, parameters, true);
        return new ValueAndGradient<>(results.get(0), inFormOf(parameters, results.subList(1, results.size())));
    }

    /** The gradients alone. */
    public static <G> G gradient(Supplier<Tensor> loss, G parameters) {
        return inFormOf(parameters, of(loss, parameters, false));
    }

    private static List<Tensor> of(Supplier<Tensor> loss, Object parameters, boolean withValue) {
        Operands.attribute("gradient", "loss", loss);
        Operands.attribute("gradient", "parameters", parameters);
        Losses losses = new Losses();
        losses.collect(PARAMETER, parameters);
        if (losses.tensors.isEmpty()) {
            throw new GradientException(RuntimeProblem.NO_PARAMETER_OF_LOSS);
        }
        return OpTape.gradients(loss, losses.tensors, losses.names, withValue);
    }

    @SuppressWarnings("unchecked")
    private static <G> G inFormOf(G parameters, List<Tensor> gradients) {
        return (G) like(parameters, gradients.iterator());
    }

    private void collect(String name, Object value) {
        if (value instanceof Record record) {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                collect(name + "." + component.getName() + "()", component(record, component));
            }
        } else if (value instanceof Tensor[] several && name.equals(PARAMETER)) {
            for (int i = 0; i < several.length; i++) {
                collect(name + "s[" + i + "]", several[i]);
            }
        } else if (value instanceof Object[] array) {
            for (int i = 0; i < array.length; i++) {
                collect(name + "[" + i + "]", array[i]);
            }
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                collect(name + ".get(" + i + ")", list.get(i));
            }
        } else {
            boolean tensor = value == null || value instanceof Tensor;
            if (!tensor) {
                throw new GradientException(
                        RuntimeProblem.NO_GRADIENT_OF_DTYPE,
                        name,
                        value.getClass().getName());
            }
            Operands.present("gradient", name, (Tensor) value);
            if (!((Tensor) value).dtype().isFloat()) {
                throw new GradientException(
                        RuntimeProblem.NO_GRADIENT_OF_DTYPE, name, Tensors.describe((Tensor) value));
            }
            tensors.add((Tensor) value);
            names.add(name);
        }
    }

    private static Object like(Object value, Iterator<Tensor> gradients) {
        if (value instanceof Record record) {
            RecordComponent[] components = record.getClass().getRecordComponents();
            Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = like(component(record, components[i]), gradients);
            }
            return created(record.getClass(), components, values);
        }
        if (value instanceof Object[] array) {
            Object[] values = array.clone();
            Arrays.setAll(values, i -> like(array[i], gradients));
            return values;
        }
        if (value instanceof List<?> list) {
            return list.stream()
                    .<Object>map(element -> like(element, gradients))
                    .toList();
        }
        return gradients.next();
    }

    private static Object component(Record record, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw inaccessible(record.getClass(), e);
        }
    }

    private static Object created(Class<?> type, RecordComponent[] components, Object... values) {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw inaccessible(type, e);
        }
    }

    /** What the record's own code throws stays as it is. */
    private static RuntimeException inaccessible(Class<?> type, Exception problem) {
        if (problem instanceof InvocationTargetException thrown && thrown.getCause() instanceof RuntimeException own) {
            return own;
        }
        return new GradientException(problem, RuntimeProblem.RECORD_INACCESSIBLE, type.getName());
    }
}
