package io.graphkernel.graph;

import io.graphkernel.common.abi.KernelAbi;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The row-major shape of a value. It is either <em>ranked</em>, a list of dims, or <em>unranked</em>: the broadcast of
 * named parameters, whose shapes are known only at the call, and of declared dims.
 */
public final class Shape {

    /** Maximum number of axes of a tensor. */
    public static final int MAX_DIMS = KernelAbi.MAX_RANK;

    /**
     * Maximum number of elements: more than any memory holds, small enough that the byte counts of kernels with many
     * operands fit into a {@code long}.
     */
    public static final long MAX_ELEMENTS = 1L << 48;

    /** Rank 0: one element. */
    public static final Shape SCALAR = new Shape(List.of(), Collections.emptySortedSet(), List.of());

    private final List<Dim> dims;
    private final SortedSet<String> parameters;
    /** Dims that an unranked shape is broadcast with besides the parameters; empty for a ranked shape. */
    private final List<Dim> declaredDims;
    /** The hash code, computed lazily; 0 before its first use. */
    private int hash;

    private Shape(List<Dim> dims, SortedSet<String> parameters, List<Dim> declaredDims) {
        this.dims = List.copyOf(dims);
        this.parameters = Collections.unmodifiableSortedSet(parameters);
        this.declaredDims = List.copyOf(declaredDims);
    }

    /**
     * Returns a ranked shape.
     *
     * @param dims outermost first
     * @return the shape
     */
    public static Shape of(List<Dim> dims) {
        return new Shape(dims, Collections.emptySortedSet(), List.of());
    }

    /**
     * Returns a ranked shape from text dims, for example {@code of("n", "1")}.
     *
     * @param dims outermost first
     * @return the shape
     */
    public static Shape of(String... dims) {
        return of(List.of(dims).stream().map(Dim::of).toList());
    }

    /**
     * Returns the symbol of the variadic batch dims in front of the other axes. It counts as one axis here.
     *
     * @return empty for a shape of declared rank and for an unranked shape
     */
    public Optional<Dim.Symbol> batchDims() {
        boolean leads = !dims.isEmpty() && dims.get(0) instanceof Dim.Symbol symbol && symbol.isBatchDims();
        return leads ? Optional.of((Dim.Symbol) dims.get(0)) : Optional.empty();
    }

    /**
     * Returns the axes after the batch dims.
     *
     * @return all axes of a shape without batch dims
     */
    public List<Dim> trailing() {
        return batchDims().isPresent() ? dims.subList(1, rank()) : dims;
    }

    /**
     * Returns the dims of another shape that this shape's batch dims stand for.
     *
     * @param actual dims of a value to match with this shape
     * @return the dims in front of the trailing axes; empty without batch dims, or if there are too few dims
     */
    public Optional<List<Dim>> leading(Shape actual) {
        int leading = actual.rank() - trailing().size();
        return batchDims()
                .filter(symbol -> !actual.isUnranked() && leading >= 0)
                .map(symbol -> actual.dims.subList(0, leading));
    }

    /**
     * Binds symbols of this shape by matching it with another one: symbols with a coefficient, and batch dims. Only
     * ranked shapes of equal rank match, or of any rank that batch dims permit.
     *
     * @param actual dims of a value to match with this shape
     * @param symbols bindings by name, to which missing ones are added
     */
    public void bind(Shape actual, Map<String, Dim> symbols) {
        leading(actual)
                .ifPresent(
                        leading -> symbols.putIfAbsent(batchDims().orElseThrow().name(), Dim.product(leading)));
        List<Dim> declared = trailing();
        int first = actual.rank() - declared.size();
        for (int axis = 0;
                axis < declared.size()
                        && first >= 0
                        && (first == 0 || batchDims().isPresent());
                axis++) {
            Dim dim = declared.get(axis);
            Dim size = actual.dims.get(first + axis);
            dim.multipleOf()
                    .ifPresent(symbol -> dim.exactQuotient(symbol)
                            .flatMap(size::exactQuotient)
                            .ifPresent(quotient -> symbols.putIfAbsent(symbol.name(), quotient)));
        }
    }

    /**
     * Substitutes dims for symbols.
     *
     * @param replacements replacement by symbol name; other symbols are unchanged
     * @return the shape, which is the same if it is unranked
     */
    public Shape substitute(Map<String, Dim> replacements) {
        return isUnranked() || replacements.isEmpty()
                ? this
                : of(dims.stream().map(dim -> dim.substitute(replacements)).toList());
    }

