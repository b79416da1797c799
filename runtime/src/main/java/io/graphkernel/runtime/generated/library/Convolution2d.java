package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Arrays;

/**
 * The attributes of a convolution over two axes, height and width. It is immutable.
 */
final class Convolution2d {
    private final long[] strides;
    private final long[] padsBefore;
    private final long[] padsAfter;
    private final long[] dilations;
    private final int groups;

    /**
     * Attributes.
     *
     * @param strides along height and width, 1 or more
     * @param pads rows of zeros at the top and the bottom, columns of zeros at the left and the right
     * @param dilations along height and width, 1 or more
     * @param groups the number of groups, which share no channels
     * @throws InvalidArgumentException if they are not
     */
    Convolution2d(String method, long[] strides, long[] pads, long[] dilations, int groups) {
        require(
                method,
                "strides",
                strides,
                strides.length == 2 && Arrays.stream(strides).allMatch(s -> s >= 1),
                "2 numbers of 1 or more");
        require(
                method,
                "pads",
                pads,
                pads.length == 4 && Arrays.stream(pads).allMatch(pad -> pad >= 0),
                "4 numbers of 0 or more");
        require(
                method,
                "dilations",
                dilations,
                dilations.length == 2 && Arrays.stream(dilations).allMatch(d -> d >= 1),
                "2 numbers of 1 or more");
        require(method, "groups", new long[] {groups}, groups >= 1, "1 or more");
        this.strides = strides.clone();
        this.padsBefore = new long[] {pads[0], pads[2]};
        this.padsAfter = new long[] {pads[1], pads[3]};
        this.dilations = dilations.clone();
        this.groups = groups;
    }

    private static void require(String method, String name, long[] value, boolean valid, String rule) {
        if (!valid) {
            throw new InvalidArgumentException(
                    RuntimeProblem.CONVOLUTION_ATTRIBUTE, method, name, Arrays.toString(value), rule);
        }
    }

    long[] strides() {
        return strides;
    }

    /** At the top and at the left. */
    long[] padsBefore() {
        return padsBefore;
    }

    /** At the bottom and at the right. */
    long[] padsAfter() {
        return padsAfter;
    }

    long[] dilations() {
        return dilations;
    }

    int groups() {
        return groups;
    }
}
