package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.ConstantFolder;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Applies rules and folds constants until a fixed point is reached. A worklist revisits only values near a change, so
 * the cost of a rewrite is independent of the graph's size.
 */
public final class Simplifier {

    /**
     * Maximum number of users of one op that any pattern has; values with more users cannot be inner ops of a match.
     */
    private static final int MAX_READERS = 2;

    private final RuleSelection selection;
    private final ValueGraph values;
    private final Deque<RewriteValue> queue = new ArrayDeque<>();
    private final Set<RewriteValue> queued = new HashSet<>();
    private final SortedMap<String, Integer> applied = new TreeMap<>();

    private Simplifier(Graph graph, RuleSelection selection) {
        this.selection = selection;
        this.values = new ValueGraph(graph);
    }

    /**
     * A simplified graph.
     *
     * @param graph the same instance if no rule applied
     * @param applied number of applications of each rule, by id
     */
    public record Result(Graph graph, SortedMap<String, Integer> applied) {

        public Result {
            applied = Collections.unmodifiableSortedMap(new TreeMap<>(applied));
        }
    }

    /**
     * Simplifies a graph.
     *
     * @param graph a graph of basic ops without kernels
     * @param selection selection of rules
     * @return the simplified graph
     */
    public static Result run(Graph graph, RuleSelection selection) {
        Simplifier simplifier = new Simplifier(graph, selection);
        simplifier.run();
        return new Result(simplifier.values.build(), simplifier.applied);
    }

    private void run() {
        values.operations().forEach(this::enqueue);
        while (!queue.isEmpty()) {
            RewriteValue value = queue.poll();
            queued.remove(value);
            if (!value.isDropped() && !fold(value)) {
                simplify(value);
            }
        }
    }

    private boolean fold(RewriteValue value) {
        if (!value.operands().stream().allMatch(RewriteValue::isConstant)) {
            return false;
        }
        List<Node> operands = value.operands().stream().map(RewriteValue::node).toList();
        Optional<Node> constant = ConstantFolder.fold(value.node().withOperands(operands));
        if (constant.isEmpty()) {
            return false;
        }
        RewriteValue folded =
                values.make(constant.get(), List.of(), value, value.position().serial() + 1);
        replace(value, folded, List.of(folded));
        return true;
    }

    private void simplify(RewriteValue value) {
        for (RuleTable.RulePattern candidate : RuleTable.patterns(value.op())) {
            ArithmeticRule rule = candidate.rule();
            Optional<Replacement> replacement = selection.allows(rule)
                    ? Match.of(candidate.pattern(), value)
                            .filter(match -> selection.allows(rule, match))
                            .flatMap(match -> Replacement.of(rule, match, values))
                    : Optional.empty();
            if (replacement.isPresent()) {
                applied.merge(rule.id(), 1, Integer::sum);
                replace(value, replacement.get().value(), replacement.get().added());
                return;
            }
        }
    }

    private void replace(RewriteValue old, RewriteValue replacement, Collection<RewriteValue> added) {
        List<RewriteValue> users = List.copyOf(old.users());
        values.replace(old, replacement, added, this::freed);
        added.forEach(this::enqueue);
        users.forEach(user -> enqueueWithUsers(user, RuleTable.greatestHeight() - 1));
    }

    /** Revisits a value that lost a user, since it may now be an inner op of a pattern. */
    private void freed(RewriteValue value) {
        if (value.users().size() <= MAX_READERS) {
            enqueueWithUsers(value, RuleTable.greatestHeight());
        }
    }

    /** Enqueues a value, and the users whose patterns may contain it. */
    private void enqueueWithUsers(RewriteValue value, int levels) {
        enqueue(value);
        if (levels > 1) {
            value.users().forEach(user -> enqueueWithUsers(user, levels - 1));
        }
    }

    private void enqueue(RewriteValue value) {
        if (value.node().isOperation() && queued.add(value)) {
            queue.add(value);
        }
    }
}
