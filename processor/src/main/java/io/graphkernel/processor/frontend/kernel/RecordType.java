package io.graphkernel.processor.frontend.kernel;

import java.util.List;

/**
 * User-defined record of a parameter, component or result. Names are separate, since a dot does not distinguish a
 * package from a lower-case class.
 *
 * @param packageName empty for the unnamed package
 * @param simpleNames names of the enclosing classes from the outermost, then its own
 * @param components components in declaration order
 */
public record RecordType(String packageName, List<String> simpleNames, List<Member> components)
        implements AggregateType {

    public RecordType {
        simpleNames = List.copyOf(simpleNames);
        components = List.copyOf(components);
    }

    /**
     * Returns true if it or a nested record contains a list.
     *
     * @return true if there is a list
     */
    public boolean holdsList() {
        return components.stream()
                .flatMap(component -> component.aggregate().stream())
                .anyMatch(aggregate -> !(aggregate instanceof RecordType record) || record.holdsList());
    }
}
