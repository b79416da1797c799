package io.graphkernel.op.definition.signal;

import java.util.ArrayList;
import java.util.List;

/** Radices of the stages of a transform, whose product is its length. */
final class Radices {

    /** Radices in the order in which they are tried. */
    private static final int[] ORDER = {4, 2, 3, 5, 7};

    /** Largest length, whose tables of roots are below the limit of a Java array. */
    static final int MAX_LENGTH = 1 << 24;

    private Radices() {}

    /** Returns the radices, smallest stages last; empty for length 1. */
    static List<Integer> of(int length) {
        List<Integer> radices = new ArrayList<>();
        int remaining = length;
        for (int radix : ORDER) {
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

    /** Returns true if a length has no other prime factors than 2, 3, 5 and 7. */
    static boolean isProduct(long length) {
        return length >= 1 && length <= MAX_LENGTH && product(of((int) length)) == length;
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
