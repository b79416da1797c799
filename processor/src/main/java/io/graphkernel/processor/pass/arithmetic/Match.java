package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A subgraph that matches a pattern. */
final class Match {

    private final Map<String, RewriteValue> bindings = new HashMap<>();
    private final List<RewriteValue> ops = new ArrayList<>();
    private final List<Node> literals = new ArrayList<>();

    private Match() {}

    /** Returns the match of a pattern at a value, if there is one. */
    static Optional<Match> of(Term pattern, RewriteValue root) {
        if (!fits(pattern, root)) {
            return Optional.empty();
        }
        Match match = new Match();
        return match.matches(pattern, root) && match.isInOneScope() ? Optional.of(match) : Optional.empty();
    }

    /**
     * Returns true if ops and constants are where the pattern has them. It rejects most candidates before anything is
     * bound.
     */
    private static boolean fits(Term term, RewriteValue value) {
        if (term instanceof Term.Letter) {
            return true;
        }
        if (!(term instanceof Term.Op op)) {
            return value.isConstant();
        }
        boolean fits = value.op().equals(op.name())
                && value.operands().size() == op.operands().size();
        for (int i = 0; fits && i < op.operands().size(); i++) {
            fits = fits(op.operands().get(i), value.operands().get(i));
        }
        return fits;
    }

    /** Returns true if all ops are in one scope: ops that flags keep apart are not computed together. */
    private boolean isInOneScope() {
        return ops.stream().allMatch(op -> op.scope().equals(root().scope()));
    }

    /** Matches a term and binds its letters. */
    private boolean matches(Term term, RewriteValue value) {
        if (term instanceof Term.Op op) {
            ops.add(value);
            for (int i = 0; i < op.operands().size(); i++) {
                if (!matches(op.operands().get(i), value.operands().get(i))) {
                    return false;
                }
            }
            return true;
        }
        if (term instanceof Term.Literal literal) {
            literals.add(value.node());
            return value.node().attributes().value() == literal.value();
        }
        return isBound(term instanceof Term.Letter letter ? letter.name() : ((Term.Constant) term).name(), value);
    }

    private boolean isBound(String name, RewriteValue value) {
        RewriteValue known = bindings.putIfAbsent(name, value);
        return known == null || known.isSame(value);
    }

    /** Returns the value to be replaced. */
    RewriteValue root() {
        return ops.get(0);
    }

    /** Returns all ops that match ops of the pattern, each before its operands. */
    List<RewriteValue> ops() {
        return ops;
    }

    /** Returns the op at a position of the pattern in pre-order; the root is 0. */
    Node op(int index) {
        return ops.get(index).node();
    }

    RewriteValue bound(String name) {
        return bindings.get(name);
    }

    /** Returns the value bound to a letter or {@code c}. */
    Node letter(String name) {
        return bindings.get(name).node();
    }

    /** Returns the bound values, in the order of names. */
    Stream<RewriteValue> bound() {
        return bindings.keySet().stream().sorted().map(bindings::get);
    }

    /** Returns the constants that match literals of the pattern. */
    List<Node> literals() {
        return literals;
    }

    /** Returns true if the computation is in a floating-point dtype. */
    boolean isFloating() {
        return ops.stream()
                .flatMap(op -> Stream.concat(Stream.of(op), op.operands().stream()))
                .anyMatch(value -> value.node().dtype().isFloating());
    }
}
