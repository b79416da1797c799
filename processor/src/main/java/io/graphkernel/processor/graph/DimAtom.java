package io.graphkernel.processor.graph;

import java.math.BigInteger;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a dim's polynomial is over: a symbol, or a function of two dims.
 *
 * @param name the symbol, or {@code floorDiv}, {@code min}, {@code max}
 * @param first the first argument; null for a symbol
 * @param second the second argument; null for a symbol
 */
record DimAtom(String name, Dim first, Dim second) implements Comparable<DimAtom> {

    static DimAtom symbol(String name) {
        return new DimAtom(name, null, null);
    }

    boolean isSymbol() {
        return first == null;
    }

    boolean isNonNegative() {
        if (isSymbol()) {
            return true;
        }
        boolean both = first.isNonNegative() && second.isNonNegative();
        boolean either = first.isNonNegative() || second.isNonNegative();
        return name.equals(DimExpression.MAX) ? either : both;
    }

    SortedSet<String> symbols() {
        SortedSet<String> symbols = new TreeSet<>();
        if (isSymbol()) {
            symbols.add(name);
        } else {
            symbols.addAll(first.symbols());
            symbols.addAll(second.symbols());
        }
        return symbols;
    }

    /** The absolute value of a quotient is at most that of the dividend: divisors are not 0. */
    BigInteger bound(BigInteger symbols) {
        if (isSymbol()) {
            return symbols;
        }
        BigInteger a = DimPolynomial.of(first).bound(symbols);
        return name.equals(DimExpression.FLOOR_DIV)
                ? a.add(BigInteger.ONE)
                : a.max(DimPolynomial.of(second).bound(symbols));
    }

    Dim substitute(Map<String, Dim> replacements) {
        if (isSymbol()) {
            Dim replacement = replacements.get(name);
            return replacement == null ? new Dim.Symbol(name) : replacement;
        }
        Dim a = first.substitute(replacements);
        Dim b = second.substitute(replacements);
        return switch (name) {
            case DimExpression.FLOOR_DIV -> a.floorDiv(b);
            case DimExpression.MIN -> a.min(b);
            default -> a.max(b);
        };
    }

    String print(DimSyntax syntax) {
        return isSymbol()
                ? syntax.symbol().apply(name)
                : syntax.functionPrefix() + name + "(" + first.print(syntax) + ", " + second.print(syntax) + ")";
    }

    @Override
    public int compareTo(DimAtom other) {
        return print(DimSyntax.TEXT).compareTo(other.print(DimSyntax.TEXT));
    }
}
