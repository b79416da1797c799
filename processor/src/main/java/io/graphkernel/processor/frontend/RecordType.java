package io.graphkernel.processor.frontend;

import java.util.List;

/**
 * A record of the user's, as a parameter, a component or a result. Its names are kept apart: a dot does not tell a package
 * from a class in lower case.
 *
 * @param packageName empty for the unnamed package
 * @param simpleNames those of the classes that it is nested in, from the outside, then its own
 * @param components in the order of the declaration
 */
public record RecordType(String packageName, List<String> simpleNames, List<Member> components)
        implements AggregateType {

    public RecordType {
        simpleNames = List.copyOf(simpleNames);
        components = List.copyOf(components);
    }

    /**
     * Whether a list lies in it, or in a record in it.
     *
     * @return true if there is one
     */
    public boolean holdsList() {
        return components.stream()
                .flatMap(component -> component.aggregate().stream())
                .anyMatch(aggregate -> !(aggregate instanceof RecordType record) || record.holdsList());
    }
}
