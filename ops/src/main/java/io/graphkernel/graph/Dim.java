package io.graphkernel.graph;

import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The size of one axis: a constant, a symbol bound at the call, or an expression over symbols such as {@code n + m} for
 * a concatenation.
 *
 * <p>Dims are in a canonical form, a polynomial over symbols and over {@code floorDiv}, {@code min} and {@code max} of
 * other dims. Two dims are equal if their canonical forms are. Symbols are nonnegative.
 *
 * <p>Constants, the most frequent operands, bypass the polynomial.
 */
public sealed interface Dim permits Dim.Constant, Dim.Symbol, DimExpression {

    /**
     * A size known at compile time.
     *
     * @param size number of elements; negative only as an intermediate result, such as a stride
     */
    record Constant(long size) implements Dim {
        @Override
        public String toString() {
            return Long.toString(size);
        }
    }

    /**
     * A size named in the signature: of one axis, or of variadic batch dims, the product of any number of batch dims.
     *
     * @param name the Java identifier in {@code @TensorType}; with trailing dots for batch dims, {@code b...}; the path of
     *     a component for an integer of a record, {@code config.window}
     */
    record Symbol(String name) implements Dim {

        /** Suffix of the name of variadic batch dims. */
        static final String DOTS = "...";

        /**
         * Returns the symbol of variadic batch dims.
         *
         * @param name the name without the dots
         * @return the symbol of the product of their sizes, which is 1 for no axes
         */
        public static Symbol batchDims(String name) {
            return new Symbol(name + DOTS);
        }

        /**
         * Returns true if this symbol stands for variadic batch dims.
         *
         * @return false for the size of one axis
         */
        public boolean isBatchDims() {
            return name.endsWith(DOTS);
        }

