package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Axes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.SliceBounds;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ViewKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What views do to accesses. Accesses here have one stride per axis of a value; along axes of size 1 it is 0.
 *
 * <p>This is the one place that knows how each kind of view finds its elements.
 */
public final class Views {

    private Views() {}

    /** Whether a node is a view. */
    public static boolean isView(Node node) {
        return OpTable.get().is(node, OpKind.VIEW);
    }

    /**
     * Whether a node is a view of one kind.
     *
     * @param node any node
     * @param kind how it finds the elements of its operand
     * @return false for a node that is no view
     */
    public static boolean is(Node node, ViewKind kind) {
        return isView(node) && kind(node) == kind;
    }

    /**
     * How a view finds the elements of its operand.
     *
     * @param view a view
     * @return its kind
     */
    public static ViewKind kind(Node view) {
        return OpTable.get().row(view).viewKind().orElseThrow();
    }

    /** Whether a node is a view that leaves the row-major order of the elements as it is. */
    public static boolean isReshape(Node node) {
        return is(node, ViewKind.RESHAPE);
    }

    /** The value at which a view looks, through further views; the node itself if it is no view. */
    public static Node base(Node node) {
        Node base = node;
        while (isView(base)) {
            base = base.operands().get(0);
        }
        return base;
    }

    /** The value of which a chain of reshapes is, element by element in the same order. */
    public static Node sameMemory(Node node) {
        Node base = node;
        while (isReshape(base)) {
            base = base.operands().get(0);
        }
        return base;
    }

    /**
     * The value in whose memory a chain of views lies, each of which a library reads as it is: reshapes, and parts that
     * carry {@link Attributes#NO_TASK}.
     */
    public static Node aliased(Node node) {
        Node base = node;
        while (isReshape(base) || isView(base) && base.attributes().flag(Attributes.NO_TASK)) {
            base = base.operands().get(0);
        }
        return base;
    }

    /**
     * Whether the elements of a value lie one after the other in the memory of its base.
     *
     * @param node a value of declared shape; its base is in memory
     * @return true for a value that is no view
     */
    public static boolean isContiguous(Node node) {
        List<Dim> strides = rowMajor(node.shape().dims()).strides();
        return inBase(node).map(Access::strides).equals(Optional.of(strides));
    }

    private static Optional<Access> inBase(Node node) {
        return isView(node)
                ? inBase(node.operands().get(0)).flatMap(operand -> through(node, operand))
                : Optional.of(rowMajor(node.shape().dims()));
    }

    /**
     * Elements one after the other.
     *
     * @param dims outermost first
     * @return the access of row-major order
     */
    public static Access rowMajor(List<Dim> dims) {
        List<Dim> strides = new ArrayList<>();
        Dim stride = Dim.ONE;
        for (int axis = dims.size() - 1; axis >= 0; axis--) {
            Dim dim = dims.get(axis);
            strides.add(dim.equals(Dim.ONE) ? Dim.ZERO : stride);
            // An empty axis has no elements to step over, but its neighbours still have different places.
            stride = dim.equals(Dim.ZERO) ? stride : stride.times(dim);
        }
        Collections.reverse(strides);
        return new Access(Dim.ZERO, strides);
    }

    /**
     * Looks through a view.
     *
     * @param view a view
     * @param operand where its operand's elements are
     * @return where its own elements are; empty if no strides say that
     */
    public static Optional<Access> through(Node view, Access operand) {
        try {
            return switch (kind(view)) {
                case TRANSPOSE -> Optional.of(transposed(view, operand));
                case BROADCAST -> Optional.of(broadcast(view, operand));
                case SLICE -> Optional.of(sliced(view, operand));
                case REVERSE -> Optional.of(reversed(view, operand));
                case RESHAPE -> reshaped(view, operand);
            };
        } catch (TypeException e) {
            throw new IllegalStateException("view " + view + ": " + e.getMessage(), e);
        }
    }

