package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.op.OpKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * One way to run a group's loops: a template, and the axes of the domain in loop order, adjacent ones joined to one run
 * where every access walks them as if they were one.
 */
final class Nest {

    private final Form form;
    private final Members members;
    private final Placement placement;
    private final Domain domain;
    private final List<List<Integer>> runs;
    /** Whether the inner loop has one iteration, because no axis is fit for it. */
    private final boolean unitInner;

    private final IterationSpace space;

    private Nest(Form form, Members members, Placement placement, List<List<Integer>> runs, boolean unitInner) {
        this.form = form;
        this.members = members;
        this.placement = placement;
        this.domain = placement.domain();
        this.runs = runs;
        this.unitInner = unitInner;
        this.space = makeSpace();
    }

    static Nest of(Form form, Members members, Placement placement, List<Integer> order) {
        List<List<Integer>> runs = new ArrayList<>();
        List<Access> accesses = placement.accesses();
        for (int axis : order) {
            List<Integer> last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (last != null && joins(placement.domain(), accesses, last.get(last.size() - 1), axis)) {
                last.add(axis);
            } else {
                runs.add(new ArrayList<>(List.of(axis)));
            }
        }
        return new Nest(form, members, placement, runs, false);
    }

    /** The same loops with one of extent 1 inside. */
    Nest withUnitInner() {
        return new Nest(form, members, placement, runs, true);
    }

    IterationSpace space() {
        return space;
    }

    int keptRuns() {
        return (int) runs.stream().filter(run -> !isReduced(run)).count();
    }

    /** Whether a run is reduced; where rows and columns are, by the reductions of columns. */
    private boolean isReduced(List<Integer> run) {
        int inner = runs.get(runs.size() - 1).get(0);
        boolean swapped = domain.isCrossed() && domain.isReduced(inner);
        return domain.isReduced(run.get(0)) != swapped;
    }

    boolean isOneRun(List<Integer> axes) {
        return runs.contains(axes);
    }

    private static boolean joins(Domain domain, List<Access> accesses, int axis, int next) {
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
        List<Run> loops = new ArrayList<>();
        for (List<Integer> run : runs) {
            Dim extent = Dim.product(run.stream().map(domain::extent).toList());
            loops.add(new Run(extent, isReduced(run)));
        }
        if (unitInner) {
            loops.add(new Run(Dim.ONE, false));
        }
        int reduced = (int) loops.stream().filter(Run::reduced).count();
        boolean scansLast = form == Form.SCAN && runs.get(runs.size() - 1).contains(domain.scannedAxis());
        boolean innerless = loops.isEmpty() || (scansLast && !unitInner);
        int inner = innerless ? 0 : 1;
        int outer = switch (form) {
            case ELEMENTWISE, COLUMN_REDUCTION, FULL_REDUCTION -> loops.size() - inner;
            case ROW_REDUCTION -> loops.size() - reduced;
            case LANE_REDUCTION -> loops.size() - reduced - 1;
            case SCAN -> loops.size() - 1 - inner;
        };
        return new IterationSpace(
                form,
                false,
                new IterationSpace.Nest(loops, outer, inner),
                new IterationSpace.Places(
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
            for (int run = 0; run < runs.size(); run++) {
                for (int axis : runs.get(run)) {
                    result |= (mask >> axis & 1) << run;
                }
            }
            byRun.put(node, result);
        });
        return byRun;
    }

    private Map<Node, Access> accesses(Map<Node, Access> byAxis) {
        Map<Node, Access> byRun = new IdentityHashMap<>(byAxis.size());
        byAxis.forEach((node, access) -> {
            List<Dim> strides = new ArrayList<>();
            for (List<Integer> run : runs) {
                strides.add(access.strides().get(run.get(run.size() - 1)));
            }
            if (unitInner) {
                strides.add(Dim.ZERO);
            }
            byRun.put(node, new Access(access.offset(), strides));
        });
        return byRun;
    }

    /**
     * Whether every stored value can be stored: it extends over whole loops, contiguously along the inner one, and only
     * rows let a reduced value meet its row again. A value of one element is stored by kernels that always run exactly
     * once: the second phase of a full reduction, or a kernel without loops. Loops may be empty, and their threads may
     * still read what would be overwritten.
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
            boolean whole = span == full;
            boolean fits = switch (form) {
                case ELEMENTWISE, SCAN -> !stored || whole;
                case ROW_REDUCTION, LANE_REDUCTION -> !stored || whole || span == space.keptMask();
                case COLUMN_REDUCTION -> fitsColumns(node, span, stored);
                case FULL_REDUCTION -> after ? span == 0 && notReducedTwice(node) : !stored || whole || span == 0;
            };
            if (!fits || (stored && !isContiguous(node))) {
                return false;
            }
        }
        return true;
    }

    /** What columns were reduced to is known in the second phase only, what rows were reduced to in the first one only. */
    private boolean fitsColumns(Node node, int span, boolean stored) {
        if (!isAfterColumns(node)) {
            boolean row = domain.isCrossed() && span == space.outerMask();
            return !stored || row || span == space.fullMask() || span == space.innerMask();
        }
        boolean again = Members.is(node, OpKind.REDUCTION)
                && isAfterColumns(node.operands().get(0));
        return !again && (span & space.outerMask()) == 0 && (!stored || span == space.innerMask());
    }

    private boolean isAfterColumns(Node node) {
        int columns = 0;
        for (List<Integer> run : runs) {
            for (int axis : run) {
                columns |= isReduced(run) ? 1 << axis : 0;
            }
        }
        return placement.isAfterReduction(node, columns);
    }

    /**
     * Whether what is read per element is contiguous along the inner loop. Elementwise kernels transpose tiles of what is not;
     * other ops are better off if a kernel of its own does that.
     */
    boolean loadsVectors() {
        int inner = space.runs().size() - 1;
        boolean transposes = form == Form.ELEMENTWISE || space.innerMask() == 0;
        return transposes
                || placement.loads().keySet().stream()
                        .filter(node -> !Members.is(Views.base(node), OpKind.INDEX))
                        .map(node -> space.access(node).strides())
                        .allMatch(strides -> strides.get(inner).equals(Dim.ZERO)
                                || strides.get(inner).equals(Dim.ONE)
                                || strides.get(inner).equals(Dim.of(-1)));
    }

    private boolean isContiguous(Node node) {
        boolean innerless = space.innerMask() == 0;
        int vectors = innerless ? space.fullMask() & ~space.outerMask() : space.innerMask();
        int run = vectors == 0 ? -1 : Integer.numberOfTrailingZeros(vectors);
        return run < 0
                || (space.spanMask(node) >> run & 1) == 0
                || space.runs().get(run).extent().equals(Dim.ONE)
                || space.stored(node).strides().get(run).equals(Dim.ONE);
    }

    private boolean notReducedTwice(Node node) {
        return !Members.is(node, OpKind.REDUCTION)
                || !placement.isAfterReduction(node.operands().get(0));
    }
}
