package io.graphkernel.processor.loop;

import io.graphkernel.common.target.SplitReductionParameters;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.ContractionAxes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Selection of the loop order and the loop template. Vectors run along the axis that is contiguous in stores, otherwise in
 * the largest part of the loads; the other loops follow the memory order outward.
 */
final class LoopTemplateSelection {

    private final LoopMembers members;
    private final Placement placement;
    private final Domain domain;
    private final SplitReductionParameters blocks;
    private final int allAxes;

    /**
     * Creates the choice for some ops.
     *
     * @param blocks parameters of split column reductions
     */
    LoopTemplateSelection(LoopMembers members, Placement placement, SplitReductionParameters blocks) {
        this.members = members;
        this.placement = placement;
        this.domain = placement.domain();
        this.blocks = blocks;
        this.allAxes = (1 << domain.axisCount()) - 1;
    }

    /**
     * Returns the first valid nest, or empty if there is none. A single op accepts any nest, a fused group only
     * efficient ones.
     */
    Optional<IterationSpace> choose() {
        boolean alone = members.areOneOp();
        List<LoopNest> nests = new ArrayList<>();
        Set<List<Integer>> orders = orders(alone);
        orders.forEach(order -> nests.addAll(nests(order)));
        if (alone && !domain.hasReduction()) {
            nests.add(withUnitInner(orders.iterator().next()));
        }
        return nests.stream()
                .filter(nest -> nest.stores() && (alone || nest.loadsVectors()))
                .findFirst()
                .map(LoopNest::space);
    }

    /** Returns the nests for an axis order, best first. */
    private List<LoopNest> nests(List<Integer> order) {
        if (domain.isCrossed()) {
            return crossed(order);
        }
        if (domain.hasReduction()) {
            boolean rows = order.isEmpty() || domain.isReduced(order.get(order.size() - 1));
            return rows ? List.of(rows(order)) : columns(order);
        }
        return List.of(
                domain.scannedAxis() >= 0
                        ? scan(order)
                        : LoopNest.of(LoopTemplate.ELEMENTWISE, members, placement, order));
    }

    /**
     * Returns a nest with a unit inner loop, which stores one element at a time. A region of a concatenation has no
     * contiguous axis if its innermost one has size 1.
     */
    private LoopNest withUnitInner(List<Integer> order) {
        if (domain.scannedAxis() < 0) {
            return LoopNest.of(LoopTemplate.ELEMENTWISE, members, placement, order)
                    .withUnitInner();
        }
        List<Integer> outer = new ArrayList<>(order);
        outer.remove(Integer.valueOf(domain.scannedAxis()));
        List<Integer> loops = concat(outer, List.of(domain.scannedAxis()), List.of());
        return LoopNest.of(LoopTemplate.SCAN, members, placement, loops).withUnitInner();
    }

    private LoopNest rows(List<Integer> order) {
        List<Integer> loops = select(order, false);
        LoopTemplate template = loops.isEmpty() ? LoopTemplate.FULL_REDUCTION : LoopTemplate.ROW_REDUCTION;
        loops.addAll(select(order, true));
        return LoopNest.of(template, members, placement, loops);
    }

    /**
     * Returns a column reduction if the kept axes form one loop within the reduced ones, otherwise a strided reduction.
     */
    private List<LoopNest> columns(List<Integer> order) {
        int last = order.size();
        while (last > 0 && !domain.isReduced(order.get(last - 1))) {
            last--;
        }
        List<Integer> outer = select(order.subList(0, last), false);
        List<Integer> reduced = select(order, true);
        List<Integer> inner = new ArrayList<>(order.subList(last, order.size()));
        List<LoopNest> nests = new ArrayList<>();
        LoopNest columns =
                LoopNest.of(LoopTemplate.COLUMN_REDUCTION, members, placement, concat(List.of(), reduced, inner));
        // The order of a matmul's sums depends on their length alone, not on the number of rows.
        boolean splits = members.computed().stream().noneMatch(ContractionAxes::isContraction);
        if (splits && outer.isEmpty() && columns.keptRuns() == 1 && !isTooShortToSplit(reduced)) {
            nests.add(columns);
        }
        nests.add(afterMiddle(LoopTemplate.STRIDED_REDUCTION, outer, reduced, inner));
        return nests;
    }

    /** Returns a column reduction that also reduces rows, over the inner loop. */
    private List<LoopNest> crossed(List<Integer> order) {
        boolean inside = domain.isReduced(order.get(order.size() - 1));
        List<Integer> outer = select(order, !inside);
        LoopNest nest = LoopNest.of(
                LoopTemplate.COLUMN_REDUCTION, members, placement, concat(outer, select(order, inside), List.of()));
        return nest.keptRuns() == 1 && !isTooShortToSplit(outer) ? List.of(nest) : List.of();
    }

    private LoopNest scan(List<Integer> order) {
        int position = order.indexOf(domain.scannedAxis());
        List<Integer> outer = order.subList(0, position);
        List<Integer> inner = order.subList(position + 1, order.size());
        return afterMiddle(LoopTemplate.SCAN, outer, List.of(domain.scannedAxis()), inner);
    }

