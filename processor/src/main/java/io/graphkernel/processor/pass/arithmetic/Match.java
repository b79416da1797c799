package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A part of a graph that fits a pattern. */
final class Match {

    private final Map<String, Value> bindings = new HashMap<>();
    private final List<Value> ops = new ArrayList<>();
    private final List<Node> literals = new ArrayList<>();

    private Match() {}

    /** The match of a pattern at a value, if there is one. */
    static Optional<Match> of(Term pattern, Value root) {
        if (!fits(pattern, root)) {
            return Optional.empty();
        }
        Match match = new Match();
        return match.matches(pattern, root) && match.isInOneScope() ? Optional.of(match) : Optional.empty();
    }

    /** Whether ops and numbers are where a pattern has them: most patterns end here, before anything is bound. */
    private static boolean fits(Term term, Value value) {
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

    /** Ops that flags keep apart are not computed together with others. */
    private boolean isInOneScope() {
        return ops.stream().allMatch(op -> op.scope().equals(root().scope()));
    }

    /** Binds what fits a term. */
    private boolean matches(Term term, Value value) {
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

    private boolean isBound(String name, Value value) {
        Value known = bindings.putIfAbsent(name, value);
        return known == null || known.isSame(value);
    }

    /** What is replaced. */
    Value root() {
        return ops.get(0);
    }

    /** All ops that match ops of the pattern, each before its operands. */
    List<Value> ops() {
        return ops;
    }

    /** The op at a place of the pattern: the root is 0, and each op comes before its operands. */
    Node op(int index) {
        return ops.get(index).node();
    }

    Value bound(String name) {
        return bindings.get(name);
    }

    /** The value that a capital, or {@code c}, stands for. */
    Node letter(String name) {
        return bindings.get(name).node();
    }

    /** What is bound, in the order of names. */
    Stream<Value> bound() {
        return bindings.keySet().stream().sorted().map(bindings::get);
    }

    /** The numbers that match numbers of the pattern. */
    List<Node> literals() {
        return literals;
    }

    /** Whether floats are computed with. */
    boolean isFloating() {
        return ops.stream()
                .flatMap(op -> Stream.concat(Stream.of(op), op.operands().stream()))
                .anyMatch(value -> value.node().dtype().isFloating());
    }
}
