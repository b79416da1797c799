package io.graphkernel.graph;

import java.math.BigInteger;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Atom of a dim's polynomial: a symbol, or a function of two dims. */
final class DimAtom implements Comparable<DimAtom> {

    private final String name;
    private final Dim first;
    private final Dim second;
    /** The text form, cached because atoms are compared by it. */
    private final String text;

    private final int length;

    /**
     * Creates a function atom.
     *
     * @param name {@code floorDiv}, {@code min} or {@code max}
     * @param first the first argument
     * @param second the second argument
     */
    DimAtom(String name, Dim first, Dim second) {
        this.name = name;
        this.first = first;
        this.second = second;
        this.text = isSymbol() ? name : name + "(" + first + ", " + second + ")";
        this.length = isSymbol()
                ? 1
                : 1
                        + DimPolynomial.of(first).length()
                        + DimPolynomial.of(second).length();
    }

    static DimAtom symbol(String name) {
        return new DimAtom(name, null, null);
    }

    /** Returns the name of the symbol or function. */
    String name() {
        return name;
    }

    /** Returns the first argument of a function; null for a symbol. */
    Dim first() {
        return first;
    }

    /** Returns the second argument of a function; null for a symbol. */
    Dim second() {
        return second;
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

    /** Returns the number of symbols, constants and functions in the text form. */
    int length() {
        return length;
    }

    double estimate(double size) {
        if (isSymbol()) {
            return size;
        }
        double a = first.estimate(size);
        double b = second.estimate(size);
        return switch (name) {
            case DimExpression.FLOOR_DIV -> Math.floor(a / (Math.abs(b) < 1 ? 1 : b));
            case DimExpression.MIN -> Math.min(a, b);
            default -> Math.max(a, b);
        };
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

    /** Returns an upper bound of the absolute value. Divisors are not 0, so a quotient is bounded by its dividend. */
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

    <T> T fold(DimFold<T> fold) {
        if (isSymbol()) {
            return fold.symbol(name);
        }
        T a = first.fold(fold);
        T b = second.fold(fold);
        return switch (name) {
            case DimExpression.FLOOR_DIV -> fold.floorDiv(a, b);
            case DimExpression.MIN -> fold.min(a, b);
            default -> fold.max(a, b);
        };
    }

    String print(DimSyntax syntax) {
        return isSymbol()
                ? syntax.symbol().apply(name)
                : syntax.functionPrefix() + name + "(" + first.print(syntax) + ", " + second.print(syntax) + ")";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DimAtom atom && text.equals(atom.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public int compareTo(DimAtom other) {
        return text.compareTo(other.text);
    }
}
