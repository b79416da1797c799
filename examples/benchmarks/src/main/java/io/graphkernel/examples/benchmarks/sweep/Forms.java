package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.runtime.DType;

/** The operands that cases share; n is 4096 and d 1024 in the sweep. */
final class Forms {
    static final Operand X = Operand.of("n, d");
    static final Operand POSITIVE = X.within(0.25, 4);
    static final Operand UNIT = X.within(0.01, 0.99);
    static final Operand NEAR_ONE = X.within(0.99, 1.01);
    static final Operand WHOLE = X.within(-9, 9);
    static final Operand TRUTH = Operand.of(DType.BOOL, "n, d");
    static final Operand ROW = Operand.of("d");
    static final Operand SCALES = ROW.within(0.5, 1.5);
    /** Rows twice as wide. */
    static final Operand HALVES = Operand.of("n, 2*d");

    static final Operand ONE = Operand.of("").within(0.5, 1.5);

    /** One number for each row. */
    static final Operand COLUMN = Operand.of("n, 1").within(0.5, 1.5);

    /** Same number of elements as a matrix, with an axis in the middle. */
    static final Operand CUBE = Operand.of("p, q, d");

    /** Same number of elements as a matrix, in NCHW. */
    static final Operand IMAGES = Operand.of("i, c, h, w");

    static final Operand CHANNELS = Operand.of("c").within(0.5, 1.5);

    /** Rows of a matrix. */
    static final Operand INDICES = Operand.of(DType.I32, "n").within(0, 4096);

    private Forms() {}
}