        /**
         * Returns a symbol's name in a form that is valid within Java identifiers.
         *
         * @param name name of the symbol
         * @return the name; the dots of batch dims and of a path are replaced by the codes of an ellipsis and of a dot
         */
        public static String identifier(String name) {
            return name.replace(DOTS, "_u2026").replace(".", "_u002e");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The size of a broadcast axis. */
    Dim ONE = new Constant(1);

    /** The size of an empty axis, and the stride of a broadcast one. */
    Dim ZERO = new Constant(0);

    /**
     * Parses a dim.
     *
     * @param text a number, an identifier or an expression such as {@code n + 2*m}, {@code floorDiv(n - 1, 2)}
     * @return the dim
     * @throws IllegalArgumentException if the text is malformed
     */
    static Dim of(String text) {
        return DimParser.parse(text)
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is not the size of an axis"));
    }

    /**
     * Returns a constant dim.
     *
     * @param size number of elements
     * @return the dim
     */
    static Dim of(long size) {
        return new Constant(size);
    }

    /**
     * Returns the product of dims.
     *
     * @param factors the factors, possibly none
     * @return their product, 1 for no factors
     */
    static Dim product(List<Dim> factors) {
        return factors.stream().reduce(ONE, Dim::times);
    }

    /**
     * Returns the sum of this and another dim.
     *
     * @param other the other summand
     * @return this + other
     */
    default Dim plus(Dim other) {
        if (this instanceof Constant a && other instanceof Constant b) {
            return of(Math.addExact(a.size, b.size));
        }
        if (equals(ZERO) || other.equals(ZERO)) {
            return equals(ZERO) ? other : this;
        }
        return DimPolynomial.of(this).plus(DimPolynomial.of(other), 1).toDim();
    }

    /**
     * Returns the difference of this and another dim.
     *
     * @param other the subtrahend
     * @return this - other
     */
    default Dim minus(Dim other) {
        if (other instanceof Constant constant) {
            return plus(of(Math.negateExact(constant.size)));
        }
        if (equals(other)) {
            return ZERO;
        }
        return DimPolynomial.of(this).plus(DimPolynomial.of(other), -1).toDim();
    }

    /**
     * Returns the product of this and another dim.
     *
     * @param other the other factor
     * @return this · other
     */
    default Dim times(Dim other) {
        if (this instanceof Constant a && other instanceof Constant b) {
            return of(Math.multiplyExact(a.size, b.size));
        }
        if (equals(ONE) || other.equals(ONE)) {
            return equals(ONE) ? other : this;
        }
        if (equals(ZERO) || other.equals(ZERO)) {
            return ZERO;
        }
        return DimPolynomial.of(this).times(DimPolynomial.of(other)).toDim();
    }

    /**
     * Returns the quotient if it is an integer for all values of the symbols.
     *
     * @param divisor the divisor
     * @return the dim whose product with the divisor is this one; empty if there is none or the divisor is 0
     */
    default Optional<Dim> exactQuotient(Dim divisor) {
        if (divisor.equals(ONE)) {
            return Optional.of(this);
        }
        if (equals(divisor) && !equals(ZERO)) {
            return Optional.of(ONE);
        }
        return DimPolynomial.of(this).dividedBy(DimPolynomial.of(divisor)).map(DimPolynomial::toDim);
    }

    /**
     * Returns the symbol that this dim is a multiple of, and whose binding this dim's size determines.
     *
     * @return n for n and for 64*n; empty for other dims
     */
    default Optional<Symbol> multipleOf() {
        if (this instanceof Symbol symbol) {
            return Optional.of(symbol);
        }
        SortedSet<String> symbols = symbols();
        if (symbols.size() != 1) {
            return Optional.empty();
        }
        Symbol symbol = new Symbol(symbols.first());
        return exactQuotient(symbol)
                .filter(factor -> factor instanceof Constant constant && constant.size() > 0)
                .map(factor -> symbol);
    }

    /**
     * Returns the quotient rounded down.
     *
     * @param divisor the divisor
     * @return ⌊this / divisor⌋, without common factors and, for a positive constant divisor, without multiples of it
     * @throws ArithmeticException if the divisor is the constant 0
     */
    default Dim floorDiv(Dim divisor) {
        if (divisor.equals(ZERO)) {
            throw new ArithmeticException("/ by zero");
        }
        Optional<Dim> exact = exactQuotient(divisor);
        if (exact.isPresent()) {
            return exact.get();
        }
        return DimQuotient.of(this, divisor);
    }

    /**
     * Returns a product of a constant, symbols and functions that divides two dims.
     *
     * @param other the other dim; the two are not both zero
     * @return the largest product of that form, with a positive constant
     */
    default Dim commonFactor(Dim other) {
        return DimPolynomial.of(this).commonFactor(DimPolynomial.of(other)).toDim();
    }

    /**
     * Returns the smaller of two dims.
     *
     * @param other the other dim
     * @return one of the two if that is decided, else an expression
     */
    default Dim min(Dim other) {
        if (minus(other).isNonNegative()) {
            return other;
        }
        return other.minus(this).isNonNegative() ? this : DimExpression.call(DimExpression.MIN, this, other);
    }

    /**
     * Returns the larger of two dims.
     *
     * @param other the other dim
     * @return one of the two if that is decided, else an expression
     */
    default Dim max(Dim other) {
        if (minus(other).isNonNegative()) {
            return this;
        }
        return other.minus(this).isNonNegative() ? other : DimExpression.call(DimExpression.MAX, this, other);
    }

    /**
     * Returns true if the dim is known to be nonnegative.
     *
     * @return false if it may be negative or that is undecided
     */
    default boolean isNonNegative() {
        return this instanceof Constant constant
                ? constant.size >= 0
                : this instanceof Symbol || DimBounds.isNonNegative(DimPolynomial.of(this));
    }

    /**
     * Returns the symbols that the dim depends on.
     *
     * @return sorted names
     */
    default SortedSet<String> symbols() {
        if (this instanceof Constant) {
            return Collections.emptySortedSet();
        }
        return DimPolynomial.of(this).symbols();
    }

    /**
     * Substitutes dims for symbols.
     *
     * @param replacements replacement by symbol name; other symbols are unchanged
     * @return the dim
     */
    default Dim substitute(Map<String, Dim> replacements) {
        if (this instanceof Constant) {
            return this;
        }
        return DimPolynomial.of(this).substitute(replacements);
    }

    /**
     * Returns the length of the formula.
     *
     * @return number of symbols, constants and functions in the text form
     */
    default int length() {
        return DimPolynomial.of(this).length();
    }

    /**
     * Returns an estimate of the dim for cost models, in floating point, which cannot overflow. A quotient by 0 counts
     * as one by 1.
     *
     * @param size assumed size of every symbol
     * @return the estimate
     */
    default double estimate(double size) {
        if (this instanceof Constant constant) {
            return constant.size;
        }
        return DimPolynomial.of(this).estimate(size);
    }

    /**
     * Returns an upper bound of this dim's absolute value.
     *
     * @param symbols upper bound of every symbol
     * @return a bound, not necessarily tight
     */
    default BigInteger bound(BigInteger symbols) {
        return DimPolynomial.of(this).bound(symbols);
    }

    /**
     * Folds the dim bottom-up.
     *
     * @param fold the result for each kind of subexpression
     * @return the result for the whole dim
     * @param <T> type of the result
     */
    default <T> T fold(DimFold<T> fold) {
        return DimPolynomial.of(this).fold(fold);
    }

    /**
     * Prints the dim as an expression of a C-like language.
     *
     * @param syntax syntax of symbols, constants and functions
     * @return text that needs parentheses as a factor
     */
    default String print(DimSyntax syntax) {
        return DimPolynomial.of(this).print(syntax);
    }
}
