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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Lowering of a matmul to multiplications and reductions.
 *
 * <p>A row sums its {@code k} terms in the order of a row reduction if the matrix is {@code [n, k]}, and in that of a
 * column reduction if it is {@code [k, n]}. 16-bit operands are multiplied and summed in {@code f32}, and the sum is
 * rounded once. Several rows are reductions over one matrix, so that a kernel loads and converts its elements once.
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
            case COLUMN_VECTOR ->
                reshaped(sum(a, !transposedA, b), matMul.shape().dims());
            case ROW_VECTORS -> rows();
        };
    }

    private Node rows() throws TypeException {
        Dim columns = fromEnd(matMul, 1);
        long count = ((Dim.Constant) fromEnd(matMul, 2)).size();
        List<Node> rows = new ArrayList<>();
        for (long row = 0; row < count; row++) {
            rows.add(reshaped(sum(b, transposedB, count == 1 ? a : row(row)), matrix(matMul, Dim.ONE, columns)));
        }
        long axis = matMul.shape().rank() - 2L;
        return count == 1
                ? rows.get(0)
                : builder.operation("Concat", rows, Attributes.NONE.with(Attributes.AXIS, axis), "", matMul.origin());
    }

    private Node row(long row) throws TypeException {
        int rank = a.shape().rank();
        List<Dim> begin = new ArrayList<>(Collections.nCopies(rank, Dim.ZERO));
        List<Dim> end = new ArrayList<>(a.shape().dims());
        begin.set(rank - 2, Dim.of(row));
        end.set(rank - 2, Dim.of(row + 1));
        Attributes slice = Attributes.NONE
                .with(Attributes.BEGIN, begin)
                .with(Attributes.END, end)
                .with(Attributes.STRIDES, Collections.nCopies(rank, 1L));
        return builder.operation(ViewKind.SLICE.op(), List.of(a), slice, "", matMul.origin());
    }

    /**
     * Emits the products of a matrix with a vector.
     *
     * @param termsLast true for a matrix {@code […, n, k]}, false for {@code […, k, n]}
     * @param vector {@code k} elements per batch
     * @return {@code […, n]}
     */
    private Node sum(Node matrix, boolean termsLast, Node vector) throws TypeException {
        Dim terms = fromEnd(matrix, termsLast ? 1 : 2);
        List<Dim> dims = termsLast ? matrix(vector, Dim.ONE, terms) : matrix(vector, terms, Dim.ONE);
        Node product = ops.op("Mul", widened(matrix), widened(reshaped(vector, dims)));
        Node sum = ops.reduce("ReduceSum", product, ops.axes(termsLast ? -1 : -2), false);
        return sum.dtype() == matMul.dtype() ? sum : ops.cast(sum, matMul.dtype());
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

    /** Returns the batch dims of a value, and the dims of a matrix. */
    private static List<Dim> matrix(Node value, Dim rows, Dim columns) {
        List<Dim> dims =
                new ArrayList<>(value.shape().dims().subList(0, value.shape().rank() - 2));
        dims.add(rows);
        dims.add(columns);
        return dims;
    }

    private static Dim fromEnd(Node value, int axis) {
        return ContractionStrategy.fromEnd(value.shape(), axis);
    }
}
