package io.graphkernel.processor.frontend;

import java.util.Optional;

/**
 * A parameter of a method or a component of a record, as Java declares it. A graph knows the tensors and numbers in
 * records alone, each by its path, such as {@code w.norm.gamma}.
 *
 * @param name the Java name
 * @param record the record; empty for a tensor or a number
 */
public record Member(String name, Optional<RecordType> record) {

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
