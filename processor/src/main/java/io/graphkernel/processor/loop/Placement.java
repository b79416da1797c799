package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the values of a group are in its domain: along which axes they vary and extend, and where their elements lie in
 * memory. Masks and accesses here are over the axes of the domain.
 */
final class Placement {

    private final Members members;
    private final Domain domain;
    private final Storage storage;
    private final Map<Node, Integer> dependsOn = new IdentityHashMap<>();
    private final Map<Node, Integer> spans = new IdentityHashMap<>();
    // In order: which of several orders of the loops comes first may depend on it.
    private final Map<Node, Access> loads = new LinkedHashMap<>();
    private final Map<Node, Access> stores = new LinkedHashMap<>();
    /** The axes over which a value, or what it is computed from, was reduced. */
    private final Map<Node, Integer> reducedAxes = new IdentityHashMap<>();

    private Placement(Members members, Domain domain, Storage storage) {
        this.members = members;
        this.domain = domain;
        this.storage = storage;
    }

    /** The placement, or empty if an update would overwrite what is still to be read. */
    static Optional<Placement> of(Members members, Domain domain, Storage storage) {
        Placement placement = new Placement(members, domain, storage);
        placement.place();
        return placement.updatesOverwriteOnlyWhatTheyRead() ? Optional.of(placement) : Optional.empty();
    }

    Domain domain() {
        return domain;
    }

    /** The axes along which each value varies, by what it is computed from. */
    Map<Node, Integer> dependsOn() {
        return dependsOn;
    }

    /** The axes along which each value extends, by its shape. */
    Map<Node, Integer> spans() {
        return spans;
    }

    /** The memory of what is read: outside values, loaded members, and for each Gather its first operand. */
    Map<Node, Access> loads() {
        return loads;
    }

    /** The memory of what is stored. */
    Map<Node, Access> stores() {
        return stores;
    }

    /** Whether a value is known only after a reduction. */
    boolean isAfterReduction(Node node) {
        return reducedAxes.containsKey(node);
    }

    /** Whether a value is known only after a reduction over some of these axes. */
    boolean isAfterReduction(Node node, int axes) {
        return (reducedAxes.getOrDefault(node, 0) & axes) != 0;
    }

    /** All accesses, of loads and stores. */
    List<Access> accesses() {
        List<Access> all = new ArrayList<>(loads.values());
        all.addAll(stores.values());
        return all;
    }

    private void place() {
        for (Node value : members.values()) {
            spans.put(value, span(value));
            if (!members.isComputed(value)) {
                Access access = inDomain(value, storage.access(value));
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
        for (Node operand : members.operands(node)) {
            mask |= dependsOn.getOrDefault(operand, 0);
            addReducedAxes(node, reducedAxes.get(operand));
        }
        if (Members.is(node, OpKind.REDUCTION)) {
            int reduced = 0;
            for (int axis = 0; axis < domain.axisCount(); axis++) {
                reduced |= domain.reduces(node, axis) ? 1 << axis : 0;
            }
            mask = (1 << domain.axisCount()) - 1 & ~reduced;
            addReducedAxes(node, reduced);
        } else if (Members.is(node, OpKind.GATHER)) {
            Access data = gathered(node);
            loads.put(node, data);
            mask |= data.mask();
        } else if (Members.is(node, OpKind.SCAN)) {
            mask |= 1 << domain.scannedAxis();
        }
        dependsOn.put(node, mask);
    }

    private void addReducedAxes(Node node, Integer axes) {
        if (axes != null) {
            reducedAxes.merge(node, axes, (a, b) -> a | b);
        }
    }

    /** A view that is stored has memory of its own; an update goes to the parameter's. */
    private Access stored(Node node) {
        return Views.isView(node) || Members.is(node, OpKind.INDEX)
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

    private Access inDomain(Node value, Access byAxis) {
        List<Dim> strides = noStrides();
        for (int axis = 0; axis < value.shape().rank(); axis++) {
            int loop = domain.axis(value, axis);
            if (loop >= 0) {
                strides.set(loop, byAxis.strides().get(axis));
            }
        }
        return new Access(byAxis.offset(), strides);
    }

    /** The first operand of a Gather along the axes of the result; its gathered axis is left to the index. */
    private Access gathered(Node gather) {
        Node data = gather.operands().get(0);
        Access access = storage.access(data);
        int gathered = Storage.axis(gather, data);
        int indexRank = gather.operands().get(1).shape().rank();
        List<Dim> strides = noStrides();
        for (int axis = 0; axis < data.shape().rank(); axis++) {
            int target = axis < gathered ? axis : axis + indexRank - 1;
            int loop = axis == gathered ? -1 : domain.axis(gather, target);
            if (loop >= 0) {
                strides.set(loop, access.strides().get(axis));
            }
        }
        return new Access(access.offset(), strides);
    }

    private List<Dim> noStrides() {
        return new ArrayList<>(Collections.nCopies(domain.axisCount(), Dim.ZERO));
    }

    /** Every element of an updated parameter may be read only by who overwrites that very element. */
    private boolean updatesOverwriteOnlyWhatTheyRead() {
        Collection<Node> read = loads.keySet();
        for (Node update : members.computed()) {
            if (!Members.is(update, OpKind.ASSIGN)) {
                continue;
            }
            Node parameter = update.operands().get(0);
            for (Node load : read) {
                boolean gathers = Members.is(load, OpKind.GATHER);
                Node memory = Views.base(gathers ? load.operands().get(0) : load);
                if (memory == parameter && (gathers || !loads.get(load).equals(stores.get(update)))) {
                    return false;
                }
            }
        }
        return true;
    }
}
