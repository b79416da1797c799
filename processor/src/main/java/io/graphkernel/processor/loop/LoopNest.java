package io.graphkernel.processor.loop;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.row.OpKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A candidate loop nest of a group: a loop template, and the axes of the domain in loop order. Adjacent axes are
 * collapsed if every access allows it.
 */
final class LoopNest {

    private final LoopTemplate template;
    private final LoopMembers members;
    private final Placement placement;
    private final Domain domain;
    private final List<List<Integer>> dims;
    /** True if the inner loop has one iteration, because no axis is suitable. */
    private final boolean unitInner;

    private final IterationSpace space;

    private LoopNest(
            LoopTemplate template,
            LoopMembers members,
            Placement placement,
            List<List<Integer>> dims,
            boolean unitInner) {
        this.template = template;
        this.members = members;
        this.placement = placement;
        this.domain = placement.domain();
        this.dims = dims;
        this.unitInner = unitInner;
        this.space = makeSpace();
    }

    static LoopNest of(LoopTemplate template, LoopMembers members, Placement placement, List<Integer> order) {
        List<List<Integer>> dims = new ArrayList<>();
        List<AccessMap> accesses = placement.accesses();
        for (int axis : order) {
            List<Integer> last = dims.isEmpty() ? null : dims.get(dims.size() - 1);
            if (last != null && joins(placement.domain(), accesses, last.get(last.size() - 1), axis)) {
                last.add(axis);
            } else {
                dims.add(new ArrayList<>(List.of(axis)));
            }
        }
        return new LoopNest(template, members, placement, dims, false);
    }

    /** Returns this nest with a unit inner loop. */
    LoopNest withUnitInner() {
        return new LoopNest(template, members, placement, dims, true);
    }

    IterationSpace space() {
        return space;
    }

    int keptRuns() {
        return (int) dims.stream().filter(dim -> !isReduced(dim)).count();
    }

    /** Returns true if a loop is reduced; if rows and columns are reduced, by the column reductions. */
    private boolean isReduced(List<Integer> dim) {
        int inner = dims.get(dims.size() - 1).get(0);
        boolean swapped = domain.isCrossed() && domain.isReduced(inner);
        return domain.isReduced(dim.get(0)) != swapped;
    }

    boolean isOneRun(List<Integer> axes) {
        return dims.contains(axes);
    }

    private static boolean joins(Domain domain, List<AccessMap> accesses, int axis, int next) {
        if (domain.isReduced(axis) != domain.isReduced(next)
                || axis == domain.scannedAxis()
                || next == domain.scannedAxis()) {
            return false;
        }
        Dim extent = domain.extent(next);
        return accesses.stream()
                .allMatch(access -> access.strides()
                        .get(axis)
                        .equals(access.strides().get(next).times(extent)));
    }

    private IterationSpace makeSpace() {
        List<IterationDim> loops = new ArrayList<>();
        for (List<Integer> dim : dims) {
            Dim extent = Dim.product(dim.stream().map(domain::extent).toList());
            loops.add(new IterationDim(extent, isReduced(dim)));
        }
        if (unitInner) {
            loops.add(new IterationDim(Dim.ONE, false));
        }
        int reduced = (int) loops.stream().filter(IterationDim::reduced).count();
        boolean scansLast =
                template == LoopTemplate.SCAN && dims.get(dims.size() - 1).contains(domain.scannedAxis());
        boolean innerless = loops.isEmpty() || (scansLast && !unitInner);
        int inner = innerless ? 0 : 1;
        int outer = switch (template) {
            case ELEMENTWISE, COLUMN_REDUCTION, FULL_REDUCTION -> loops.size() - inner;
            case ROW_REDUCTION -> loops.size() - reduced;
            case STRIDED_REDUCTION -> loops.size() - reduced - 1;
            case SCAN, RECURRENCE -> loops.size() - 1 - inner;
            case ATTENTION -> throw new IllegalStateException("attention has a scheduler of its own");
        };
        return new IterationSpace(
                template,
                false,
                new IterationSpace.Nest(loops, outer, inner),
                new IterationSpace.ValueMapping(
                        members.computed(),
                        masks(placement.dependsOn()),
                        masks(placement.spans()),
                        accesses(placement.loads()),
                        accesses(placement.stores())));
    }

    private Map<Node, Integer> masks(Map<Node, Integer> byAxis) {
        Map<Node, Integer> byRun = new IdentityHashMap<>(byAxis.size());
        byAxis.forEach((node, mask) -> {
            int result = 0;
            for (int dim = 0; dim < dims.size(); dim++) {
                for (int axis : dims.get(dim)) {
                    result |= (mask >> axis & 1) << dim;
                }
            }
            byRun.put(node, result);
        });
        return byRun;
    }

