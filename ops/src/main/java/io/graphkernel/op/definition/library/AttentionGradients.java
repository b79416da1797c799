package io.graphkernel.op.definition.library;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.reduction.SoftmaxOps;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Gradient rules of attention. Let o = p · v with p = softmax(s) and s = q · kᵀ · scale + mask. Then dv = pᵀ · do, dp =
 * do · vᵀ, ds = p · (dp - Σ p · dp), dq = ds · k · scale, dk = dsᵀ · q · scale, and ds is the adjoint of the mask (Dao,
 * FlashAttention-2, 2023). One op computes dq, dk and dv without materializing the scores. The mask's adjoint and
 * second derivatives are rare; they use matmuls and materialize the scores.
 */
final class AttentionGradients {

    private AttentionGradients() {}

    /** Returns the adjoints of query, key and value. */
    static List<Node> matrices(GradientBuilder b) throws TypeException {
        List<Node> operands = new ArrayList<>(List.of(query(b), key(b), b.operand("value"), b.dy()));
        if (b.has("mask")) {
            operands.add(b.operand("mask"));
        }
        operands.add(b.operand("scale"));
        return parts(b, b.call("PromptFlashAttentionGrad", Map.of(), operands.toArray(Node[]::new)));
    }

    /** Returns the adjoint of the mask, with the shape of the scores. */
    static Node mask(GradientBuilder b) throws TypeException {
        Node weights = weights(b);
        return b.mul(weights, centered(b, weights, weightAdjoints(b, b.dy())));
    }

    /**
     * Returns the adjoints of query, key, value, cotangent and mask, given cotangents gq, gk and gv of dq, dk and dv.
     * Let a = (gq · kᵀ + q · gkᵀ) · scale be the cotangent of ds. Then that of dp is p · (a - Σ p · a), and that of p
     * is a · (dp - Σ p · dp) - dp · Σ p · a + do · gvᵀ.
     */
    static List<Node> second(GradientBuilder b) throws TypeException {
        List<Node> cotangents = parts(b, b.dy());
        Node dquery = cotangents.get(0);
        Node dkey = cotangents.get(1);
        Node dvalue = cotangents.get(2);
        Node dy = b.operand("dy");
        Node weights = weights(b);
        Node scale = b.castLike(b.operand("scale"), weights);
        Node adjoints = weightAdjoints(b, dy);
        Node centered = centered(b, weights, adjoints);
        Node dscores = narrow(b, b.mul(b.mul(weights, centered), scale));
        Node along = b.mul(b.add(wide(b, dquery, key(b), false, true), wide(b, query(b), dkey, false, true)), scale);
        Node mean = mean(b, weights, along);
        Node ofAdjoints = narrow(b, b.mul(weights, b.sub(along, mean)));
        Node ofWeights = b.add(b.sub(b.mul(along, centered), b.mul(adjoints, mean)), wide(b, dy, dvalue, false, true));
        Node ofScores = b.mul(weights, centered(b, weights, ofWeights));
        Node ofProducts = narrow(b, b.mul(ofScores, scale));
        return List.of(
                b.add(product(b, ofProducts, key(b), false), product(b, dscores, dkey, false)),
                b.add(product(b, ofProducts, query(b), true), product(b, dscores, dquery, true)),
                product(b, ofAdjoints, dy, true),
                b.add(product(b, narrow(b, weights), dvalue, false), product(b, ofAdjoints, b.operand("value"), false)),
                ofScores);
    }

    private static Node query(GradientBuilder b) {
        return b.operand("query");
    }

    private static Node key(GradientBuilder b) {
        return b.operand("key");
    }

    /** Returns the query, key and value slices of the rows of all three. */
    private static List<Node> parts(GradientBuilder b, Node whole) throws TypeException {
        Axes rows = b.axes(2);
        Extent queries = b.dim(query(b), rows);
        Extent keys = b.dim(key(b), rows);
        return List.of(
                b.narrow(whole, rows, b.extent(0), queries),
                b.narrow(whole, rows, queries, keys),
                b.narrow(whole, rows, b.plus(queries, keys), keys));
    }

    private static Node weights(GradientBuilder b) throws TypeException {
        Node scores = wide(b, query(b), key(b), false, true);
        Node scaled = b.mul(scores, b.castLike(b.operand("scale"), scores));
        Node masked = b.has("mask") ? b.masked(scaled, b.wide(b.operand("mask"))) : scaled;
        return SoftmaxOps.softmax(b, masked, b.axes(-1));
    }

    private static Node weightAdjoints(GradientBuilder b, Node dy) throws TypeException {
        return wide(b, dy, b.operand("value"), false, true);
    }

    /** Subtracts the mean under the weights. */
    private static Node centered(GradientBuilder b, Node weights, Node values) throws TypeException {
        return b.sub(values, mean(b, weights, values));
    }

    private static Node mean(GradientBuilder b, Node weights, Node values) throws TypeException {
        return b.reduce("ReduceSum", b.mul(weights, values), b.axes(-1), true);
    }

    /** Converts to the storage dtype of the operands. */
    private static Node narrow(GradientBuilder b, Node x) throws TypeException {
        return b.castLike(x, query(b));
    }

    private static Node product(GradientBuilder b, Node first, Node second, boolean transposeFirst)
            throws TypeException {
        return product(b, first, second, transposeFirst, false);
    }

    private static Node wide(
            GradientBuilder b, Node first, Node second, boolean transposeFirst, boolean transposeSecond)
            throws TypeException {
        return b.wide(product(b, first, second, transposeFirst, transposeSecond));
    }

    private static Node product(
            GradientBuilder b, Node first, Node second, boolean transposeFirst, boolean transposeSecond)
            throws TypeException {
        return b.call(
                "BatchMatMul", Map.of("transposeA", transposeFirst, "transposeB", transposeSecond), first, second);
    }
}
