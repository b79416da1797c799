package io.graphkernel.conformance.identity;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Random methods that update a square matrix in place by a value that reads other elements than it writes: through indices,
 * views, scans, reductions and matmuls.
 */
final class RandomUpdates {

    private static final int MAX_DEPTH = 3;

    /** Matrices of the same shape, of an operand {@code $}. */
    private static final List<String> WHOLE = List.of(
            "gather($, i, 0)",
            "gather($, i, 1)",
            "transpose($)",
            "reverse($, 0)",
            "reverse($, 0, 1)",
            "concat(0, narrow($, 0, 2, 2), narrow($, 0, 0, 2))",
            "concat(1, narrow($, 1, 1, 3), narrow($, 1, 0, 1))",
            "cumSum($, 0)",
            "cumSum($, 1, true, true)",
            "matMul($, x)",
            "matMul(transpose($), $)",
            "softmax($, 0)",
            "sub($, reduceMax($, 0, true))",
            "sub($, reduceMean($, 1, true))",
            "broadcastTo(reduceSum($, 0), 4, 4)",
            "broadcastTo(narrow($, 0, 3, 1), 4, 4)",
            "broadcastTo(narrow($, 1, 1, 1), 4, 4)",
            "reshape(transpose($), 4, 4)",
            "reshape(gather(reshape($, 16), j, 0), 4, 4)",
            "stridedSlice(tile($, 2, 2), new long[] {0, 1}, new long[] {8, 8}, new long[] {2, 2})",
            "tanh($)",
            "$");

    private static final List<String> JOINS =
            List.of("add(%s, %s)", "sub(%s, %s)", "maximum(%s, %s)", "tanh(mul(%s, %s))");

    private final SplittableRandom random;

    private RandomUpdates(SplittableRandom random) {
        this.random = random;
    }

    /**
     * Returns the source of a class with one method for each form, then random ones. The name of a method ends with the names of
     * the indices that it takes.
     */
    static String source(String name, int methods, long seed) {
        StringBuilder text = new StringBuilder("""
                import static io.graphkernel.runtime.Ops.*;

                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.*;

                public final class %s {
                """.formatted(name));
        for (int i = 0; i < methods; i++) {
            RandomUpdates updates = new RandomUpdates(new SplittableRandom(seed + i));
            String value = i < WHOLE.size() ? WHOLE.get(i).replace("$", "x") : updates.value(MAX_DEPTH);
            boolean rows = value.contains(", i, ");
            boolean elements = value.contains(", j, ");
            text.append("    @GraphKernel\n    static void update%d%s%s(@TensorType(\"f32[4, 4]\") Tensor x"
                    .formatted(i, rows ? "i" : "", elements ? "j" : ""));
            text.append(rows ? ", @TensorType(\"i32[4]\") Tensor i" : "");
            text.append(elements ? ", @TensorType(\"i32[16]\") Tensor j" : "");
            text.append(") {\n        assign(x, ").append(value).append(");\n    }\n");
        }
        return text.append("}\n").toString();
    }

    private String value(int depth) {
        if (depth == 0) {
            return "x";
        }
        if (random.nextInt(3) == 0) {
            String join = JOINS.get(random.nextInt(JOINS.size()));
            return join.formatted(value(depth - 1), value(depth - 1));
        }
        return WHOLE.get(random.nextInt(WHOLE.size())).replace("$", value(depth - 1));
    }
}
