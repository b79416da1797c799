package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** One side of a rule: {@code Add(A, Neg(c))}. */
sealed interface Term {

    /**
     * An op.
     *
     * @param name name in the op table; any name in a rule whose ops do not exist
     * @param operands in the op's order
     */
    record Op(String name, List<Term> operands) implements Term {}

    /**
     * Any value, the same at each occurrence of the letter.
     *
     * @param name a capital letter
     */
    record Letter(String name) implements Term {}

    /**
     * Any constant.
     *
     * @param name {@code c}, {@code c1} or {@code c2}
     */
    record Constant(String name) implements Term {}

    /**
     * A specific constant.
     *
     * @param value the number; zero matches both zeros
     */
    record Literal(double value) implements Term {}

    /** Returns the maximum number of ops on a path. */
    default int height() {
        return this instanceof Op op
                ? 1 + op.operands().stream().mapToInt(Term::height).max().orElse(0)
                : 0;
    }

    /** Returns the names of letters, in textual order. */
    default Stream<String> letters() {
        if (this instanceof Op op) {
            return op.operands().stream().flatMap(Term::letters);
        }
        return this instanceof Letter letter ? Stream.of(letter.name()) : Stream.empty();
    }

    /**
     * Returns the term with the operands of commutative ops in both orders.
     *
     * @return all orders, the term itself first
     */
    default List<Term> orders() {
        if (!(this instanceof Op op)) {
            return List.of(this);
        }
        List<List<Term>> operands = List.of(List.of());
        for (Term operand : op.operands()) {
            List<Term> orders = operand.orders();
            operands = operands.stream()
                    .flatMap(before -> orders.stream().map(order -> appended(before, order)))
                    .toList();
        }
        boolean commutative =
                OpTable.get().find(op.name()).filter(OpRow::isCommutative).isPresent();
        Set<Term> terms = new LinkedHashSet<>();
        operands.forEach(order -> terms.add(new Op(op.name(), order)));
        if (commutative) {
            operands.forEach(order -> terms.add(new Op(op.name(), List.of(order.get(1), order.get(0)))));
        }
        return List.copyOf(terms);
    }

    private static List<Term> appended(List<Term> list, Term last) {
        List<Term> longer = new ArrayList<>(list);
        longer.add(last);
        return List.copyOf(longer);
    }

    /**
     * Parses a term.
     *
     * @param text ops with parentheses, capital letters, constants that begin with {@code c}, numbers
     * @return the term
     */
    static Term parse(String text) {
        int open = text.indexOf('(');
        if (open >= 0) {
            return new Op(text.substring(0, open), operands(text.substring(open + 1, text.length() - 1)));
        }
        char first = text.charAt(0);
        if (Character.isUpperCase(first)) {
            return new Letter(text);
        }
        return first == 'c' ? new Constant(text) : new Literal(Double.parseDouble(text));
    }

    private static List<Term> operands(String text) {
        List<Term> operands = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i <= text.length(); i++) {
            char next = i == text.length() ? ',' : text.charAt(i);
            depth += next == '(' ? 1 : next == ')' ? -1 : 0;
            if (next == ',' && depth == 0) {
                operands.add(parse(text.substring(begin, i).strip()));
                begin = i + 1;
            }
        }
        return List.copyOf(operands);
    }
}
