package io.graphkernel.conformance.pattern;

import java.util.SplittableRandom;

/**
 * Range of a name of an entry: sizes of a symbol, or elements of a parameter.
 *
 * @param low minimum
 * @param high maximum
 */
record Range(double low, double high) {

    private static final String BETWEEN = "\\.\\.";

    /** Reads {@code low..high}. */
    static Range parse(String text) {
        String[] bounds = text.split(BETWEEN);
        return new Range(Double.parseDouble(bounds[0]), Double.parseDouble(bounds[1]));
    }

    int integer(SplittableRandom random) {
        return random.nextInt((int) low, (int) high + 1);
    }
}
