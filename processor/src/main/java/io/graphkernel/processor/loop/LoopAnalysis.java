package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Access;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Finds an {@link IterationSpace}.
 *
 * <p>A value lives in one of two spaces: aligned with the domain from the right, as broadcasting does, or, after a
 * reduction that drops its axes, aligned with the kept axes. Values of the two spaces do not mix in one op, because
 * the op's own broadcasting would align them differently; where the kept axes are the last ones the spaces are the same.
 */
public final class LoopAnalysis {

    private final List<Node> members;
    private final Predicate<Node> escapes;
    private final Set<Node> inside = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> dropped = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> afterReduction = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Along which domain axes a value varies, by computation and by shape. */
    private final Map<Node, Integer> dependsOn = new IdentityHashMap<>();

    private final Map<Node, Integer> spans = new IdentityHashMap<>();

    private Shape domain = Shape.SCALAR;
    private TreeSet<Integer> reduced = new TreeSet<>();
    private List<Integer> kept = List.of();
    private boolean hasReduction;

    private LoopAnalysis(List<Node> members, Predicate<Node> escapes) {
        this.members = members;
        this.escapes = escapes;
        inside.addAll(members);
    }

    /**
     * Finds the common loop nest of some ops.
     *
     * @param members ops in topological order
     * @param escapes whether a member's value is needed outside and must be stored
     * @return the nest, or empty if the ops can't run in one kernel
     */
    public static Optional<IterationSpace> of(List<Node> members, Predicate<Node> escapes) {
        return new LoopAnalysis(members, escapes).run();
    }

    private static boolean isReduction(Node node) {
        return OpTable.get().is(node, OpKind.REDUCTION);
    }

    private static TreeSet<Integer> reducedAxes(Node reduction) {
        int rank = reduction.operands().get(0).shape().rank();
        TreeSet<Integer> axes = new TreeSet<>();
        reduction.attributes().axes().forEach(axis -> axes.add((int) (axis < 0 ? axis + rank : axis)));
        for (int axis = 0; reduction.attributes().axes().isEmpty() && axis < rank; axis++) {
            axes.add(axis);
        }
        return axes;
    }

    Optional<IterationSpace> run() {
        if (!findDomain()) {
            return Optional.empty();
        }
        if (domain.isOpen()) {
            return openSpace();
        }
        for (Node node : members) {
            if (!place(node)) {
                return Optional.empty();
            }
        }
        return collapse();
    }

    private boolean findDomain() {
        for (Node node : members) {
            if (!isReduction(node)) {
                continue;
            }
            Shape operand = node.operands().get(0).shape();
            TreeSet<Integer> axes = reducedAxes(node);
            if (hasReduction && !(operand.equals(domain) && axes.equals(reduced))) {
                return false;
            }
            hasReduction = true;
            domain = operand;
            reduced = axes;
        }
        for (Node node : members) {
            if (!hasReduction) {
                Optional<Shape> joint = domain.broadcast(node.shape());
                if (joint.isEmpty()) {
                    return false;
                }
                domain = joint.get();
            }
        }
        List<Integer> keptAxes = new ArrayList<>();
        for (int axis = 0; axis < domain.rank(); axis++) {
            if (!reduced.contains(axis)) {
                keptAxes.add(axis);
            }
        }
        kept = keptAxes;
        return true;
    }

    /** Places a member and its outside operands; false if it does not fit the nest. */
    private boolean place(Node node) {
        boolean reduction = isReduction(node);
        boolean inDropped = false;
        boolean inDomain = false;
        for (Node operand : node.operands()) {
            if (inside.contains(operand) && !operand.shape().isScalar()) {
                inDropped |= dropped.contains(operand);
                inDomain |= !dropped.contains(operand);
            }
        }
        if (inDropped && (inDomain || reduction)) {
            return false;
        }
        int mask = 0;
        boolean after = false;
        for (Node operand : node.operands()) {
            if (!inside.contains(operand) && !placeOutside(operand, inDropped)) {
                return false;
            }
            mask |= dependsOn.getOrDefault(operand, 0);
            after |= afterReduction.contains(operand);
        }
        if (reduction) {
            mask = maskOf(kept);
            after = true;
            inDropped = !node.attributes().keepDims() && !keepsLastAxes();
        }
        if (after) {
            afterReduction.add(node);
        }
        if (inDropped) {
            dropped.add(node);
        }
        Optional<Integer> span = spanOf(node.shape(), inDropped);
        span.ifPresent(axes -> spans.put(node, axes));
        dependsOn.put(node, mask);
        return span.isPresent();
    }

