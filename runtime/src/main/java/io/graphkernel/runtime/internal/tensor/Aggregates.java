package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.exception.RuntimeProblem;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * Reader of the values in records, lists and arrays by path, and factory of others of the same structure. Paths have
 * the format of stubs.
 */
public final class Aggregates {

    private final ExceptionFactory failure;

    /** Factory of the exception for an unreadable record. */
    @FunctionalInterface
    public interface ExceptionFactory {

        /** Returns the exception for a problem. */
        RuntimeException of(Throwable cause, RuntimeProblem problem, Object... arguments);
    }

    /**
     * Element of an aggregate.
     *
     * @param path path such as {@code layers.3.weight}
     * @param value the value
     */
    private record Element(String path, Object value) {}

    /** Creates a reader that throws the exceptions of its caller. */
    public Aggregates(ExceptionFactory failure) {
        this.failure = failure;
    }

    /**
     * Calls a visitor with each value that is not a record, list or array, in order; null is such a value.
     *
     * @param path path of the value itself; may be empty
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
     * Returns another value of the same structure.
     *
     * @param path path of the value itself; may be empty
     * @param mapper replacement of each value that is not a record, list or array
     */
    public Object map(String path, Object value, BiFunction<String, Object, Object> mapper) {
        List<Element> elements = elements(path, value);
        if (elements == null) {
            return mapper.apply(path, value);
        }
        Object[] values = elements.stream()
                .map(element -> map(element.path(), element.value(), mapper))
                .toArray();
        if (value instanceof Record record) {
            return created(record.getClass(), values);
        }
        return value instanceof Object[] array
                ? Arrays.copyOf(values, values.length, array.getClass())
                : Arrays.stream(values).toList();
    }

    /** Returns null if the value is not an aggregate. */
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
        for (Object item : values) {
            elements.add(new Element(prefix + elements.size(), item));
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

    /** Returns the exception for an inaccessible record; exceptions of the record's own code are unchanged. */
    private RuntimeException inaccessible(Class<?> type, Exception problem) {
        if (problem instanceof InvocationTargetException thrown) {
            if (thrown.getCause() instanceof Error own) {
                throw own;
            }
            if (thrown.getCause() instanceof RuntimeException own) {
                return own;
            }
            // Accessors written in other JVM languages or with Lombok may throw a checked exception.
            return failure.of(thrown.getCause(), RuntimeProblem.RECORD_INACCESSIBLE, type.getName());
        }
        if (!(problem instanceof IllegalAccessException || problem instanceof InaccessibleObjectException)) {
            throw new IllegalStateException(type.getName() + " is a record that cannot be read or created", problem);
        }
        return failure.of(problem, RuntimeProblem.RECORD_INACCESSIBLE, type.getName());
    }
}
