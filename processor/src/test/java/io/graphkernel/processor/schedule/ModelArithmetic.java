package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.Combiner;
import java.util.List;
import java.util.Map;

/**
 * Exact model of ops: integers modulo a prime, in which sums and products are associative. Schedules do not depend on
 * the function of an op, only on its operands.
 */
final class ModelArithmetic {

    private static final long PRIME = 10007;

    private ModelArithmetic() {}

    static long apply(Node node, long[] x) {
        return switch (node.op()) {
            case "IdentityMath", "Cast" -> x[0];
            case "Add" -> wrap(x[0] + x[1]);
            case "Sub" -> wrap(x[0] - x[1]);
            case "Mul", "LogicalAnd" -> wrap(x[0] * x[1]);
            case "Maximum" -> Math.max(x[0], x[1]);
            case "Select" -> x[0] % 2 == 1 ? x[1] : x[2];
            default -> {
                long result = node.op().hashCode() % 100;
                for (int i = 0; i < x.length; i++) {
                    result = wrap(result * 31 + x[i] * (i + 3) + x[i] * x[i]);
                }
                yield result;
            }
        };
    }

    static long identity(Node reduction) {
        return switch (combiner(reduction)) {
            case PROD, ALL -> 1;
            case MAX -> Long.MIN_VALUE;
            case MIN -> Long.MAX_VALUE;
            default -> 0;
        };
    }

    static long combine(Node reduction, long a, long b) {
        return switch (combiner(reduction)) {
            case SUM -> wrap(a + b);
            case PROD -> wrap(a * b);
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case ALL -> a & b;
            case ANY -> a | b;
        };
    }

    static long number(Node node, Map<String, Dim> sizes) {
        return switch (node.kind()) {
            case CONSTANT -> wrap((long) node.attributes().value());
            case DIMENSION -> wrap(size(Dim.product(node.attributes().dims()), sizes));
            default -> wrap(node.label().hashCode());
        };
    }

    static long size(Dim dim, Map<String, Dim> sizes) {
        return ((Dim.Constant) dim.substitute(sizes)).size();
    }

    static long[] sizes(List<Dim> dims, Map<String, Dim> sizes) {
        return dims.stream().mapToLong(dim -> size(dim, sizes)).toArray();
    }

    private static Combiner combiner(Node node) {
        return OpTable.get().row(node).combiner();
    }

    private static long wrap(long value) {
        return Math.floorMod(value, PRIME);
    }
}
