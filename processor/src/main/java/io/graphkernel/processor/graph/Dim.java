package io.graphkernel.processor.graph;

import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/**
 * The size of one axis: a number known at compile time, a symbol bound when the kernel is called, or an expression over
 * symbols that an op makes, for example {@code n + m} for a concatenation.
 *
 * <p>Dims are kept in a canonical form, a polynomial over symbols and over {@code floorDiv}, {@code min} and
 * {@code max} of other dims; two dims are equal if their forms are. Symbols are numbers that are not negative.
 *
 * <p>Most operands are numbers, among them 0 and 1: for these no polynomial is made.
 */
public sealed interface Dim permits Dim.Constant, Dim.Symbol, DimExpression {

    /**
     * A size known at compile time.
     *
     * @param size elements; negative only as an intermediate result, such as a stride
     */
    record Constant(long size) implements Dim {
        @Override
        public String toString() {
            return Long.toString(size);
        }
    }

    /**
     * A size named in the signature: of one axis, or of a <em>pack</em>, the product of any number of leading axes.
     *
     * @param name the Java identifier in {@code @TensorType}; for a pack with the dots after it, {@code b...}
     */
    record Symbol(String name) implements Dim {

        /** What makes a name that of a pack. */
        static final String DOTS = "...";

        /**
         * The axes in front of the declared ones.
         *
         * @param name without the dots
         * @return the symbol of the product of their sizes, 1 for none
         */
        public static Symbol pack(String name) {
            return new Symbol(name + DOTS);
        }

        /**
         * Whether this is the product of any number of leading axes.
         *
         * @return false for the size of one axis
         */
        public boolean isPack() {
            return name.endsWith(DOTS);
        }

