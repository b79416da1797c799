package io.graphkernel.graph.iteration;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The loop nest shared by a set of ops. Fusion checks that it exists, and the schedule reads it.
 *
 * <p>The axes of the common domain are collapsed into {@linkplain IterationDim iteration dims}, in loop order. First
 * come the <em>outer</em> ones, whose product is the number of rows that threads share; then the <em>middle</em> ones;
 * then the <em>inner</em> one, which is vectorized.
 *
 * <p>The dims that a value depends on are a mask: bit r is set if the value varies along dim r.
 */
public final class IterationSpace {

    /** Loop template of the nest. */
    public enum LoopTemplate {
        /** No reduction. */
        ELEMENTWISE,
        /** The inner dim and the middle dims are reduced; several stages over one row are possible. */
        ROW_REDUCTION,
        /** The middle dims are reduced and the inner one is kept: each vector lane is a separate row. */
        STRIDED_REDUCTION,
        /**
         * The outer dims are reduced and the inner dim is kept, in two phases. The first phase may also reduce rows, in
         * several stages as in a row reduction.
         */
        COLUMN_REDUCTION,
        /** Everything is reduced; two phases. */
        FULL_REDUCTION,
        /** The middle dim is scanned in order and the inner one is kept. */
        SCAN,
        /** The middle dim counts the iterations of a loop around elementwise ops, in order; the inner one is kept. */
        RECURRENCE,
        /** Attention by a score function: the outer dims are the heads of the keys and their queries. */
        ATTENTION
    }

    /** Loop level at which a value is computed. */
    public enum Level {
        /** Once per kernel. */
        UNIFORM,
        /** Once per row, or once per lane if lanes are rows. */
        ROW,
        /** Once per element. */
        ELEMENT
    }

    /**
     * The loops.
     *
     * @param dims the iteration dims, outermost first
     * @param outerCount number of outer dims
     * @param innerCount 1 if the last dim is the inner one, 0 if there is none
     */
    public record Nest(List<IterationDim> dims, int outerCount, int innerCount) {

        public Nest {
            dims = List.copyOf(dims);
        }
    }

    /**
     * The mapping of values to the loops.
     *
     * @param computed the ops that compute something, in order
     * @param dependsOn mask of the dims along which each value varies, by data dependence
     * @param spans mask of the dims along which each value extends, by its shape
     * @param loads access of each outside operand, view and index op, and of the operand of each Gather
     * @param stores access of each stored value
     */
    public record ValueMapping(
            List<Node> computed,
            Map<Node, Integer> dependsOn,
            Map<Node, Integer> spans,
            Map<Node, AccessMap> loads,
            Map<Node, AccessMap> stores) {

        public ValueMapping {
            computed = List.copyOf(computed);
        }
    }

    private final LoopTemplate template;
    private final boolean unranked;
    private final List<IterationDim> dims;
    private final int outerCount;
    private final int innerCount;
    private final ValueMapping mapping;

    /**
     * Creates an iteration space.
     *
     * @param template the loop template
     * @param unranked true if the shape is known only at the call
     * @param nest the loops
     * @param mapping the mapping of values to the loops
     */
    public IterationSpace(LoopTemplate template, boolean unranked, Nest nest, ValueMapping mapping) {
        this.template = template;
        this.unranked = unranked;
        this.dims = nest.dims();
        this.outerCount = nest.outerCount();
        this.innerCount = nest.innerCount();
        this.mapping = mapping;
    }

    public LoopTemplate template() {
        return template;
    }

    /** Returns true if the shape is known only at the call. The space then has one inner dim of unknown extent. */
    public boolean isUnranked() {
        return unranked;
    }

    /** Returns the loops, outermost first. */
    public List<IterationDim> dims() {
        return dims;
    }

    /** Returns the loops whose product counts the rows, outermost first. */
    public List<IterationDim> outer() {
        return dims.subList(0, outerCount);
    }

    /** Returns the loops between the outer ones and the inner one, which are reduced or scanned within a row. */
    public List<IterationDim> middle() {
        return dims.subList(outerCount, dims.size() - innerCount);
    }

