package io.graphkernel.runtime.endtoend;

import java.util.Arrays;

/** Program that calls stubs over arrays, several of which are the same. It runs where the JVM copies pinned arrays. */
final class SharedArrays {

    private SharedArrays() {}

    public static void main(String[] arguments) {
        resultsInOperands();
        operandsThatAreOne();
        updates();
        severalKernels();
        emptyArrays();
        manyArrays();
    }

    private static float[] array(float... values) {
        return values;
    }

    private static void expect(String call, float[] actual, float... expected) {
        if (!Arrays.equals(actual, expected)) {
            throw new AssertionError(call + " gives " + Arrays.toString(actual) + ", not " + Arrays.toString(expected));
        }
    }

    /** 2x - y and (x - y)z + y. */
    private static void resultsInOperands() {
        float[] x = array(1, 2, 3);
        float[] y = array(10, 20, 30);
        float[] z = array(2, 3, 4);
        UnrankedKernelsKernels.binary(x, y, x);
        expect("binary(x, y, x)", x, -8, -16, -24);
        expect("y of it", y, 10, 20, 30);
        UnrankedKernelsKernels.binary(x, y, y);
        expect("binary(x, y, y)", y, -26, -52, -78);
        expect("x of it", x, -8, -16, -24);
        UnrankedKernelsKernels.ternary(z, x, y, x);
        expect("ternary(z, x, y, x)", x, -268, -1004, -2208);
        UnrankedKernelsKernels.unary(z, z);
        UnrankedKernelsKernels.unary(z, z);
        expect("unary(z, z), twice", z, 8, 63, 224);
    }

    private static void operandsThatAreOne() {
        float[] x = array(1, 2, 3);
        float[] out = new float[3];
        UnrankedKernelsKernels.binary(x, x, out);
        expect("binary(x, x, out)", out, 1, 2, 3);
        UnrankedKernelsKernels.binary(x, x, x);
        expect("binary(x, x, x)", x, 1, 2, 3);
        UnrankedKernelsKernels.ternary(x, x, x, x);
        expect("ternary(x, x, x, x)", x, 1, 2, 3);
        UnrankedKernelsKernels.ternary(x, out, x, out);
        expect("ternary(x, out, x, out)", out, 1, 2, 3);
        float[] dot = new float[1];
        FullKernelsKernels.dot(x, x, dot);
        expect("dot(x, x)", dot, 14);
    }

    private static void updates() {
        float[] total = array(1, 2);
        float[] out = new float[2];
        UpdateKernelsKernels.accumulate(total, array(10, 20), 2, out);
        UpdateKernelsKernels.accumulate(total, array(10, 20), 2, out);
        expect("accumulate, twice", total, 21, 42);
        expect("its result", out, 42, 84);
        UpdateKernelsKernels.twice(total, 2);
        expect("twice", total, 44, 86);
        float[] other = array(5, 6);
        UpdateKernelsKernels.exchange(total, other, 2);
        expect("exchange, a", total, 5, 6);
        expect("exchange, b", other, 44, 86);
    }

    private static void severalKernels() {
        float[] gradient = array(3, 4);
        FullKernelsKernels.clipByGlobalNorm(gradient, 10, 2, gradient);
        expect("clipByGlobalNorm(g, g)", gradient, 3, 4);
        float[] x = array(1, 2, 3, 4);
        float[] out = new float[2];
        UpdateKernelsKernels.centreColumns(x, 2, out);
        expect("centreColumns, x", x, -2, -2, 2, 2);
        expect("centreColumns", out, 4, 5);
    }

    private static void emptyArrays() {
        float[] none = {};
        UnrankedKernelsKernels.binary(none, none, none);
        float[] out = {7};
        FullKernelsKernels.dot(none, none, out);
        expect("dot of nothing", out, 0);
    }

    /** Seven arrays, of which six are one. */
    private static void manyArrays() {
        float[] one = {2};
        float[] out = new float[1];
        ElementwiseKernelsKernels.everyBroadcast(one, one, one, one, one, one, out);
        float[] apart = new float[1];
        ElementwiseKernelsKernels.everyBroadcast(
                one, one.clone(), one.clone(), one.clone(), one.clone(), one.clone(), apart);
        expect("everyBroadcast over one array", out, apart);
    }
}
