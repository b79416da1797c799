package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Elementwise;
import io.graphkernel.conformance.oracle.Movement;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Norms;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** Normalizations and their gradients. */
final class NormCases {

    private static final Sampler VALUES = Sampler.between(-2, 3);
    private static final Sampler SCALES = Sampler.between(0.5, 1.5);
    private static final double EPSILON = 0x1p-10;

    private NormCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.REALS) {
            addLayerNorm(cases, dtype, "rows", "n, d", "n, 1", "d", -1);
            addRmsNorm(cases, dtype);
            addBatchNorm(cases, dtype, "maps", "n, c, h, w");
            addGroups(cases, dtype);
            addGated(cases, dtype);
            if (Scope.isWide(dtype)) {
                addLayerNorm(cases, dtype, "planes", "n, d, m", "n, 1, 1", "d, m", 1);
                addLayerNorm(cases, dtype, "deep", "n, m, d", "n, m, 1", "d", 2);
                addBatchNorm(cases, dtype, "vectors", "n, c");
            }
        }
        return cases.stream();
    }

    private static void addLayerNorm(
            List<Case> cases, DType dtype, String form, String dims, String statistics, String parameters, int axis) {
        Operand x = new Operand(dtype, dims, VALUES);
        Operand parameter = new Operand(dtype, parameters, SCALES);
        String attributes = EPSILON + ", " + axis + ", " + axis + ")";
        cases.add(Case.of(
                        "LayerNorm",
                        form,
                        dtype,
                        "$(a, b, c, " + attributes,
                        v -> Norms.layerNorm(v[0], v[1], v[2], EPSILON, axis, Numbers.zero(dtype)),
                        x,
                        parameter,
                        parameter)
                .results("y", "mean", "variance"));
        cases.add(Case.of(
                        "LayerNormGrad",
                        form,
                        dtype,
                        "$(a, b, c, d, e, " + attributes,
                        v -> Norms.layerNormGrad(
                                v[0], v[1], v[2], v[3], v[4], EPSILON, axis, axis, Numbers.zero(dtype)),
                        x,
                        x,
                        new Operand(dtype, statistics, SCALES),
                        new Operand(dtype, statistics, VALUES),
                        parameter)
                .results("dx", "dgamma", "dbeta"));
    }

    private static void addGroups(List<Case> cases, DType dtype) {
        Operand x = new Operand(dtype, "n, 6, h, w", VALUES);
        Operand parameter = new Operand(dtype, "6", SCALES);
        cases.add(Case.of(
                        "GroupNorm",
                        "",
                        dtype,
                        "$(a, b, c, 3, " + EPSILON + ")",
                        v -> Norms.groupNorm(v[0], v[1], v[2], 3, EPSILON, Numbers.zero(dtype)),
                        x,
                        parameter,
                        parameter)
                .results("y", "mean", "variance")
                .withoutEmpty());
        cases.add(Case.of(
                        "InstanceNorm",
                        "",
                        dtype,
                        "$(a, b, c, " + EPSILON + ")",
                        v -> Norms.instanceNorm(v[0], v[1], v[2], EPSILON, Numbers.zero(dtype)),
                        x,
                        parameter,
                        parameter)
                .results("y", "mean", "variance"));
    }

    /** Activations with one parameter per channel, or of the halves of an axis. */
    private static void addGated(List<Case> cases, DType dtype) {
        cases.add(Case.of(
                "PReLU",
                "",
                dtype,
                "$(a, b)",
                v -> List.of(v[0].zip(Norms.channels(v[1], v[0]), Elementwise::leakyRelu)),
                new Operand(dtype, "n, c, d", VALUES),
                new Operand(dtype, "c", SCALES)));
        for (int axis : new int[] {-1, 0}) {
            Operand x = new Operand(dtype, axis == 0 ? "6, d" : "n, 6", Sampler.between(-6, 6));
            String form = axis == 0 ? "columns" : "rows";
            cases.add(Case.of(
                    "GLU",
                    form,
                    dtype,
                    "$(a, " + axis + ")",
                    v -> halves(v[0], axis, (a, b) -> a.times(Elementwise.sigmoid(b))),
                    x));
            cases.add(Case.of(
                    "SwiGLU",
                    form,
                    dtype,
                    "$(a, " + axis + ")",
                    v -> halves(v[0], axis, (a, b) -> Elementwise.silu(a).times(b)),
                    x));
            cases.add(Case.of(
                    "SwiGLU",
                    form + "Reversed",
                    dtype,
                    "$(a, " + axis + ", true)",
                    v -> halves(v[0], axis, (a, b) -> a.times(Elementwise.silu(b))),
                    x));
        }
    }

    private static List<NdArray> halves(NdArray x, int axis, BinaryOperator<Scalar> function) {
        NdArray[] halves = Movement.split(x, 2, axis);
        return List.of(halves[0].zip(halves[1], function));
    }

    private static void addRmsNorm(List<Case> cases, DType dtype) {
        Operand x = new Operand(dtype, "n, d", VALUES);
        Operand gamma = new Operand(dtype, "d", SCALES);
        cases.add(Case.of(
                        "RmsNorm",
                        "",
                        dtype,
                        "$(a, b, " + EPSILON + ")",
                        v -> Norms.rmsNorm(v[0], v[1], EPSILON, Numbers.zero(dtype)),
                        x,
                        gamma)
                .results("y", "rstd"));
        cases.add(Case.of(
                        "RmsNormGrad",
                        "",
                        dtype,
                        "$(a, b, c, d)",
                        v -> Norms.rmsNormGrad(v[0], v[1], v[2], v[3], Numbers.zero(dtype)),
                        x,
                        x,
                        new Operand(dtype, "n, 1", SCALES),
                        gamma)
                .results("dx", "dgamma"));
    }

    private static void addBatchNorm(List<Case> cases, DType dtype, String form, String dims) {
        Operand x = new Operand(dtype, dims, VALUES);
        Operand scale = new Operand(dtype, "c", SCALES);
        Operand shift = new Operand(dtype, "c", VALUES);
        cases.add(Case.of(
                "BatchNorm",
                form,
                dtype,
                "$(a, b, c, d, e, " + EPSILON + ")",
                v -> List.of(Norms.batchNorm(v[0], v[1], v[2], v[3], v[4], EPSILON)),
                x,
                scale,
                shift,
                shift,
                scale));
        cases.add(Case.of(
                        "BatchNormTrain",
                        form,
                        dtype,
                        "$(a, b, c, d, e, 0.25, " + EPSILON + ")",
                        v -> Norms.batchNormTrain(v[0], v[1], v[2], v[3], v[4], 0.25, EPSILON, Numbers.zero(dtype)),
                        x,
                        scale,
                        shift,
                        shift,
                        scale)
                .results("y", "batchMean", "batchVariance")
                .updates(3, 4)
                .withoutEmpty());
        cases.add(Case.of(
                        "BatchNormGrad",
                        form,
                        dtype,
                        "$(a, b, c, d, e, " + EPSILON + ")",
                        v -> Norms.batchNormGrad(v[0], v[1], v[2], v[3], v[4], EPSILON, Numbers.zero(dtype)),
                        x,
                        x,
                        scale,
                        shift,
                        scale)
                .results("dx", "dscale", "dbias"));
    }
}
