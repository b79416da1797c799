package io.graphkernel.graph;

import java.math.BigInteger;

/** A dim that is neither a constant nor a symbol, in the canonical form of {@link Dim}. */
public final class DimExpression implements Dim {

    static final String FLOOR_DIV = "floorDiv";
    static final String MIN = "min";
    static final String MAX = "max";

    private final DimPolynomial polynomial;
    /** The text form, computed lazily; null before its first use. */
    private String text;

    DimExpression(DimPolynomial polynomial) {
        this.polynomial = polynomial;
    }

    /** Returns a function of two dims, evaluated if both are constants. */
    static Dim call(String function, Dim a, Dim b) {
        if (a instanceof Dim.Constant x && b instanceof Dim.Constant y) {
            return Dim.of(
                    switch (function) {
                        case FLOOR_DIV -> Math.floorDiv(x.size(), y.size());
                        case MIN -> Math.min(x.size(), y.size());
                        default -> Math.max(x.size(), y.size());
                    });
        }
        boolean swap = !function.equals(FLOOR_DIV) && a.toString().compareTo(b.toString()) > 0;
        return DimPolynomial.of(new DimAtom(function, swap ? b : a, swap ? a : b))
                .toDim();
    }

    /**
     * Returns true if the absolute sum of all coefficients in the formula, or in a function in it, exceeds a limit.
     *
     * @param limit largest permitted sum
     */
    public boolean hasCoefficientAbove(long limit) {
        return bound(BigInteger.ONE).compareTo(BigInteger.valueOf(limit)) > 0;
    }

    DimPolynomial polynomial() {
        return polynomial;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DimExpression expression && polynomial.equals(expression.polynomial);
    }

    @Override
    public int hashCode() {
        return polynomial.hashCode();
    }

    @Override
    public String toString() {
        if (text == null) {
            text = print(DimSyntax.TEXT);
        }
        return text;
    }
}
