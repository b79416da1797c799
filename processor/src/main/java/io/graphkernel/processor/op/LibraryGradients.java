package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.Map;

/** Gradient rules of matrix products. Of c = a · b, da = dc · bᵀ and db = aᵀ · dc. */
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
}
