package io.graphkernel.processor.stub;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Variables of an overload for the members of records and lists, by path.
 *
 * @param names function from a path to its variable
 * @param kept predicate that is true for a tensor or number with a variable, whose enclosing aggregates also have one
 * @param tensors predicate that is true for the path of a tensor
 */
record PathVariables(UnaryOperator<String> names, Predicate<String> kept, Predicate<String> tensors) {

    String name(String path) {
        return names.apply(path);
    }
}
