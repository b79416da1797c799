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
    /** Name of the dims, separated by blanks, whose product a dimension node is. */
    public static final String DIMS = "dims";
    /** Name of the target dtype of a Cast. */
    public static final String DTYPE = "dtype";

    /** No attributes. */
    public static final Attributes NONE = new Attributes(new TreeMap<>());

    private final SortedMap<String, Object> values;

    private Attributes(SortedMap<String, Object> values) {
        this.values = Collections.unmodifiableSortedMap(values);
    }

    /**
     * Makes attributes from a map.
     *
     * @param values {@code Boolean}, {@code Double}, {@code String} or {@code List<Long>} by name
     * @return the attributes
     */
    public static Attributes of(Map<String, Object> values) {
        return new Attributes(new TreeMap<>(values));
    }

    /**
     * Adds or replaces one attribute.
     *
     * @param name the attribute
     * @param value {@code Boolean}, {@code Double}, {@code String} or {@code List<Long>}
     * @return new attributes
     */
    public Attributes with(String name, Object value) {
        SortedMap<String, Object> copy = new TreeMap<>(values);
        copy.put(name, value);
        return new Attributes(copy);
    }

    /**
     * The axes attribute.
     *
     * @return empty if absent, which means all axes
     */
    @SuppressWarnings("unchecked")
    public List<Long> axes() {
        return (List<Long>) values.getOrDefault(AXES, List.of());
    }

    /**
     * The keep-dims attribute.
     *
     * @return false if absent
     */
    public boolean keepDims() {
        return (Boolean) values.getOrDefault(KEEP_DIMS, false);
    }

    /**
     * A constant's value.
     *
     * @return the value
     */
    public double value() {
        return (Double) values.get(VALUE);
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
     * The factors of a dimension node.
     *
     * @return the dims
     */
    public List<Dim> dims() {
        String text = text(DIMS);
        return text.isEmpty()
                ? List.of()
                : List.of(text.split(" ")).stream().map(Dim::of).toList();
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
