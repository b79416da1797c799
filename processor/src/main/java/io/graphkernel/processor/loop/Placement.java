package io.graphkernel.processor.loop;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Placement of a group's values in its domain: the axes along which they vary and extend, and their memory accesses.
 * Masks and accesses are over the axes of the domain.
 */
final class Placement {

    private final LoopMembers members;
    private final Domain domain;
    private final StorageLayout storage;
    private final Map<Node, Integer> dependsOn = new IdentityHashMap<>();
    private final Map<Node, Integer> spans = new IdentityHashMap<>();
    // Ordered, because the choice between loop orders may depend on it.
    private final Map<Node, AccessMap> loads = new LinkedHashMap<>();
    private final Map<Node, AccessMap> stores = new LinkedHashMap<>();
    /** Axes over which a value, or one of its operands, was reduced. */
    private final Map<Node, Integer> reducedAxes = new IdentityHashMap<>();

    private Placement(LoopMembers members, Domain domain, StorageLayout storage) {
        this.members = members;
        this.domain = domain;
        this.storage = storage;
    }

    /** Returns the placement, or empty if an in-place update would overwrite values that are still read. */
    static Optional<Placement> of(LoopMembers members, Domain domain, StorageLayout storage) {
        Placement placement = new Placement(members, domain, storage);
        placement.computePlacement();
        return placement.updatesOverwriteOnlyWhatTheyRead() ? Optional.of(placement) : Optional.empty();
    }

    Domain domain() {
        return domain;
    }

    /** Returns the axes along which each value varies, according to its operands. */
    Map<Node, Integer> dependsOn() {
        return dependsOn;
    }

    /** Returns the axes along which each value extends, according to its shape. */
    Map<Node, Integer> spans() {
        return spans;
    }

    /** Returns the accesses of loads: outside values, loaded members, and the first operand of each Gather. */
    Map<Node, AccessMap> loads() {
        return loads;
    }

    /** Returns the accesses of stores. */
    Map<Node, AccessMap> stores() {
        return stores;
    }

    /** Returns true if a value depends on a reduction. */
    boolean isAfterReduction(Node node) {
        return reducedAxes.containsKey(node);
    }

    /** Returns true if a value depends on a reduction over some of the axes. */
    boolean isAfterReduction(Node node, int axes) {
        return (reducedAxes.getOrDefault(node, 0) & axes) != 0;
    }

    /** Returns the accesses of all loads and stores. */
    List<AccessMap> accesses() {
        List<AccessMap> accesses = new ArrayList<>(loads.values());
        accesses.addAll(stores.values());
        return accesses;
    }

    private void computePlacement() {
        for (Node value : members.values()) {
            spans.put(value, span(value));
            if (!members.isComputed(value)) {
                AccessMap access = inDomain(value, storage.access(value));
                loads.put(value, access);
                dependsOn.put(value, access.mask());
            }
            if (members.escapes(value)) {
                stores.put(value, inDomain(value, stored(value)));
            }
        }
        members.computed().forEach(this::placeComputed);
    }

    private void placeComputed(Node node) {
        int mask = 0;
        for (Node operand : OpTable.get().indexedOperands(node)) {
            mask |= dependsOn.getOrDefault(operand, 0);
            addReducedAxes(node, reducedAxes.get(operand));
        }
        if (LoopMembers.is(node, OpKind.REDUCTION)) {
            int reduced = 0;
            for (int axis = 0; axis < domain.axisCount(); axis++) {
                reduced |= domain.reduces(node, axis) ? 1 << axis : 0;
            }
            mask = (1 << domain.axisCount()) - 1 & ~reduced;
            addReducedAxes(node, reduced);
        } else if (LoopMembers.is(node, OpKind.GATHER)) {
            AccessMap data = gathered(node);
            loads.put(node, data);
            mask |= data.mask();
        } else if (LoopMembers.is(node, OpKind.SCAN)) {
            mask |= 1 << domain.scannedAxis();
        }
        dependsOn.put(node, mask);
    }

    private void addReducedAxes(Node node, Integer axes) {
        if (axes != null) {
            reducedAxes.merge(node, axes, (a, b) -> a | b);
        }
    }

    /** Returns true if a value is stored as a slice of a stack, whose elements may have any stride. */
    boolean isStacked(Node node) {
        return storage.stack(node).isPresent();
    }

    /** A stored view has memory of its own; an update writes the parameter's memory. */
    private AccessMap stored(Node node) {
        if (isStacked(node)) {
            return storage.stack(node).orElseThrow();
        }
        return Views.isView(node) || LoopMembers.is(node, OpKind.INDEX)
                ? Views.rowMajor(node.shape().dims())
                : storage.access(node);
    }

    private int span(Node value) {
        int mask = 0;
        for (int axis = 0; axis < value.shape().rank(); axis++) {
            int loop = domain.axis(value, axis);
            mask |= loop < 0 ? 0 : 1 << loop;
        }
        return mask;
    }

    private AccessMap inDomain(Node value, AccessMap byAxis) {
        List<Dim> strides = noStrides();
        for (int axis = 0; axis < value.shape().rank(); axis++) {
            int loop = domain.axis(value, axis);
            if (loop >= 0) {
                strides.set(loop, byAxis.strides().get(axis));
            }
        }
        return new AccessMap(byAxis.offset(), strides);
    }

    /** Returns the access of a Gather's first operand along the axes of the result, without the gathered axis. */
    private AccessMap gathered(Node gather) {
        Node data = gather.operands().get(0);
        AccessMap access = storage.access(data);
        int gathered = StorageLayout.axis(gather, data);
        int indexRank = gather.operands().get(1).shape().rank();
        List<Dim> strides = noStrides();
        for (int axis = 0; axis < data.shape().rank(); axis++) {
            int target = axis < gathered ? axis : axis + indexRank - 1;
            int loop = axis == gathered ? -1 : domain.axis(gather, target);
            if (loop >= 0) {
                strides.set(loop, access.strides().get(axis));
            }
        }
        return new AccessMap(access.offset(), strides);
    }

    private List<Dim> noStrides() {
        return new ArrayList<>(Collections.nCopies(domain.axisCount(), Dim.ZERO));
    }

    /** Returns true if a view reads the memory of a parameter after an update. */
    private static boolean isAfter(Node load, Node update) {
        for (Node view = load; Views.isView(view); view = view.operands().get(0)) {
            if (view.op().equals(Node.UPDATED)) {
                return view.operands().get(1) == update;
            }
        }
        return false;
    }

    /** Returns true if every element of an updated parameter is only read by the iteration that overwrites it. */
    private boolean updatesOverwriteOnlyWhatTheyRead() {
        Collection<Node> read = loads.keySet();
        Set<Node> updated = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Node update : members.computed()) {
            if (!LoopMembers.is(update, OpKind.ASSIGN)) {
                continue;
            }
            Node parameter = update.updatedParameter();
            if (!updated.add(parameter)) {
                // A loop does not keep the order of two updates.
                return false;
            }
            for (Node load : read) {
                // The result of a Gather of another kernel has memory of its own.
                boolean gathers = members.isComputed(load) && LoopMembers.is(load, OpKind.GATHER);
                Node memory = Views.base(gathers ? load.operands().get(0) : load);
                if (memory == parameter
                        && (gathers
                                || update.isAssignAt()
                                || isAfter(load, update)
                                || !loads.get(load).equals(stores.get(update)))) {
                    return false;
                }
            }
        }
        return true;
    }
}
