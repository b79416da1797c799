package io.graphkernel.processor.loop;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.SliceBounds;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Composition of accesses with views. Accesses have one stride per axis of a value, which is 0 for axes of size 1.
 *
 * <p>This class alone implements the element mapping of each kind of view.
 */
public final class Views {

    private Views() {}

    /** Returns true if a node is a view. */
    public static boolean isView(Node node) {
        return OpTable.get().is(node, OpKind.VIEW);
    }

    /**
     * Returns true if a node is a view of a kind.
     *
     * @param node any node
     * @param kind a kind of view
     * @return false for other nodes
     */
    public static boolean is(Node node, ViewKind kind) {
        return isView(node) && kind(node) == kind;
    }

    /**
     * Returns the kind of a view.
     *
     * @param view a view
     * @return its kind
     */
    public static ViewKind kind(Node view) {
        return OpTable.get().row(view).viewKind().orElseThrow();
    }

    /** Returns true if a node is a view that preserves the row-major order of the elements. */
    public static boolean isReshape(Node node) {
        return is(node, ViewKind.RESHAPE);
    }

    /** Returns the base of a chain of views; the node itself if it is not a view. */
    public static Node base(Node node) {
        Node base = node;
        while (isView(base)) {
            base = base.operands().get(0);
        }
        return base;
    }

    /** Returns the base of a chain of reshapes, which has the same elements in the same order. */
    public static Node sameMemory(Node node) {
        Node base = node;
        while (isReshape(base)) {
            base = base.operands().get(0);
        }
        return base;
    }

    /**
     * Returns the value that owns the memory of a chain of views which libraries read directly: reshapes, updated
     * parameters, and slices with {@link Attributes#NO_TASK}.
     */
    public static Node aliased(Node node) {
        Node base = node;
        while (isReshape(base)
                || is(base, ViewKind.UPDATED)
                || isView(base) && base.attributes().flag(Attributes.NO_TASK)) {
            base = base.operands().get(0);
        }
        return base;
    }

    /**
     * Returns true if the elements of a value are contiguous in the memory of its base.
     *
     * @param node a value of declared shape, whose base is in memory
     * @return true for a value that is not a view
     */
    public static boolean isContiguous(Node node) {
        List<Dim> strides = rowMajor(node.shape().dims()).strides();
        return inBase(node).map(AccessMap::strides).equals(Optional.of(strides));
    }

    private static Optional<AccessMap> inBase(Node node) {
        return isView(node)
                ? inBase(node.operands().get(0)).flatMap(operand -> through(node, operand))
                : Optional.of(rowMajor(node.shape().dims()));
    }

    /**
     * Returns a row-major access.
     *
     * @param dims dims, outermost first
     * @return the contiguous access
     */
    public static AccessMap rowMajor(List<Dim> dims) {
        List<Dim> strides = new ArrayList<>();
        Dim stride = Dim.ONE;
        for (int axis = dims.size() - 1; axis >= 0; axis--) {
            Dim dim = dims.get(axis);
            strides.add(dim.equals(Dim.ONE) ? Dim.ZERO : stride);
            // An empty axis does not change the strides of the outer ones.
            stride = dim.equals(Dim.ZERO) ? stride : stride.times(dim);
        }
        Collections.reverse(strides);
        return new AccessMap(Dim.ZERO, strides);
    }