    /** Returns a nest whose last loop after the middle ones is the inner loop; the others become outer loops. */
    private LoopNest afterMiddle(
            LoopTemplate template, List<Integer> before, List<Integer> middle, List<Integer> after) {
        for (int moved = 0; moved < after.size(); moved++) {
            List<Integer> outer = concat(before, after.subList(0, moved), List.of());
            LoopNest nest = LoopNest.of(
                    template, members, placement, concat(outer, middle, after.subList(moved, after.size())));
            if (nest.isOneRun(after.subList(moved, after.size()))) {
                return nest;
            }
        }
        return LoopNest.of(template, members, placement, concat(before, middle, after));
    }

    private boolean isTooShortToSplit(List<Integer> reduced) {
        Dim rows = Dim.product(reduced.stream().map(domain::extent).toList());
        return rows instanceof Dim.Constant constant && constant.size() <= blocks.minRows();
    }

    private List<Integer> select(List<Integer> order, boolean reduced) {
        return new ArrayList<>(
                order.stream().filter(axis -> domain.isReduced(axis) == reduced).toList());
    }

    private static List<Integer> concat(List<Integer> a, List<Integer> b, List<Integer> c) {
        List<Integer> joined = new ArrayList<>(a);
        joined.addAll(b);
        joined.addAll(c);
        return joined;
    }

    /** Returns the candidate axis orders, best first. For a single op each axis may be the innermost. */
    private Set<List<Integer>> orders(boolean alone) {
        Set<List<Integer>> orders = new LinkedHashSet<>();
        wholeStores().forEach(store -> orders.add(memoryOrder(store, innermost(store))));
        if (orders.isEmpty()) {
            maxTrafficInnermost().ifPresent(axis -> orders.add(memoryOrder(largest(axis), axis)));
        }
        if (alone || orders.isEmpty()) {
            placement.stores().values().forEach(store -> orders.add(memoryOrder(store, innermost(store))));
            for (int axis = domain.axisCount() - 1; axis >= 0; axis--) {
                orders.add(memoryOrder(largest(axis), axis));
            }
            orders.add(IntStream.range(0, domain.axisCount()).boxed().toList());
        }
        return orders;
    }

    private List<AccessMap> wholeStores() {
        return members.values().stream()
                .filter(node -> placement.stores().containsKey(node)
                        && placement.spans().get(node) == allAxes)
                .map(placement.stores()::get)
                .toList();
    }

    /** Returns the axis along which the most bytes of the whole domain are read contiguously. */
    private Optional<Integer> maxTrafficInnermost() {
        int[] bytes = new int[domain.axisCount()];
        placement.loads().forEach((node, access) -> {
            int axis = access.mask() == allAxes ? innermost(access) : -1;
            if (axis >= 0) {
                bytes[axis] += node.dtype().byteSize();
            }
        });
        return IntStream.range(0, bytes.length)
                .filter(axis -> bytes[axis] > 0)
                .boxed()
                .max(Comparator.comparingInt((Integer axis) -> bytes[axis]).thenComparing(Comparator.naturalOrder()));
    }

    /** Returns the access with the most axes among those contiguous along an axis; without strides if there is none. */
    private AccessMap largest(int innermost) {
        AccessMap largest = new AccessMap(
                Dim.ZERO,
                IntStream.range(0, domain.axisCount())
                        .mapToObj(axis -> Dim.ZERO)
                        .toList());
        for (Node value : members.values()) {
            for (Map<Node, AccessMap> accesses : List.of(placement.stores(), placement.loads())) {
                AccessMap access = accesses.get(value);
                boolean larger = access != null
                        && innermost(access) == innermost
                        && Integer.bitCount(access.mask()) > Integer.bitCount(largest.mask());
                largest = larger ? access : largest;
            }
        }
        return largest;
    }

    /** Returns the axis of stride 1 or -1; otherwise -1. */
    private int innermost(AccessMap access) {
        for (int axis = domain.axisCount() - 1; axis >= 0; axis--) {
            if (isStep(access.strides().get(axis), Dim.ONE)) {
                return axis;
            }
        }
        return -1;
    }

    private static boolean isStep(Dim stride, Dim step) {
        return stride.equals(step) || stride.equals(Dim.ZERO.minus(step));
    }

    /** Returns the axes in memory order of an access, from the innermost one outward. */
    private List<Integer> memoryOrder(AccessMap access, int innermost) {
        List<Integer> remaining =
                new ArrayList<>(IntStream.range(0, domain.axisCount()).boxed().toList());
        List<Integer> order = new ArrayList<>();
        int next = innermost < 0 ? remaining.size() - 1 : innermost;
        while (!remaining.isEmpty()) {
            remaining.remove(Integer.valueOf(next));
            order.add(0, next);
            Dim step = access.strides().get(next).times(domain.extent(next));
            next = remaining.stream()
                    .filter(axis ->
                            !step.equals(Dim.ZERO) && isStep(access.strides().get(axis), step))
                    .reduce((a, b) -> b)
                    .orElseGet(() -> remaining.isEmpty() ? -1 : remaining.get(remaining.size() - 1));
        }
        return order;
    }
}
