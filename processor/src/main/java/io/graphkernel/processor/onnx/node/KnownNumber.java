package io.graphkernel.processor.onnx.node;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import java.util.Optional;

/** Number known at compile time, possibly as a function of symbolic sizes. */
public sealed interface KnownNumber {

    /** Maximum power of two that is a denominator of a factor. */
    long MAX_DIVISOR = 1 << 20;

    /** Limit up to which f32 represents all integers. */
    long MAX_EXACT = 1 << 24;

    /**
     * Integer or boolean.
     *
     * @param dim the number
     */
    record IntegerNumber(Dim dim) implements KnownNumber {}

    /**
     * Number of a floating-point dtype that depends on symbolic sizes.
     *
     * @param dim numerator, not a constant
     * @param divisor at least 1
     */
    record Ratio(Dim dim, long divisor) implements KnownNumber {}

    /**
     * Constant of a floating-point dtype.
     *
     * @param value value representable in the dtype
     */
    record Real(double value) implements KnownNumber {}

    /** Returns an integer. */
    static KnownNumber of(Dim dim) {
        return new IntegerNumber(dim);
    }

    /** Returns a constant, rounded to a floating-point dtype. */
    static KnownNumber real(double value, DataType dtype) {
        return new Real(dtype == DataType.F32 ? (float) value : value);
    }

    /** Returns a reduced quotient as a number of a floating-point dtype. */
    static KnownNumber ratio(Dim dim, long divisor, DataType dtype) {
        if (dim instanceof Dim.Constant constant) {
            return real((double) constant.size() / divisor, dtype);
        }
        Optional<Dim> exact = dim.exactQuotient(Dim.of(divisor));
        if (exact.isPresent()) {
            return new Ratio(exact.get(), 1);
        }
        Dim common = dim.commonFactor(Dim.of(divisor));
        if (common instanceof Dim.Constant factor && factor.size() > 1 && divisor % factor.size() == 0) {
            return new Ratio(dim.exactQuotient(common).orElseThrow(), divisor / factor.size());
        }
        return new Ratio(dim, divisor);
    }

    /** Returns a floating-point number as a quotient; empty for a constant without a small representation. */
    default Optional<Quotient> quotient() {
        if (this instanceof Ratio ratio) {
            return Optional.of(new Quotient(ratio.dim(), ratio.divisor()));
        }
        if (this instanceof Real real) {
            for (long divisor = 1; divisor <= MAX_DIVISOR; divisor *= 2) {
                double numerator = real.value() * divisor;
                if (numerator == Math.rint(numerator) && Math.abs(numerator) <= MAX_DIVISOR) {
                    return Optional.of(new Quotient(Dim.of((long) numerator), divisor));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Quotient of integers.
     *
     * @param dim the numerator
     * @param divisor at least 1
     */
    record Quotient(Dim dim, long divisor) {}
}