    /**
     * Composes a view with an access.
     *
     * @param view a view
     * @param operand access of its operand
     * @return access of the view; empty if it has no strides
     */
    public static Optional<AccessMap> through(Node view, AccessMap operand) {
        try {
            return switch (kind(view)) {
                case TRANSPOSE -> Optional.of(transposed(view, operand));
                case BROADCAST -> Optional.of(broadcast(view, operand));
                case SLICE -> Optional.of(sliced(view, operand));
                case REVERSE -> Optional.of(reversed(view, operand));
                case RESHAPE -> reshaped(view, operand);
                case UPDATED -> Optional.of(operand);
            };
        } catch (TypeException e) {
            throw new IllegalStateException("view " + view + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the operand's axis for each axis of a view that only permutes axes, adds or removes axes of size 1, or
     * broadcasts.
     *
     * @param view a view
     * @return one entry per axis of the view, -1 if it has no axis of equal size; empty for other views
     */
    static Optional<List<Integer>> axisMap(Node view) {
        Node operand = view.operands().get(0);
        List<Dim> from = operand.shape().dims();
        List<Dim> to = view.shape().dims();
        List<Integer> map = new ArrayList<>();
        switch (kind(view)) {
            case TRANSPOSE:
                return Optional.of(permutation(view));
            case UPDATED:
                return Optional.of(IntStream.range(0, to.size()).boxed().toList());
            case BROADCAST:
                for (int axis = 0; axis < to.size(); axis++) {
                    int source = axis - to.size() + from.size();
                    map.add(source >= 0 && from.get(source).equals(to.get(axis)) ? source : -1);
                }
                return Optional.of(map);
            case RESHAPE:
                int next = 0;
                for (Dim dim : to) {
                    while (next < from.size() && from.get(next).equals(Dim.ONE)) {
                        next++;
                    }
                    boolean unit = dim.equals(Dim.ONE);
                    if (!unit && (next == from.size() || !from.get(next).equals(dim))) {
                        return Optional.empty();
                    }
                    map.add(unit ? -1 : next++);
                }
                boolean hasOnlyUnits = from.subList(next, from.size()).stream().allMatch(Dim.ONE::equals);
                return hasOnlyUnits ? Optional.of(map) : Optional.empty();
            default:
                return Optional.empty();
        }
    }

    /**
     * Returns true if a node transposes its last two axes.
     *
     * @param node any node
     * @return false for one that permutes other axes too
     */
    public static boolean swapsLastAxes(Node node) {
        if (!is(node, ViewKind.TRANSPOSE)) {
            return false;
        }
        List<Integer> permutation = permutation(node);
        int rank = permutation.size();
        for (int axis = 0; axis < rank - 2; axis++) {
            if (permutation.get(axis) != axis) {
                return false;
            }
        }
        return rank >= 2 && permutation.get(rank - 1) == rank - 2;
    }

    /** Returns the permutation of a transpose. */
    public static List<Integer> permutation(Node transpose) {
        try {
            return Axes.permutation(
                    transpose.operands().get(0).shape(), transpose.attributes().longs(Attributes.PERMUTATION));
        } catch (TypeException e) {
            throw new IllegalStateException("view " + transpose + ": " + e.getMessage(), e);
        }
    }

    private static AccessMap transposed(Node view, AccessMap operand) {
        return new AccessMap(
                operand.offset(),
                permutation(view).stream().map(operand.strides()::get).toList());
    }

    private static AccessMap broadcast(Node view, AccessMap operand) {
        List<Dim> strides = new ArrayList<>(
                Collections.nCopies(view.shape().rank() - operand.strides().size(), Dim.ZERO));
        strides.addAll(operand.strides());
        return new AccessMap(operand.offset(), strides);
    }

    private static AccessMap sliced(Node view, AccessMap operand) {
        List<Dim> extents = view.operands().get(0).shape().dims();
        List<Dim> begin = view.attributes().dims(Attributes.BEGIN);
        List<Long> steps = view.attributes().longs(Attributes.STRIDES);
        Dim offset = operand.offset();
        List<Dim> strides = new ArrayList<>();
        for (int axis = 0; axis < extents.size(); axis++) {
            Dim stride = operand.strides().get(axis);
            long step = axis < steps.size() ? steps.get(axis) : 1;
            if (axis < begin.size()) {
                SliceBounds bounds = SliceBounds.of(view.attributes(), axis, extents.get(axis));
                offset = offset.plus(bounds.start().times(stride));
            }
            boolean unit = view.shape().dims().get(axis).equals(Dim.ONE);
            strides.add(unit ? Dim.ZERO : stride.times(Dim.of(step)));
        }
        return new AccessMap(offset, strides);
    }

    private static AccessMap reversed(Node view, AccessMap operand) throws TypeException {
        List<Dim> extents = view.shape().dims();
        Dim offset = operand.offset();
        List<Dim> strides = new ArrayList<>(operand.strides());
        for (int axis : Axes.normalized(view.shape(), view.attributes().axes())) {
            Dim stride = strides.get(axis);
            offset = offset.plus(extents.get(axis).minus(Dim.ONE).times(stride));
            strides.set(axis, Dim.ZERO.minus(stride));
        }
        return new AccessMap(offset, strides);
    }

    private static Optional<AccessMap> reshaped(Node view, AccessMap operand) {
        List<Dim> from = view.operands().get(0).shape().dims();
        List<Dim> to = view.shape().dims();
        if (operand.strides().equals(rowMajor(from).strides())) {
            return Optional.of(new AccessMap(operand.offset(), rowMajor(to).strides()));
        }
        return new Regrouping(from, operand.strides(), to)
                .run()
                .map(strides -> new AccessMap(operand.offset(), strides));
    }

    /** Matching of groups of old axes with groups of new axes that have the same number of elements. */
    private static final class Regrouping {

        private final List<Dim> from;
        private final List<Dim> strides;
        private final List<Dim> to;
        private final List<Dim> result = new ArrayList<>();
        private int old;

        Regrouping(List<Dim> from, List<Dim> strides, List<Dim> to) {
            this.from = from;
            this.strides = strides;
            this.to = to;
        }

        /** Returns the strides of the new axes; empty if a group has no uniform stride. */
        Optional<List<Dim>> run() {
            int next = 0;
            while (next < to.size()) {
                if (to.get(next).equals(Dim.ONE)) {
                    result.add(Dim.ZERO);
                    next++;
                    continue;
                }
                int end = group(next);
                if (end < 0) {
                    return Optional.empty();
                }
                next = end;
            }
            return Optional.of(result);
        }

        /** Adds the strides of the smallest group that begins at a new axis. Returns the group's end, or -1. */
        private int group(int begin) {
            skipUnits();
            if (old == from.size() || to.get(begin).equals(Dim.ZERO)) {
                return -1;
            }
            int end = begin + 1;
            Dim target = to.get(begin);
            Dim found = from.get(old);
            Dim inner = strides.get(old++);
            while (!target.equals(found)) {
                boolean moreNew = found.exactQuotient(target).isPresent();
                if (moreNew && end < to.size()) {
                    target = target.times(to.get(end++));
                    continue;
                }
                skipUnits();
                if (old == from.size() || !inner.equals(strides.get(old).times(from.get(old)))) {
                    return -1;
                }
                found = found.times(from.get(old));
                inner = strides.get(old++);
            }
            List<Dim> group = new ArrayList<>();
            for (int axis = end - 1; axis >= begin; axis--) {
                group.add(to.get(axis).equals(Dim.ONE) ? Dim.ZERO : inner);
                inner = inner.times(to.get(axis));
            }
            Collections.reverse(group);
            result.addAll(group);
            return end;
        }

        private void skipUnits() {
            while (old < from.size() && from.get(old).equals(Dim.ONE)) {
                old++;
            }
        }
    }
}
