package io.graphkernel.bridge.accuracy;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/** Operands in f64, a multiple of the lanes of every vector. */
final class Samples {

    private static final int LANES = 16;

    private static final double[] SPECIAL = {
        0,
        -0.0,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MIN_NORMAL,
        -Double.MIN_NORMAL,
        1e-300,
        0x1p-54,
        -0x1p-53,
        0x1p-28,
        0.25,
        -0.5,
        0.5,
        Math.nextUp(0.5),
        0.85,
        Math.nextDown(1.0),
        1,
        -1,
        Math.nextUp(1.0),
        1.5,
        -1.5,
        2,
        2.5,
        -3,
        10,
        40,
        -40,
        709.782712893384,
        710.4758600739439,
        710.47586007394398,
        -708.5,
        -745.13321910194122,
        -745.2,
        1023.9999999,
        1024,
        -1074,
        -1075.5,
        26.6,
        27.2,
        0x1p20,
        4503599627370495.5,
        9007199254740993.0,
        1e20,
        -1e20,
        // No f64 comes nearer to a multiple of pi/2.
        6381956970095103.0 * 0x1p797,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN
    };

    private Samples() {}

    /** Returns the special numbers, then random ones of all magnitudes and of several ranges. */
    static double[] of(int count, boolean inOrder, SplittableRandom random) {
        int length = (SPECIAL.length + count + LANES - 1) / LANES * LANES;
        DoubleStream special = inOrder
                ? DoubleStream.of(SPECIAL)
                : random.ints(SPECIAL.length, 0, SPECIAL.length).mapToDouble(i -> SPECIAL[i]);
        DoubleStream others = DoubleStream.iterate(0, i -> i + 1)
                .limit(length - (long) SPECIAL.length)
                .map(i -> number((int) i % 8, random));
        return DoubleStream.concat(special, others).toArray();
    }

    private static double number(int kind, SplittableRandom random) {
        return switch (kind) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextDouble(-1, 1);
            case 2 -> random.nextDouble(-30, 30);
            case 3 -> random.nextDouble(-750, 750);
            case 4 -> 1 + Math.scalb(random.nextDouble(-1, 1), -random.nextInt(53));
            case 5 -> random.nextInt(1 << 30) * (Math.PI / 2);
            case 6 -> random.nextInt(-20, 21);
            default -> Math.scalb(random.nextDouble(-2, 2), random.nextInt(-60, 61));
        };
    }
}
