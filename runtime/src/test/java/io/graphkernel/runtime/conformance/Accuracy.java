package io.graphkernel.runtime.conformance;

/** How far an f32 result is from the exact one. */
final class Accuracy {

    /** The step of the largest binade, in which results that overflow are measured. */
    private static final double LARGEST_ULP = 0x1p104;

    private Accuracy() {}

    /**
     * The distance in units in the last place.
     *
     * @param actual the result
     * @param expected in float64
     * @param signedZero whether 0 and -0 differ
     * @return 0.5 at most for a correctly rounded result; infinite where one is NaN or infinite and the other is not
     */
    static double ulps(float actual, double expected, boolean signedZero) {
        if (Double.isNaN(expected) || Float.isNaN(actual)) {
            return Double.isNaN(expected) && Float.isNaN(actual) ? 0 : Double.POSITIVE_INFINITY;
        }
        float rounded = (float) expected;
        if (rounded == 0 && actual == 0 && signedZero) {
            return Float.floatToRawIntBits(rounded) == Float.floatToRawIntBits(actual) ? 0 : Double.POSITIVE_INFINITY;
        }
        if (Float.isInfinite(rounded) && actual == rounded) {
            return 0;
        }
        double value = Float.isInfinite(actual) ? Math.copySign(0x1p128, actual) : actual;
        return Math.abs(value - expected) / ulp(expected);
    }

    /** The step between neighbouring floats at a value. */
    static double ulp(double value) {
        return Math.min(Math.ulp((float) value), LARGEST_ULP);
    }
}
