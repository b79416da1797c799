package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Axes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The axes over which a group's ops run, numbered from 0.
 *
 * <p>Each op says which axes of its operands are axes of its result; what is not connected that way is aligned from the
 * right, as broadcasting does. Axes of size 1 need no loop and are no axes of the domain, unless they are all that is
 * reduced or scanned.
 */
final class Domain {

    private final Members members;
    private final AxisClasses classes = new AxisClasses();
    private final List<Node> reductions;
    /** The classes of the axes, outermost first. */
    private List<Integer> axes = new ArrayList<>();

    private final Set<Integer> reduced = new HashSet<>();
    /** The reductions over the other axes instead. */
    private final Set<Node> across = Collections.newSetFromMap(new IdentityHashMap<>());

    private int scanned = -1;

    private Domain(Members members) {
        this.members = members;
        this.reductions = members.computed().stream()
                .filter(node -> Members.is(node, OpKind.REDUCTION))
                .toList();
    }

    /** The domain, or empty if the ops have none in common. */
    static Optional<Domain> of(Members members) {
        Domain domain = new Domain(members);
        return domain.find() ? Optional.of(domain) : Optional.empty();
    }

    int axisCount() {
        return axes.size();
    }

    Dim extent(int axis) {
        return classes.dim(axes.get(axis));
    }

    /** Whether the first reduction, and all that are alike, reduces an axis. */
    boolean isReduced(int axis) {
        return reduced.contains(axes.get(axis));
    }

    /** Whether some reductions keep what the others reduce: those of rows and those of columns. */
    boolean isCrossed() {
        return !across.isEmpty();
    }

    /** Whether a reduction reduces an axis. */
    boolean reduces(Node reduction, int axis) {
        return isReduced(axis) != across.contains(reduction);
    }

    /** Whether something is reduced, be it over no axis. */
    boolean hasReduction() {
        return !reductions.isEmpty();
    }

    /** The axis along which a scan runs; -1 without. */
    int scannedAxis() {
        return scanned;
    }

    /** The axis of the domain that an axis of a value belongs to; -1 for one of size 1, unless it is scanned. */
    int axis(Node value, int axis) {
        boolean unit = value.shape().dims().get(axis).equals(Dim.ONE);
        int found = axes.indexOf(classes.of(value, axis));
        return unit && found != scanned ? -1 : found;
    }

    private boolean find() {
        for (Node node : members.computed()) {
            if (!relate(node)) {
                return false;
            }
        }
        List<Node> scans = members.computed().stream()
                .filter(node -> Members.is(node, OpKind.SCAN))
                .toList();
        if (scans.size() > 1 || (!scans.isEmpty() && hasReduction())) {
            return false;
        }
        Node anchor = anchor(scans);
        axes = new ArrayList<>(classes.of(anchor));
        for (Node value : members.values()) {
            if (!align(value, hasReduction() || !scans.isEmpty())) {
                return false;
            }
        }
        axes.replaceAll(classes::find);
        if (!findReduced()) {
            return false;
        }
        scans.forEach(scan -> scanned = axes.indexOf(classes.of(scan, Storage.axis(scan, scan))));
        removeUnits();
        return noValueUsesAnAxisTwice();
    }

    /** The value whose axes the others are aligned with. */
    private Node anchor(List<Node> scans) {
        if (hasReduction()) {
            return reductions.get(0).operands().get(0);
        }
        if (!scans.isEmpty()) {
            return scans.get(0);
        }
        Node largest = members.values().get(0);
        int most = extent(largest);
        for (Node value : members.values()) {
            if (extent(value) > most) {
                largest = value;
                most = extent(value);
            }
        }
        return largest;
    }

    private static int extent(Node value) {
        int count = 0;
        for (Dim dim : value.shape().dims()) {
            count += dim.equals(Dim.ONE) ? 0 : 1;
        }
        return count;
    }

