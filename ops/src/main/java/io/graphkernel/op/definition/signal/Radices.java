package io.graphkernel.op.definition.signal;

import io.graphkernel.common.target.KernelArgumentLimits;
import java.util.ArrayList;
import java.util.List;

/** Radices of the stages of a transform, whose product is its length. */
final class Radices {

    private static final int[] PRIMES = {2, 3, 5, 7};

    /** Tensors of a stage for each element of its radix: both parts of an operand, of a root and of a result. */
    private static final int TENSORS = 6;

    /** Largest radix whose stage is one kernel. */
    private static final int MAX_RADIX = KernelArgumentLimits.DEFAULT.maxTensors() / TENSORS;

    /** Largest length, whose tables of roots are below the limit of a Java array. */
    static final int MAX_LENGTH = 1 << 24;

    private Radices() {}

    /** Returns the largest radices that divide what remains of a length; empty for length 1. */
    static List<Integer> of(int length) {
        List<Integer> radices = new ArrayList<>();
        int remaining = length;
        for (int radix = MAX_RADIX; radix > 1; radix--) {
            while (remaining % radix == 0) {
                radices.add(radix);
                remaining /= radix;
            }
        }
        return radices;
    }

    static int product(List<Integer> radices) {
        return radices.stream().reduce(1, (x, y) -> x * y);
    }

    /** Returns the largest divisor of a radix whose square is not greater; 1 for a prime. */
    static int divisor(int radix) {
        int divisor = (int) Math.sqrt(radix);
        while (radix % divisor != 0) {
            divisor--;
        }
        return divisor;
    }

    /** Returns true if a length has no other prime factors than 2, 3, 5 and 7. */
    static boolean isProduct(long length) {
        if (length < 1 || length > MAX_LENGTH) {
            return false;
        }
        long remaining = length;
        for (int prime : PRIMES) {
            while (remaining % prime == 0) {
                remaining /= prime;
            }
        }
        return remaining == 1;
    }

    /** Returns the nearest valid lengths below and above a number, as text. */
    static String nearest(long length) {
        int below = (int) Math.max(1, Math.min(length, MAX_LENGTH));
        int above = below;
        while (!isProduct(below)) {
            below--;
        }
        while (!isProduct(above)) {
            above++;
        }
        return below == above ? String.valueOf(below) : below + " or " + above;
    }
}
