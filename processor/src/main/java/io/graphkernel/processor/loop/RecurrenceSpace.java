package io.graphkernel.processor.loop;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.row.OpKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Insertion of a loop into the iteration space of its body, as the dim before the inner one. */
final class RecurrenceSpace {

    private final Loop loop;
    private final IterationSpace iteration;
    /** Position of the loop among the dims. */
    private final int time;
    /** True if the inner dim has one element, whose stride is that of a vector. */
    private final boolean hasUnitInner;

    private final List<Node> nodes;
    private final Set<Node> carried = Collections.newSetFromMap(new IdentityHashMap<>());

    RecurrenceSpace(Loop loop, IterationSpace iteration) {
        this.loop = loop;
        this.iteration = iteration;
        this.time = Math.max(0, iteration.dims().size() - 1);
        this.hasUnitInner = iteration.inner().equals(Dim.ONE);
        this.nodes = new ArrayList<>(loop.body().tensorParameters());
        nodes.addAll(loop.body().nodes());
        loop.body().assigns().forEach(assign -> carried.add(assign.operands().get(0)));
    }

    /** Returns the space with the loop; empty if an access is not linear in the index, or a store has no vectors. */
    Optional<IterationSpace> withLoop() {
        Map<Node, AccessMap> loads = new IdentityHashMap<>();
        Map<Node, AccessMap> stores = new IdentityHashMap<>();
        for (Node node : nodes) {
            AccessMap load = iteration.access(node);
            AccessMap store = iteration.stored(node);
            if (load != null && !add(node, load, isCarried(node), loads)
                    || store != null && !(add(node, store, true, stores) && hasVectors(stores.get(node)))) {
                return Optional.empty();
            }
        }
        List<IterationDim> dims = new ArrayList<>(iteration.dims());
        dims.add(time, new IterationDim(loop.trips(), false));
        if (iteration.dims().isEmpty()) {
            dims.add(new IterationDim(Dim.ONE, false));
        }
        boolean fixed = dims.stream().noneMatch(dim -> dependsOnIndex(dim.extent()));
        boolean hasInner = iteration.outer().size() == time;
        if (!fixed || !hasInner) {
            return Optional.empty();
        }
        return Optional.of(new IterationSpace(
                LoopTemplate.RECURRENCE,
                false,
                new IterationSpace.Nest(dims, time, 1),
                new IterationSpace.ValueMapping(iteration.computed(), dependsOn(loads), spans(stores), loads, stores)));
    }

    private boolean isCarried(Node node) {
        return carried.contains(Views.base(node));
    }

    private boolean dependsOnIndex(Dim dim) {
        return dim.symbols().contains(loop.index());
    }

    /** Adds an access with a stride per iteration. Returns false if its offset is not linear in the index. */
    private boolean add(Node node, AccessMap access, boolean hasElements, Map<Node, AccessMap> accesses) {
        Optional<Dim> step = loop.range().slope(access.offset());
        if (step.isEmpty() || access.strides().stream().anyMatch(this::dependsOnIndex)) {
            return false;
        }
        List<Dim> strides = new ArrayList<>(access.strides());
        strides.add(time, step.get());
        if (iteration.dims().isEmpty()) {
            strides.add(Dim.ZERO);
        }
        if (hasUnitInner && hasElements) {
            strides.set(time + 1, Dim.ONE);
        }
        accesses.put(node, new AccessMap(loop.range().first(access.offset()), strides));
        return true;
    }

    /** Returns true if adjacent elements are stored together, or adjacent iterations of an element. */
    private boolean hasVectors(AccessMap store) {
        Dim step = store.strides().get(time);
        return store.strides().get(time + 1).equals(Dim.ONE) || step.equals(Dim.ONE) || step.equals(Dim.of(-1));
    }

    private int withLoop(int mask) {
        int before = (1 << time) - 1;
        return mask & before | (mask & ~before) << 1;
    }

    private Map<Node, Integer> dependsOn(Map<Node, AccessMap> loads) {
        int perIteration = 1 << time;
        Map<Node, Integer> dependsOn = new IdentityHashMap<>();
        loads.forEach((node, access) -> dependsOn.put(node, access.mask() | (isCarried(node) ? perIteration : 0)));
        for (Node node : iteration.computed()) {
            int mask = withLoop(iteration.mask(node))
                    | (LoopMembers.is(node, OpKind.GATHER) ? loads.get(node).mask() : 0);
            for (Node operand : node.operands()) {
                boolean isIndex = operand.kind() == Node.Kind.DIMENSION
                        && operand.attributes().dims().stream().anyMatch(this::dependsOnIndex);
                if (isIndex) {
                    dependsOn.put(operand, perIteration);
                }
                mask |= dependsOn.getOrDefault(operand, 0) & perIteration;
            }
            dependsOn.put(node, mask);
        }
        return dependsOn;
    }

    private Map<Node, Integer> spans(Map<Node, AccessMap> stores) {
        Map<Node, Integer> spans = new IdentityHashMap<>();
        nodes.forEach(node -> spans.put(node, withLoop(iteration.spanMask(node))));
        stores.forEach((node, access) -> {
            int own = node.isAssign() ? 0 : 1 << time;
            spans.merge(node, own | (hasUnitInner ? 1 << time + 1 : 0), (a, b) -> a | b);
        });
        return spans;
    }
}
