package io.graphkernel.processor.frontend.kernel;

import io.graphkernel.graph.Graph;

/** Java's limit on method parameters, in slots, of which a long or double occupies two. */
public final class ParameterSlots {

    /** Maximum number of slots of a static method. */
    public static final int MAX_SLOTS = 255;

    /**
     * Maximum number of tensors in record parameters. Each is a text argument of a generated method, of about eight bytes,
     * whose limit is 65,535.
     */
    public static final int MAX_RECORD_TENSORS = 6_000;

    private ParameterSlots() {}

    /**
     * Returns the slots of an overload with flat parameters and results of a graph.
     *
     * @param graph graph of a method without records
     * @return at least one
     */
    public static int of(Graph graph) {
        return graph.outputs().size()
                + graph.parameters().stream()
                        .mapToInt(parameter -> of(parameter.javaType()))
                        .sum();
    }

    /**
     * Returns the slots of a parameter.
     *
     * @param javaType a primitive type, or the name of a class
     * @return one or two
     */
    public static int of(String javaType) {
        return javaType.equals("long") || javaType.equals("double") ? 2 : 1;
    }
}
