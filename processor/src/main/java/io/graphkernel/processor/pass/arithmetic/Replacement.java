package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.ConstantFolder;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The instantiated right-hand side of a rule. */
final class Replacement {

    private final ValueGraph graph;
    private final Match match;
    private final Attributes attributes;
    private final List<RewriteValue> added = new ArrayList<>();
    private RewriteValue value;

    private Replacement(ValueGraph graph, Match match, Attributes attributes) {
        this.graph = graph;
        this.match = match;
        this.attributes = attributes;
    }

    /**
     * Instantiates the right-hand side of a rule.
     *
     * @param rule the rule
     * @param match match of its left-hand side
     * @param graph graph of the match
     * @return empty if the rule's guard rejects, the type would change, or the cost would grow: ops of the left-hand
     *     side with other users remain
     */
    static Optional<Replacement> of(ArithmeticRule rule, Match match, ValueGraph graph) {
        Optional<Attributes> attributes = rule.guard().attributes(match);
        if (attributes.isEmpty()) {
            return Optional.empty();
        }
        Replacement replacement = new Replacement(graph, match, attributes.get());
        try {
            replacement.build(rule.replacement());
        } catch (TypeException e) {
            return Optional.empty();
        }
        boolean fits = replacement.value != match.root()
                && replacement.value.node().type().equals(match.root().node().type())
                && replacement.addsNoWork();
        return fits ? Optional.of(replacement) : Optional.empty();
    }

    /** Returns the replacement of the root. */
    RewriteValue value() {
        return value;
    }

    /** Returns the new values, operands first. */
    List<RewriteValue> added() {
        return added;
    }

    private void build(Term term) throws TypeException {
        value = broadcast(build(term, match.root().node().label()));
        prune();
    }

    private RewriteValue build(Term term, String label) throws TypeException {
        if (term instanceof Term.Op op) {
            List<RewriteValue> operands = new ArrayList<>();
            for (Term operand : op.operands()) {
                operands.add(build(operand, ""));
            }
            return operation(op.name(), operands, attributes(op.name()), label);
        }
        if (term instanceof Term.Literal literal) {
            return number(Node.constant(
                    literal.value(), match.root().operands().get(0).node().dtype()));
        }
        return match.bound(term instanceof Term.Letter letter ? letter.name() : ((Term.Constant) term).name());
    }

    private RewriteValue operation(String op, List<RewriteValue> operands, Attributes own, String label)
            throws TypeException {
        Optional<RewriteValue> known = match.ops().stream()
                .filter(value -> value.isOperation(op, operands, own))
                .findFirst();
        if (known.isPresent()) {
            return known.get();
        }
        List<Node> nodes = operands.stream().map(RewriteValue::node).toList();
        ValueType type = OpTable.get().infer(op, nodes, own);
        if (op.equals(ViewKind.RESHAPE.op()) && type.equals(nodes.get(0).type())) {
            return operands.get(0);
        }
        Node node =
                Node.operation(op, nodes, own, type, label, match.root().node().origin());
        Optional<Node> constant = ConstantFolder.fold(node);
        return constant.isPresent() ? number(constant.get()) : add(node, operands);
    }

    private RewriteValue number(Node constant) {
        return add(constant, List.of());
    }

    private RewriteValue add(Node node, List<RewriteValue> operands) {
        RewriteValue value =
                graph.make(node, operands, match.root(), match.root().position().serial() + added.size() + 1);
        added.add(value);
        return value;
    }

    /** Elementwise ops have only a scope; rules never change a cast, which has its dtype. */
    private Attributes attributes(String op) {
        Attributes scope = match.root().scope();
        if (OpTable.get().find(op).orElseThrow().kind() == OpKind.ELEMENTWISE) {
            return scope;
        }
        if (!attributes.values().isEmpty()) {
            return merged(scope, attributes);
        }
        return match.ops().stream()
                .filter(value -> value.op().equals(op))
                .findFirst()
                .map(value -> value.node().attributes())
                .orElse(scope);
    }

    private static Attributes merged(Attributes scope, Attributes own) {
        Map<String, Object> attributes = new HashMap<>(own.values());
        attributes.putAll(scope.values());
        return Attributes.of(attributes);
    }

    /** Returns the value in the root's shape: it may be an operand that was broadcast. */
    private RewriteValue broadcast(RewriteValue result) throws TypeException {
        ValueType type = match.root().node().type();
        if (result.node().type().equals(type)) {
            return result;
        }
        String label = match.root().node().label();
        if (!type.shape().isUnranked()) {
            Attributes dims = Attributes.NONE.with(Attributes.DIMS, type.shape().dims());
            return operation(ViewKind.BROADCAST.op(), List.of(result), dims, label);
        }
        Optional<RewriteValue> like = match.bound()
                .filter(bound -> bound.node().shape().equals(type.shape()))
                .findFirst();
        return like.isPresent()
                ? operation(
                        BasicOps.BROADCAST_LIKE,
                        List.of(result, like.get()),
                        match.root().scope(),
                        label)
                : result;
    }

    /** Drops constants that were folded into others. */
    private void prune() {
        Set<RewriteValue> needed = new HashSet<>(Set.of(value));
        for (int i = added.size() - 1; i >= 0; i--) {
            if (needed.contains(added.get(i))) {
                needed.addAll(added.get(i).operands());
            }
        }
        added.removeIf(value -> !needed.contains(value));
    }

    private boolean addsNoWork() {
        Set<RewriteValue> unread = new HashSet<>(Set.of(match.root()));
        for (RewriteValue op : match.ops()) {
            if (!op.isPinned() && unread.containsAll(op.users())) {
                unread.add(op);
            }
        }
        unread.remove(value);
        added.forEach(value -> unread.removeAll(value.operands()));
        return added.isEmpty() || ArithmeticCost.isAtMost(added, unread);
    }
}