    private boolean placeOutside(Node operand, boolean inDropped) {
        Optional<Integer> span = spanOf(operand.shape(), inDropped);
        if (span.isEmpty() || (spans.containsKey(operand) && !spans.get(operand).equals(span.get()))) {
            return false;
        }
        spans.put(operand, span.get());
        dependsOn.put(operand, span.get());
        return true;
    }

    private boolean keepsLastAxes() {
        return kept.isEmpty() || kept.get(0) == domain.rank() - kept.size();
    }

    /** The domain axes along which a value of this shape extends; empty if it does not broadcast into the space. */
    private Optional<Integer> spanOf(Shape shape, boolean inDropped) {
        List<Integer> axes = inDropped ? kept : allAxes();
        if (shape.isOpen() || shape.rank() > axes.size()) {
            return Optional.empty();
        }
        int mask = 0;
        for (int i = 0; i < shape.rank(); i++) {
            int axis = axes.get(axes.size() - shape.rank() + i);
            Dim dim = shape.dims().get(i);
            if (!dim.equals(Dim.ONE)) {
                if (!dim.equals(domain.dims().get(axis))) {
                    return Optional.empty();
                }
                mask |= 1 << axis;
            }
        }
        return Optional.of(mask);
    }

    private List<Integer> allAxes() {
        List<Integer> axes = new ArrayList<>();
        for (int axis = 0; axis < domain.rank(); axis++) {
            axes.add(axis);
        }
        return axes;
    }

    private Optional<IterationSpace> collapse() {
        List<List<Integer>> runs = new ArrayList<>();
        boolean reducesUnits = reduced.stream().allMatch(this::isUnit);
        for (int axis = 0; axis < domain.rank(); axis++) {
            if (isUnit(axis) && !(reducesUnits && reduced.contains(axis))) {
                continue;
            }
            List<Integer> last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (last != null && joins(last.get(last.size() - 1), axis)) {
                last.add(axis);
            } else {
                runs.add(new ArrayList<>(List.of(axis)));
            }
        }
        Optional<Form> form = formOf(runs);
        if (form.isEmpty()) {
            return Optional.empty();
        }
        List<Run> extents = new ArrayList<>();
        for (List<Integer> run : runs) {
            List<Dim> dims = run.stream().map(axis -> domain.dims().get(axis)).toList();
            extents.add(new Run(Dim.product(dims), reduced.contains(run.get(0))));
        }
        int innerCount = Math.min(1, runs.size());
        IterationSpace space = new IterationSpace(
                form.get(),
                false,
                extents,
                runs.size() - innerCount,
                innerCount,
                toRuns(dependsOn, runs),
                accesses(toRuns(spans, runs), extents));
        return storesFit(space) ? Optional.of(space) : Optional.empty();
    }

    /** Whether two adjacent axes belong to one run: both reduced or both kept, and no buffer spans just one of them. */
    private boolean joins(int axis, int next) {
        if (reduced.contains(axis) != reduced.contains(next)) {
            return false;
        }
        for (Map.Entry<Node, Integer> entry : spans.entrySet()) {
            boolean buffer = !inside.contains(entry.getKey()) || escapes.test(entry.getKey());
            boolean one = (entry.getValue() >> axis & 1) == 1;
            boolean other = (entry.getValue() >> next & 1) == 1;
            if (buffer && one != other && !reducedResult(entry.getKey())) {
                return false;
            }
        }
        return true;
    }

    /** No memory extends along an axis of size 1, so it needs no loop, unless it is all that a reduction reduces. */
    private boolean isUnit(int axis) {
        return domain.dims().get(axis).equals(Dim.ONE);
    }

    /** Results of reductions never span reduced axes; they do not keep those axes apart. */
    private boolean reducedResult(Node node) {
        return afterReduction.contains(node) && (spans.get(node) & maskOf(reduced)) == 0;
    }