        /**
         * A symbol's name as a part of identifiers of Java.
         *
         * @param name of any symbol
         * @return the name; a pack's with the code of an ellipsis in place of its dots
         */
        public static String identifier(String name) {
            return name.replace(DOTS, "_u2026");
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
     * Makes a dim from its text.
     *
     * @param text a number, an identifier or an expression such as {@code n + 2*m}, {@code floorDiv(n - 1, 2)}
     * @return the dim
     * @throws IllegalArgumentException if the text is not of that form
     */
    static Dim of(String text) {
        return DimParser.parse(text)
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is not the size of an axis"));
    }

    /**
     * A number.
     *
     * @param size elements
     * @return the dim
     */
    static Dim of(long size) {
        return new Constant(size);
    }

    /**
     * The product of dims.
     *
     * @param factors may be empty
     * @return their product, 1 for none
     */
    static Dim product(List<Dim> factors) {
        return factors.stream().reduce(ONE, Dim::times);
    }

    /**
     * The sum.
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
     * The difference.
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
     * The product.
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
     * The quotient, if it is a whole number whatever the symbols are.
     *
     * @param divisor the divisor
     * @return the dim whose product with the divisor is this one; empty if there is none, and for the divisor 0
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
     * The symbol that this dim is a multiple of: where this dim has a size, the symbol has one, too.
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
     * The quotient rounded down.
     *
     * @param divisor the divisor
     * @return ⌊this / divisor⌋, without common factors
     * @throws ArithmeticException if the divisor is the number 0
     */
    default Dim floorDiv(Dim divisor) {
        if (divisor.equals(ZERO)) {
            throw new ArithmeticException("/ by zero");
        }
        Optional<Dim> exact = exactQuotient(divisor);
        if (exact.isPresent()) {
            return exact.get();
        }
        Dim common = commonFactor(divisor);
        Dim dividend = exactQuotient(common).orElseThrow();
        return DimExpression.call(
                DimExpression.FLOOR_DIV, dividend, divisor.exactQuotient(common).orElseThrow());
    }

    /**
     * A product of a number, symbols and functions that divides two dims.
     *
     * @param other the other dim; one of the two is not zero
     * @return the largest product of that form, with a positive number
     */
    default Dim commonFactor(Dim other) {
        return DimPolynomial.of(this).commonFactor(DimPolynomial.of(other)).toDim();
    }

    /**
     * The smaller of two dims.
     *
     * @param other the other dim
     * @return one of the two where that is decided, else an expression
     */
    default Dim min(Dim other) {
        if (minus(other).isNonNegative()) {
            return other;
        }
        return other.minus(this).isNonNegative() ? this : DimExpression.call(DimExpression.MIN, this, other);
    }

    /**
     * The larger of two dims.
     *
     * @param other the other dim
     * @return one of the two where that is decided, else an expression
     */
    default Dim max(Dim other) {
        if (minus(other).isNonNegative()) {
            return this;
        }
        return other.minus(this).isNonNegative() ? other : DimExpression.call(DimExpression.MAX, this, other);
    }

    /**
     * Whether the dim is known not to be negative.
     *
     * @return false if it may be negative, or if that is not decided
     */
    default boolean isNonNegative() {
        return this instanceof Constant constant
                ? constant.size >= 0
                : this instanceof Symbol || DimBounds.isNonNegative(DimPolynomial.of(this));
    }

    /**
     * The symbols that must be bound before the dim is known.
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
     * The dim with other dims in place of symbols.
     *
     * @param replacements by symbol; other symbols stay
     * @return the dim
     */
    default Dim substitute(Map<String, Dim> replacements) {
        if (this instanceof Constant) {
            return this;
        }
        return DimPolynomial.of(this).substitute(replacements);
    }

    /**
     * How long the formula is.
     *
     * @return the symbols, numbers and functions in the text form
     */
    default int length() {
        return DimPolynomial.of(this).length();
    }

    /**
     * About how large the dim is, for weighing plans. In floating point, where nothing overflows; a quotient by 0 counts
     * as one by 1.
     *
     * @param size the size that every symbol has
     * @return the size of the dim
     */
    default double estimate(double size) {
        if (this instanceof Constant constant) {
            return constant.size;
        }
        return DimPolynomial.of(this).estimate(size);
    }

    /**
     * The dims that this one is a function of.
     *
     * @return the two arguments of {@code floorDiv}, {@code min} or {@code max}; empty for other dims
     */
    default List<Dim> arguments() {
        return DimPolynomial.of(this)
                .function()
                .map(atom -> List.of(atom.first(), atom.second()))
                .orElse(List.of());
    }

    /**
     * The dims by which this one divides, with those in the arguments of functions.
     *
     * @return those that are not numbers
     */
    default List<Dim> divisors() {
        return DimPolynomial.of(this)
                .atoms()
                .filter(atom -> !atom.isSymbol())
                .flatMap(atom -> {
                    Stream<Dim> inner = Stream.of(atom.first(), atom.second()).flatMap(dim -> dim.divisors().stream());
                    boolean divides =
                            atom.name().equals(DimExpression.FLOOR_DIV) && !(atom.second() instanceof Constant);
                    return divides ? Stream.concat(inner, Stream.of(atom.second())) : inner;
                })
                .distinct()
                .toList();
    }

    /**
     * What the absolute value of this dim does not exceed.
     *
     * @param symbols what no symbol exceeds
     * @return a bound, not always the least one
     */
    default BigInteger bound(BigInteger symbols) {
        return DimPolynomial.of(this).bound(symbols);
    }

    /**
     * Turns the dim into something else.
     *
     * @param fold what becomes of its parts
     * @return what becomes of it
     * @param <T> what that is
     */
    default <T> T fold(DimFold<T> fold) {
        return DimPolynomial.of(this).fold(fold);
    }

    /**
     * The dim as an expression of a C-like language.
     *
     * @param syntax how symbols, numbers and functions are written
     * @return text that needs parentheses around it in a product
     */
    default String print(DimSyntax syntax) {
        return DimPolynomial.of(this).print(syntax);
    }
}
