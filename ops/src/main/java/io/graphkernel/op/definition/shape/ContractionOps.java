package io.graphkernel.op.definition.shape;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpParameter.tensors;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Contractions by subscripts and by the number of axes, as matmuls. */
public final class ContractionOps {

    private static final Map<String, Boolean> PLAIN = Map.of("transposeA", false, "transposeB", false);

    private ContractionOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Einsum" ->
                composite(name, ContractionOps::contracted)
                        .parameters(attribute("subscripts", Kind.TEXT), tensors("x"))
                        .dtypes(DtypeClass.NUMBER)
                        .computedByLibrary()
                        .shape("the dims of the letters after the arrow")
                        .document("the sums of products by Einstein's notation, such as bij,bjk->bik: letters that the"
                                + " result lacks are summed, and an ellipsis stands for axes that broadcast")
                        .note(
                                "operands are contracted from the left, two at a time, by matmuls that round to the dtype;"
                                        + " integers, and operands without a common letter to sum over, are multiplied"
                                        + " elementwise");
            case "TensorDot" ->
                composite(name, ContractionOps::tensorDot)
                        .parameters(tensor("x"), tensor("y"), integer("axes", 2))
                        .dtypes(DtypeClass.NUMBER)
                        .computedByLibrary()
                        .shape("the dims of x without the last axes, then those of y without the first ones")
                        .document("the sum of products over the last axes of x and the first axes of y");
            case "TensorDotOfAxes" ->
                composite(name, ContractionOps::tensorDotOfAxes)
                        .javaName("tensorDot")
                        .parameters(
                                tensor("x"), tensor("y"), attribute("xAxes", Kind.AXES), attribute("yAxes", Kind.AXES))
                        .dtypes(DtypeClass.NUMBER)
                        .computedByLibrary()
                        .shape("the dims of x without xAxes, then those of y without yAxes")
                        .document(
                                "the sum of products over xAxes and yAxes, which are paired in the order of the lists;"
                                        + " without axes, all products");
            default -> null;
        };
    }

    private static Node tensorDot(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Node y = b.operand("y");
        int count = b.position("axes", Math.min(b.rank(x), b.rank(y)) + 1);
        int first = b.rank(x) - count;
        List<Integer> ofX = IntStream.range(first, b.rank(x)).boxed().toList();
        return dot(b, ofX, IntStream.range(0, count).boxed().toList());
    }

    private static Node tensorDotOfAxes(ExpansionBuilder b) throws TypeException {
        Node y = b.operand("y");
        List<Integer> ofX = b.positions(b.x(), b.axes("xAxes"));
        List<Long> given = b.longs("yAxes");
        b.require(
                given.size() == ofX.size(),
                "the number of axes of yAxes",
                given.size(),
                "as many as xAxes, " + ofX.size());
        int rank = b.rank(y);
        boolean isOfY = given.stream().allMatch(axis -> axis >= -rank && axis < rank)
                && given.stream()
                                .map(axis -> Math.floorMod(axis, rank))
                                .distinct()
                                .count()
                        == given.size();
        b.require(isOfY, "yAxes", given, "different axes of y, which has " + rank);
        return dot(b, ofX, b.positions(y, b.axes("yAxes")));
    }

    /** Sums the products over pairs of axes by a matmul of x, with its other axes as rows, and y, with them as columns. */
    private static Node dot(ExpansionBuilder b, List<Integer> ofX, List<Integer> ofY) throws TypeException {
        Node x = b.x();
        Node y = b.operand("y");
        List<Extent> dims = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        Extent height = b.extent(1);
        for (int axis = 0; axis < b.rank(x); axis++) {
            if (!ofX.contains(axis)) {
                left.add(axis);
                dims.add(b.dim(x, b.axes(axis)));
                height = b.times(height, b.dim(x, b.axes(axis)));
            }
        }
        List<Integer> right = new ArrayList<>(ofY);
        Extent depth = b.extent(1);
        for (int i = 0; i < ofY.size(); i++) {
            left.add(ofX.get(i));
            Extent size = b.dim(y, b.axes(ofY.get(i)));
            String need = "the size of axis " + ofX.get(i) + " of x at axis " + ofY.get(i);
            b.requireShape("y", need, size, b.dim(x, b.axes(ofX.get(i))));
            depth = b.times(depth, size);
        }
        Extent width = b.extent(1);
        for (int axis = 0; axis < b.rank(y); axis++) {
            if (!ofY.contains(axis)) {
                right.add(axis);
                dims.add(b.dim(y, b.axes(axis)));
                width = b.times(width, b.dim(y, b.axes(axis)));
            }
        }
        Node rows = b.reshape(ordered(b, x, left), b.list(height, depth));
        Node product = b.call("MatMul", PLAIN, rows, b.reshape(ordered(b, y, right), b.list(depth, width)));
        return b.reshape(product, b.list(dims.toArray(Extent[]::new)));
    }

    private static Node ordered(ExpansionBuilder b, Node x, List<Integer> axes) throws TypeException {
        int[] order = axes.stream().mapToInt(axis -> axis).toArray();
        boolean isOrdered = IntStream.range(0, order.length).allMatch(axis -> order[axis] == axis);
        return isOrdered ? x : b.transpose(x, order);
    }

    private static Node contracted(ExpansionBuilder b) throws TypeException {
        List<Node> operands = b.operands("x");
        List<Integer> ranks = new ArrayList<>();
        for (Node operand : operands) {
            ranks.add(b.rank(operand));
        }
        String text = b.text("subscripts");
        String need = Subscripts.problem(text, ranks);
        b.require(need.isEmpty(), "subscripts", text, need);
        Subscripts subscripts = Subscripts.of(text, ranks);
        Contraction contraction = new Contraction(b);
        Term left = contraction.simple(operands.get(0), subscripts.operands().get(0));
        for (int i = 1; i < operands.size(); i++) {
            Term right =
                    contraction.simple(operands.get(i), subscripts.operands().get(i));
            String later = String.join("", subscripts.operands().subList(i + 1, operands.size())) + subscripts.result();
            left = contraction.product(left, right, later);
        }
        return contraction.ordered(contraction.summed(left, subscripts.result()), subscripts.result());
    }

    /** Tensor with a different letter for each axis. */
    private record Term(Node value, String letters) {}

    /** Contraction of terms. */
    private static final class Contraction {

        private final ExpansionBuilder b;

        Contraction(ExpansionBuilder b) {
            this.b = b;
        }

        /** Takes the diagonal of repeated letters. */
        Term simple(Node operand, String letters) throws TypeException {
            Node value = operand;
            StringBuilder kept = new StringBuilder(letters);
            for (int first = 0; first < kept.length(); first++) {
                int second = kept.indexOf(kept.substring(first, first + 1), first + 1);
                while (second >= 0) {
                    Node isDiagonal = b.op(
                            "Equal", b.index(b.dims(value), b.axes(first)), b.index(b.dims(value), b.axes(second)));
                    b.bounds(b.list(b.dim(value, b.axes(first))), b.extent(1), b.dim(value, b.axes(second)));
                    value = b.reduce("ReduceSum", b.select(isDiagonal, value, 0), b.axes(second), false);
                    kept.deleteCharAt(second);
                    second = kept.indexOf(kept.substring(first, first + 1), first + 1);
                }
            }
            return new Term(value, kept.toString());
        }

        /** Sums the axes whose letters are not used later. */
        Term summed(Term term, String later) throws TypeException {
            Node value = term.value();
            StringBuilder kept = new StringBuilder(term.letters());
            for (int axis = kept.length() - 1; axis >= 0; axis--) {
                if (later.indexOf(kept.charAt(axis)) < 0) {
                    value = b.reduce("ReduceSum", value, b.axes(axis), false);
                    kept.deleteCharAt(axis);
                }
            }
            return new Term(value, kept.toString());
        }

        /** Contracts two terms: letters of both are batch dims if they are used later, and are summed if not. */
        Term product(Term x, Term y, String later) throws TypeException {
            Term left = summed(x, later + y.letters());
            Term right = summed(y, later + left.letters());
            StringBuilder batch = new StringBuilder();
            StringBuilder common = new StringBuilder();
            StringBuilder rows = new StringBuilder();
            for (char letter : left.letters().toCharArray()) {
                boolean isBoth = right.letters().indexOf(letter) >= 0;
                (!isBoth ? rows : later.indexOf(letter) >= 0 ? batch : common).append(letter);
            }
            StringBuilder columns = new StringBuilder();
            for (char letter : right.letters().toCharArray()) {
                if (left.letters().indexOf(letter) < 0) {
                    columns.append(letter);
                }
            }
            if (common.isEmpty() || !b.isFloating("x")) {
                String letters = "" + batch + common + rows + columns;
                return summed(new Term(b.mul(spread(left, letters), spread(right, letters)), letters), later);
            }
            Node product = b.call(
                    "BatchMatMul",
                    PLAIN,
                    matrices(left, batch.toString(), rows.toString(), common.toString()),
                    matrices(right, batch.toString(), common.toString(), columns.toString()));
            List<Extent> dims = new ArrayList<>();
            for (int axis = 0; axis < batch.length(); axis++) {
                dims.add(b.dim(product, b.axes(axis)));
            }
            dims.addAll(sizes(left, rows.toString()));
            dims.addAll(sizes(right, columns.toString()));
            return new Term(b.reshape(product, b.list(dims.toArray(Extent[]::new))), "" + batch + rows + columns);
        }

        /** Returns matrices [batch…, rows, columns], whose axes of several letters are joined. */
        private Node matrices(Term term, String batch, String rows, String columns) throws TypeException {
            Node value = ordered(term, batch + rows + columns);
            List<Extent> dims = sizes(term, batch);
            for (String letters : List.of(rows, columns)) {
                Extent joined = b.extent(1);
                for (Extent size : sizes(term, letters)) {
                    joined = b.times(joined, size);
                }
                dims.add(joined);
            }
            return b.reshape(value, b.list(dims.toArray(Extent[]::new)));
        }

        /** Returns a term with an axis for each letter, of size 1 for letters that it lacks. */
        private Node spread(Term term, String letters) throws TypeException {
            StringBuilder own = new StringBuilder();
            List<Extent> dims = new ArrayList<>();
            for (char letter : letters.toCharArray()) {
                int axis = term.letters().indexOf(letter);
                if (axis >= 0) {
                    own.append(letter);
                }
                dims.add(axis < 0 ? b.extent(1) : b.dim(term.value(), b.axes(axis)));
            }
            return b.reshape(ordered(term, own.toString()), b.list(dims.toArray(Extent[]::new)));
        }

        private List<Extent> sizes(Term term, String letters) throws TypeException {
            List<Extent> sizes = new ArrayList<>();
            for (char letter : letters.toCharArray()) {
                sizes.add(b.dim(term.value(), b.axes(term.letters().indexOf(letter))));
            }
            return sizes;
        }

        Node ordered(Term term, String letters) throws TypeException {
            List<Integer> axes =
                    letters.chars().map(term.letters()::indexOf).boxed().toList();
            return ContractionOps.ordered(b, term.value(), axes);
        }
    }
}
