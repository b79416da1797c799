package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.op.BasicOps;
import io.graphkernel.processor.op.ConstantFolder;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.ViewKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The right side of a rule at one place of a graph. */
final class Replacement {

    private final ValueGraph graph;
    private final Match match;
    private final Attributes attributes;
    private final List<Value> added = new ArrayList<>();
    private Value value;

    private Replacement(ValueGraph graph, Match match, Attributes attributes) {
        this.graph = graph;
        this.match = match;
        this.attributes = attributes;
    }

    /**
     * Makes the right side of a rule.
     *
     * @param rule the rule
     * @param match its left side
     * @param graph where the left side is
     * @return empty if the rule's guard refuses, if the value would have another type, or if it would add work: ops of the
     *     left side that are read elsewhere are computed all the same
     */
    static Optional<Replacement> of(Rule rule, Match match, ValueGraph graph) {
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

    /** What takes the place of the root. */
    Value value() {
        return value;
    }

    /** What is new, operands first. */
    List<Value> added() {
        return added;
    }

    private void build(Term term) throws TypeException {
        value = broadcast(build(term, match.root().node().label()));
        prune();
    }

    private Value build(Term term, String label) throws TypeException {
        if (term instanceof Term.Op op) {
            List<Value> operands = new ArrayList<>();
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

    private Value operation(String op, List<Value> operands, Attributes own, String label) throws TypeException {
        Optional<Value> known = match.ops().stream()
                .filter(each -> each.isOperation(op, operands, own))
                .findFirst();
        if (known.isPresent()) {
            return known.get();
        }
        List<Node> nodes = operands.stream().map(Value::node).toList();
        ValueType type = OpTable.get().infer(op, nodes, own);
        if (op.equals(ViewKind.RESHAPE.op()) && type.equals(nodes.get(0).type())) {
            return operands.get(0);
        }
        Node node =
                Node.operation(op, nodes, own, type, label, match.root().node().origin());
        Optional<Node> constant = ConstantFolder.fold(node);
        return constant.isPresent() ? number(constant.get()) : add(node, operands);
    }

    private Value number(Node constant) {
        return add(constant, List.of());
    }

    private Value add(Node node, List<Value> operands) {
        Value made =
                graph.make(node, operands, match.root(), match.root().place().serial() + added.size() + 1);
        added.add(made);
        return made;
    }

    /** Elementwise ops have none but their scope; no rule changes a cast, which has its dtype. */
    private Attributes attributes(String op) {
        Attributes scope = match.root().scope();
        if (OpTable.get().find(op).orElseThrow().kind() == OpKind.ELEMENTWISE) {
            return scope;
        }
        if (!attributes.values().isEmpty()) {
            return merged(scope, attributes);
        }
        return match.ops().stream()
                .filter(each -> each.op().equals(op))
                .findFirst()
                .map(each -> each.node().attributes())
                .orElse(scope);
    }

    private static Attributes merged(Attributes scope, Attributes own) {
        Map<String, Object> all = new HashMap<>(own.values());
        all.putAll(scope.values());
        return Attributes.of(all);
    }

    /** The value in the root's shape: what remains may be an operand that was broadcast. */
    private Value broadcast(Value result) throws TypeException {
        ValueType wanted = match.root().node().type();
        if (result.node().type().equals(wanted)) {
            return result;
        }
        String label = match.root().node().label();
        if (!wanted.shape().isRankless()) {
            Attributes dims =
                    Attributes.NONE.with(Attributes.DIMS, wanted.shape().dims());
            return operation(ViewKind.BROADCAST.op(), List.of(result), dims, label);
        }
        Optional<Value> like = match.bound()
                .filter(bound -> bound.node().shape().equals(wanted.shape()))
                .findFirst();
        return like.isPresent()
                ? operation(
                        BasicOps.BROADCAST_LIKE,
                        List.of(result, like.get()),
                        match.root().scope(),
                        label)
                : result;
    }

    /** Drops numbers that were folded into others. */
    private void prune() {
        Set<Value> needed = new HashSet<>(Set.of(value));
        for (int i = added.size() - 1; i >= 0; i--) {
            if (needed.contains(added.get(i))) {
                needed.addAll(added.get(i).operands());
            }
        }
        added.removeIf(each -> !needed.contains(each));
    }

    private boolean addsNoWork() {
        Set<Value> unread = new HashSet<>(Set.of(match.root()));
        for (Value op : match.ops()) {
            if (!op.isPinned() && unread.containsAll(op.users())) {
                unread.add(op);
            }
        }
        unread.remove(value);
        added.forEach(each -> unread.removeAll(each.operands()));
        return added.isEmpty() || Work.isAtMost(added, unread);
    }
}
