package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Rule of Einsum, with a letter for each axis. A contraction of two operands becomes a matmul. */
final class EinsumRule {

    private EinsumRule() {}

    /** Operand with the letters of its axes. */
    private record Term(Node node, String letters) {}

    static Node build(OnnxCall call) throws TypeException, UnsupportedNodeException {
        String equation = call.text("equation", "").replace(" ", "");
        if (!equation.matches("[A-Za-z,]*(->[A-Za-z]*)?")) {
            throw new UnsupportedNodeException("its equation is '" + equation + "'");
        }
        int arrow = equation.indexOf("->");
        String[] left = (arrow < 0 ? equation : equation.substring(0, arrow)).split(",", -1);
        if (left.length != call.inputCount()) {
            throw new UnsupportedNodeException(
                    "its equation '" + equation + "' is not for " + call.inputCount() + " inputs");
        }
        String result = arrow < 0 ? lettersOnce(left) : equation.substring(arrow + 2);
        Map<Character, Dim> sizes = new TreeMap<>();
        List<Term> terms = new ArrayList<>();
        for (int i = 0; i < left.length; i++) {
            terms.add(term(call, i, left[i], sizes));
        }
        boolean known = result.chars().allMatch(letter -> sizes.containsKey((char) letter));
        if (!known || distinct(result) != result.length()) {
            throw new UnsupportedNodeException("its equation is '" + equation + "'");
        }
        Term combined = terms.get(0);
        for (int i = 1; i < terms.size(); i++) {
            String later = result
                    + terms.subList(i + 1, terms.size()).stream()
                            .map(Term::letters)
                            .collect(Collectors.joining());
            combined = product(call, combined, terms.get(i), later, sizes);
        }
        Node summed = summed(call, combined, result);
        String kept = kept(combined.letters(), result);
        List<Long> order =
                result.chars().mapToObj(letter -> (long) kept.indexOf(letter)).toList();
        Node permuted = order.equals(LongStream.range(0, order.size()).boxed().toList())
                ? summed
                : call.transposed(summed, order);
        return permuted.isOperation() ? permuted : call.op("IdentityMath", permuted);
    }

    private static Term term(OnnxCall call, int input, String letters, Map<Character, Dim> sizes)
            throws UnsupportedNodeException {
        List<Dim> dims = call.dims(input);
        if (dims.size() != letters.length() || distinct(letters) != letters.length()) {
            throw new UnsupportedNodeException(
                    "its input " + input + " has " + dims.size() + " axes, called '" + letters + "'");
        }
        for (int i = 0; i < letters.length(); i++) {
            Dim before = sizes.putIfAbsent(letters.charAt(i), dims.get(i));
            if (before != null && !before.equals(dims.get(i))) {
                throw new UnsupportedNodeException(
                        "'" + letters.charAt(i) + "' is both " + before + " and " + dims.get(i));
            }
        }
        return new Term(call.value(input).whole(call), letters);
    }

    private static long distinct(String letters) {
        return letters.chars().distinct().count();
    }

    private static String lettersOnce(String[] terms) {
        String labels = String.join("", terms);
        return labels.chars()
                .filter(letter -> labels.indexOf(letter) == labels.lastIndexOf(letter))
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

    /** Multiplies two terms, and sums over letters without later uses. */
    private static Term product(OnnxCall call, Term left, Term right, String later, Map<Character, Dim> sizes)
            throws TypeException, UnsupportedNodeException {
        Term a = new Term(summed(call, left, later + right.letters()), kept(left.letters(), later + right.letters()));
        Term b = new Term(summed(call, right, later + a.letters()), kept(right.letters(), later + a.letters()));
        String shared = kept(a.letters(), b.letters());
        String batch = kept(shared, later);
        String inner = without(shared, later);
        String rows = without(a.letters(), shared);
        String columns = without(b.letters(), shared);
        if (inner.isEmpty() || !a.node().dtype().isFloating()) {
            String labels = batch + inner + rows + columns;
            Node both = call.op("Mul", spread(call, a, labels, sizes), spread(call, b, labels, sizes));
            Term term = new Term(both, labels);
            return new Term(summed(call, term, later), kept(labels, later));
        }
        Node x = matrices(call, a, batch, rows, inner, sizes);
        Node y = matrices(call, b, batch, inner, columns, sizes);
        Node product = MatMulRules.product(call, x, y);
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

    private static Node spread(OnnxCall call, Term term, String labels, Map<Character, Dim> sizes)
            throws TypeException {
        Node ordered = ordered(call, term, kept(labels, term.letters()));
        List<Dim> dims = labels.chars()
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
