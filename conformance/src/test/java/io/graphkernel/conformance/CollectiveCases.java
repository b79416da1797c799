package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Collectives;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Products;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Collectives of a group of one rank. */
final class CollectiveCases {

    private static final Sampler VALUES = Sampler.between(-2, 2);

    private CollectiveCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.NUMBERS) {
            Operand operand = new Operand(dtype, "n, m", VALUES);
            cases.add(Case.of("AllReduce", "", dtype, "$(a)", x -> summed(dtype, x[0]), operand)
                    .basic());
            cases.add(Case.of("OnRank", "", dtype, "$(a)", x -> List.of(Collectives.onRank(x[0], 0, 0)), operand)
                    .basic());
            // On one rank each of them is the operand.
            for (String op : List.of("AllGather", "ReduceScatter", "AllToAll")) {
                cases.add(Case.of(op, "", dtype, "$(a, 1)", x -> List.of(Collectives.onRank(x[0], 0, 0)), operand)
                        .basic());
            }
            cases.add(Case.of("Broadcast", "", dtype, "$(a)", x -> List.of(Collectives.onRank(x[0], 0, 0)), operand)
                    .basic());
            if (Scope.isWide(dtype)) {
                String largest = "$(a, ReduceOp.MAX, \"world\")";
                cases.add(Case.of("AllReduce", "max", dtype, largest, x -> List.of(Collectives.max(x)), operand)
                        .basic());
            }
        }
        for (DType dtype : Dtypes.REALS) {
            addProduct(cases, dtype, "plain", "k, m", false);
            if (Scope.isWide(dtype)) {
                addProduct(cases, dtype, "right", "m, k", true);
            }
        }
        return cases.stream();
    }

    private static List<NdArray> summed(DType dtype, NdArray... ranks) {
        return List.of(Collectives.sum(Numbers.zero(dtype), ranks));
    }

    private static void addProduct(List<Case> cases, DType dtype, String form, String b, boolean right) {
        cases.add(Case.of(
                "MatMulAllReduce",
                form,
                dtype,
                right ? "$(a, b, true, \"world\")" : "$(a, b)",
                x -> summed(dtype, Products.matMul(x[0], x[1], false, right, Numbers.zero(dtype))),
                new Operand(dtype, "n, k", VALUES),
                new Operand(dtype, b, VALUES)));
        // On one rank both are the matmul.
        for (String op : List.of("AllGatherMatmul", "MatmulReduceScatter")) {
            cases.add(Case.of(
                    op,
                    form,
                    dtype,
                    right ? "$(a, b, 1, true, \"world\")" : "$(a, b, 1)",
                    x -> summed(dtype, Products.matMul(x[0], x[1], false, right, Numbers.zero(dtype))),
                    new Operand(dtype, "n, k", VALUES),
                    new Operand(dtype, b, VALUES)));
        }
    }
}
