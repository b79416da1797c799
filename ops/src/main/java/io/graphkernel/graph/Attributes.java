package io.graphkernel.graph;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The compile-time attributes of a node, sorted by name: axes, flags, a constant's value, a scalar's expression. */
public final class Attributes {

    /** Name of the reduction axes, a list of integers; a negative axis counts from the end. */
    public static final String AXES = "axes";
    /** Name of the flag that keeps reduced axes with size 1. */
    public static final String KEEP_DIMS = "keep_dims";
    /** Name of a constant's value. */
    public static final String VALUE = "value";
    /** Name of a runtime scalar's Java expression over the method's primitive parameters. */
    public static final String EXPRESSION = "expression";
    /** Name of the primitive type of a runtime number that is converted at the call. */
    public static final String JAVA_TYPE = "java_type";
    /** Name of a list of dims: the shape of a created tensor, or the factors of a dimension node. */
    public static final String DIMS = "dims";
    /** Name of the axis of a scan, a concatenation or a gather; negative counts from the end. */
    public static final String AXIS = "axis";
    /** Name of the axis permutation of a transpose. */
    public static final String PERMUTATION = "permutation";
    /** Name of the begin index of a slice, per axis. */
    public static final String BEGIN = "begin";
    /** Name of the end index of a slice, exclusive, per axis. */
    public static final String END = "end";
    /** Name of the steps of a slice or a convolution, per axis. */
    public static final String STRIDES = "strides";
    /** Name of the flag of a slice whose bounds are inside the operand at every call, by checked conditions. */
    public static final String INSIDE = "inside";
    /** Name of the flag for an exclusive scan. */
    public static final String EXCLUSIVE = "exclusive";
    /** Name of the flag for a reverse scan. */
    public static final String REVERSE = "reverse";
    /** Name of the flag for a transposed left matrix. */
    public static final String TRANSPOSE_A = "transpose_a";
    /** Name of the flag for a transposed right matrix. */
    public static final String TRANSPOSE_B = "transpose_b";
    /** Name of the flag of a sum that is a matmul: its products are added without being rounded. */
    public static final String CONTRACTION = "contraction";
    /** Name of the zero padding of a convolution: top, bottom, left, right. */
    public static final String PADS = "pads";
    /** Name of the dilations of a convolution, per axis. */
    public static final String DILATIONS = "dilations";
    /** Name of the number of channel groups of a convolution. */
    public static final String GROUPS = "groups";
    /** Name of the epilogue that a library applies to its result: names of post-ops in order, separated by blanks. */
    public static final String EPILOGUE = "epilogue";
    /** Name of the flag of a concatenation whose operands libraries store directly into the result. */
    public static final String JOINT = "joint";
    /** Name of the rank group of a collective. */
    public static final String GROUP = "group";
    /** Name of the reduce function of a collective: a constant of the runtime's {@code ReduceOp}. */
    public static final String REDUCE_OP = "op";
    /** Name of the root rank of a collective. */
    public static final String RANK = "rank";
    /** Name of the number of ranks of a collective. */
    public static final String RANKS = "ranks";
    /** Name of the result index of a node whose op has several results. */
    public static final String OUTPUT = "output";
    /**
     * Name of the composite op that a node was expanded from, if the node fuses only with nodes of the same composite
     * op.
     */
    public static final String SCOPE = "scope";
    /** Name of the flag of a view that all users read in its operand's memory, without a kernel. */
    public static final String NO_TASK = "no_task";
    /** Name of the target dtype of a Cast. */
    public static final String DTYPE = "dtype";
    /** Name of the hash of a constant tensor's elements. */
    public static final String SHA256 = "sha256";
    /** Name of the body of a loop, a {@link Graph}. */
    public static final String BODY = "body";
    /** Name of the symbol of a loop's index. */
    public static final String INDEX = "index";
    /** Name of the number of a loop's carried values. */
    public static final String CARRIED = "carried";

    /** No attributes. */
    public static final Attributes NONE = new Attributes(new TreeMap<>());

    private final SortedMap<String, Object> values;

    private Attributes(SortedMap<String, Object> values) {
        this.values = Collections.unmodifiableSortedMap(values);
    }

