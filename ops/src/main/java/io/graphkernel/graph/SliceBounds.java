package io.graphkernel.graph;

/**
 * One axis of a strided slice, under NumPy's rules.
 *
 * @param start index of the first element; unspecified if the size is 0
 * @param size number of elements
 */
public record SliceBounds(Dim start, Dim size) {

    /** Exceeds any axis, and can be added to one without overflow. */
    private static final long FAR = 1L << 62;

    private static final Dim WHOLE = Dim.of(FAR);
    private static final Dim NOTHING_BEFORE = Dim.of(-FAR);
    private static final SliceBounds NOTHING = new SliceBounds(Dim.ZERO, Dim.ZERO);

    /**
     * Returns the bounds along one axis of a slice.
     *
     * @param slice the attributes of the op
     * @param axis an axis that has a begin and an end
     * @param extent the size of the axis
     * @return start and size
     */
    public static SliceBounds of(Attributes slice, int axis, Dim extent) {
        Dim begin = slice.dims(Attributes.BEGIN).get(axis);
        Dim end = slice.dims(Attributes.END).get(axis);
        if (slice.flag(Attributes.INSIDE)) {
            Dim size = steps(end.minus(begin), slice.longs(Attributes.STRIDES).get(axis));
            return size.equals(Dim.ZERO) ? NOTHING : new SliceBounds(begin, size);
        }
        return of(extent, begin, end, slice.longs(Attributes.STRIDES).get(axis));
    }

    /**
     * Returns true if the slice provably contains exactly the indices of a range.
     *
     * @param begin index of the first element
     * @param end exclusive end index
     * @return false if that cannot be decided
     */
    public boolean isRange(Dim begin, Dim end) {
        Dim length = end.minus(begin);
        return size.equals(length) && (start.equals(begin) || length.equals(Dim.ZERO));
    }

    /**
     * Returns the bounds of a slice.
     *
     * @param extent the size of the axis
     * @param begin index of the first element; negative counts from the end, clamped to the axis
     * @param end exclusive end index, like {@code begin}; {@code Long.MAX_VALUE} for the end of the axis, {@code
     *     Long.MIN_VALUE} for the element before the first, with a negative step
     * @param step not 0
     * @return start and size; for a step of -1 the elements start, start - 1, …
     */
    public static SliceBounds of(Dim extent, Dim begin, Dim end, long step) {
        Dim first = near(begin);
        Dim after = near(end);
        SliceBounds bounds = step > 0 ? forward(extent, first, after, step) : backward(extent, first, after, -step);
        return bounds.size().equals(Dim.ZERO) ? NOTHING : bounds;
    }

    /** Clamps to the maximum axis size, because the start is multiplied by strides. */
    private static Dim withinMemory(Dim begin) {
        return begin instanceof Dim.Constant constant ? Dim.of(Math.min(constant.size(), Shape.MAX_ELEMENTS)) : begin;
    }

    private static SliceBounds forward(Dim extent, Dim begin, Dim end, long step) {
        if (begin.equals(NOTHING_BEFORE)) {
            return forward(extent, Dim.ZERO, end, step);
        }
        Dim stop = end.equals(WHOLE) ? extent : clampedFromFront(extent, end).min(extent);
        if (isNegative(begin) && stop.equals(extent)) {
            // A suffix: the size is simpler as a number of elements than as a difference.
            Dim count = Dim.ZERO.minus(begin).min(extent);
            return new SliceBounds(extent.minus(count), steps(count, step));
        }
        Dim start = withinMemory(clampedFromFront(extent, begin).max(Dim.ZERO));
        return new SliceBounds(start, steps(stop.minus(start).max(Dim.ZERO), step));
    }

    private static SliceBounds backward(Dim extent, Dim begin, Dim end, long step) {
        Dim last = extent.minus(Dim.ONE);
        Dim start = begin.equals(WHOLE) ? last : fromFront(extent, begin).min(last);
        Dim stop =
                end.equals(NOTHING_BEFORE) ? Dim.of(-1) : fromFront(extent, end).max(Dim.of(-1));
        return new SliceBounds(start, steps(start.minus(stop).max(Dim.ZERO), step));
    }

    private static Dim near(Dim index) {
        return index instanceof Dim.Constant constant ? Dim.of(Math.max(-FAR, Math.min(FAR, constant.size()))) : index;
    }

    private static boolean isNegative(Dim index) {
        return index instanceof Dim.Constant constant && constant.size() < 0;
    }

    /** Returns an index counted from the front. The sign of a computed index is known only at the call. */
    private static Dim fromFront(Dim extent, Dim index) {
        if (isNegative(index)) {
            return extent.plus(index);
        }
        return index.isNonNegative()
                ? index
                : index.plus(extent.times(Dim.ZERO.minus(index).max(Dim.ZERO).min(Dim.ONE)));
    }

    /** Returns an index counted from the front, clamped at 0: on an axis of one element index -1 equals index 0. */
    private static Dim clampedFromFront(Dim extent, Dim index) {
        boolean isNearEnd =
                extent.minus(index) instanceof Dim.Constant fromEnd && fromEnd.size() >= 0 && fromEnd.size() <= 2;
        return isNearEnd && !isNegative(index) ? index : fromFront(extent, index);
    }

    /** Returns the number of steps over a distance, rounded up. */
    private static Dim steps(Dim distance, long step) {
        return distance.plus(Dim.of(step - 1)).floorDiv(Dim.of(step));
    }
}
