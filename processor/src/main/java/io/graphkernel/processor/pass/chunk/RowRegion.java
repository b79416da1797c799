package io.graphkernel.processor.pass.chunk;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Ops that read a matmul with wide rows, row by row: all wide values that depend on it, and the ops between them. Only
 * narrow values leave a region.
 *
 * @param rows number of rows
 * @param columns number of columns of a wide value
 * @param members ops that compute a row from rows, in graph order, with the matmuls
 * @param sums ops that sum over the rows of members, in graph order
 * @param recomputed wide values of other ops, which each iteration recomputes
 * @param exits members that other ops or results read
 */
record RowRegion(Dim rows, Dim columns, List<Node> members, List<Node> sums, Set<Node> recomputed, List<Node> exits) {

    private static final String MATMUL = "MatMul";
    private static final String EXPONENTIAL = "Exp";
    private static final String SUM = "ReduceSum";

    /**
     * Returns the regions of a graph, which share no op.
     *
     * @param graph without groups
     * @param isWide condition of the number of columns; each matmul for which it holds starts a search of the graph, if
     *     there is a sum of exponentials with its dims
     * @return regions in graph order, each with a sum of exponentials along its columns
     */
    static List<RowRegion> all(Graph graph, Predicate<Dim> isWide) {
        List<Node> operations = graph.operations();
        Set<List<Dim>> exponentials = operations.stream()
                .filter(RowRegion::sumsExponentials)
                .map(sum -> sum.operands().get(0).shape())
                .filter(shape -> !shape.isUnranked())
                .map(Shape::dims)
                .collect(Collectors.toSet());
        if (exponentials.isEmpty()) {
            return List.of();
        }
        Map<Node, List<Node>> users = graph.users();
        Set<Node> results = identitySet();
        graph.outputs().forEach(output -> results.add(output.node()));
        Set<Node> taken = identitySet();
        List<RowRegion> regions = new ArrayList<>();
        for (Node node : operations) {
            if (isSource(node)
                    && exponentials.contains(node.shape().dims())
                    && isWide.test(node.shape().dims().get(1))
                    && !taken.contains(node)) {
                new Search(operations, users, results, node).region().ifPresent(region -> {
                    if (Collections.disjoint(region.members, taken)) {
                        taken.addAll(region.members);
                        regions.add(region);
                    }
                });
            }
        }
        return regions;
    }

    /** Returns true if a node is a matmul that computes rows from rows, not from other rows of the same operand. */
    private static boolean isSource(Node node) {
        return isMatMul(node)
                && !node.attributes().flag(Attributes.TRANSPOSE_A)
                && node.operands().stream().distinct().count()
                        == node.operands().size();
    }

    private static boolean isMatMul(Node node) {
        return node.isOperation() && node.op().equals(MATMUL) && node.shape().rank() == 2;
    }

    /**
     * Returns true if rows of an operand are read by the same rows of the result.
     *
     * @param operand operand of a member
     * @param member reader
     * @return false for an operand that every row reads as a whole
     */
    boolean isByRow(Node operand, Node member) {
        if (operand.isNumber() || operand.shape().rank() == 0) {
            return false;
        }
        boolean hasRows = operand.shape().dims().get(0).equals(rows);
        if (isMatMul(member)) {
            List<Node> operands = member.operands();
            boolean sums = member.attributes().flag(Attributes.TRANSPOSE_A);
            return operand == operands.get(0)
                    || operand == operands.get(1) && sums
                    || operands.lastIndexOf(operand) >= 2
                            && hasRows
                            && operand.shape().rank() == 2;
        }
        return hasRows
                && (Views.isReshape(member)
                        || operand.shape().rank() == member.shape().rank()
                        || isSum(member));
    }

    /** Returns true if a value has the rows and columns of the matmuls. */
    boolean isWide(Node node) {
        return node.shape().dims().equals(List.of(rows, columns));
    }

    /** Returns true if a chunk computes its rows of a value. */
    boolean computes(Node node) {
        return members.contains(node) || recomputed.contains(node);
    }

    private static boolean isSum(Node node) {
        return node.op().equals(SUM);
    }

    private static boolean sumsExponentials(Node node) {
        return isSum(node)
                && node.operands().get(0).isOperation()
                && node.operands().get(0).op().equals(EXPONENTIAL);
    }

    private static Set<Node> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** Search of one region. */
    private static final class Search {

        private final List<Node> operations;
        private final Map<Node, List<Node>> users;
        private final Set<Node> results;
        private final Dim rows;
        private final List<Dim> wide;
        private final Set<Node> sources = identitySet();
        /** Ops that depend on the region, and not by rows: their users are outside. */
        private final Set<Node> later = identitySet();

        Search(List<Node> operations, Map<Node, List<Node>> users, Set<Node> results, Node source) {
            this.operations = operations;
            this.users = users;
            this.results = results;
            this.wide = source.shape().dims();
            this.rows = wide.get(0);
            sources.add(source);
        }

        private boolean isWide(Node node) {
            return node.shape().dims().equals(wide);
        }

        Optional<RowRegion> region() {
            while (true) {
                Set<Node> local = local();
                Set<Node> members = members(local);
                Set<Node> recomputed = identitySet();
                int before = sources.size();
                for (Node member : members) {
                    for (Node operand : member.operands()) {
                        if (!members.contains(operand) && !recompute(operand, members, recomputed)) {
                            return Optional.empty();
                        }
                    }
                }
                if (sources.size() == before) {
                    return region(members, recomputed);
                }
            }
        }

