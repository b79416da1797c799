package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
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

/** The tensors that are differentiated by, out of a tensor, an array of tensors or a record of them, with lists and records in it. */
final class Parameters {

    private final List<Tensor> tensors = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    private Parameters() {}

    static Parameters of(Object parameters) {
        Operands.attribute("gradient", "parameters", parameters);
        Parameters taken = new Parameters();
        if (parameters instanceof Tensor[] several) {
            for (int i = 0; i < several.length; i++) {
                taken.collect("parameters[" + i + "]", several[i]);
            }
        } else {
            taken.collect("parameter", parameters);
        }
        if (taken.tensors.isEmpty()) {
            throw new GradientException(RuntimeProblem.NO_PARAMETER_OF_LOSS);
        }
        return taken;
    }

    List<Tensor> tensors() {
        return tensors;
    }

    /** What they are called in messages. */
    List<String> names() {
        return names;
    }

    /** Gradients in the form of what the parameters were taken out of. */
    @SuppressWarnings("unchecked")
    <G> G form(G parameters, List<Tensor> gradients) {
        return (G) like(parameters, gradients.iterator());
    }

    private void collect(String name, Object value) {
        if (value instanceof Record record) {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                collect(name + "." + component.getName() + "()", component(record, component));
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
