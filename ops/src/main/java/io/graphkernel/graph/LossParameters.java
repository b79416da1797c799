package io.graphkernel.graph;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tensor parameters of a method that computes gradients of losses. Gradients assume distinct parameters: a call
 * must not pass one tensor both for a differentiated parameter and for another one.
 *
 * @param differentiated names of the parameters by which a gradient is taken
 * @param read names of the parameters that a loss reads
 */
public record LossParameters(List<String> differentiated, List<String> read) {

    /** The value for methods without gradients. */
    public static final LossParameters NONE = new LossParameters(List.of(), List.of());

    public LossParameters {
        differentiated = sorted(differentiated);
        read = sorted(read);
    }

    private static List<String> sorted(Collection<String> names) {
        return names.stream().distinct().sorted().toList();
    }

    /** Returns these parameters and others. */
    LossParameters with(List<String> otherDifferentiated, List<String> otherRead) {
        return new LossParameters(joined(differentiated, otherDifferentiated), joined(read, otherRead));
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /**
     * Returns true if one tensor must not be passed for both parameters.
     *
     * @param one name of the first parameter
     * @param other name of the second parameter
     * @return true if a gradient is taken by either parameter and a loss depends on both
     */
    public boolean mustBeDistinct(String one, String other) {
        return differentiated.contains(one) && isUsed(other) || differentiated.contains(other) && isUsed(one);
    }

    private boolean isUsed(String name) {
        return differentiated.contains(name) || read.contains(name);
    }
}
