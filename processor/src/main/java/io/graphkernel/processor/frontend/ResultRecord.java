package io.graphkernel.processor.frontend;

import java.util.List;

/**
 * The record that a method returns. Its names are kept apart: a dot does not tell a package from a class in lower case.
 *
 * @param packageName empty for the unnamed package
 * @param simpleNames those of the classes that it is nested in, from the outside, then its own
 */
public record ResultRecord(String packageName, List<String> simpleNames) {

    public ResultRecord {
        simpleNames = List.copyOf(simpleNames);
    }
}
