package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Lowering of a matmul to a sum of products, which fuses with the ops that compute its operands and read its result.
 *
 * <p>The products have the axes {@code [m, n, k]} for a matrix {@code [n, k]}, and {@code [m, k, n]} for a matrix
 * {@code [k, n]}, so that vectors run along the contiguous axis of the matrix. 16-bit operands are multiplied and summed
 * in {@code f32}, and the sum is rounded once.
 */
final class ContractionLowering {

    private final Node matMul;
    private final GraphBuilder builder;
    private final ExpansionBuilder ops;
    private final Node a;
    private final Node b;
    private final boolean transposedA;
    private final boolean transposedB;

    ContractionLowering(Node matMul, GraphBuilder builder) {
        this.matMul = matMul;
        this.builder = builder;
        this.ops = GraphExpansion.in(builder, matMul.origin());
        this.a = matMul.operands().get(0);
        this.b = matMul.operands().get(1);
        this.transposedA = matMul.attributes().flag(Attributes.TRANSPOSE_A);
        this.transposedB = matMul.attributes().flag(Attributes.TRANSPOSE_B);
    }

    /** Emits the ops of a loop. */
    Node lower(ContractionStrategy.Kind kind) throws TypeException {
        return switch (kind) {
            case LIBRARY_CALL -> matMul;
            case OUTER_PRODUCT ->
                ops.op(
                        "Mul",
                        reshaped(a, matrix(a, fromEnd(matMul, 2), Dim.ONE)),
                        reshaped(b, matrix(b, Dim.ONE, fromEnd(matMul, 1))));
            case CONTRACTION -> contraction();
        };
    }

    private Node contraction() throws TypeException {
        Dim rows = fromEnd(matMul, 2);
        Dim columns = fromEnd(matMul, 1);
        Node x = transposedA ? rowsFirst(rows, fromEnd(a, 2)) : a;
        Node matrix = groupedMatrix();
        List<Dim> grouped = matrix.shape().dims();
        int outer = b.shape().rank() - 2;
        List<Dim> terms =
                transposedB ? grouped.subList(outer + 1, grouped.size()) : grouped.subList(outer, grouped.size() - 1);
        List<Dim> one = List.of(Dim.ONE);
        Node product = transposedB
                ? product(x, List.of(List.of(rows), one, terms), matrix, List.of(one, List.of(columns), terms))
                : product(x, List.of(List.of(rows), terms, one), matrix, List.of(one, terms, List.of(columns)));
        long last = product.shape().rank() - (transposedB ? 1L : 2L);
        Attributes attributes = Attributes.NONE
                .with(
                        Attributes.AXES,
                        LongStream.rangeClosed(last - terms.size() + 1, last)
                                .boxed()
                                .toList())
                .with(Attributes.KEEP_DIMS, false)
                .with(Attributes.CONTRACTION, true);
        Node sum = builder.operation("ReduceSum", List.of(product), attributes, "", matMul.origin());
        return sum.dtype() == matMul.dtype() ? sum : ops.cast(sum, matMul.dtype());
    }

    private Node product(Node x, List<List<Dim>> dimsOfX, Node matrix, List<List<Dim>> dimsOfMatrix)
            throws TypeException {
        return ops.op(
                "Mul",
                widened(reshaped(
                        x, matrix(a, dimsOfX.stream().flatMap(List::stream).toArray(Dim[]::new)))),
                widened(reshaped(
                        matrix,
                        matrix(b, dimsOfMatrix.stream().flatMap(List::stream).toArray(Dim[]::new)))));
    }

    /**
     * Returns the matrix, or its operand if it is a reshape that joins groups of terms: a dequantization by groups is then
     * part of the loop.
     */
    private Node groupedMatrix() {
        int outer = b.shape().rank() - 2;
        if (!Views.isReshape(b)) {
            return b;
        }
        Node source = b.operands().get(0);
        List<Dim> dims = source.shape().dims();
        int last = transposedB ? dims.size() : dims.size() - 1;
        int first = transposedB ? outer + 1 : outer;
        boolean joins = dims.size() > b.shape().rank()
                && dims.subList(0, first).equals(b.shape().dims().subList(0, first))
                && dims.subList(last, dims.size())
                        .equals(b.shape()
                                .dims()
                                .subList(
                                        b.shape().rank() - (transposedB ? 0 : 1),
                                        b.shape().rank()));
        return joins ? source : b;
    }

    /** Returns the rows of an operand {@code [k, m]}, as a view. */
    private Node rowsFirst(Dim rows, Dim terms) throws TypeException {
        if (rows.equals(Dim.ONE)) {
            return reshaped(a, matrix(a, rows, terms));
        }
        int rank = a.shape().rank();
        List<Long> permutation =
                new ArrayList<>(LongStream.range(0, rank).boxed().toList());
        Collections.swap(permutation, rank - 2, rank - 1);
        return builder.operation(
                ViewKind.TRANSPOSE.op(),
                List.of(a),
                Attributes.NONE.with(Attributes.PERMUTATION, permutation),
                "",
                matMul.origin());
    }

    private Node widened(Node value) throws TypeException {
        boolean narrow = value.dtype() == DataType.F16 || value.dtype() == DataType.BF16;
        return narrow ? ops.cast(value, DataType.F32) : value;
    }

    private Node reshaped(Node value, List<Dim> dims) throws TypeException {
        return value.shape().dims().equals(dims)
                ? value
                : builder.operation(
                        ViewKind.RESHAPE.op(),
                        List.of(value),
                        Attributes.NONE.with(Attributes.DIMS, dims),
                        "",
                        matMul.origin());
    }

    /** Returns the batch dims of a value, and the dims that replace those of its matrix. */
    private static List<Dim> matrix(Node value, Dim... dims) {
        List<Dim> joined =
                new ArrayList<>(value.shape().dims().subList(0, value.shape().rank() - 2));
        joined.addAll(List.of(dims));
        return joined;
    }

    private static Dim fromEnd(Node value, int axis) {
        return ContractionStrategy.fromEnd(value.shape(), axis);
    }
}
