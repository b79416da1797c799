package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;
import java.util.Map;

/** Gradient rules of matrix products and attention, by matrix products. Of c = a · b, da = dc · bᵀ and db = aᵀ · dc. */
final class LibraryGradients {

    private static final String BATCH = "BatchMatMul";

    private LibraryGradients() {}

    /** The adjoint of a; of an a that is read transposed, the transposed one. */
    static Node first(GradientBuilder b, String product) throws TypeException {
        boolean transposeB = b.flag("transposeB");
        Node other = b.operand("b");
        return b.flag("transposeA")
                ? product(b, product, other, b.dy(), transposeB, true)
                : product(b, product, b.dy(), other, false, !transposeB);
    }

    /** As the second one, of products of many matrices: where b is one matrix, one product sums over all of them. */
    static Node secondOfMany(GradientBuilder b) throws TypeException {
        return b.flag("transposeA")
                ? second(b, BATCH)
                : b.sumOfProducts(b.operand("a"), b.dy(), b.operand("b"), b.flag("transposeB"));
    }

    /** The adjoint of b; of a b that is read transposed, the transposed one. */
    static Node second(GradientBuilder b, String product) throws TypeException {
        boolean transposeA = b.flag("transposeA");
        Node other = b.operand("a");
        return b.flag("transposeB")
                ? product(b, product, b.dy(), other, true, transposeA)
                : product(b, product, other, b.dy(), !transposeA, false);
    }

    private static Node product(
            GradientBuilder b, String name, Node first, Node second, boolean transposeA, boolean transposeB)
            throws TypeException {
        return b.call(name, Map.of("transposeA", transposeA, "transposeB", transposeB), first, second);
    }

    /**
     * Of o = p · v with p = softmax(s), s = q · kᵀ · scale + mask: dv = pᵀ · do, ds = p · (do · vᵀ - Σ do · o), dq = ds · k ·
     * scale, dk = dsᵀ · q · scale, and ds is the adjoint of the mask (Dao, FlashAttention-2, 2023). The scores are computed
     * again, and have memory here.
     */
    static List<Node> attention(GradientBuilder b) throws TypeException {
        Node query = b.operand("query");
        Node key = b.operand("key");
        Node scores = b.wide(product(b, BATCH, query, key, false, true));
        Node scale = b.castLike(b.operand("scale"), scores);
        Node scaled = b.mul(scores, scale);
        Node masked = b.has("mask") ? b.add(scaled, b.wide(b.operand("mask"))) : scaled;
        Node weights = StatisticsRows.softmax(b, masked, b.axes(-1));
        Node dvalue = product(b, BATCH, b.castLike(weights, query), b.dy(), true, false);
        Node dweights = b.wide(product(b, BATCH, b.dy(), b.operand("value"), false, true));
        Node sum = b.reduce("ReduceSum", b.mul(b.wide(b.dy()), b.wide(b.result())), b.axes(-1), true);
        Node dmasked = b.mul(weights, b.sub(dweights, sum));
        Node dscores = b.castLike(b.mul(dmasked, scale), query);
        Node dquery = product(b, BATCH, dscores, key, false, false);
        return List.of(dquery, product(b, BATCH, dscores, query, true, false), dvalue, dmasked);
    }
}
