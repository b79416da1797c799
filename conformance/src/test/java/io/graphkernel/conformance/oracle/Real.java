package io.graphkernel.conformance.oracle;

import io.graphkernel.bridge.accuracy.Reference;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * A floating-point number: its exact value as far as float64 holds it, and an error bound for a target that computes it from the
 * same operands, each operation within its number of units in the last place.
 *
 * @param value exact value; beyond the dtype's range it represents infinity
 * @param error the bound
 * @param precision precision of the target
 */
public record Real(double value, double error, Precision precision) implements Scalar {

    /** Slack for the float64 in which bounds and exact values are computed. */
    private static final double SLACK = 1e-6;
    /** Error in units in the last place of float64 of the reference functions. */
    private static final double REFERENCE_ULPS = 8;

    private static double chipUlps;
    private static double chipTiny;

    /** Says below which magnitude the target of this process may give 0 for what functions make on the way. */
    public static void allowTiny(double magnitude) {
        chipTiny = magnitude;
    }

    /**
     * Sets the precision of this process's target for quotients, roots, exponentials and logarithms, if not to the nearest.
     * Functions consist of two of these, and a unit of an intermediate result may be two of the result.
     */
    public static void allowChip(double ulps) {
        chipUlps = ulps;
    }

    /** A given number of the dtype. */
    public static Real exact(double value, Precision precision) {
        return new Real(value, 0, precision);
    }

    /** The result of an operation: an error that the operands brought, and that of the operation. */
    public Real result(double exact, double propagated, double ulps) {
        boolean finite = !Double.isNaN(exact) && !Double.isInfinite(exact);
        double brought = Double.isNaN(propagated) ? 0 : propagated;
        return new Real(exact, finite ? brought + precision.roundingError(exact, ulps) : 0, precision);
    }

    /** Applies a function that a target computes within a number of units in the last place. */
    public Real apply(DoubleUnaryOperator function, double ulps) {
        double exact = function.applyAsDouble(value);
        double propagated = 0;
        if (error > 0) {
            double step = error * magnification();
            double below = distance(exact, function.applyAsDouble(value - step));
            double above = distance(exact, function.applyAsDouble(value + step));
            propagated = Math.max(below, above) / magnification();
        }
        double lost = ulps > 0 ? chipTiny : 0;
        return result(exact, propagated + lost, ulps + referenceUlps() + (ulps > 0 ? 3 * chipUlps : 0));
    }

    /** Applies a function of two numbers that a target computes within a number of units in the last place. */
    public Real apply(DoubleBinaryOperator function, Scalar operand, double ulps) {
        Real other = (Real) operand;
        double exact = function.applyAsDouble(value, other.value);
        double propagated = 0;
        if (error > 0 || other.error > 0) {
            for (int corner = 0; corner < 4; corner++) {
                double x = value + ((corner & 1) == 0 ? -1 : 1) * error * magnification();
                double y = other.value + ((corner & 2) == 0 ? -1 : 1) * other.error * magnification();
                double moved = distance(exact, function.applyAsDouble(x, y));
                propagated = Math.max(propagated, moved / magnification());
            }
        }
        return result(exact, propagated, ulps < 2 ? ulps : ulps + 3 * chipUlps);
    }

    /** Returns the magnification of errors below a unit in the last place of float64, to be visible in its results. */
    private double magnification() {
        return precision.computed() == Format.F64 ? 0x1p20 : 1;
    }

    private double referenceUlps() {
        return precision.computed() == Format.F64 ? REFERENCE_ULPS : 0;
    }

    private static double distance(double exact, double moved) {
        return Double.isNaN(moved) ? 0 : Math.abs(moved - exact);
    }

    @Override
    public Real plus(Scalar other) {
        return apply(Double::sum, other, 0.5);
    }

    @Override
    public Real minus(Scalar other) {
        return apply((x, y) -> x - y, other, 0.5);
    }

    @Override
    public Real times(Scalar other) {
        Real factor = (Real) other;
        return isInfiniteTimesNothing(factor) || factor.isInfiniteTimesNothing(this)
                ? new Real(value * factor.value, Double.POSITIVE_INFINITY, precision)
                : apply((x, y) -> x * y, other, 0.5);
    }

    /**
     * An infinity meets a computed number that may be 0 in the format in which a target computes: it gives NaN there, else
     * an infinity.
     */
    private boolean isInfiniteTimesNothing(Real factor) {
        double least = Math.abs(factor.value) - factor.error;
        return Double.isInfinite(value)
                && factor.error > 0
                && (least < 0 || precision.computed().round(least) == 0);
    }

    @Override
    public Real over(Scalar other) {
        return apply((x, y) -> x / y, other, 0.5 + chipUlps);
    }

