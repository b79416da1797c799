package io.graphkernel.conformance.element;

import static io.graphkernel.runtime.Ops.cast;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** The process that compares the kernels of a class with the methods themselves, bit for bit. */
final class ElementFunctionProgram {

    private static final float[] FLOATS = {
        0f,
        -0f,
        1f,
        -1f,
        0.5f,
        -0.5f,
        1.5f,
        -1.5f,
        2.5f,
        3f,
        5f,
        0.75f,
        1e-30f,
        -1e-42f,
        Float.MIN_VALUE,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        1e10f,
        -1e20f,
        0.49999997f,
        8388609.5f,
        2e9f,
        -3e9f,
        1e19f,
        2000f,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY
    };
    private static final long[] INTEGERS = {
        0,
        1,
        -1,
        2,
        -2,
        3,
        7,
        -7,
        100,
        103,
        127,
        128,
        -128,
        -129,
        255,
        32767,
        32768,
        -32769,
        65535,
        65536,
        1 << 24,
        (1 << 24) + 1,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 31,
        (1L << 32) + 5,
        -(1L << 40) - 3,
        (1L << 53) + 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        0x5555_5555_5555_5555L
    };
    private static final int RANDOM = 200;
    /** Number of operands per parameter in a kernel of several functions: one of each dtype. */
    private static final int SHARED_DTYPES = 4;

    private ElementFunctionProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        for (String functions : arguments) {
            compare(functions);
        }
    }

    private static void compare(String name) throws ReflectiveOperationException {
        Class<?> functions = Class.forName(name);
        Class<?> kernels = Class.forName(name + "Kernels");
        List<String> wrong = new ArrayList<>();
        Method[] methods = functions.getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        int checked = 0;
        for (Method method : methods) {
            if (method.getReturnType() == Tensor.class || method.getReturnType() == Tensor[].class) {
                checked++;
                try (TensorScope scope = TensorScope.open()) {
                    compare(method, kernels.getMethod(method.getName(), method.getParameterTypes()), wrong);
                }
            }
        }
        if (checked == 0 || !wrong.isEmpty()) {
            throw new IllegalStateException(checked + " methods of " + name + ": " + String.join("\n", wrong));
        }
    }

    private static void compare(Method method, Method kernel, List<String> wrong) throws ReflectiveOperationException {
        String name = method.getName();
        String letters = name.substring(name.lastIndexOf('_') + 1);
        long tensors = letters.chars().filter(Character::isLowerCase).count();
        Object[] host = new Object[letters.length()];
        Object[] device = new Object[letters.length()];
        int operand = 0;
        boolean isShared = method.getReturnType() == Tensor[].class;
        for (int i = 0; i < host.length; i++) {
            host[i] = isShared
                    ? argument(letters.charAt(i), i / SHARED_DTYPES, host.length / SHARED_DTYPES)
                    : argument(letters.charAt(i), operand, (int) tensors);
            operand += host[i] instanceof Tensor ? 1 : 0;
            device[i] = host[i] instanceof Tensor tensor ? tensor.to(Device.defaultDevice()) : host[i];
        }
        List<Tensor> expected = results(method.invoke(null, host));
        List<Tensor> actual = results(kernel.invoke(null, device));
        for (int i = 0; i < expected.size(); i++) {
            String result = expected.size() == 1 ? name : name + "[" + i + "]";
            compare(result, host, expected.get(i), actual.get(i).to(Device.cpu()), wrong);
        }
    }

    private static List<Tensor> results(Object result) {
        return result instanceof Tensor[] array ? List.of(array) : List.of((Tensor) result);
    }

    private static void compare(String name, Object[] host, Tensor expected, Tensor actual, List<String> wrong) {
        if (actual.dtype() != expected.dtype()) {
            wrong.add(name + " is " + actual.dtype() + ", not " + expected.dtype());
            return;
        }
        Object[] left = elements(expected);
        Object[] right = elements(actual);
        for (int i = 0; i < left.length; i++) {
            if (!left[i].equals(right[i])) {
                StringBuilder at = new StringBuilder();
                for (Object value : host) {
                    at.append(' ').append(value instanceof Tensor tensor ? elements(tensor)[i] : value);
                }
                wrong.add(name + " of" + at + " is " + right[i] + ", not " + left[i]);
                return;
            }
        }
    }

    /** Elements whose positions combine all special values with each other. */
    private static Object argument(char letter, int operand, int operands) {
        if (letter == 'S') {
            return 0.3f;
        }
        if (letter == 'N') {
            return 3;
        }
        int special = letter == 'f' || letter == 'd' ? FLOATS.length : letter == 'b' ? 2 : INTEGERS.length;
        int base = INTEGERS.length;
        int combined = 1;
        for (int i = 0; i < operands; i++) {
            combined *= base;
        }
        int count = operands < 3 ? combined + RANDOM : base * base + RANDOM;
        Random random = new Random(operand + 1);
        long[] numbers = new long[count];
        double[] fractions = new double[count];
        for (int i = 0; i < count; i++) {
            int which = operands == 1 ? i : operand == 0 ? i / base : i + operand * (i / base) / 2;
            boolean isSpecial = i < count - RANDOM;
            numbers[i] = isSpecial ? INTEGERS[which % INTEGERS.length] : random.nextLong() >> random.nextInt(60);
            fractions[i] = isSpecial ? FLOATS[which % special % FLOATS.length] : random.nextGaussian() * 3;
        }
        return tensor(letter, numbers, fractions);
    }

    private static Tensor tensor(char letter, long[] numbers, double[] fractions) {
        int count = numbers.length;
        switch (letter) {
            case 'f':
                float[] floats = new float[count];
                for (int i = 0; i < count; i++) {
                    floats[i] = (float) fractions[i];
                }
                return Tensor.of(floats, count);
            case 'd':
                return Tensor.of(fractions, count);
            case 'i':
                return Tensor.of(
                        Arrays.stream(numbers).mapToInt(number -> (int) number).toArray(), count);
            case 'l':
                return Tensor.of(numbers, count);
            default:
                return cast(
                        Tensor.of(
                                Arrays.stream(numbers).map(number -> number & 1).toArray(), count),
                        DType.BOOL);
        }
    }

    /** Returns the elements as objects, whose equality is that of bits but for NaN. */
    private static Object[] elements(Tensor tensor) {
        int count = (int) tensor.elementCount();
        Object[] elements = new Object[count];
        float[] floats = tensor.dtype() == DType.F32 ? tensor.toFloatArray() : null;
        double[] doubles = tensor.dtype() == DType.F64 ? tensor.toDoubleArray() : null;
        int[] ints = tensor.dtype() == DType.I32 ? tensor.toIntArray() : null;
        long[] longs = tensor.dtype() == DType.I64 ? tensor.toLongArray() : null;
        for (int i = 0; i < count; i++) {
            elements[i] = switch (tensor.dtype()) {
                case F32 -> (Object) floats[i];
                case F64 -> (Object) doubles[i];
                case I32 -> (Object) ints[i];
                case I64 -> (Object) longs[i];
                default -> (Object) tensor.get(i);
            };
        }
        return elements;
    }
}
