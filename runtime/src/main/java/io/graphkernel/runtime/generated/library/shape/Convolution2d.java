package io.graphkernel.runtime.generated.library.shape;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Arrays;

/** The attributes of a 2-D convolution. Immutable. */
public final class Convolution2d {
    private final long[] strides;
    private final long[] padsBefore;
    private final long[] padsAfter;
    private final long[] dilations;
    private final int groups;

    /**
     * Creates the attributes.
     *
     * @param strides strides along height and width, at least 1
     * @param pads padding at the top, bottom, left and right
     * @param dilations dilations along height and width, at least 1
     * @param groups number of channel groups
     * @throws InvalidArgumentException if a value is out of range
     */
    public Convolution2d(String method, long[] strides, long[] pads, long[] dilations, int groups) {
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

    public long[] strides() {
        return strides;
    }

    /** Returns the padding at the top and at the left. */
    public long[] padsBefore() {
        return padsBefore;
    }

    /** Returns the padding at the bottom and at the right. */
    public long[] padsAfter() {
        return padsAfter;
    }

    public long[] dilations() {
        return dilations;
    }

    public int groups() {
        return groups;
    }
}
