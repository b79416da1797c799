package io.graphkernel.processor.graph;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The loop nest that a set of ops can share, if there is one. Fusion asks whether it exists; the schedule reads it.
 *
 * <p>The axes of the common domain are collapsed into <em>runs</em>: adjacent axes that every buffer either spans
 * together or broadcasts together. The last run is the inner loop, the others are the outer loops. The place of a
 * value in the nest is a mask over the runs: bit r is set if the value varies along run r.
 */
public final class IterationSpace {

    /** Which template runs the nest. */
    public enum Form {
        /** No reduction. */
        ELEMENTWISE,
        /** The inner run is reduced; several stages over one row are possible. */
        ROW_REDUCTION,
        /** The outer run is reduced, the inner run is kept. */
        COLUMN_REDUCTION,
        /** Everything is reduced. */
        FULL_REDUCTION
    }

    /** How often a value is computed. */
    public enum Level {
        /** Once per kernel. */
        UNIFORM,
        /** Once per index of the outer runs. */
        ROW,
        /** Once per element. */
        ELEMENT
    }

    private final Form form;
    private final boolean open;
    private final List<List<Dim>> runs;
    private final Map<Node, Integer> dependsOn;
    private final Map<Node, Integer> spans;

    IterationSpace(
            Form form, boolean open, List<List<Dim>> runs, Map<Node, Integer> dependsOn, Map<Node, Integer> spans) {
        this.form = form;
        this.open = open;
        this.runs = List.copyOf(runs);
        this.dependsOn = dependsOn;
        this.spans = spans;
    }

    /**
     * Finds the common loop nest of some ops.
     *
     * @param members ops in topological order
     * @param escapes whether a member's value is needed outside and must be stored
     * @return the nest, or empty if the ops can't run in one kernel
     */
    public static Optional<IterationSpace> of(List<Node> members, Predicate<Node> escapes) {
        return new IterationSpaceAnalysis(members, escapes).run();
    }

    public Form form() {
        return form;
    }

    /** Whether the shape is known only at the call; then there is one inner run without dims. */
    public boolean isOpen() {
        return open;
    }

    /** The dims of the outer runs, outermost first. */
    public List<List<Dim>> outer() {
        return runs.isEmpty() ? List.of() : runs.subList(0, runs.size() - 1);
    }

    /** The dims of the inner run; empty for one element. */
    public List<Dim> inner() {
        return runs.isEmpty() ? List.of() : runs.get(runs.size() - 1);
    }

    /** The mask of a value that varies along every run. */
    public int fullMask() {
        return (1 << runs.size()) - 1;
    }

    /** The mask of the outer runs. */
    public int outerMask() {
        return fullMask() >> 1;
    }

    /**
     * Along which runs a value varies, by what it is computed from.
     *
     * @param node a member or an operand of a member
     * @return bit r for run r
     */
    public int mask(Node node) {
        return dependsOn.getOrDefault(node, 0);
    }

    /**
     * Along which runs the memory of a value extends, by its shape.
     *
     * @param node a member or an operand of a member
     * @return bit r for run r
     */
    public int spanMask(Node node) {
        return spans.getOrDefault(node, 0);
    }

    /**
     * How often a value is computed.
     *
     * @param node a member or an operand of a member
     * @return its level
     */
    public Level level(Node node) {
        return levelOf(mask(node));
    }

    /**
     * The level of a mask.
     *
     * @param mask bit r for run r
     * @return ELEMENT if it has the inner run, ROW if it has an outer one
     */
    public Level levelOf(int mask) {
        if (mask == 0) {
            return Level.UNIFORM;
        }
        return (mask & ~outerMask()) != 0 ? Level.ELEMENT : Level.ROW;
    }

    /** Whether an op is a reduction. */
    public static boolean isReduction(Node node) {
        return node.isOperation()
                && node.op().startsWith("Reduce")
                && !node.op().equals("ReduceMean");
    }

    /**
     * The axes that a reduction reduces, counted from the front.
     *
     * @param reduction an op for which {@link #isReduction} holds
     * @return the axes
     */
    static TreeSet<Integer> reducedAxes(Node reduction) {
        int rank = reduction.operands().get(0).shape().rank();
        TreeSet<Integer> axes = new TreeSet<>();
        reduction.attributes().axes().forEach(axis -> axes.add((int) (axis < 0 ? axis + rank : axis)));
        for (int axis = 0; reduction.attributes().axes().isEmpty() && axis < rank; axis++) {
            axes.add(axis);
        }
        return axes;
    }
}
