package io.graphkernel.processor.graph;

/**
 * One axis of a strided slice, under NumPy's rules.
 *
 * @param start the index of the first element that is read; of no meaning if the size is 0
 * @param size the number of elements that are read
 */
public record SliceBounds(Dim start, Dim size) {

    /** Larger than any axis, and small enough to be added to one. */
    private static final long FAR = 1L << 62;

    private static final Dim WHOLE = Dim.of(FAR);
    private static final Dim NOTHING_BEFORE = Dim.of(-FAR);
    private static final SliceBounds NOTHING = new SliceBounds(Dim.ZERO, Dim.ZERO);

    /**
     * The bounds of a slice.
     *
     * @param extent the size of the axis
     * @param begin the first index; negative counts from the end; beyond the axis is cut off
     * @param end the index after the last, like {@code begin}; {@code Long.MAX_VALUE} for the end of the axis,
     *     {@code Long.MIN_VALUE} for the element before the first, with a negative step
     * @param step not 0
     * @return start and size; for a step of -1 the elements start, start - 1, …
     */
    public static SliceBounds of(Dim extent, Dim begin, Dim end, long step) {
        Dim first = near(begin);
        Dim after = near(end);
        SliceBounds bounds = step > 0 ? forward(extent, first, after, step) : backward(extent, first, after, -step);
        return bounds.size().equals(Dim.ZERO) ? NOTHING : bounds;
    }

    /** No axis is longer, and the start is multiplied by strides. */
    private static Dim withinMemory(Dim begin) {
        return begin instanceof Dim.Constant constant ? Dim.of(Math.min(constant.size(), Shape.MOST_ELEMENTS)) : begin;
    }

    private static SliceBounds forward(Dim extent, Dim begin, Dim end, long step) {
        if (begin.equals(NOTHING_BEFORE)) {
            return forward(extent, Dim.ZERO, end, step);
        }
        Dim stop = end.equals(WHOLE) ? extent : fromFront(extent, end).min(extent);
        if (isNegative(begin) && stop.equals(extent)) {
            // The last elements: the size is known better as a number of elements than as a difference.
            Dim count = Dim.ZERO.minus(begin).min(extent);
            return new SliceBounds(extent.minus(count), steps(count, step));
        }
        Dim start = isNegative(begin) ? fromFront(extent, begin).max(Dim.ZERO) : withinMemory(begin);
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

    private static Dim fromFront(Dim extent, Dim index) {
        return isNegative(index) ? extent.plus(index) : index;
    }

    /** The number of steps over a distance, the last of which may be cut short. */
    private static Dim steps(Dim distance, long step) {
        return distance.plus(Dim.of(step - 1)).floorDiv(Dim.of(step));
    }
}
