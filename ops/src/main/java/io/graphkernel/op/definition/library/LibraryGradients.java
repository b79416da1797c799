package io.graphkernel.op.definition.library;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.GradientBuilder;
import java.util.Map;

/** Gradient rules of matmuls. For c = a · b, da = dc · bᵀ and db = aᵀ · dc. */
final class LibraryGradients {

    private static final String BATCH = "BatchMatMul";

    private LibraryGradients() {}

    /** Returns the adjoint of a, transposed if a is transposed. */
    static Node first(GradientBuilder b, String product) throws TypeException {
        boolean transposeB = b.flag("transposeB");
        Node other = b.operand("b");
        return b.flag("transposeA")
                ? product(b, product, other, b.dy(), transposeB, true)
                : product(b, product, b.dy(), other, false, !transposeB);
    }

    /** Returns the adjoint of b for a batched matmul: if b is one matrix, one matmul sums over the batch. */
    static Node secondOfMany(GradientBuilder b) throws TypeException {
        return b.flag("transposeA")
                ? second(b, BATCH)
                : b.sumOfProducts(b.operand("a"), b.dy(), b.operand("b"), b.flag("transposeB"));
    }

    /** Returns the adjoint of b, transposed if b is transposed. */
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
