package io.graphkernel.conformance.random;

import io.graphkernel.graph.Dim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shapes of symbols. */
final class Dims {

    private Dims() {}

    /** The shape to which both broadcast, if it is sure that they do. */
    static Optional<List<Dim>> broadcast(List<Dim> x, List<Dim> y) {
        List<Dim> joint = new ArrayList<>();
        for (int back = 1; back <= Math.max(x.size(), y.size()); back++) {
            Dim a = back <= x.size() ? x.get(x.size() - back) : Dim.ONE;
            Dim b = back <= y.size() ? y.get(y.size() - back) : Dim.ONE;
            if (!a.equals(b) && !a.equals(Dim.ONE) && !b.equals(Dim.ONE)) {
                return Optional.empty();
            }
            joint.add(0, a.equals(Dim.ONE) ? b : a);
        }
        return Optional.of(joint);
    }

    /** The dims with one of them replaced. */
    static List<Dim> with(List<Dim> dims, int axis, Dim dim) {
        List<Dim> changed = new ArrayList<>(dims);
        changed.set(axis, dim);
        return changed;
    }

    /** The dims with one more. */
    static List<Dim> inserted(List<Dim> dims, int axis, Dim dim) {
        List<Dim> changed = new ArrayList<>(dims);
        changed.add(axis, dim);
        return changed;
    }

    /** The dims without one of them. */
    static List<Dim> without(List<Dim> dims, int axis) {
        List<Dim> changed = new ArrayList<>(dims);
        changed.remove(axis);
        return changed;
    }
}
