package io.graphkernel.processor.loop;

import io.graphkernel.processor.capability.Blocks;
import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Chooses the order of the loops: vectors run along the axis that is contiguous in what is stored, else in the largest
 * part of what is read; the other loops follow the memory outwards.
 */
final class LoopOrder {

    private final Members members;
    private final Placement placement;
    private final Domain domain;
    private final Blocks blocks;
    private final int allAxes;

    /**
     * The orders of the loops of some ops.
     *
     * @param blocks how a column reduction would be cut
     */
    LoopOrder(Members members, Placement placement, Blocks blocks) {
        this.members = members;
        this.placement = placement;
        this.domain = placement.domain();
        this.blocks = blocks;
        this.allAxes = (1 << domain.axisCount()) - 1;
    }

    /** The first nest that fits; empty if there is none. An op alone has some nest, others have only good ones. */
    Optional<IterationSpace> choose() {
        boolean alone = members.areOneOp();
        List<Nest> nests = new ArrayList<>();
        Set<List<Integer>> orders = orders(alone);
        orders.forEach(order -> nests.addAll(nests(order)));
        if (alone && !domain.hasReduction()) {
            nests.add(withUnitInner(orders.iterator().next()));
        }
        return nests.stream()
                .filter(nest -> nest.stores() && (alone || nest.loadsVectors()))
                .findFirst()
                .map(Nest::space);
    }

    /** The nests over an order of the axes, the best first. */
    private List<Nest> nests(List<Integer> order) {
        if (domain.isCrossed()) {
            return crossed(order);
        }
        if (domain.hasReduction()) {
            boolean rows = order.isEmpty() || domain.isReduced(order.get(order.size() - 1));
            return rows ? List.of(rows(order)) : columns(order);
        }
        return List.of(domain.scannedAxis() >= 0 ? scan(order) : Nest.of(Form.ELEMENTWISE, members, placement, order));
    }

    /**
     * Stores one element at a time, which need not be contiguous: no axis of a region is where its innermost one has
     * size 1. What is reduced is stored row by row anyway.
     */
    private Nest withUnitInner(List<Integer> order) {
        if (domain.scannedAxis() < 0) {
            return Nest.of(Form.ELEMENTWISE, members, placement, order).withUnitInner();
        }
        List<Integer> outer = new ArrayList<>(order);
        outer.remove(Integer.valueOf(domain.scannedAxis()));
        List<Integer> loops = concat(outer, List.of(domain.scannedAxis()), List.of());
        return Nest.of(Form.SCAN, members, placement, loops).withUnitInner();
    }

    private Nest rows(List<Integer> order) {
        List<Integer> loops = select(order, false);
        Form form = loops.isEmpty() ? Form.FULL_REDUCTION : Form.ROW_REDUCTION;
        loops.addAll(select(order, true));
        return Nest.of(form, members, placement, loops);
    }

    /** A column reduction if all kept axes are one loop within the reduced ones, else a lane reduction. */
    private List<Nest> columns(List<Integer> order) {
        int last = order.size();
        while (last > 0 && !domain.isReduced(order.get(last - 1))) {
            last--;
        }
        List<Integer> outer = select(order.subList(0, last), false);
        List<Integer> reduced = select(order, true);
        List<Integer> inner = new ArrayList<>(order.subList(last, order.size()));
        List<Nest> nests = new ArrayList<>();
        Nest columns = Nest.of(Form.COLUMN_REDUCTION, members, placement, concat(List.of(), reduced, inner));
        if (outer.isEmpty() && columns.keptRuns() == 1 && !hasFewRows(reduced)) {
            nests.add(columns);
        }
        nests.add(afterMiddle(Form.LANE_REDUCTION, outer, reduced, inner));
        return nests;
    }

    /** A column reduction that reduces rows too: over the inner loop, which is all that the rows have. */
    private List<Nest> crossed(List<Integer> order) {
        boolean inside = domain.isReduced(order.get(order.size() - 1));
        List<Integer> outer = select(order, !inside);
        Nest nest = Nest.of(Form.COLUMN_REDUCTION, members, placement, concat(outer, select(order, inside), List.of()));
        return nest.keptRuns() == 1 && !hasFewRows(outer) ? List.of(nest) : List.of();
    }

