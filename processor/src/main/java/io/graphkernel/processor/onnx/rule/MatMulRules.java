package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/** Rules of matmuls, and of Einsum, which is the op of the same name. */
final class MatMulRules {

    private MatMulRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("MatMul", call -> product(call, call.in(0), call.in(1)));
        ops.single("Gemm", MatMulRules::gemm);
        ops.single("Einsum", MatMulRules::einsum);
        ops.single("Det", call -> call.op("Determinant", call.in(0)));
    }

    /** Builds a matmul with NumPy's rules: a vector is a row on the left and a column on the right. */
    static Node product(OnnxCall call, Node left, Node right) throws TypeException, UnsupportedNodeException {
        if (left.shape().rank() == 0 || right.shape().rank() == 0) {
            throw new UnsupportedNodeException("an operand has no axes");
        }
        boolean isRow = left.shape().rank() == 1;
        boolean isColumn = right.shape().rank() == 1;
        Node a =
                isRow ? call.reshaped(left, List.of(Dim.ONE, left.shape().dims().get(0))) : left;
        Node b = isColumn ? call.reshaped(right, List.of(right.shape().dims().get(0), Dim.ONE)) : right;
        Node product = matrices(call, a, b);
        List<Dim> dims = new ArrayList<>(product.shape().dims());
        if (isColumn) {
            dims.remove(dims.size() - 1);
        }
        if (isRow) {
            dims.remove(dims.size() - (isColumn ? 1 : 2));
        }
        return call.reshaped(product, dims);
    }

    /**
     * Builds a batched matmul. With a single right matrix, libraries compute one matmul of all rows, while later ops
     * keep the axes.
     */
    private static Node matrices(OnnxCall call, Node a, Node b) throws TypeException {
        Attributes attributes =
                Attributes.NONE.with(Attributes.TRANSPOSE_A, false).with(Attributes.TRANSPOSE_B, false);
        boolean isOne = a.shape().rank() == 2 && b.shape().rank() == 2;
        return call.op(isOne ? "MatMul" : "BatchMatMul", attributes, a, b);
    }

    private static Node gemm(OnnxCall call) throws TypeException, UnsupportedNodeException {
        double alpha = call.real("alpha", 1);
        double beta = call.real("beta", 1);
        if (call.opset() < 7) {
            // Broadcasting follows from the shapes.
            call.ignore("broadcast");
        }
        Attributes attributes = Attributes.NONE
                .with(Attributes.TRANSPOSE_A, call.flag("transA", false))
                .with(Attributes.TRANSPOSE_B, call.flag("transB", false));
        Node product = call.op("MatMul", attributes, call.in(0), call.in(1));
        if (alpha != 1) {
            product = call.ops().mul(product, alpha);
        }
        if (!call.has(2)) {
            return product;
        }
        Node bias = call.in(2);
        if (beta != 1) {
            bias = call.ops().mul(call.value(2).whole(call), beta);
        }
        return call.op("Add", product, bias);
    }

    private static Node einsum(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Node> operands = new ArrayList<>();
        for (int input = 0; input < call.inputCount(); input++) {
            operands.add(call.value(input).whole(call));
        }
        String equation = call.text("equation", "");
        return call.op("Einsum", Attributes.NONE.with("subscripts", equation), operands.toArray(Node[]::new));
    }
}
