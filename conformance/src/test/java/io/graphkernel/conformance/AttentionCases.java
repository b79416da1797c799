package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Attention;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Attention with masks of every extent. */
final class AttentionCases {

    private static final Sampler VALUES = Sampler.between(-2, 2);
    private static final double SCALE = 0.25;

    private AttentionCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.REALS) {
            cases.add(attention(dtype, "plain", new Operand(dtype, "1, 2, s, d", VALUES), "1, 2, t, d"));
            cases.add(attention(dtype, "masked", new Operand(dtype, "b, 2, s, d", VALUES), "b, 2, t, d", "b, 1, s, t"));
            cases.add(gradient(dtype, "plain", "1, 2, s, d", "1, 2, t, d"));
            cases.add(gradient(dtype, "masked", "b, 2, s, d", "b, 2, t, d", "b, 1, s, t"));
            if (Scope.isWide(dtype)) {
                Operand query = new Operand(dtype, "2, h, s, d", VALUES);
                cases.add(attention(dtype, "keys", query, "2, h, t, d", "2, 1, 1, t"));
                cases.add(attention(dtype, "queries", query, "2, h, t, d", "h, s, 1"));
                cases.add(attention(dtype, "number", query, "2, h, t, d", ""));
            }
        }
        return cases.stream();
    }

    private static Case attention(DType dtype, String form, Operand query, String key, String... mask) {
        List<Operand> operands =
                new ArrayList<>(List.of(query, new Operand(dtype, key, VALUES), new Operand(dtype, key, VALUES)));
        for (String dims : mask) {
            operands.add(new Operand(dtype, dims, VALUES));
        }
        return Case.of(
                "PromptFlashAttention",
                form,
                dtype,
                "$(a, b, c, " + (mask.length == 0 ? "" : "d, ") + SCALE + ")",
                x -> List.of(result(dtype, x)),
                operands.toArray(Operand[]::new));
    }

    private static Case gradient(DType dtype, String form, String query, String key, String... mask) {
        List<Operand> operands = new ArrayList<>();
        for (String dims : List.of(query, key, key, query)) {
            operands.add(new Operand(dtype, dims, VALUES));
        }
        for (String dims : mask) {
            operands.add(new Operand(dtype, dims, VALUES));
        }
        return Case.of(
                "PromptFlashAttentionGrad",
                form,
                dtype,
                "$(a, b, c, d, " + (mask.length == 0 ? "" : "e, ") + SCALE + ")",
                x -> List.of(gradient(dtype, x)),
                operands.toArray(Operand[]::new));
    }

    private static NdArray gradient(DType dtype, NdArray... operands) {
        NdArray scores = Attention.scores(operands[0], operands[1], SCALE, Numbers.zero(dtype));
        NdArray masked = operands.length == 4 ? scores : Attention.masked(scores, operands[4]);
        return Attention.gradient(
                operands[0], operands[1], operands[2], operands[3], masked, SCALE, Numbers.zero(dtype));
    }

    private static NdArray result(DType dtype, NdArray... operands) {
        NdArray scores = Attention.scores(operands[0], operands[1], SCALE, Numbers.zero(dtype));
        NdArray masked = operands.length == 3 ? scores : Attention.masked(scores, operands[3]);
        return Attention.result(masked, operands[2], Numbers.zero(dtype));
    }
}
