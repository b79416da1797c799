package io.graphkernel.processor.graph;

import io.graphkernel.abi.KernelAbi;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The shape of a value, row-major: either <em>ranked</em>, a list of dims, or <em>rankless</em>, the broadcast of named
 * parameters whose shapes are known only when the kernel is called, and of declared dims.
 */
public final class Shape {

    /** The number of axes that tensors may have. */
    public static final int MOST_DIMS = KernelAbi.MAXIMUM_RANK;

    /** More elements than any memory has, and so few that the bytes of kernels with many operands fit into a {@code long}. */
    public static final long MOST_ELEMENTS = 1L << 48;

    /** Rank 0: one element. */
    public static final Shape SCALAR = new Shape(List.of(), Collections.emptySortedSet(), List.of());

    private final List<Dim> dims;
    private final SortedSet<String> parameters;
    /** What a rankless shape is the broadcast of besides the parameters; empty for a ranked one. */
    private final List<Dim> declaredDims;
    /** 0 before it is asked for. */
    private int hash;

    private Shape(List<Dim> dims, SortedSet<String> parameters, List<Dim> declaredDims) {
        this.dims = List.copyOf(dims);
        this.parameters = Collections.unmodifiableSortedSet(parameters);
        this.declaredDims = List.copyOf(declaredDims);
    }

    /**
     * A ranked shape.
     *
     * @param dims outermost first
     * @return the shape
     */
    public static Shape of(List<Dim> dims) {
        return new Shape(dims, Collections.emptySortedSet(), List.of());
    }

    /**
     * A ranked shape from text dims, for example {@code of("n", "1")}.
     *
     * @param dims outermost first
     * @return the shape
     */
    public static Shape of(String... dims) {
        return of(List.of(dims).stream().map(Dim::of).toList());
    }

    /**
     * The pack in front of the other axes: the product of any number of leading axes, which counts as one axis here.
     *
     * @return empty for a shape whose number of axes is declared, and for a rankless one
     */
    public Optional<Dim.Symbol> pack() {
        boolean leads = !dims.isEmpty() && dims.get(0) instanceof Dim.Symbol symbol && symbol.isPack();
        return leads ? Optional.of((Dim.Symbol) dims.get(0)) : Optional.empty();
    }

    /**
     * The axes after the pack.
     *
     * @return all axes of a shape without a pack
     */
    public List<Dim> trailing() {
        return pack().isPresent() ? dims.subList(1, rank()) : dims;
    }

    /**
     * What the pack of this shape means in another shape.
     *
     * @param given the dims of a value that is to have this shape
     * @return the dims in front of as many as are after the pack; empty without a pack, or if there are fewer
     */
    public Optional<List<Dim>> leading(Shape given) {
        int leading = given.rank() - trailing().size();
        return pack().filter(pack -> !given.isRankless() && leading >= 0).map(pack -> given.dims.subList(0, leading));
    }

    /**
     * Finds what symbols of this shape mean: those that a dim is a multiple of, and a pack. Ranked shapes of equal
     * rank alone say something, or of any rank that a pack allows.
     *
     * @param given the dims of a value that is to have this shape
     * @param symbols by name, to which those are added that are not in it
     */
    public void bind(Shape given, Map<String, Dim> symbols) {
        leading(given)
                .ifPresent(leading -> symbols.putIfAbsent(pack().orElseThrow().name(), Dim.product(leading)));
        List<Dim> declared = trailing();
        int first = given.rank() - declared.size();
        for (int axis = 0; axis < declared.size() && first >= 0 && (first == 0 || pack().isPresent()); axis++) {
            Dim dim = declared.get(axis);
            Dim size = given.dims.get(first + axis);
            dim.multipleOf()
                    .ifPresent(symbol -> dim.exactQuotient(symbol)
                            .flatMap(size::exactQuotient)
                            .ifPresent(quotient -> symbols.putIfAbsent(symbol.name(), quotient)));
        }
    }

    /**
     * Whether no memory can hold the elements, by the dims that are numbers alone.
     *
     * @return true for more than {@link #MOST_ELEMENTS}; of an empty shape, if the product of its other dims overflows
     */
    public boolean isTooLarge() {
        // The other dims of an empty tensor count, too: strides are products of them.
        boolean empty = dims.contains(Dim.ZERO);
        long most = empty ? Long.MAX_VALUE : MOST_ELEMENTS;
        boolean tooLarge = false;
        for (Dim dim : dims) {
            if (dim instanceof Dim.Constant constant && constant.size() != 0) {
                most /= constant.size();
                tooLarge |= most == 0;
            }
        }
        return tooLarge;
    }

    /**
     * The rankless shape that broadcasts the named parameters.
     *
     * @param parameters at least one parameter name
     * @return the shape
     */
    public static Shape broadcastOf(SortedSet<String> parameters) {
        return broadcastOf(parameters, SCALAR);
    }

    /**
     * The rankless shape that broadcasts the named parameters and declared dims.
     *
     * @param parameters at least one parameter name
     * @param declared a ranked shape
     * @return the shape
     */
    public static Shape broadcastOf(SortedSet<String> parameters, Shape declared) {
        return new Shape(List.of(), new TreeSet<>(parameters), declared.dims);
    }

    /**
     * Whether the shape is known only at the call.
     *
     * @return true for the broadcast of parameters without declared dims
     */
    public boolean isRankless() {
        return !parameters.isEmpty();
    }

    /**
     * Whether this is rank 0.
     *
     * @return true for one element
     */
    public boolean isScalar() {
        return !isRankless() && dims.isEmpty();
    }

    /**
     * The dims of a ranked shape.
     *
     * @return outermost first; empty for a scalar and for a rankless shape
     */
    public List<Dim> dims() {
        return dims;
    }

    /**
     * The parameters whose broadcast a rankless shape is.
     *
     * @return sorted names; empty for a ranked shape
     */
    public SortedSet<String> parameters() {
        return parameters;
    }

    /**
     * The declared dims that a shape is the broadcast of.
     *
     * @return a ranked shape itself; of a rankless one, what is broadcast with the parameters, rank 0 if nothing is
     */
    public Shape declared() {
        return isRankless() ? of(declaredDims) : this;
    }

    /**
     * Number of axes of a ranked shape.
     *
     * @return 0 for a scalar
     */
    public int rank() {
        return dims.size();
    }

    /**
     * Broadcasts two shapes under NumPy's rules, on symbols.
     *
     * @param other the other operand's shape
     * @return the joint shape, rankless if one of the two is; empty if declared dims clash
     */
    public Optional<Shape> broadcast(Shape other) {
        if (isScalar()) {
            return Optional.of(other);
        }
        if (other.isScalar()) {
            return Optional.of(this);
        }
        if (isRankless() || other.isRankless()) {
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

    /**
     * {@code [n, 4]}, or {@code [x.. y..]} for the broadcast of the parameters {@code x} and {@code y}, {@code [x.. | n, 4]}
     * with declared dims.
     */
    @Override
    public String toString() {
        if (isRankless()) {
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
