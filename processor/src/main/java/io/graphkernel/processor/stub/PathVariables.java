package io.graphkernel.processor.stub;

import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The variables of an overload for what records and lists hold, by path.
 *
 * @param names the variable of a path
 * @param kept whether a tensor or number has a variable; what it lies in has one, too
 * @param tensors whether a path is that of a tensor
 */
record PathVariables(UnaryOperator<String> names, Predicate<String> kept, Predicate<String> tensors) {

    String name(String path) {
        return names.apply(path);
    }
}
