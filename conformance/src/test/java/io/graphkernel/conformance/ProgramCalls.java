package io.graphkernel.conformance;

import io.graphkernel.runtime.Tensor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Random;

/** Calls of kernels and of their methods in plain Java, for programs that are compiled with their kernels. */
public final class ProgramCalls {
    /** Step of central differences. */
    private static final float STEP = 1e-2f;

    private ProgramCalls() {}

    /**
     * Calls a method that returns a value.
     *
     * @throws IllegalStateException if there is none, or it throws an exception
     */
    public static Object call(Class<?> type, String name, Object... arguments) throws ReflectiveOperationException {
        for (Method method : type.getDeclaredMethods()) {
            boolean matches = method.getName().equals(name)
                    && method.getParameterCount() == arguments.length
                    && !method.getReturnType().equals(void.class)
                    && !method.getReturnType().equals(float[].class)
                    && (!(arguments[0] instanceof Tensor) || method.getParameterTypes()[0].isInstance(arguments[0]));
            if (matches) {
                method.setAccessible(true);
                try {
                    return method.invoke(null, arguments);
                } catch (InvocationTargetException e) {
                    throw new IllegalStateException(name + Arrays.toString(arguments), e.getCause());
                }
            }
        }
        throw new IllegalStateException("no method " + name);
    }

    /**
     * Requires the derivatives of a weighted sum of a method's result by an argument to equal central differences.
     *
     * @param type class of the method in plain Java
     * @param argument index of the argument, a tensor
     * @param derivatives derivative by each element of the argument
     * @param cotangent weights of the sum
     * @param tolerance maximum error relative to derivatives above 1
     */
    public static void requireDerivatives(
            Class<?> type,
            String name,
            Object[] arguments,
            int argument,
            double[] derivatives,
            Tensor cotangent,
            double tolerance)
            throws ReflectiveOperationException {
        for (int k = 0; k < derivatives.length; k++) {
            double up = loss(type, name, arguments, argument, k, STEP, cotangent);
            double down = loss(type, name, arguments, argument, k, -STEP, cotangent);
            double expected = (up - down) / (2 * STEP);
            require(
                    Math.abs(expected - derivatives[k]) < tolerance * Math.max(1, Math.abs(expected)),
                    name + Arrays.toString(arguments) + ": derivative " + k + " of argument " + argument + " is "
                            + derivatives[k] + ", not " + expected);
        }
    }

    private static double loss(
            Class<?> type, String name, Object[] arguments, int argument, int element, float step, Tensor cotangent)
            throws ReflectiveOperationException {
        Object[] moved = arguments.clone();
        Tensor tensor = (Tensor) arguments[argument];
        float[] values = tensor.toFloatArray();
        values[element] += step;
        moved[argument] = Tensor.of(values, tensor.dimensions());
        float[] result = ((Tensor) call(type, name, moved)).toFloatArray();
        float[] weights = cotangent.toFloatArray();
        double sum = 0;
        for (int i = 0; i < result.length; i++) {
            sum += (double) result[i] * weights[i];
        }
        return sum;
    }

    /** Returns a tensor of random numbers between -0.5 and 0.5. */
    public static Tensor tensor(int seed, long... dims) {
        int count = 1;
        for (long dim : dims) {
            count *= (int) dim;
        }
        Random random = new Random(seed);
        float[] elements = new float[count];
        for (int i = 0; i < count; i++) {
            elements[i] = random.nextFloat() - 0.5f;
        }
        return Tensor.of(elements, dims);
    }

    /** Requires a condition, or fails with a message. */
    public static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