    private Map<Node, AccessMap> accesses(Map<Node, AccessMap> byAxis) {
        Map<Node, AccessMap> byRun = new IdentityHashMap<>(byAxis.size());
        byAxis.forEach((node, access) -> {
            List<Dim> strides = new ArrayList<>();
            for (List<Integer> dim : dims) {
                strides.add(access.strides().get(dim.get(dim.size() - 1)));
            }
            if (unitInner) {
                strides.add(Dim.ZERO);
            }
            byRun.put(node, new AccessMap(access.offset(), strides));
        });
        return byRun;
    }

    /**
     * Returns true if every stored value can be stored.
     *
     * <p>It must extend over whole loops, contiguously along the inner one, and only rows may combine a reduced value
     * with its operands again. Values with one element are stored by kernels that run exactly once: the second phase of
     * a full reduction, or a kernel without loops. Empty loops may have threads that still read an overwritten value.
     */
    boolean stores() {
        int full = space.fullMask() & ~(unitInner ? space.innerMask() : 0);
        for (Node node : members.values()) {
            if (!members.isComputed(node) && !members.escapes(node)) {
                continue;
            }
            int span = space.spanMask(node);
            boolean after = placement.isAfterReduction(node);
            boolean stored = members.escapes(node);
            boolean spansAll = span == full;
            // Only the emitters of elementwise loops store at computed positions.
            if (node.isAssignAt() && template != LoopTemplate.ELEMENTWISE) {
                return false;
            }
            boolean fits = switch (template) {
                case ELEMENTWISE, SCAN, RECURRENCE -> !stored || spansAll;
                case ROW_REDUCTION, STRIDED_REDUCTION -> !stored || spansAll || span == space.unreducedMask();
                case COLUMN_REDUCTION -> fitsColumns(node, span, stored);
                case ATTENTION -> false;
                case FULL_REDUCTION -> after ? span == 0 && notReducedTwice(node) : !stored || spansAll || span == 0;
            };
            if (!fits || (stored && !placement.isStacked(node) && !isContiguous(node))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns true if a value fits a column reduction: reduced columns are available in the second phase only, reduced
     * rows in the first one only.
     */
    private boolean fitsColumns(Node node, int span, boolean stored) {
        if (!isAfterColumns(node)) {
            boolean row = domain.isCrossed() && span == space.outerMask();
            return !stored || row || span == space.fullMask() || span == space.innerMask();
        }
        boolean reducedTwice = LoopMembers.is(node, OpKind.REDUCTION)
                && isAfterColumns(node.operands().get(0));
        return !reducedTwice && (span & space.outerMask()) == 0 && (!stored || span == space.innerMask());
    }

    private boolean isAfterColumns(Node node) {
        int columns = 0;
        for (List<Integer> dim : dims) {
            for (int axis : dim) {
                columns |= isReduced(dim) ? 1 << axis : 0;
            }
        }
        return placement.isAfterReduction(node, columns);
    }

    /**
     * Returns true if loads are contiguous along the inner loop. Elementwise kernels transpose other inputs in tiles;
     * other ops are more efficient after a separate transpose.
     */
    boolean loadsVectors() {
        int inner = space.dims().size() - 1;
        boolean transposes = template == LoopTemplate.ELEMENTWISE || space.innerMask() == 0;
        return transposes
                || placement.loads().keySet().stream()
                        .filter(node -> !LoopMembers.is(Views.base(node), OpKind.INDEX))
                        .map(node -> space.access(node).strides())
                        .allMatch(strides -> strides.get(inner).equals(Dim.ZERO)
                                || strides.get(inner).equals(Dim.ONE)
                                || strides.get(inner).equals(Dim.of(-1)));
    }

    private boolean isContiguous(Node node) {
        boolean innerless = space.innerMask() == 0;
        int vectors = innerless ? space.fullMask() & ~space.outerMask() : space.innerMask();
        int dim = vectors == 0 ? -1 : Integer.numberOfTrailingZeros(vectors);
        return dim < 0
                || (space.spanMask(node) >> dim & 1) == 0
                || space.dims().get(dim).extent().equals(Dim.ONE)
                || space.stored(node).strides().get(dim).equals(Dim.ONE);
    }

    private boolean notReducedTwice(Node node) {
        return !LoopMembers.is(node, OpKind.REDUCTION)
                || !placement.isAfterReduction(node.operands().get(0));
    }
}