    /**
     * Returns true if no memory can hold the elements, according to the constant dims.
     *
     * @return true for more than {@link #MAX_ELEMENTS}; of an empty shape, if the product of its other dims overflows
     * @throws ArithmeticException if the product of the dims has a number that does not fit
     */
    public boolean isTooLarge() {
        // The other dims of an empty tensor are checked, because strides are their products.
        boolean empty = dims.contains(Dim.ZERO);
        long limit = empty ? Long.MAX_VALUE : MAX_ELEMENTS;
        boolean tooLarge = false;
        for (Dim dim : dims) {
            if (dim instanceof Dim.Constant constant && constant.size() != 0) {
                limit /= constant.size();
                tooLarge |= limit == 0;
            }
        }
        boolean isComputed = dims.stream().anyMatch(DimExpression.class::isInstance);
        return tooLarge
                || isComputed
                        && Dim.product(dims) instanceof DimExpression elements
                        && elements.hasCoefficientAbove(MAX_ELEMENTS);
    }

    /**
     * Creates the unranked shape that broadcasts the named parameters.
     *
     * @param parameters names of parameters, at least one
     * @return the shape
     */
    public static Shape broadcastOf(SortedSet<String> parameters) {
        return broadcastOf(parameters, SCALAR);
    }

    /**
     * Creates the unranked shape that broadcasts the named parameters and declared dims.
     *
     * @param parameters names of parameters, at least one
     * @param declared a ranked shape
     * @return the shape
     */
    public static Shape broadcastOf(SortedSet<String> parameters, Shape declared) {
        return new Shape(List.of(), new TreeSet<>(parameters), declared.dims);
    }

    /**
     * Returns true if the shape is known only at the call.
     *
     * @return true for the broadcast of parameters without declared dims
     */
    public boolean isUnranked() {
        return !parameters.isEmpty();
    }

    /**
     * Returns true if the rank is 0.
     *
     * @return true for a shape of one element without axes
     */
    public boolean isScalar() {
        return !isUnranked() && dims.isEmpty();
    }

    /**
     * Returns the dims of a ranked shape.
     *
     * @return outermost first; empty for a scalar and for a unranked shape
     */
    public List<Dim> dims() {
        return dims;
    }

    /**
     * Returns the parameters that an unranked shape broadcasts.
     *
     * @return sorted names; empty for a ranked shape
     */
    public SortedSet<String> parameters() {
        return parameters;
    }

    /**
     * Returns the declared dims of a shape.
     *
     * @return a ranked shape itself; for an unranked one the dims broadcast with the parameters, rank 0 if there are
     *     none
     */
    public Shape declared() {
        return isUnranked() ? of(declaredDims) : this;
    }

    /**
     * Returns the number of axes of a ranked shape.
     *
     * @return 0 for a scalar
     */
    public int rank() {
        return dims.size();
    }

    /**
     * Broadcasts two shapes under NumPy's rules, symbolically.
     *
     * @param other the other operand's shape
     * @return the broadcast shape, unranked if one of the two is; empty if declared dims conflict
     */
    public Optional<Shape> broadcast(Shape other) {
        if (isScalar()) {
            return Optional.of(other);
        }
        if (other.isScalar()) {
            return Optional.of(this);
        }
        if (isUnranked() || other.isUnranked()) {
            SortedSet<String> union = new TreeSet<>(parameters);
            union.addAll(other.parameters);
            return declared().broadcast(other.declared()).map(declared -> broadcastOf(union, declared));
        }
        int rank = Math.max(rank(), other.rank());
        List<Dim> joint = new ArrayList<>();
        for (int fromEnd = rank; fromEnd >= 1; fromEnd--) {
            Dim a = fromEnd <= rank() ? dims.get(rank() - fromEnd) : Dim.ONE;
            Dim b = fromEnd <= other.rank() ? other.dims.get(other.rank() - fromEnd) : Dim.ONE;
            if (!a.equals(b) && !a.equals(Dim.ONE) && !b.equals(Dim.ONE)) {
                return Optional.empty();
            }
            joint.add(a.equals(Dim.ONE) ? b : a);
        }
        return Optional.of(of(joint));
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Shape shape
                        && hashCode() == shape.hashCode()
                        && dims.equals(shape.dims)
                        && parameters.equals(shape.parameters)
                        && declaredDims.equals(shape.declaredDims);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = 31 * (31 * dims.hashCode() + parameters.hashCode()) + declaredDims.hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        if (isUnranked()) {
            String declared = declaredDims.isEmpty() ? "" : " | " + text(declaredDims);
            return parameters.stream().map(name -> name + "..").collect(Collectors.joining(" ", "[", declared + "]"));
        }
        return "[" + text(dims) + "]";
    }

    private static String text(List<Dim> dims) {
        StringBuilder text = new StringBuilder();
        for (Dim dim : dims) {
            text.append(text.isEmpty() ? "" : ", ").append(dim);
        }
        return text.toString();
    }
}
