package io.graphkernel.processor.loop;

import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Iteration domain of a group of ops: its axes, indexed from 0.
 *
 * <p>Each op maps axes of its operands to axes of its result; unmapped axes are aligned from the right, as in
 * broadcasting. Axes of size 1 need no loop and are omitted, unless they are the only ones that are reduced or scanned.
 */
final class Domain {

    private final LoopMembers members;
    private final AxisClasses classes = new AxisClasses();
    private final List<Node> reductions;
    /** Classes of the axes, outermost first. */
    private List<Integer> axes = new ArrayList<>();

    private final Set<Integer> reduced = new HashSet<>();
    /** Reductions over the complement of the reduced axes. */
    private final Set<Node> across = Collections.newSetFromMap(new IdentityHashMap<>());

    private int scanned = -1;

    private Domain(LoopMembers members) {
        this.members = members;
        this.reductions = members.computed().stream()
                .filter(node -> LoopMembers.is(node, OpKind.REDUCTION))
                .toList();
    }

    /** Returns the domain, or empty if the ops have no common one. */
    static Optional<Domain> of(LoopMembers members) {
        Domain domain = new Domain(members);
        return domain.find() ? Optional.of(domain) : Optional.empty();
    }

    int axisCount() {
        return axes.size();
    }

    Dim extent(int axis) {
        return classes.dim(axes.get(axis));
    }

    /** Returns true if the first reduction, and all that are alike, reduce an axis. */
    boolean isReduced(int axis) {
        return reduced.contains(axes.get(axis));
    }

    /** Returns true if both rows and columns are reduced. */
    boolean isCrossed() {
        return !across.isEmpty();
    }

    /** Returns true if a reduction reduces an axis. */
    boolean reduces(Node reduction, int axis) {
        return isReduced(axis) != across.contains(reduction);
    }

    /** Returns true if there is a reduction, even if over no axis. */
    boolean hasReduction() {
        return !reductions.isEmpty();
    }

    /** Returns the scanned axis, or -1 if there is none. */
    int scannedAxis() {
        return scanned;
    }

    /** Returns the domain's axis of an axis of a value; -1 for one of size 1, unless it is scanned. */
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
                .filter(node -> LoopMembers.is(node, OpKind.SCAN))
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
        scans.forEach(scan -> scanned = axes.indexOf(classes.of(scan, StorageLayout.axis(scan, scan))));
        removeUnits();
        return noValueUsesAnAxisTwice();
    }

    /** Returns the value with whose axes the others are aligned. */
    private Node anchor(List<Node> scans) {
        if (hasReduction()) {
            return reductions.get(0).operands().get(0);
        }
        if (!scans.isEmpty()) {
            return scans.get(0);
        }
        Node largest = members.values().get(0);
        int maxExtent = extent(largest);
        for (Node value : members.values()) {
            if (extent(value) > maxExtent) {
                largest = value;
                maxExtent = extent(value);
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

    /** Merges the axes of an op's operands with those of its result. */
    private boolean relate(Node node) {
        if (LoopMembers.is(node, OpKind.REDUCTION)) {
            return relateReduction(node);
        }
        if (Views.isView(node)) {
            return relateView(node);
        }
        int after = LoopMembers.is(node, OpKind.GATHER) ? axesAfterIndex(node) : 0;
        for (Node operand : OpTable.get().indexedOperands(node)) {
            int rank = operand.shape().rank();
            for (int axis = 0; axis < rank; axis++) {
                int target = node.shape().rank() - after - rank + axis;
                boolean broadcast = !operand.shape()
                        .dims()
                        .get(axis)
                        .equals(node.shape().dims().get(target));
                if (!broadcast && !classes.union(classes.of(operand, axis), classes.of(node, target))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns the number of axes of a Gather's result after those of its index. */
    private static int axesAfterIndex(Node gather) {
        Node data = gather.operands().get(0);
        return data.shape().rank() - 1 - StorageLayout.axis(gather, data);
    }

    private boolean relateReduction(Node node) {
        Node operand = node.operands().get(0);
        List<Integer> reducedAxes = reducedAxes(node);
        int target = 0;
        for (int axis = 0; axis < operand.shape().rank(); axis++) {
            boolean isKept = !reducedAxes.contains(axis);
            if (isKept && !classes.union(classes.of(operand, axis), classes.of(node, target))) {
                return false;
            }
            target += isKept || node.attributes().keepDims() ? 1 : 0;
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
            if (source >= 0 && !classes.union(classes.of(operand, source), classes.of(node, axis))) {
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

    /** Aligns the unmapped axes of a value with the domain, to which it adds axes unless it is fixed. */
    private boolean align(Node value, boolean fixed) {
        List<Integer> own = classes.of(value);
        for (int axis = own.size() - 1; axis >= 0; axis--) {
            int axisClass = classes.of(value, axis);
            if (classes.isUnit(axisClass) || contains(axisClass)) {
                continue;
            }
            int position = axes.size() - own.size() + axis;
            if (position < 0) {
                if (fixed) {
                    return false;
                }
                axes.add(0, axisClass);
                continue;
            }
            boolean free = classes.isUnit(axes.get(position)) && !fixed;
            if (free) {
                axes.set(position, axisClass);
            } else if (!classes.union(axes.get(position), axisClass)) {
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

    /** Checks that all reductions reduce the same axes of the whole domain, or the complement. */
    private boolean findReduced() {
        Set<Integer> domain = new HashSet<>();
        for (Node reduction : reductions) {
            Node operand = reduction.operands().get(0);
            Set<Integer> operandAxes = new HashSet<>(classes.of(operand));
            Set<Integer> reductionAxes = new HashSet<>();
            reducedAxes(reduction).forEach(axis -> reductionAxes.add(classes.of(operand, axis)));
            if (reduction == reductions.get(0)) {
                reduced.addAll(reductionAxes);
                domain.addAll(operandAxes);
            } else if (!withoutUnits(operandAxes).equals(withoutUnits(domain))) {
                return false;
            } else if (isComplement(withoutUnits(reductionAxes), withoutUnits(domain))) {
                across.add(reduction);
            } else if (!withoutUnits(reductionAxes).equals(withoutUnits(reduced))) {
                return false;
            }
        }
        return true;
    }

    private boolean isComplement(Set<Integer> reductionAxes, Set<Integer> domain) {
        Set<Integer> others = new HashSet<>(domain);
        others.removeAll(reduced);
        return !reductionAxes.isEmpty() && !others.equals(domain) && reductionAxes.equals(others);
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
