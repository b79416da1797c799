package io.graphkernel.graph;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A sum of integer multiples of products of atoms, sorted by descending degree, then by text. */
final class DimPolynomial {

    private static final Comparator<List<DimAtom>> ORDER = (a, b) -> {
        if (a.size() != b.size()) {
            return b.size() - a.size();
        }
        for (int i = 0; i < a.size(); i++) {
            int order = a.get(i).compareTo(b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    };

    /** Maximum length of the text form; sums over a kernel, such as its traffic, may exceed it. */
    private static final int MAX_LENGTH = 20_000;

    /** The coefficient of each product, never zero. */
    private final SortedMap<List<DimAtom>, Long> terms;

    /** Number of symbols and constants in the text form. */
    private final int length;
    /** The hash code, computed lazily; 0 before its first use. */
    private int hash;

    private DimPolynomial(SortedMap<List<DimAtom>, Long> terms) {
        terms.values().removeIf(coefficient -> coefficient == 0);
        this.terms = Collections.unmodifiableSortedMap(terms);
        int sum = 0;
        for (List<DimAtom> atoms : terms.keySet()) {
            sum++;
            for (DimAtom atom : atoms) {
                sum += atom.length();
            }
            if (sum > MAX_LENGTH) {
                throw new ArithmeticException("it is a formula of more than " + MAX_LENGTH + " sizes and numbers");
            }
        }
        this.length = sum;
    }

    int length() {
        return length;
    }

    static DimPolynomial of(Dim dim) {
        if (dim instanceof DimExpression expression) {
            return expression.polynomial();
        }
        if (dim instanceof Dim.Symbol symbol) {
            return of(DimAtom.symbol(symbol.name()));
        }
        SortedMap<List<DimAtom>, Long> terms = new TreeMap<>(ORDER);
        terms.put(List.of(), ((Dim.Constant) dim).size());
        return new DimPolynomial(terms);
    }

    static DimPolynomial of(DimAtom atom) {
        SortedMap<List<DimAtom>, Long> terms = new TreeMap<>(ORDER);
        terms.put(List.of(atom), 1L);
        return new DimPolynomial(terms);
    }

    /** Returns the simplest dim of this value. */
    Dim toDim() {
        if (terms.isEmpty()) {
            return Dim.ZERO;
        }
        List<DimAtom> first = terms.firstKey();
        long coefficient = terms.get(first);
        if (terms.size() == 1 && first.isEmpty()) {
            return Dim.of(coefficient);
        }
        if (terms.size() == 1
                && first.size() == 1
                && coefficient == 1
                && first.get(0).isSymbol()) {
            return new Dim.Symbol(first.get(0).name());
        }
        return new DimExpression(this);
    }

    /** Returns the sum of this and a multiple of another polynomial. */
    DimPolynomial plus(DimPolynomial other, long factor) {
        SortedMap<List<DimAtom>, Long> sum = new TreeMap<>(terms);
        other.terms.forEach(
                (atoms, coefficient) -> sum.merge(atoms, Math.multiplyExact(coefficient, factor), Math::addExact));
        return new DimPolynomial(sum);
    }

    DimPolynomial times(DimPolynomial other) {
        SortedMap<List<DimAtom>, Long> product = new TreeMap<>(ORDER);
        terms.forEach((a, x) -> other.terms.forEach((b, y) -> {
            List<DimAtom> atoms = new ArrayList<>(a);
            atoms.addAll(b);
            Collections.sort(atoms);
            product.merge(List.copyOf(atoms), Math.multiplyExact(x, y), Math::addExact);
        }));
        return new DimPolynomial(product);
    }

    /** Divides by the leading term; empty if there is a remainder or the divisor is zero. */
    Optional<DimPolynomial> dividedBy(DimPolynomial divisor) {
        if (divisor.terms.isEmpty()) {
            return Optional.empty();
        }
        List<DimAtom> leading = divisor.terms.firstKey();
        long coefficient = divisor.terms.get(leading);
        DimPolynomial remainder = this;
        SortedMap<List<DimAtom>, Long> quotient = new TreeMap<>(ORDER);
        while (!remainder.terms.isEmpty()) {
            List<DimAtom> atoms = new ArrayList<>(remainder.terms.firstKey());
            long multiple = remainder.terms.get(remainder.terms.firstKey());
            // The negation of the smallest long overflows.
            boolean divides = multiple % coefficient == 0 && !(multiple == Long.MIN_VALUE && coefficient == -1);
            for (DimAtom atom : leading) {
                divides &= atoms.remove(atom);
            }
            if (!divides || quotient.containsKey(atoms)) {
                return Optional.empty();
            }
            SortedMap<List<DimAtom>, Long> term = new TreeMap<>(ORDER);
            term.put(List.copyOf(atoms), multiple / coefficient);
            quotient.putAll(term);
            remainder = remainder.plus(new DimPolynomial(term).times(divisor), -1);
        }
        return Optional.of(new DimPolynomial(quotient));
    }

    /** Returns the coefficients by their products of atoms; the empty product has the constant term. */
    SortedMap<List<DimAtom>, Long> terms() {
        return terms;
    }

    /** Returns the sum of terms, dropping those whose coefficient is 0. */
    static DimPolynomial ofTerms(Map<List<DimAtom>, Long> terms) {
        SortedMap<List<DimAtom>, Long> sorted = new TreeMap<>(ORDER);
        sorted.putAll(terms);
        return new DimPolynomial(sorted);
    }

    /** Returns an estimate of the value with all symbols set to one size. */
    double estimate(double size) {
        double sum = 0;
        for (Map.Entry<List<DimAtom>, Long> term : terms.entrySet()) {
            double product = term.getValue();
            for (DimAtom atom : term.getKey()) {
                product *= atom.estimate(size);
            }
            sum += product;
        }
        return sum;
    }

    Dim substitute(Map<String, Dim> replacements) {
        Dim sum = Dim.ZERO;
        for (Map.Entry<List<DimAtom>, Long> term : terms.entrySet()) {
            Dim product = Dim.of(term.getValue());
            for (DimAtom atom : term.getKey()) {
                product = product.times(atom.substitute(replacements));
            }
            sum = sum.plus(product);
        }
        return sum;
    }

    /** Returns the largest product of a positive constant and atoms that divides every term of both polynomials. */
    DimPolynomial commonFactor(DimPolynomial other) {
        long divisor = 0;
        List<DimAtom> shared = null;
        for (SortedMap<List<DimAtom>, Long> polynomial : List.of(terms, other.terms)) {
            for (Map.Entry<List<DimAtom>, Long> term : polynomial.entrySet()) {
                divisor = greatestDivisor(divisor, Math.absExact(term.getValue()));
                shared = shared == null ? term.getKey() : intersection(shared, term.getKey());
            }
        }
        SortedMap<List<DimAtom>, Long> factor = new TreeMap<>(ORDER);
        factor.put(List.copyOf(shared), divisor);
        return new DimPolynomial(factor);
    }

    private static long greatestDivisor(long a, long b) {
        return b == 0 ? a : greatestDivisor(b, a % b);
    }

    private static List<DimAtom> intersection(List<DimAtom> a, List<DimAtom> b) {
        List<DimAtom> unmatched = new ArrayList<>(b);
        return a.stream().filter(unmatched::remove).toList();
    }

    boolean isNonNegative() {
        return terms.entrySet().stream()
                .allMatch(term -> term.getValue() > 0 && term.getKey().stream().allMatch(DimAtom::isNonNegative));
    }

    /** Returns the functions that are a term with only a coefficient, with that coefficient. */
    SortedMap<DimAtom, Long> soleFunctions() {
        SortedMap<DimAtom, Long> functions = new TreeMap<>();
        terms.forEach((atoms, coefficient) -> {
            if (atoms.size() == 1 && !atoms.get(0).isSymbol()) {
                functions.put(atoms.get(0), coefficient);
            }
        });
        return functions;
    }

    SortedSet<String> symbols() {
        SortedSet<String> symbols = new TreeSet<>();
        terms.keySet().forEach(atoms -> atoms.forEach(atom -> symbols.addAll(atom.symbols())));
        return symbols;
    }

    /** Returns the function that this polynomial consists of; empty if it has other terms. */
    Optional<DimAtom> function() {
        List<DimAtom> atoms = terms.size() == 1 ? terms.firstKey() : List.of();
        boolean single =
                atoms.size() == 1 && terms.get(atoms) == 1 && !atoms.get(0).isSymbol();
        return single ? Optional.of(atoms.get(0)) : Optional.empty();
    }

    Stream<DimAtom> atoms() {
        return terms.keySet().stream().flatMap(List::stream);
    }

    /** Returns an upper bound of the absolute value for symbols up to a bound. */
    BigInteger bound(BigInteger symbols) {
        BigInteger sum = BigInteger.ZERO;
        for (Map.Entry<List<DimAtom>, Long> term : terms.entrySet()) {
            BigInteger product = BigInteger.valueOf(term.getValue()).abs();
            for (DimAtom atom : term.getKey()) {
                product = product.multiply(atom.bound(symbols));
            }
            sum = sum.add(product);
        }
        return sum;
    }

    <T> T fold(DimFold<T> fold) {
        List<T> sum = new ArrayList<>();
        terms.forEach((atoms, coefficient) -> {
            List<T> product = new ArrayList<>();
            if (coefficient != 1 || atoms.isEmpty()) {
                product.add(fold.number(coefficient));
            }
            atoms.forEach(atom -> product.add(atom.fold(fold)));
            sum.add(product.size() == 1 ? product.get(0) : fold.product(product));
        });
        return sum.isEmpty() ? fold.number(0) : sum.size() == 1 ? sum.get(0) : fold.sum(sum);
    }

    private String calls(DimSyntax syntax) {
        List<String> added = new ArrayList<>();
        List<String> subtracted = new ArrayList<>();
        terms.forEach((atoms, coefficient) -> {
            List<String> factors = new ArrayList<>();
            if (Math.abs(coefficient) != 1 || atoms.isEmpty()) {
                factors.add(Math.abs(coefficient) + syntax.numberSuffix());
            }
            atoms.forEach(atom -> factors.add(atom.print(syntax)));
            (coefficient < 0 ? subtracted : added).add(call(syntax, "product", factors));
        });
        String sum = added.isEmpty() ? "0" + syntax.numberSuffix() : call(syntax, "sum", added);
        return subtracted.isEmpty() ? sum : call(syntax, "difference", List.of(sum, call(syntax, "sum", subtracted)));
    }

    private static String call(DimSyntax syntax, String function, List<String> arguments) {
        return arguments.size() == 1
                ? arguments.get(0)
                : syntax.functionPrefix() + function + "(" + String.join(", ", arguments) + ")";
    }

    String print(DimSyntax syntax) {
        if (syntax.calls()) {
            return calls(syntax);
        }
        StringBuilder text = new StringBuilder();
        for (Map.Entry<List<DimAtom>, Long> term : terms.entrySet()) {
            long coefficient = term.getValue();
            boolean first = text.isEmpty();
            text.append(first ? (coefficient < 0 ? "-" : "") : coefficient < 0 ? " - " : " + ");
            List<String> factors = new ArrayList<>();
            long size = Math.abs(coefficient);
            if (size != 1 || term.getKey().isEmpty()) {
                factors.add(size + syntax.numberSuffix());
            }
            term.getKey().forEach(atom -> factors.add(atom.print(syntax)));
            text.append(String.join("*", factors));
        }
        return text.isEmpty() ? "0" + syntax.numberSuffix() : text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof DimPolynomial polynomial
                        && hashCode() == polynomial.hashCode()
                        && terms.equals(polynomial.terms);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = terms.hashCode();
        }
        return hash;
    }
}
