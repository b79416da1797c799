package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.ConstantFolder;
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
 * Applies rules and folds constants until nothing changes. Looks again only at values near a change: a rewrite costs
 * nothing that grows with the graph.
 */
public final class Simplifier {

    /** No pattern reads more than so many users of one op of it, so that more readers leave nothing to look at. */
    private static final int MOST_READERS = 2;

    private final RuleSelection selection;
    private final ValueGraph values;
    private final Deque<Value> queue = new ArrayDeque<>();
    private final Set<Value> queued = new HashSet<>();
    private final SortedMap<String, Integer> applied = new TreeMap<>();

    private Simplifier(Graph graph, RuleSelection selection) {
        this.selection = selection;
        this.values = new ValueGraph(graph);
    }

    /**
     * A simplified graph.
     *
     * @param graph the same instance if no rule applied
     * @param applied how often each rule applied, by id
     */
    public record Result(Graph graph, SortedMap<String, Integer> applied) {

        public Result {
            applied = Collections.unmodifiableSortedMap(new TreeMap<>(applied));
        }
    }

    /**
     * Simplifies a graph.
     *
     * @param graph basic ops without kernels
     * @param selection which rules may apply
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
            Value value = queue.poll();
            queued.remove(value);
            if (!value.isDropped() && !fold(value)) {
                simplify(value);
            }
        }
    }

    private boolean fold(Value value) {
        if (!value.operands().stream().allMatch(Value::isConstant)) {
            return false;
        }
        List<Node> operands = value.operands().stream().map(Value::node).toList();
        Optional<Node> constant = ConstantFolder.fold(value.node().withOperands(operands));
        if (constant.isEmpty()) {
            return false;
        }
        Value folded =
                values.make(constant.get(), List.of(), value, value.place().serial() + 1);
        replace(value, folded, List.of(folded));
        return true;
    }

    private void simplify(Value value) {
        for (RuleTable.RulePattern each : RuleTable.patterns(value.op())) {
            Rule rule = each.rule();
            Optional<Replacement> replacement = selection.allows(rule)
                    ? Match.of(each.pattern(), value)
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

    private void replace(Value old, Value replacement, Collection<Value> added) {
        List<Value> users = List.copyOf(old.users());
        values.replace(old, replacement, added, this::freed);
        added.forEach(this::enqueue);
        users.forEach(user -> enqueueWithUsers(user, RuleTable.greatestHeight() - 1));
    }

    /** What has lost a reader may now be the inner part of a pattern. */
    private void freed(Value value) {
        if (value.users().size() <= MOST_READERS) {
            enqueueWithUsers(value, RuleTable.greatestHeight());
        }
    }

    /** Looks at a value again, and at those whose patterns it may be part of. */
    private void enqueueWithUsers(Value value, int levels) {
        enqueue(value);
        if (levels > 1) {
            value.users().forEach(user -> enqueueWithUsers(user, levels - 1));
        }
    }

    private void enqueue(Value value) {
        if (value.node().isOperation() && queued.add(value)) {
            queue.add(value);
        }
    }
}
