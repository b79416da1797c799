package io.graphkernel.processor.graph;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The loop nest that a set of ops shares. Fusion asks whether it exists; the schedule reads it.
 *
 * <p>The axes of the common domain are collapsed into {@linkplain Run runs}, in loop order: first the <em>outer</em>
 * ones, whose product counts the rows that threads share out, then the <em>middle</em> ones, then the <em>inner</em>
 * one, along which vectors run. The place of a value in the nest is a mask over the runs: bit r is set if the value
 * varies along run r.
 */
public final class IterationSpace {

    /** Which template runs the nest. */
    public enum Form {
        /** No reduction. */
        ELEMENTWISE,
        /** The inner run is reduced, and the middle ones are; several stages over one row are possible. */
        ROW_REDUCTION,
        /** The middle runs are reduced, the inner one is kept: each lane of a vector is a row of its own. */
        LANE_REDUCTION,
        /**
         * The outer runs are reduced, the inner run is kept; two phases. In the first one rows may be reduced too, in
         * several stages as those of a row reduction.
         */
        COLUMN_REDUCTION,
        /** Everything is reduced; two phases. */
        FULL_REDUCTION,
        /** The middle run is scanned in order, the inner one is kept. */
        SCAN
    }

    /** How often a value is computed. */
    public enum Level {
        /** Once per kernel. */
        UNIFORM,
        /** Once per row; where lanes are rows, once per lane. */
        ROW,
        /** Once per element. */
        ELEMENT
    }

    /**
     * The loops.
     *
     * @param runs outermost first
     * @param outerCount how many of the runs are outer ones
     * @param innerCount 1 if the last run is the inner one, 0 if there is none
     */
    public record Nest(List<Run> runs, int outerCount, int innerCount) {

        public Nest {
            runs = List.copyOf(runs);
        }
    }

    /**
     * Where the values are in the loops.
     *
     * @param computed the ops that compute something, in order
     * @param dependsOn along which runs each value varies, by what it is computed from
     * @param spans along which runs each value extends, by its shape
     * @param loads the memory of outside operands, views and index ops, and of what each Gather gathers from
     * @param stores the memory of what is stored
     */
    public record Places(
            List<Node> computed,
            Map<Node, Integer> dependsOn,
            Map<Node, Integer> spans,
            Map<Node, Access> loads,
            Map<Node, Access> stores) {

        public Places {
            computed = List.copyOf(computed);
        }
    }

    private final Form form;
    private final boolean rankless;
    private final List<Run> runs;
    private final int outerCount;
    private final int innerCount;
    private final Places places;

    /**
     * A nest.
     *
     * @param form the template
     * @param rankless whether the shape is known only at the call
     * @param nest the loops
     * @param places the values
     */
    public IterationSpace(Form form, boolean rankless, Nest nest, Places places) {
        this.form = form;
        this.rankless = rankless;
        this.runs = nest.runs();
        this.outerCount = nest.outerCount();
        this.innerCount = nest.innerCount();
        this.places = places;
    }

    public Form form() {
        return form;
    }

    /** Whether the shape is known only at the call; then there is one inner run of unknown extent. */
    public boolean isRankless() {
        return rankless;
    }

    /** The loops, outermost first. */
    public List<Run> runs() {
        return runs;
    }

    /** The loops whose product counts the rows, outermost first. */
    public List<Run> outer() {
        return runs.subList(0, outerCount);
    }

    /** The loops between the outer ones and the inner one: reduced or scanned ones, within a row. */
    public List<Run> middle() {
        return runs.subList(outerCount, runs.size() - innerCount);
    }

    /** The extents of the loops inside another one that may be 0. */
    public List<Dim> runsWithin(int run) {
        return runs.subList(run + 1, runs.size()).stream()
                .map(Run::extent)
                .filter(extent -> !(extent instanceof Dim.Constant constant && constant.size() > 0))
                .distinct()
                .toList();
    }

    /** The extent of the inner loop; 1 without one. */
    public Dim inner() {
        return innerCount == 0 ? Dim.ONE : runs.get(runs.size() - 1).extent();
    }

    /** The product of the extents of the outer loops. */
    public Dim rows() {
        return product(outer());
    }

    /** The product of the extents of some loops. */
    public static Dim product(List<Run> runs) {
        return Dim.product(runs.stream().map(Run::extent).toList());
    }

    /** The mask of a value that varies along every run. */
    public int fullMask() {
        return (1 << runs.size()) - 1;
    }

    /** The mask of the outer runs. */
    public int outerMask() {
        return (1 << outerCount) - 1;
    }

    /** The mask of the inner run. */
    public int innerMask() {
        return innerCount << (runs.size() - 1);
    }

    /** The mask of the runs that are not reduced. */
    public int keptMask() {
        int mask = 0;
        for (int run = 0; run < runs.size(); run++) {
            mask |= runs.get(run).reduced() ? 0 : 1 << run;
        }
        return mask;
    }

    /**
     * Along which runs a value varies, by what it is computed from.
     *
     * @param node a member or an operand of a member
     * @return bit r for run r
     */
    public int mask(Node node) {
        return places.dependsOn().getOrDefault(node, 0);
    }

    /**
     * Along which runs the memory of a value extends, by its shape.
     *
     * @param node a member or an operand of a member
     * @return bit r for run r
     */
    public int spanMask(Node node) {
        return places.spans().getOrDefault(node, 0);
    }

    /**
     * The ops of the group that compute something: without index ops, views of memory, and views that nobody needs. A view
     * among them looks at a value that is computed too, and is that value.
     */
    public List<Node> computed() {
        return places.computed();
    }

    /**
     * Where a value is read.
     *
     * @param node an outside operand, a view of memory, an index op (then the access is its value), or a Gather (then its
     *     first operand's memory, without the gathered axis)
     * @return its access; for a rankless space one of stride 1 or 0 along the only run
     */
    public Access access(Node node) {
        return places.loads().get(node);
    }

    /**
     * Where a member is stored.
     *
     * @param node a member that leaves the kernel
     * @return its access; for a rankless space one of stride 1 or 0 along the only run
     */
    public Access stored(Node node) {
        return places.stores().get(node);
    }

    /**
     * The stride along the number of the row, if an access walks the outer loops as if they were one.
     *
     * @param access an access of this space
     * @return elements from one row to the next; 0 if all rows are one; empty if the index of each outer loop is needed
     */
    public Optional<Dim> rowStride(Access access) {
        for (int run = 0; run + 1 < outerCount; run++) {
            Dim next = access.strides().get(run + 1);
            if (!access.strides().get(run).equals(next.times(runs.get(run + 1).extent()))) {
                return Optional.empty();
            }
        }
        return Optional.of(outerCount == 0 ? Dim.ZERO : access.strides().get(outerCount - 1));
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
     * @return ELEMENT if it has a run that is walked within a row, ROW if it has another one
     */
    public Level levelOf(int mask) {
        if (mask == 0) {
            return Level.UNIFORM;
        }
        int perRow = form == Form.LANE_REDUCTION ? keptMask() : outerMask();
        return (mask & ~perRow) != 0 ? Level.ELEMENT : Level.ROW;
    }
}
