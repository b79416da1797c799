package io.graphkernel.processor.loop;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import java.util.ArrayList;
import java.util.List;

/** Memory layout of the values that a loop stacks, one slice per iteration. */
public final class StackLayout {

    private StackLayout() {}

    /**
     * Returns the access of an iteration's slice in the memory of a stacked result.
     *
     * @param result a result that is not a carried value
     * @return access of the slice's elements, whose offset depends on the loop's index
     */
    public static AccessMap slice(Node result) {
        Loop loop = Loop.of(result.operands().get(0));
        if (Loop.isRows(result)) {
            AccessMap rows = Views.rowMajor(result.shape().dims());
            Dim begin = result.attributes().dims(Attributes.BEGIN).get(0);
            return new AccessMap(begin.times(rows.strides().get(0)), rows.strides());
        }
        return slice(loop, result.shape().dims(), Loop.stackAxis(result), Loop.isReversed(result));
    }

    /**
     * Returns the access of an iteration's slice in the memory of a stack.
     *
     * @param loop the loop
     * @param dims dims of the stack
     * @param axis axis along which the slices are stacked
     * @param reversed true if the first iteration stores the last slice
     * @return access of the slice's elements, whose offset depends on the loop's index
     */
    public static AccessMap slice(Loop loop, List<Dim> dims, int axis, boolean reversed) {
        List<Dim> strides = new ArrayList<>(Views.rowMajor(dims).strides());
        Dim step = strides.remove(axis);
        Dim index = new Dim.Symbol(loop.index());
        Dim position = reversed ? loop.capacity().minus(Dim.ONE).minus(index) : index;
        return new AccessMap(position.times(step), strides);
    }

    /**
     * Returns the attributes of a result that is stacked along an axis.
     *
     * @param attributes attributes of a result that is stacked along the first axis
     * @param axis the axis
     * @param reversed true if the first iteration stores the last slice
     * @return the new attributes
     */
    public static Attributes along(Attributes attributes, int axis, boolean reversed) {
        Attributes moved = axis == 0 ? attributes : attributes.with(Attributes.AXIS, (long) axis);
        return reversed ? moved.with(Attributes.REVERSE, true) : moved;
    }
}