        private Optional<RowRegion> region(Set<Node> members, Set<Node> recomputed) {
            Set<Node> sums = identitySet();
            operations.stream()
                    .filter(node -> !members.contains(node) && isSumOverRows(node, members))
                    .forEach(sums::add);
            Set<Node> exits = identitySet();
            for (Node member : members) {
                boolean leaves = results.contains(member)
                        || users.get(member).stream().anyMatch(user -> !members.contains(user) && !sums.contains(user));
                if (leaves) {
                    exits.add(member);
                }
            }
            boolean isNarrow = exits.stream().noneMatch(this::isWide);
            return isNarrow
                            && members.stream().noneMatch(this::weighsOtherValues)
                            && members.stream().anyMatch(this::sumsWideExponentials)
                    ? Optional.of(new RowRegion(
                            rows, wide.get(1), ordered(members), ordered(sums), recomputed, ordered(exits)))
                    : Optional.empty();
        }

        /** Returns true if a matmul of wide values has a factor that no source has, as attention. */
        private boolean weighsOtherValues(Node member) {
            return isMatMul(member)
                    && isWide(member.operands().get(0))
                    && sources.stream()
                            .noneMatch(source -> source.operands().get(1)
                                    == member.operands().get(1));
        }

        private boolean sumsWideExponentials(Node member) {
            return sumsExponentials(member) && isWide(member.operands().get(0));
        }

        /** Returns some ops in graph order. */
        private List<Node> ordered(Set<Node> ops) {
            return operations.stream().filter(ops::contains).toList();
        }

        /** Returns all ops that compute a row from the same row of the sources. */
        private Set<Node> local() {
            Set<Node> local = identitySet();
            later.clear();
            for (Node node : operations) {
                if (node.operands().stream().anyMatch(later::contains)) {
                    later.add(node);
                } else if (sources.contains(node) || isLocal(node, local)) {
                    local.add(node);
                } else if (node.operands().stream().anyMatch(local::contains)) {
                    later.add(node);
                }
            }
            return local;
        }

        private boolean isLocal(Node node, Set<Node> local) {
            List<Node> operands =
                    node.operands().stream().filter(local::contains).toList();
            return !operands.isEmpty() && startsWithRows(node) && computesRows(node, operands);
        }

        private boolean startsWithRows(Node node) {
            return !node.shape().isUnranked()
                    && node.shape().rank() > 0
                    && node.shape().dims().get(0).equals(rows);
        }

        /** Returns true if each row of an op depends on the same row of some operands. */
        private boolean computesRows(Node node, List<Node> rows) {
            return switch (OpTable.get().row(node).kind()) {
                case ELEMENTWISE ->
                    rows.stream()
                            .allMatch(row -> row.shape().rank() == node.shape().rank());
                case REDUCTION -> !axes(node).contains(0);
                case VIEW ->
                    Views.isReshape(node)
                            || Views.is(node, ViewKind.BROADCAST)
                                    && rows.get(0).shape().rank()
                                            == node.shape().rank();
                case LIBRARY ->
                    isSource(node)
                            && rows.stream()
                                    .noneMatch(row -> row == node.operands().get(1));
                default -> false;
            };
        }

        /** Returns the local ops without those that only follow narrow values. */
        private Set<Node> members(Set<Node> local) {
            Set<Node> members = identitySet();
            for (int i = operations.size() - 1; i >= 0; i--) {
                Node node = operations.get(i);
                boolean readsWide = isWide(node)
                        || node.operands().stream().anyMatch(operand -> local.contains(operand) && isWide(operand));
                boolean isRead = users.get(node).stream().anyMatch(members::contains);
                if (local.contains(node) && (readsWide || isRead)) {
                    members.add(node);
                }
            }
            return members;
        }

        /** Returns true if an op sums over the rows of wide members, and reads other values by row. */
        private boolean isSumOverRows(Node node, Set<Node> members) {
            List<Node> operands = node.operands();
            if (operands.stream().noneMatch(operand -> members.contains(operand) && isWide(operand))
                    || operands.stream().anyMatch(later::contains)) {
                return false;
            }
            if (isMatMul(node)) {
                return node.attributes().flag(Attributes.TRANSPOSE_A)
                        && !node.attributes().flag(Attributes.TRANSPOSE_B)
                        && !node.attributes().has(Attributes.EPILOGUE)
                        && node.dtype().isFloating();
            }
            return isSum(node) && axes(node).equals(List.of(0)) && node.dtype().isFloating();
        }

        /**
         * Adds the wide values that an operand depends on, other than those in memory.
         *
         * @return false if a row depends on its position
         */
        private boolean recompute(Node operand, Set<Node> members, Set<Node> recomputed) {
            if (!operand.isOperation()
                    || !isWide(operand)
                    || members.contains(operand)
                    || recomputed.contains(operand)) {
                return true;
            }
            OpKind kind = OpTable.get().row(operand).kind();
            if (isSource(operand)) {
                sources.add(operand);
                return true;
            }
            if (kind == OpKind.INDEX) {
                recomputed.add(operand);
                return operand.attributes().has(Attributes.AXIS)
                        && operand.attributes().integer(Attributes.AXIS) == 1;
            }
            boolean isFree = kind == OpKind.ELEMENTWISE || Views.is(operand, ViewKind.BROADCAST);
            if (isFree) {
                recomputed.add(operand);
            }
            return !isFree || operand.operands().stream().allMatch(of -> recompute(of, members, recomputed));
        }

        private static List<Integer> axes(Node reduction) {
            try {
                return Axes.normalized(
                        reduction.operands().get(0).shape(),
                        reduction.attributes().axes());
            } catch (TypeException e) {
                throw new IllegalStateException(reduction + ": " + e.getMessage(), e);
            }
        }
    }
}
