package io.graphkernel.processor.frontend;

import java.util.Optional;

/**
 * A parameter of a method, a component of a record or an element of a list, as Java declares it. A graph knows the tensors
 * and numbers alone, each by its path, such as {@code model.layers.3.weight}.
 *
 * @param name the Java name; of an element its number
 * @param aggregate the record or list; empty for a tensor or a number
 */
public record Member(String name, Optional<AggregateType> aggregate) {

    /**
     * The path of a component.
     *
     * @param owner the path of what has the component; empty for a result
     * @param name the component
     * @return the names with a dot between them
     */
    public static String path(String owner, String name) {
        return owner.isEmpty() ? name : owner + "." + name;
    }
}
