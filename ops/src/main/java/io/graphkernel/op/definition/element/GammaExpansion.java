package io.graphkernel.op.definition.element;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;

/** Expansions of the logarithm of the gamma function and of its derivative. */
final class GammaExpansion {

    /** Argument above which ten terms of the asymptotic series have the digits of f64. */
    private static final int ASYMPTOTIC = 8;

    /** Negative argument above which ln |Γ(x)| equals ln |Γ(-x)| in every dtype: they differ by less than 2|x|. */
    private static final double SYMMETRIC = -0x1p-60;

    private GammaExpansion() {}

    /**
     * Returns ln |Γ(x)|; for x < 0 by the reflection ln π - ln |sin πx| - ln |x| - ln Γ(|x|), unless x is so near 0
     * that πx may be a rounded subnormal number.
     */
    static Node logarithm(ExpansionBuilder b) throws TypeException {
        Node size = b.op("Abs", b.x());
        Node positive = ofPositive(b, size);
        Node distance = b.op("Abs", NumericOps.Turn.of(b).distance());
        Node sine = b.op("Log", b.op("Sin", b.mul(distance, Math.PI)));
        Node reflected = b.sub(b.sub(b.sub(Math.log(Math.PI), sine), b.op("Log", size)), positive);
        Node isPole = b.op("LogicalAnd", b.op("Equal", distance, 0), b.op("Less", b.x(), 0));
        Node value = b.select(b.op("Less", b.x(), SYMMETRIC), reflected, positive);
        return b.select(isPole, b.number(Double.POSITIVE_INFINITY, size), value);
    }

    /**
     * Returns ln Γ(x) for x ≥ 0. Below 8, Γ(x) is a product times Γ(1 + z) with the fraction z of x. The polynomial is
     * multiplied by z · (z - 1), so that the zeros at 1 and 2 keep all digits.
     */
    private static Node ofPositive(ExpansionBuilder b, Node x) throws TypeException {
        Node isSmall = b.op("Less", x, ASYMPTOTIC);
        Node isFraction = b.op("Less", x, 1);
        Node factors = b.select(isFraction, x, product(b, x));
        Node logarithm = b.op("Log", b.select(isSmall, factors, x));
        Node z = b.sub(x, b.op("Floor", x));
        Node series = SpecialPolynomial.LOG_GAMMA.at(b, b.sub(z, b.number(0.5, z)));
        Node ofFraction = b.mul(b.mul(z, b.sub(z, b.number(1, z))), series);
        Node small = b.add(ofFraction, b.select(isFraction, b.op("Neg", logarithm), logarithm));
        return b.select(isSmall, small, stirling(b, x, logarithm));
    }

    /** Returns (x - 1) · (x - 2) · … down to the last factor that is not below 1. */
    private static Node product(ExpansionBuilder b, Node x) throws TypeException {
        Node product = b.max(b.sub(x, b.number(1, x)), 1);
        for (int step = 2; step < ASYMPTOTIC - 1; step++) {
            product = b.mul(product, b.max(b.sub(x, b.number(step, x)), 1));
        }
        return product;
    }

    private static Node stirling(ExpansionBuilder b, Node x, Node logarithm) throws TypeException {
        Node inverse = b.op("Reciprocal", x);
        Node series = b.mul(SpecialPolynomial.STIRLING.at(b, b.square(inverse)), inverse);
        Node power = b.mul(b.sub(x, b.number(0.5, x)), b.sub(logarithm, b.number(1, x)));
        return b.add(power, b.add(series, Math.log(2 * Math.PI) / 2 - 0.5));
    }

    /** Returns ψ(x) by ψ(x + 8) and its recurrence; for x < 0 by the reflection ψ(1 - x) - π / tan πx. */
    static Node digamma(ExpansionBuilder b) throws TypeException {
        Node isNegative = b.op("Less", b.x(), 0);
        Node argument = b.select(isNegative, b.sub(1, b.x()), b.x());
        Node positive = digammaOfPositive(b, argument);
        Node distance = NumericOps.Turn.of(b).distance();
        Node tangent = b.op("Tan", b.mul(b.select(isNegative, distance, b.number(0.25, distance)), Math.PI));
        Node reflected = b.sub(positive, b.div(b.number(Math.PI, tangent), tangent));
        Node regular = b.select(b.op("Equal", distance, 0), b.number(Double.NaN, distance), reflected);
        return b.select(isNegative, regular, positive);
    }

    private static Node digammaOfPositive(ExpansionBuilder b, Node x) throws TypeException {
        Node sum = b.op("Reciprocal", b.add(x, ASYMPTOTIC - 1));
        for (int step = ASYMPTOTIC - 2; step > 0; step--) {
            sum = b.add(sum, b.op("Reciprocal", b.add(x, step)));
        }
        Node shifted = b.add(x, ASYMPTOTIC);
        Node inverse = b.op("Reciprocal", shifted);
        Node square = b.square(inverse);
        Node series = b.add(b.mul(SpecialPolynomial.DIGAMMA.at(b, square), square), b.mul(inverse, 0.5));
        Node far = b.sub(b.sub(b.op("Log", shifted), series), sum);
        return b.sub(far, b.op("Reciprocal", x));
    }

    /** Returns ψ′(x) by ψ′(x + 8) and its recurrence; for x < 0 by the reflection π² / sin² πx - ψ′(1 - x). */
    static Node trigamma(ExpansionBuilder b) throws TypeException {
        Node isNegative = b.op("Less", b.x(), 0);
        Node positive = trigammaOfPositive(b, b.select(isNegative, b.sub(1, b.x()), b.x()));
        Node distance = b.select(isNegative, NumericOps.Turn.of(b).distance(), 0.25);
        Node sine = b.op("Sin", b.mul(distance, Math.PI));
        Node reflected = b.sub(b.square(b.div(b.number(Math.PI, sine), sine)), positive);
        return b.select(isNegative, reflected, positive);
    }

    private static Node trigammaOfPositive(ExpansionBuilder b, Node x) throws TypeException {
        Node inverse = b.op("Reciprocal", b.add(x, ASYMPTOTIC));
        Node square = b.square(inverse);
        Node series = b.mul(SpecialPolynomial.TRIGAMMA.at(b, square), square);
        Node sum = b.add(inverse, b.add(b.mul(square, 0.5), b.mul(series, inverse)));
        for (int step = ASYMPTOTIC - 1; step > 0; step--) {
            sum = b.add(sum, b.square(b.op("Reciprocal", b.add(x, step))));
        }
        return b.add(sum, b.square(b.op("Reciprocal", x)));
    }
}
