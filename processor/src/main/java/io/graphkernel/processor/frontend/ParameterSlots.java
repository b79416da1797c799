package io.graphkernel.processor.frontend;

import io.graphkernel.processor.graph.Graph;

/** Java's limit for the parameters of a method, in slots: a long or double takes two. */
public final class ParameterSlots {

    /** The most that a static method has. */
    public static final int MOST = 255;

    private ParameterSlots() {}

    /**
     * The slots of an overload that takes the parameters of a graph and its results one by one.
     *
     * @param graph of a method without records
     * @return at least one
     */
    public static int of(Graph graph) {
        return graph.outputs().size()
                + graph.parameters().stream()
                        .mapToInt(parameter -> of(parameter.javaType()))
                        .sum();
    }

    /**
     * The slots of a parameter.
     *
     * @param javaType a primitive type, or the name of a class
     * @return one or two
     */
    public static int of(String javaType) {
        return javaType.equals("long") || javaType.equals("double") ? 2 : 1;
    }
}
