package io.graphkernel.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Canonical form of quotients by a positive constant, rounded down. All atoms are integers, so {@code floorDiv(c*q + r,
 * c) = q + floorDiv(r, c)} holds for all values. Nested quotients are kept: {@link DimBounds} compares them with the
 * inner ones.
 */
final class DimQuotient {

    private DimQuotient() {}

    /** Returns the canonical quotient of dims, without common factors. The divisor is not 0 and does not divide exactly. */
    static Dim of(Dim dividend, Dim divisor) {
        if (divisor instanceof Dim.Constant constant && constant.size() > 0) {
            return of(DimPolynomial.of(dividend), constant.size());
        }
        Dim common = dividend.commonFactor(divisor);
        return DimExpression.call(
                DimExpression.FLOOR_DIV,
                dividend.exactQuotient(common).orElseThrow(),
                divisor.exactQuotient(common).orElseThrow());
    }

    /**
     * Returns the canonical quotient.
     *
     * @param dividend the dividend
     * @param divisor a positive constant
     */
    private static Dim of(DimPolynomial dividend, long divisor) {
        Optional<Dim> extremum = ofExtremum(dividend, divisor);
        if (extremum.isPresent()) {
            return extremum.get();
        }
        Map<List<DimAtom>, Long> multiples = new HashMap<>();
        Map<List<DimAtom>, Long> remainders = new HashMap<>();
        long common = divisor;
        for (Map.Entry<List<DimAtom>, Long> term : dividend.terms().entrySet()) {
            long coefficient = term.getValue();
            // The constant term is then in 0 … divisor - 1. Other coefficients keep their sign, because bounds are
            // derived term by term.
            long quotient = term.getKey().isEmpty() ? Math.floorDiv(coefficient, divisor) : coefficient / divisor;
            long remainder = coefficient - quotient * divisor;
            multiples.put(term.getKey(), quotient);
            remainders.put(term.getKey(), remainder);
            common = greatestDivisor(common, Math.abs(remainder));
        }
        long factor = common;
        remainders.replaceAll((atoms, coefficient) -> coefficient / factor);
        Dim quotient = DimPolynomial.ofTerms(multiples).toDim();
        Dim remaining = DimPolynomial.ofTerms(remainders).toDim();
        long smaller = divisor / factor;
        return smaller == 1
                ? quotient.plus(remaining)
                : quotient.plus(DimExpression.call(DimExpression.FLOOR_DIV, remaining, Dim.of(smaller)));
    }

    /**
     * Returns the quotient of {@code max(a, b) + c} or {@code min(a, b) + c} if one argument decides it, because
     * floorDiv is monotone.
     */
    private static Optional<Dim> ofExtremum(DimPolynomial dividend, long divisor) {
        DimAtom extremum = null;
        Dim summand = Dim.ZERO;
        for (Map.Entry<List<DimAtom>, Long> term : dividend.terms().entrySet()) {
            List<DimAtom> atoms = term.getKey();
            if (atoms.isEmpty()) {
                summand = Dim.of(term.getValue());
            } else if (extremum == null && atoms.size() == 1 && term.getValue() == 1 && isExtremum(atoms.get(0))) {
                extremum = atoms.get(0);
            } else {
                return Optional.empty();
            }
        }
        if (extremum == null) {
            return Optional.empty();
        }
        Dim first = extremum.first().plus(summand).floorDiv(Dim.of(divisor));
        Dim second = extremum.second().plus(summand).floorDiv(Dim.of(divisor));
        Dim quotient = extremum.name().equals(DimExpression.MAX) ? first.max(second) : first.min(second);
        return Optional.of(quotient).filter(dim -> dim.equals(first) || dim.equals(second));
    }

    private static boolean isExtremum(DimAtom atom) {
        return !atom.isSymbol()
                && (atom.name().equals(DimExpression.MAX) || atom.name().equals(DimExpression.MIN));
    }

    private static long greatestDivisor(long a, long b) {
        return b == 0 ? a : greatestDivisor(b, a % b);
    }
}