    /** Unites the axes of an op's operands with those of its result. */
    private boolean relate(Node node) {
        if (Members.is(node, OpKind.REDUCTION)) {
            return relateReduction(node);
        }
        if (Views.isView(node)) {
            return relateView(node);
        }
        int after = Members.is(node, OpKind.GATHER) ? axesAfterIndex(node) : 0;
        for (Node operand : members.operands(node)) {
            int rank = operand.shape().rank();
            for (int axis = 0; axis < rank; axis++) {
                int target = node.shape().rank() - after - rank + axis;
                boolean broadcast = !operand.shape()
                        .dims()
                        .get(axis)
                        .equals(node.shape().dims().get(target));
                if (!broadcast && !classes.unite(classes.of(operand, axis), classes.of(node, target))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Axes of a Gather's result that come after those of its index. */
    private static int axesAfterIndex(Node gather) {
        Node data = gather.operands().get(0);
        return data.shape().rank() - 1 - Storage.axis(gather, data);
    }

    private boolean relateReduction(Node node) {
        Node operand = node.operands().get(0);
        List<Integer> gone = reducedAxes(node);
        int target = 0;
        for (int axis = 0; axis < operand.shape().rank(); axis++) {
            boolean kept = !gone.contains(axis);
            if (kept && !classes.unite(classes.of(operand, axis), classes.of(node, target))) {
                return false;
            }
            target += kept || node.attributes().keepDims() ? 1 : 0;
        }
        return true;
    }

    private boolean relateView(Node node) {
        Node operand = node.operands().get(0);
        Optional<List<Integer>> map = Views.axisMap(node);
        if (map.isEmpty()) {
            return false;
        }
        for (int axis = 0; axis < node.shape().rank(); axis++) {
            int source = map.get().get(axis);
            if (source >= 0 && !classes.unite(classes.of(operand, source), classes.of(node, axis))) {
                return false;
            }
        }
        return true;
    }

    private static List<Integer> reducedAxes(Node reduction) {
        try {
            return Axes.normalized(
                    reduction.operands().get(0).shape(), reduction.attributes().axes());
        } catch (TypeException e) {
            throw new IllegalStateException(reduction + ": " + e.getMessage(), e);
        }
    }

    /** Finds a place for the axes of a value that no op connects with the domain; a fixed one has no more axes. */
    private boolean align(Node value, boolean fixed) {
        List<Integer> own = classes.of(value);
        for (int axis = own.size() - 1; axis >= 0; axis--) {
            int axisClass = classes.of(value, axis);
            if (classes.isUnit(axisClass) || contains(axisClass)) {
                continue;
            }
            int place = axes.size() - own.size() + axis;
            if (place < 0) {
                if (fixed) {
                    return false;
                }
                axes.add(0, axisClass);
                continue;
            }
            boolean free = classes.isUnit(axes.get(place)) && !fixed;
            if (free) {
                axes.set(place, axisClass);
            } else if (!classes.unite(axes.get(place), axisClass)) {
                return false;
            }
        }
        return true;
    }

    private boolean contains(int axisClass) {
        int found = classes.find(axisClass);
        for (int axis : axes) {
            if (classes.find(axis) == found) {
                return true;
            }
        }
        return false;
    }

    /** All reductions reduce the same axes of the whole domain, or else all the others. */
    private boolean findReduced() {
        Set<Integer> domain = new HashSet<>();
        for (Node reduction : reductions) {
            Node operand = reduction.operands().get(0);
            Set<Integer> whole = new HashSet<>(classes.of(operand));
            Set<Integer> mine = new HashSet<>();
            reducedAxes(reduction).forEach(axis -> mine.add(classes.of(operand, axis)));
            if (reduction == reductions.get(0)) {
                reduced.addAll(mine);
                domain.addAll(whole);
            } else if (!withoutUnits(whole).equals(withoutUnits(domain))) {
                return false;
            } else if (isComplement(withoutUnits(mine), withoutUnits(domain))) {
                across.add(reduction);
            } else if (!withoutUnits(mine).equals(withoutUnits(reduced))) {
                return false;
            }
        }
        return true;
    }

    private boolean isComplement(Set<Integer> mine, Set<Integer> domain) {
        Set<Integer> others = new HashSet<>(domain);
        others.removeAll(reduced);
        return !mine.isEmpty() && !others.equals(domain) && mine.equals(others);
    }

    private void removeUnits() {
        boolean reducesUnits = withoutUnits(reduced).isEmpty();
        List<Integer> loops = new ArrayList<>();
        int scannedClass = scanned < 0 ? -1 : axes.get(scanned);
        for (int axisClass : axes) {
            boolean needed = (reducesUnits && reduced.contains(axisClass)) || axisClass == scannedClass;
            if ((!classes.isUnit(axisClass) || needed) && !loops.contains(axisClass)) {
                loops.add(axisClass);
            }
        }
        axes = loops;
        scanned = loops.indexOf(scannedClass);
    }

    private boolean noValueUsesAnAxisTwice() {
        for (Node value : members.values()) {
            List<Integer> used = withoutUnits(classes.of(value));
            if (new HashSet<>(used).size() < used.size() || !axes.containsAll(used)) {
                return false;
            }
        }
        return true;
    }

    private Set<Integer> withoutUnits(Set<Integer> set) {
        return new HashSet<>(withoutUnits(List.copyOf(set)));
    }

    private List<Integer> withoutUnits(List<Integer> list) {
        List<Integer> result = new ArrayList<>(list.size());
        for (int axisClass : list) {
            if (!classes.isUnit(axisClass)) {
                result.add(axisClass);
            }
        }
        return result;
    }
}
