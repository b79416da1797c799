package io.graphkernel.conformance.oracle;

/** A number: a floating-point one with its error bound, or an integer. Operands of an operation are of one kind. */
public sealed interface Scalar permits Real, IntegerScalar {

    Scalar plus(Scalar other);

    Scalar minus(Scalar other);

    Scalar times(Scalar other);

    /** The quotient; of integers towards zero, and 0 for the divisor 0. */
    Scalar over(Scalar other);

    /** The quotient rounded down; 0 for an integer divisor 0. */
    Scalar floorOver(Scalar other);

    /** The quotient rounded towards zero; 0 for an integer divisor 0. */
    Scalar truncatedOver(Scalar other);

    /** The remainder with the sign of this dividend; 0 for an integer divisor 0. */
    Scalar remainder(Scalar divisor);

    /** The remainder with the sign of the divisor; 0 for an integer divisor 0. */
    Scalar floorRemainder(Scalar divisor);

    /** The larger of both; NaN if either is. */
    Scalar max(Scalar other);

    /** The smaller of both; NaN if either is. */
    Scalar min(Scalar other);

    Scalar power(Scalar exponent);

    Scalar negated();

    Scalar magnitude();

    /** -1, 0 or 1. */
    Scalar sign();

    /** A constant of this kind, rounded to the dtype. */
    Scalar number(double constant);

    /** Returns true if this is less; false for NaN. */
    boolean isLess(Scalar other);

    /** Returns true if both are equal; false for NaN. */
    boolean isEqual(Scalar other);

    /** Returns the value as a float64. */
    double asDouble();

    default Scalar squared() {
        return times(this);
    }

    /** 1 or 0 of dtype bool. */
    static IntegerScalar bool(boolean value) {
        return value ? IntegerScalar.TRUE : IntegerScalar.FALSE;
    }
}
