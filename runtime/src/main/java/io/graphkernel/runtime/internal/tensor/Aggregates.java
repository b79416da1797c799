package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.exception.RuntimeProblem;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** Reads what records, lists and arrays hold, by path, and makes others of the same structure. Paths are as stubs write them. */
public final class Aggregates {

    private final Failure failure;

    /**
     * What is thrown if a record cannot be read.
     */
    @FunctionalInterface
    public interface Failure {

        /** The exception of a problem. */
        RuntimeException of(Throwable cause, RuntimeProblem problem, Object... arguments);
    }

    /**
     * What an aggregate holds.
     *
     * @param path such as {@code layers.3.weight}
     */
    private record Element(String path, Object value) {}

    /** Throws what its user's callers expect. */
    public Aggregates(Failure failure) {
        this.failure = failure;
    }

    /**
     * Calls a visitor with each value that is no record, list or array, in order; null is such a value.
     *
     * @param path of the value itself; may be empty
     */
    public void visit(String path, Object value, BiConsumer<String, Object> visitor) {
        List<Element> elements = elements(path, value);
        if (elements == null) {
            visitor.accept(path, value);
        } else {
            elements.forEach(element -> visit(element.path(), element.value(), visitor));
        }
    }

    /**
     * Another value of the same structure.
     *
     * @param path of the value itself; may be empty
     * @param made what takes the place of each value that is no record, list or array
     */
    public Object map(String path, Object value, BiFunction<String, Object, Object> made) {
        List<Element> elements = elements(path, value);
        if (elements == null) {
            return made.apply(path, value);
        }
        Object[] values = elements.stream()
                .map(element -> map(element.path(), element.value(), made))
                .toArray();
        if (value instanceof Record record) {
            return created(record.getClass(), values);
        }
        return value instanceof Object[] array
                ? Arrays.copyOf(values, values.length, array.getClass())
                : Arrays.stream(values).toList();
    }

    /** Null if the value is no aggregate. */
    private List<Element> elements(String path, Object value) {
        String prefix = path.isEmpty() ? "" : path + ".";
        if (value instanceof Record record) {
            return Arrays.stream(record.getClass().getRecordComponents())
                    .map(component -> new Element(prefix + component.getName(), component(record, component)))
                    .toList();
        }
        List<?> values = value instanceof Object[] array ? Arrays.asList(array) : null;
        if (value instanceof List<?> list) {
            values = list;
        }
        if (values == null) {
            return null;
        }
        List<Element> elements = new ArrayList<>();
        for (Object each : values) {
            elements.add(new Element(prefix + elements.size(), each));
        }
        return elements;
    }

    private Object component(Record record, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw inaccessible(record.getClass(), e);
        }
    }

    private Object created(Class<?> type, Object... values) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw inaccessible(type, e);
        }
    }

    /** What the record's own code throws stays as it is. */
    private RuntimeException inaccessible(Class<?> type, Exception problem) {
        if (problem instanceof InvocationTargetException thrown && thrown.getCause() instanceof RuntimeException own) {
            return own;
        }
        return failure.of(problem, RuntimeProblem.RECORD_INACCESSIBLE, type.getName());
    }
}