    private Nest scan(List<Integer> order) {
        int place = order.indexOf(domain.scannedAxis());
        List<Integer> outer = order.subList(0, place);
        List<Integer> inner = order.subList(place + 1, order.size());
        return afterMiddle(Form.SCAN, outer, List.of(domain.scannedAxis()), inner);
    }

    /** The last of the loops after the middle ones becomes the inner loop, the others become outer loops. */
    private Nest afterMiddle(Form form, List<Integer> before, List<Integer> middle, List<Integer> after) {
        for (int moved = 0; moved < after.size(); moved++) {
            List<Integer> outer = concat(before, after.subList(0, moved), List.of());
            Nest nest = Nest.of(form, members, placement, concat(outer, middle, after.subList(moved, after.size())));
            if (nest.isOneRun(after.subList(moved, after.size()))) {
                return nest;
            }
        }
        return Nest.of(form, members, placement, concat(before, middle, after));
    }

    private boolean hasFewRows(List<Integer> reduced) {
        Dim rows = Dim.product(reduced.stream().map(domain::extent).toList());
        return rows instanceof Dim.Constant constant && constant.size() <= blocks.fewRows();
    }

    private List<Integer> select(List<Integer> order, boolean reduced) {
        return new ArrayList<>(
                order.stream().filter(axis -> domain.isReduced(axis) == reduced).toList());
    }

    private static List<Integer> concat(List<Integer> a, List<Integer> b, List<Integer> c) {
        List<Integer> all = new ArrayList<>(a);
        all.addAll(b);
        all.addAll(c);
        return all;
    }

    /** Orders of the axes, the best first; for an op alone with any axis inside. */
    private Set<List<Integer>> orders(boolean alone) {
        Set<List<Integer>> orders = new LinkedHashSet<>();
        wholeStores().forEach(store -> orders.add(memoryOrder(store, innermost(store))));
        if (orders.isEmpty()) {
            heaviestInnermost().ifPresent(axis -> orders.add(memoryOrder(largest(axis), axis)));
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

    private List<Access> wholeStores() {
        return members.values().stream()
                .filter(node -> placement.stores().containsKey(node)
                        && placement.spans().get(node) == allAxes)
                .map(placement.stores()::get)
                .toList();
    }

    /** The axis along which most bytes of the whole domain are read one after the other. */
    private Optional<Integer> heaviestInnermost() {
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

    /** The access with most axes among those that are contiguous along an axis; one without strides if there is none. */
    private Access largest(int innermost) {
        Access largest = new Access(
                Dim.ZERO,
                IntStream.range(0, domain.axisCount())
                        .mapToObj(axis -> Dim.ZERO)
                        .toList());
        for (Node value : members.values()) {
            for (Map<Node, Access> accesses : List.of(placement.stores(), placement.loads())) {
                Access access = accesses.get(value);
                boolean larger = access != null
                        && innermost(access) == innermost
                        && Integer.bitCount(access.mask()) > Integer.bitCount(largest.mask());
                largest = larger ? access : largest;
            }
        }
        return largest;
    }

    /** The axis of stride 1 or -1; -1 without. */
    private int innermost(Access access) {
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

    /** The axes in the order in which an access walks memory, from an innermost one outwards. */
    private List<Integer> memoryOrder(Access access, int innermost) {
        List<Integer> rest =
                new ArrayList<>(IntStream.range(0, domain.axisCount()).boxed().toList());
        List<Integer> order = new ArrayList<>();
        int next = innermost < 0 ? rest.size() - 1 : innermost;
        while (!rest.isEmpty()) {
            rest.remove(Integer.valueOf(next));
            order.add(0, next);
            Dim step = access.strides().get(next).times(domain.extent(next));
            next = rest.stream()
                    .filter(axis ->
                            !step.equals(Dim.ZERO) && isStep(access.strides().get(axis), step))
                    .reduce((a, b) -> b)
                    .orElseGet(() -> rest.isEmpty() ? -1 : rest.get(rest.size() - 1));
        }
        return order;
    }
}
