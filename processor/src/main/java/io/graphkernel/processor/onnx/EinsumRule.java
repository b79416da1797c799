package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Sums of products with a letter for each axis. Two operands with a letter to sum over are matrix products. */
final class EinsumRule {

    private EinsumRule() {}

    /** An operand, with the letters of its axes. */
    private record Term(Node node, String letters) {}

    static Node build(OnnxCall call) throws TypeException, Refused {
        String equation = call.text("equation", "").replace(" ", "");
        if (!equation.matches("[A-Za-z,]*(->[A-Za-z]*)?")) {
            throw new Refused("its equation is '" + equation + "'");
        }
        int arrow = equation.indexOf("->");
        String[] left = (arrow < 0 ? equation : equation.substring(0, arrow)).split(",", -1);
        if (left.length != call.inputCount()) {
            throw new Refused("its equation '" + equation + "' is not for " + call.inputCount() + " inputs");
        }
        String result = arrow < 0 ? lettersOnce(left) : equation.substring(arrow + 2);
        Map<Character, Dim> sizes = new TreeMap<>();
        List<Term> terms = new ArrayList<>();
        for (int i = 0; i < left.length; i++) {
            terms.add(term(call, i, left[i], sizes));
        }
        boolean known = result.chars().allMatch(letter -> sizes.containsKey((char) letter));
        if (!known || distinct(result) != result.length()) {
            throw new Refused("its equation is '" + equation + "'");
        }
        Term all = terms.get(0);
        for (int i = 1; i < terms.size(); i++) {
            String later = result
                    + terms.subList(i + 1, terms.size()).stream()
                            .map(Term::letters)
                            .collect(Collectors.joining());
            all = product(call, all, terms.get(i), later, sizes);
        }
        Node summed = summed(call, all, result);
        String kept = kept(all.letters(), result);
        List<Long> order =
                result.chars().mapToObj(letter -> (long) kept.indexOf(letter)).toList();
        Node made = order.equals(LongStream.range(0, order.size()).boxed().toList())
                ? summed
                : call.transposed(summed, order);
        return made.isOperation() ? made : call.op("IdentityMath", made);
    }

    private static Term term(OnnxCall call, int input, String letters, Map<Character, Dim> sizes) throws Refused {
        List<Dim> dims = call.dims(input);
        if (dims.size() != letters.length() || distinct(letters) != letters.length()) {
            throw new Refused("its input " + input + " has " + dims.size() + " axes, called '" + letters + "'");
        }
        for (int i = 0; i < letters.length(); i++) {
            Dim before = sizes.putIfAbsent(letters.charAt(i), dims.get(i));
            if (before != null && !before.equals(dims.get(i))) {
                throw new Refused("'" + letters.charAt(i) + "' is both " + before + " and " + dims.get(i));
            }
        }
        return new Term(call.value(input).whole(call), letters);
    }

    private static long distinct(String letters) {
        return letters.chars().distinct().count();
    }

    private static String lettersOnce(String[] terms) {
        String all = String.join("", terms);
        return all.chars()
                .filter(letter -> all.indexOf(letter) == all.lastIndexOf(letter))
                .sorted()
                .mapToObj(letter -> String.valueOf((char) letter))
                .collect(Collectors.joining());
    }

    private static String kept(String letters, String wanted) {
        return letters.chars()
                .filter(letter -> wanted.indexOf(letter) >= 0)
                .mapToObj(letter -> String.valueOf((char) letter))
                .collect(Collectors.joining());
    }

    private static String without(String letters, String others) {
        return letters.chars()
                .filter(letter -> others.indexOf(letter) < 0)
                .mapToObj(letter -> String.valueOf((char) letter))
                .collect(Collectors.joining());
    }

    private static Node summed(OnnxCall call, Term term, String wanted) throws TypeException {
        List<Long> axes = IntStream.range(0, term.letters().length())
                .filter(i -> wanted.indexOf(term.letters().charAt(i)) < 0)
                .mapToObj(Long::valueOf)
                .toList();
        return axes.isEmpty() ? term.node() : call.reduced("ReduceSum", term.node(), axes, false);
    }

    /** Two terms multiplied, and summed over what nobody needs later. */
    private static Term product(OnnxCall call, Term left, Term right, String later, Map<Character, Dim> sizes)
            throws TypeException, Refused {
        Term a = new Term(summed(call, left, later + right.letters()), kept(left.letters(), later + right.letters()));
        Term b = new Term(summed(call, right, later + a.letters()), kept(right.letters(), later + a.letters()));
        String shared = kept(a.letters(), b.letters());
        String batch = kept(shared, later);
        String inner = without(shared, later);
        String rows = without(a.letters(), shared);
        String columns = without(b.letters(), shared);
        if (inner.isEmpty() || !a.node().dtype().isFloating()) {
            String all = batch + inner + rows + columns;
            Node both = call.op("Mul", spread(call, a, all, sizes), spread(call, b, all, sizes));
            Term term = new Term(both, all);
            return new Term(summed(call, term, later), kept(all, later));
        }
        Node x = matrices(call, a, batch, rows, inner, sizes);
        Node y = matrices(call, b, batch, inner, columns, sizes);
        Node product = ProductRules.product(call, x, y);
        String letters = batch + rows + columns;
        return new Term(call.reshaped(product, dims(letters, sizes)), letters);
    }

    private static List<Dim> dims(String letters, Map<Character, Dim> sizes) {
        return letters.chars().mapToObj(letter -> sizes.get((char) letter)).toList();
    }

    private static Node ordered(OnnxCall call, Term term, String letters) throws TypeException {
        List<Long> order = letters.chars()
                .mapToObj(letter -> (long) term.letters().indexOf(letter))
                .toList();
        return letters.equals(term.letters()) ? term.node() : call.transposed(term.node(), order);
    }

    private static Node spread(OnnxCall call, Term term, String all, Map<Character, Dim> sizes) throws TypeException {
        Node ordered = ordered(call, term, kept(all, term.letters()));
        List<Dim> dims = all.chars()
                .mapToObj(letter -> term.letters().indexOf(letter) < 0 ? Dim.ONE : sizes.get((char) letter))
                .toList();
        return call.reshaped(ordered, dims);
    }

    private static Node matrices(
            OnnxCall call, Term term, String batch, String rows, String columns, Map<Character, Dim> sizes)
            throws TypeException {
        Node ordered = ordered(call, term, batch + rows + columns);
        List<Dim> dims = new ArrayList<>();
        if (!batch.isEmpty()) {
            dims.add(Dim.product(dims(batch, sizes)));
        }
        dims.add(Dim.product(dims(rows, sizes)));
        dims.add(Dim.product(dims(columns, sizes)));
        return call.reshaped(ordered, dims);
    }
}