    private Optional<Form> formOf(List<List<Integer>> runs) {
        if (!hasReduction) {
            return Optional.of(Form.ELEMENTWISE);
        }
        List<Boolean> reducedRuns =
                runs.stream().map(run -> reduced.contains(run.get(0))).toList();
        if (!reducedRuns.contains(false)) {
            return Optional.of(Form.FULL_REDUCTION);
        }
        int last = reducedRuns.size() - 1;
        if (reducedRuns.get(last) && !reducedRuns.subList(0, last).contains(true)) {
            return Optional.of(Form.ROW_REDUCTION);
        }
        if (reducedRuns.size() == 2 && reducedRuns.get(0)) {
            return Optional.of(Form.COLUMN_REDUCTION);
        }
        return Optional.empty();
    }

    /**
     * A stored value must extend over whole loops, and only rows let a reduced value meet its row again. A value of one
     * element is stored by kernels that always run exactly once: the second phase of a full reduction, or a kernel
     * without loops. Loops may be empty, and their threads may still read what would be overwritten.
     */
    private boolean storesFit(IterationSpace space) {
        int full = space.fullMask();
        int inner = space.innerMask();
        for (Node node : members) {
            int span = space.spanMask(node);
            boolean after = afterReduction.contains(node);
            boolean stored = escapes.test(node);
            boolean whole = span == full;
            boolean fits = switch (space.form()) {
                case ELEMENTWISE -> !stored || whole;
                case ROW_REDUCTION, LANE_REDUCTION, SCAN -> !stored || whole || span == space.outerMask();
                case COLUMN_REDUCTION ->
                    after
                            ? (span & space.outerMask()) == 0 && notReducedTwice(node) && (!stored || span == inner)
                            : !stored || whole || span == inner;
                case FULL_REDUCTION -> after ? span == 0 && notReducedTwice(node) : !stored || whole || span == 0;
            };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private boolean notReducedTwice(Node node) {
        return !isReduction(node) || !afterReduction.contains(node.operands().get(0));
    }

    /** Kernels over open shapes are elementwise, and what they store has the shape of the whole domain. */
    private Optional<IterationSpace> openSpace() {
        for (Node node : members) {
            boolean whole = node.shape().equals(domain);
            if (isReduction(node) || (escapes.test(node) && !whole)) {
                return Optional.empty();
            }
            for (Node operand : node.operands()) {
                if (!inside.contains(operand)) {
                    spans.put(operand, operand.shape().isScalar() ? 0 : 1);
                    dependsOn.put(operand, operand.shape().isScalar() ? 0 : 1);
                }
            }
            int mask = 0;
            for (Node operand : node.operands()) {
                mask |= dependsOn.getOrDefault(operand, 0);
            }
            dependsOn.put(node, mask);
            spans.put(node, node.shape().isScalar() ? 0 : 1);
        }
        List<Run> runs = List.of(new Run(Dim.ONE, false));
        return Optional.of(new IterationSpace(Form.ELEMENTWISE, true, runs, 0, 1, dependsOn, accesses(spans, runs)));
    }

    /** Memory in row-major order over the runs that a value spans. */
    private static Map<Node, Access> accesses(Map<Node, Integer> spans, List<Run> runs) {
        Map<Node, Access> accesses = new IdentityHashMap<>();
        spans.forEach((node, mask) -> {
            List<Dim> strides = new ArrayList<>();
            Dim stride = Dim.ONE;
            for (int run = runs.size() - 1; run >= 0; run--) {
                boolean spanned = (mask >> run & 1) == 1;
                strides.add(0, spanned ? stride : Dim.ZERO);
                stride = spanned ? stride.times(runs.get(run).extent()) : stride;
            }
            accesses.put(node, new Access(Dim.ZERO, strides));
        });
        return accesses;
    }

    private static Map<Node, Integer> toRuns(Map<Node, Integer> masks, List<List<Integer>> runs) {
        Map<Node, Integer> byRun = new IdentityHashMap<>();
        masks.forEach((node, mask) -> {
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

    private static int maskOf(Collection<Integer> axes) {
        int mask = 0;
        for (int axis : axes) {
            mask |= 1 << axis;
        }
        return mask;
    }
}