    /**
     * Creates attributes from a map.
     *
     * @param values {@code Boolean}, {@code Long}, {@code Double}, {@code String}, {@code List<Long>}, {@code
     *     List<Dim>} or {@code Graph} by name
     * @return the attributes
     */
    public static Attributes of(Map<String, Object> values) {
        return new Attributes(new TreeMap<>(values));
    }

    /**
     * Adds or replaces one attribute.
     *
     * @param name the attribute
     * @param value {@code Boolean}, {@code Long}, {@code Double}, {@code String}, {@code List<Long>},
     *     {@code List<Dim>} or {@code Graph}
     * @return new attributes
     */
    public Attributes with(String name, Object value) {
        SortedMap<String, Object> copy = new TreeMap<>(values);
        copy.put(name, value);
        return new Attributes(copy);
    }

    /**
     * Removes one attribute.
     *
     * @param name the attribute, possibly absent
     * @return new attributes
     */
    public Attributes without(String name) {
        SortedMap<String, Object> copy = new TreeMap<>(values);
        copy.remove(name);
        return new Attributes(copy);
    }

    /**
     * Returns the axes attribute.
     *
     * @return empty if absent, which means all axes
     */
    public List<Long> axes() {
        return longs(AXES);
    }

    /**
     * Returns the keep-dims attribute.
     *
     * @return false if absent
     */
    public boolean keepDims() {
        return flag(KEEP_DIMS);
    }

    /**
     * Returns a constant's value as a double, which is exact except for {@code i64} beyond 2⁵³.
     *
     * @return the value
     */
    public double value() {
        return number().doubleValue();
    }

    /**
     * Returns a constant's value.
     *
     * @return a {@code Double} for a floating dtype, else a {@code Long}; true is 1
     */
    public Number number() {
        return (Number) values.get(VALUE);
    }

    /**
     * Returns a text attribute.
     *
     * @param name the attribute
     * @return the value
     */
    public String text(String name) {
        return (String) values.get(name);
    }

    /**
     * Returns a flag.
     *
     * @param name the attribute
     * @return false if absent
     */
    public boolean flag(String name) {
        return (Boolean) values.getOrDefault(name, false);
    }

    /**
     * Returns an integer.
     *
     * @param name the attribute
     * @return its value; 0 if absent
     */
    public long integer(String name) {
        return (Long) values.getOrDefault(name, 0L);
    }

    /**
     * Returns a list of integers.
     *
     * @param name the attribute, a list of integers or of dims known at compile time
     * @return empty if absent
     */
    public List<Long> longs(String name) {
        return ((List<?>) values.getOrDefault(name, List.of()))
                .stream()
                        .map(item -> item instanceof Dim.Constant constant ? constant.size() : (Long) item)
                        .toList();
    }

    /**
     * Returns a list of dims.
     *
     * @param name the attribute, a list of dims or of integers
     * @return empty if absent
     */
    public List<Dim> dims(String name) {
        return ((List<?>) values.getOrDefault(name, List.of()))
                .stream()
                        .map(item -> item instanceof Dim dim ? dim : Dim.of((Long) item))
                        .toList();
    }

    /**
     * Returns the dims attribute.
     *
     * @return the dims
     */
    public List<Dim> dims() {
        return dims(DIMS);
    }

    /**
     * Returns the body of a loop.
     *
     * @return empty for other ops
     */
    public Optional<Graph> body() {
        return Optional.ofNullable((Graph) values.get(BODY));
    }

    /**
     * Returns true if an attribute is present.
     *
     * @param name the attribute
     * @return true if it has a value
     */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /**
     * Returns the attributes with symbols replaced by dims.
     *
     * @param symbols replacement by symbol name
     * @return new attributes
     */
    public Attributes substitute(Map<String, Dim> symbols) {
        SortedMap<String, Object> copy = new TreeMap<>(values);
        copy.replaceAll((name, value) -> value instanceof List<?> list
                ? list.stream()
                        .map(item -> item instanceof Dim dim ? dim.substitute(symbols) : item)
                        .toList()
                : value);
        return new Attributes(copy);
    }

    /**
     * Returns all attributes.
     *
     * @return sorted by name, unmodifiable
     */
    public SortedMap<String, Object> values() {
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Attributes attributes && values.equals(attributes.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
