package io.graphkernel.processor.graph;

import java.util.Collections;
import java.util.List;
import java.util.Map;
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
    /** Name of a run-time scalar's Java expression over the method's primitive parameters. */
    public static final String EXPRESSION = "expression";
    /** Name of a list of dims: the shape that an op makes, or what a dimension node is the product of. */
    public static final String DIMS = "dims";
    /** Name of the one axis that a scan, a concatenation or a gather runs along; negative counts from the end. */
    public static final String AXIS = "axis";
    /** Name of the order of axes that a transpose makes. */
    public static final String PERMUTATION = "permutation";
    /** Name of the first index of a slice, per axis. */
    public static final String BEGIN = "begin";
    /** Name of the index after the last of a slice, per axis. */
    public static final String END = "end";
    /** Name of the steps of a slice or a convolution, per axis. */
    public static final String STRIDES = "strides";
    /** Name of the flag that leaves an element out of its own running value. */
    public static final String EXCLUSIVE = "exclusive";
    /** Name of the flag that runs from the end of the axis. */
    public static final String REVERSE = "reverse";
    /** Name of the flag that says that the first matrix is transposed. */
    public static final String TRANSPOSE_A = "transpose_a";
    /** Name of the flag that says that the second matrix is transposed. */
    public static final String TRANSPOSE_B = "transpose_b";
    /** Name of the zeros around the image of a convolution: top, bottom, left, right. */
    public static final String PADS = "pads";
    /** Name of the distances between the weights of a convolution, per axis. */
    public static final String DILATIONS = "dilations";
    /** Name of the number of groups of channels of a convolution. */
    public static final String GROUPS = "groups";
    /** Name of what a library applies to its result, in order: names of post-ops separated by blanks. */
    public static final String EPILOGUE = "epilogue";
    /** Name of the flag of a concatenation whose operands libraries store in their places too. */
    public static final String JOINT = "joint";
    /** Name of the group of ranks that a collective is about. */
    public static final String GROUP = "group";
    /** Name of the function by which a collective combines: a constant of the run time's {@code ReduceOp}. */
    public static final String REDUCE_OP = "op";
    /** Name of the one rank whose value counts. */
    public static final String RANK = "rank";
    /** Name of the number of ranks of a collective. */
    public static final String RANKS = "ranks";
    /** Name of the index of the result that a node of an op with several results is. */
    public static final String OUTPUT = "output";
    /** Name of the composite op that a node is a part of, if it shares kernels with other parts of it alone. */
    public static final String SCOPE = "scope";
    /** Name of the flag of a view that lies in its operand's memory wherever it is read: nothing runs for it. */
    public static final String NO_TASK = "no_task";
    /** Name of the target dtype of a Cast. */
    public static final String DTYPE = "dtype";
    /** Of the elements of a constant tensor. */
    public static final String SHA256 = "sha256";

    /** No attributes. */
    public static final Attributes NONE = new Attributes(new TreeMap<>());

    private final SortedMap<String, Object> values;

    private Attributes(SortedMap<String, Object> values) {
        this.values = Collections.unmodifiableSortedMap(values);
    }

    /**
     * Makes attributes from a map.
     *
     * @param values {@code Boolean}, {@code Long}, {@code Double}, {@code String}, {@code List<Long>} or
     *     {@code List<Dim>} by name
     * @return the attributes
     */
    public static Attributes of(Map<String, Object> values) {
        return new Attributes(new TreeMap<>(values));
    }

    /**
     * Adds or replaces one attribute.
     *
     * @param name the attribute
     * @param value {@code Boolean}, {@code Long}, {@code Double}, {@code String}, {@code List<Long>} or
     *     {@code List<Dim>}
     * @return new attributes
     */
    public Attributes with(String name, Object value) {
        SortedMap<String, Object> copy = new TreeMap<>(values);
        copy.put(name, value);
        return new Attributes(copy);
    }

    /**
     * Leaves out one attribute.
     *
     * @param name the attribute, which may be absent
     * @return new attributes
     */
    public Attributes without(String name) {
        SortedMap<String, Object> copy = new TreeMap<>(values);
        copy.remove(name);
        return new Attributes(copy);
    }

    /**
     * The axes attribute.
     *
     * @return empty if absent, which means all axes
     */
    public List<Long> axes() {
        return longs(AXES);
    }

    /**
     * The keep-dims attribute.
     *
     * @return false if absent
     */
    public boolean keepDims() {
        return flag(KEEP_DIMS);
    }

    /**
     * A constant's value as a double: exact but for {@code i64} beyond 2⁵³.
     *
     * @return the value
     */
    public double value() {
        return number().doubleValue();
    }

    /**
     * A constant's value.
     *
     * @return a {@code Double} for a floating dtype, else a {@code Long}; true is 1
     */
    public Number number() {
        return (Number) values.get(VALUE);
    }

    /**
     * A text attribute.
     *
     * @param name the attribute
     * @return its text
     */
    public String text(String name) {
        return (String) values.get(name);
    }

    /**
     * A flag.
     *
     * @param name the attribute
     * @return false if absent
     */
    public boolean flag(String name) {
        return (Boolean) values.getOrDefault(name, false);
    }

    /**
     * A whole number.
     *
     * @param name the attribute
     * @return its value; 0 if absent
     */
    public long integer(String name) {
        return (Long) values.getOrDefault(name, 0L);
    }

    /**
     * A list of whole numbers.
     *
     * @param name the attribute, a list of whole numbers or of dims known at compile time
     * @return empty if absent
     */
    public List<Long> longs(String name) {
        return ((List<?>) values.getOrDefault(name, List.of()))
                .stream()
                        .map(item -> item instanceof Dim.Constant constant ? constant.size() : (Long) item)
                        .toList();
    }

    /**
     * A list of dims.
     *
     * @param name the attribute, a list of dims or of whole numbers
     * @return empty if absent
     */
    public List<Dim> dims(String name) {
        return ((List<?>) values.getOrDefault(name, List.of()))
                .stream()
                        .map(item -> item instanceof Dim dim ? dim : Dim.of((Long) item))
                        .toList();
    }

    /**
     * The dims attribute.
     *
     * @return the dims
     */
    public List<Dim> dims() {
        return dims(DIMS);
    }

    /**
     * Whether an attribute is present.
     *
     * @param name the attribute
     * @return true if it has a value
     */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /**
     * The attributes with other dims in place of symbols.
     *
     * @param symbols by name
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
     * All attributes.
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