    /**
     * For a view that only permutes axes, adds or removes axes of size 1, or repeats along new ones: the operand's axis
     * that each axis of the view shows, -1 where it shows none or one of another size.
     *
     * @param view a view
     * @return one entry per axis of the view; empty if the view does more
     */
    static Optional<List<Integer>> axisMap(Node view) {
        Node operand = view.operands().get(0);
        List<Dim> from = operand.shape().dims();
        List<Dim> to = view.shape().dims();
        List<Integer> map = new ArrayList<>();
        switch (kind(view)) {
            case TRANSPOSE:
                return Optional.of(permutation(view));
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
                boolean all = from.subList(next, from.size()).stream().allMatch(Dim.ONE::equals);
                return all ? Optional.of(map) : Optional.empty();
            default:
                return Optional.empty();
        }
    }

    /**
     * Whether a node transposes the matrices of its last two axes.
     *
     * @param node any node
     * @return false for one that moves other axes too
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

    /** The operand's axis for each axis of a transpose. */
    public static List<Integer> permutation(Node transpose) {
        try {
            return Axes.permutation(
                    transpose.operands().get(0).shape(), transpose.attributes().longs(Attributes.PERMUTATION));
        } catch (TypeException e) {
            throw new IllegalStateException("view " + transpose + ": " + e.getMessage(), e);
        }
    }

    private static Access transposed(Node view, Access operand) {
        return new Access(
                operand.offset(),
                permutation(view).stream().map(operand.strides()::get).toList());
    }

    private static Access broadcast(Node view, Access operand) {
        List<Dim> strides = new ArrayList<>(
                Collections.nCopies(view.shape().rank() - operand.strides().size(), Dim.ZERO));
        strides.addAll(operand.strides());
        return new Access(operand.offset(), strides);
    }

    private static Access sliced(Node view, Access operand) {
        List<Dim> extents = view.operands().get(0).shape().dims();
        List<Dim> begin = view.attributes().dims(Attributes.BEGIN);
        List<Dim> end = view.attributes().dims(Attributes.END);
        List<Long> steps = view.attributes().longs(Attributes.STRIDES);
        Dim offset = operand.offset();
        List<Dim> strides = new ArrayList<>();
        for (int axis = 0; axis < extents.size(); axis++) {
            Dim stride = operand.strides().get(axis);
            long step = axis < steps.size() ? steps.get(axis) : 1;
            if (axis < begin.size()) {
                SliceBounds bounds = SliceBounds.of(extents.get(axis), begin.get(axis), end.get(axis), step);
                offset = offset.plus(bounds.start().times(stride));
            }
            boolean unit = view.shape().dims().get(axis).equals(Dim.ONE);
            strides.add(unit ? Dim.ZERO : stride.times(Dim.of(step)));
        }
        return new Access(offset, strides);
    }

    private static Access reversed(Node view, Access operand) throws TypeException {
        List<Dim> extents = view.shape().dims();
        Dim offset = operand.offset();
        List<Dim> strides = new ArrayList<>(operand.strides());
        for (int axis : Axes.normalized(view.shape(), view.attributes().axes())) {
            Dim stride = strides.get(axis);
            offset = offset.plus(extents.get(axis).minus(Dim.ONE).times(stride));
            strides.set(axis, Dim.ZERO.minus(stride));
        }
        return new Access(offset, strides);
    }

    private static Optional<Access> reshaped(Node view, Access operand) {
        List<Dim> from = view.operands().get(0).shape().dims();
        List<Dim> to = view.shape().dims();
        if (operand.strides().equals(rowMajor(from).strides())) {
            return Optional.of(new Access(operand.offset(), rowMajor(to).strides()));
        }
        return new Regrouping(from, operand.strides(), to).run().map(strides -> new Access(operand.offset(), strides));
    }

    /** Matches groups of old axes with groups of new axes that have as many elements. */
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

        /** The strides of the new axes; empty if a group is not walked evenly. */
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

        /** Adds the strides of the smallest group that begins at a new axis; its end, or -1. */
        private int group(int begin) {
            skipUnits();
            if (old == from.size() || to.get(begin).equals(Dim.ZERO)) {
                return -1;
            }
            int end = begin + 1;
            Dim wanted = to.get(begin);
            Dim found = from.get(old);
            Dim inner = strides.get(old++);
            while (!wanted.equals(found)) {
                boolean moreNew = found.exactQuotient(wanted).isPresent();
                if (moreNew && end < to.size()) {
                    wanted = wanted.times(to.get(end++));
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