    /** Returns the extents of the loops nested in a loop, without those that are never 0. */
    public List<Dim> dimsWithin(int dim) {
        return dims.subList(dim + 1, dims.size()).stream()
                .map(IterationDim::extent)
                .filter(extent -> !(extent instanceof Dim.Constant constant && constant.size() > 0))
                .distinct()
                .toList();
    }

    /** Returns the extent of the inner loop; 1 if there is none. */
    public Dim inner() {
        return innerCount == 0 ? Dim.ONE : dims.get(dims.size() - 1).extent();
    }

    /** Returns the product of the extents of the outer loops. */
    public Dim rows() {
        return product(outer());
    }

    /** Returns the product of the extents of some loops. */
    public static Dim product(List<IterationDim> dims) {
        return Dim.product(dims.stream().map(IterationDim::extent).toList());
    }

    /** Returns the mask of a value that varies along every dim. */
    public int fullMask() {
        return (1 << dims.size()) - 1;
    }

    /** Returns the mask of the outer dims. */
    public int outerMask() {
        return (1 << outerCount) - 1;
    }

    /** Returns the mask of the inner dim. */
    public int innerMask() {
        return innerCount << (dims.size() - 1);
    }

    /** Returns the mask of the dims that are not reduced. */
    public int unreducedMask() {
        int mask = 0;
        for (int dim = 0; dim < dims.size(); dim++) {
            mask |= dims.get(dim).reduced() ? 0 : 1 << dim;
        }
        return mask;
    }

    /**
     * Returns the dims along which a value varies, by data dependence.
     *
     * @param node a member or an operand of a member
     * @return bit r for dim r
     */
    public int mask(Node node) {
        return mapping.dependsOn().getOrDefault(node, 0);
    }

    /**
     * Returns the dims along which the memory of a value extends, by its shape.
     *
     * @param node a member or an operand of a member
     * @return bit r for dim r
     */
    public int spanMask(Node node) {
        return mapping.spans().getOrDefault(node, 0);
    }

    /**
     * Returns the ops of the group that compute something: without index ops, memory views and unused views. A
     * remaining view reads a computed value and has the same variable.
     */
    public List<Node> computed() {
        return mapping.computed();
    }

    /**
     * Returns the access that loads a value.
     *
     * @param node an outside operand, a memory view, an index op (the access is its value), or a Gather (the memory of
     *     its first operand, without the gathered axis)
     * @return its access; for an unranked space one of stride 1 or 0 along the only dim
     */
    public AccessMap access(Node node) {
        return mapping.loads().get(node);
    }

    /**
     * Returns the access that stores a member.
     *
     * @param node a member that is stored
     * @return its access; for an unranked space one of stride 1 or 0 along the only dim
     */
    public AccessMap stored(Node node) {
        return mapping.stores().get(node);
    }

    /**
     * Returns the stride between rows if an access is linear over the collapsed outer loops.
     *
     * @param access an access of this space
     * @return elements from one row to the next; 0 if all rows are the same; empty if the index of each outer loop is
     *     required
     */
    public Optional<Dim> rowStride(AccessMap access) {
        for (int dim = 0; dim + 1 < outerCount; dim++) {
            Dim next = access.strides().get(dim + 1);
            if (!access.strides().get(dim).equals(next.times(dims.get(dim + 1).extent()))) {
                return Optional.empty();
            }
        }
        return Optional.of(outerCount == 0 ? Dim.ZERO : access.strides().get(outerCount - 1));
    }

    /**
     * Returns the loop level at which a value is computed.
     *
     * @param node a member or an operand of a member
     * @return its level
     */
    public Level level(Node node) {
        return levelOf(mask(node));
    }

    /**
     * Returns the level of a mask.
     *
     * @param mask bit r for dim r
     * @return ELEMENT if it has a dim within a row, else ROW if it has any dim, else UNIFORM
     */
    public Level levelOf(int mask) {
        if (mask == 0) {
            return Level.UNIFORM;
        }
        int perRow = template == LoopTemplate.STRIDED_REDUCTION ? unreducedMask() : outerMask();
        return (mask & ~perRow) != 0 ? Level.ELEMENT : Level.ROW;
    }
}
