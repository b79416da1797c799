package io.graphkernel.processor.frontend.kernel;

import java.util.Optional;

/**
 * Declared parameter of a method, component of a record or element of a list. A graph contains only tensors and
 * numbers, identified by paths such as {@code model.layers.3.weight}.
 *
 * @param name the Java name, or the index of an element
 * @param aggregate the record or list; empty for a tensor or a number
 */
public record Member(String name, Optional<AggregateType> aggregate) {

    /**
     * Returns the path of a component.
     *
     * @param owner path of the enclosing aggregate; empty for a result
     * @param name name of the component
     * @return the names joined by a dot
     */
    public static String path(String owner, String name) {
        return owner.isEmpty() ? name : owner + "." + name;
    }
}