    @Override
    public Real floorOver(Scalar other) {
        return exact(Quotients.floor(value, ((Real) other).value, precision.computed()), precision);
    }

    @Override
    public Real truncatedOver(Scalar other) {
        double divisor = ((Real) other).value;
        double magnitude = Quotients.floor(Math.abs(value), Math.abs(divisor), precision.computed());
        return exact(sameSign(value, divisor) ? magnitude : -magnitude, precision);
    }

    @Override
    public Real remainder(Scalar divisor) {
        return apply((x, y) -> x % y, divisor, 0.5);
    }

    @Override
    public Real floorRemainder(Scalar divisor) {
        return apply(Reference::floorMod, divisor, 0.5);
    }

    @Override
    public Real max(Scalar other) {
        return apply(Math::max, other, 0);
    }

    @Override
    public Real min(Scalar other) {
        return apply(Math::min, other, 0);
    }

    @Override
    public Real power(Scalar exponent) {
        return apply(Reference::pow, exponent, 4 + referenceUlps());
    }

    @Override
    public Real negated() {
        return new Real(-value, error, precision);
    }

    @Override
    public Real magnitude() {
        return new Real(Math.abs(value), error, precision);
    }

    @Override
    public Real sign() {
        return new Real(value == 0 ? 0.0 : Math.signum(value), 0, precision);
    }

    /** A constant, which the dtype may not hold exactly; one that f32 does not hold is irrational or decimal. */
    @Override
    public Real number(double constant) {
        boolean held =
                Format.F32.round(constant) == constant && precision.stored().round(constant) == constant;
        return new Real(constant, held ? 0 : precision.stored().ulp(constant) / 2, precision);
    }

    /** An intermediate result, infinite where the computing format overflows. */
    Real held() {
        double far = precision.computed().round(Math.abs(value) + error);
        double near = precision.computed().round(Math.abs(value) - error);
        if (near == Double.POSITIVE_INFINITY) {
            return new Real(Math.copySign(near, value), 0, precision);
        }
        return Double.isInfinite(far) ? new Real(value, far, precision) : this;
    }

    /** A value for which there are two ways of computing: the larger of their errors holds. */
    public static Real eitherWay(Scalar one, Scalar other) {
        Real first = (Real) one;
        return new Real(first.value, Math.max(first.error, ((Real) other).error), first.precision);
    }

    /** One of two values; either, if the error of this and the other side leaves the comparison open. */
    public Real whereLess(Scalar operand, Scalar ifLess, Scalar otherwise) {
        Real other = (Real) operand;
        Real chosen = (Real) (value < other.value ? ifLess : otherwise);
        Real rejected = (Real) (value < other.value ? otherwise : ifLess);
        boolean open = Math.abs(value - other.value) <= error + other.error && error + other.error > 0;
        double spread = open ? distance(chosen.value, rejected.value) + rejected.error : 0;
        return new Real(chosen.value, chosen.error + spread, precision);
    }

    @Override
    public boolean isLess(Scalar other) {
        return value < ((Real) other).value;
    }

    @Override
    public boolean isEqual(Scalar other) {
        return value == ((Real) other).value;
    }

    @Override
    public double asDouble() {
        return value;
    }

    /**
     * Returns true if a target's result is right.
     *
     * @param actual number in the stored format
     * @param slack allowed multiple of the error bound
     * @param signedZero true if 0 and -0 differ
     */
    public boolean accepts(double actual, double slack, boolean signedZero) {
        if (Double.isInfinite(error) && !Double.isFinite(value)) {
            return !Double.isFinite(actual);
        }
        if (Double.isNaN(value) || Double.isNaN(actual)) {
            return Double.isNaN(value) && Double.isNaN(actual);
        }
        Format stored = precision.stored();
        double rounded = stored.round(value);
        if (actual == rounded && (rounded != 0 || !signedZero || sameSign(rounded, actual))) {
            return true;
        }
        if (actual == 0 && rounded == 0 || Double.isInfinite(value)) {
            return false;
        }
        double bounded = Double.isInfinite(actual) ? Math.copySign(stored.overflow(), actual) : actual;
        return Math.abs(bounded - value) <= allowed(slack);
    }

    /** The distance that {@link #accepts} allows: farther for f64, in which the exact value itself is computed. */
    public double allowed(double slack) {
        double own = precision.computed() == Format.F64 ? 2 : 1;
        return (own * slack * error + precision.storingError(Math.abs(value) + error)) * (1 + SLACK);
    }

    private static boolean sameSign(double x, double y) {
        return Double.doubleToRawLongBits(x) >= 0 == Double.doubleToRawLongBits(y) >= 0;
    }

    @Override
    public String toString() {
        return value + "±" + (float) allowed(1);
    }
}
