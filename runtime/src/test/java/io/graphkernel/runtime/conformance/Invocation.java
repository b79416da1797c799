package io.graphkernel.runtime.conformance;

import io.graphkernel.runtime.Tensor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;

/**
 * A call of a static method over tensors, found by name.
 *
 * @param method the method
 * @param arguments the tensors
 */
record Invocation(Method method, List<Tensor> arguments) {

    /**
     * Finds a method.
     *
     * @param owner its class
     * @param name its name
     * @param arguments one tensor for each parameter
     * @return the call
     * @throws AssertionError if there is none
     */
    static Invocation of(Class<?> owner, String name, List<Tensor> arguments) {
        Class<?>[] parameters =
                Stream.generate(() -> Tensor.class).limit(arguments.size()).toArray(Class<?>[]::new);
        try {
            return new Invocation(owner.getMethod(name, parameters), arguments);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(owner.getSimpleName() + " lacks " + name, e);
        }
    }

    boolean returnsTensor() {
        return method.getReturnType() == Tensor.class;
    }

    /** Calls it; null if it returns nothing. */
    Tensor run() {
        try {
            return (Tensor) method.invoke(null, arguments.toArray());
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new AssertionError(e.getCause());
        }
    }
}
