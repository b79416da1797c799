package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Norms;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
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
            if (dtype == DType.F32 || Scope.isExhaustive()) {
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
                        (numbers, v) -> Norms.layerNorm(v[0], v[1], v[2], EPSILON, axis, numbers.zero(dtype)),
                        x,
                        parameter,
                        parameter)
                .results("y", "mean", "variance"));
        cases.add(Case.of(
                        "LayerNormGrad",
                        form,
                        dtype,
                        "$(a, b, c, d, e, " + attributes,
                        (numbers, v) -> Norms.layerNormGrad(
                                v[0], v[1], v[2], v[3], v[4], EPSILON, axis, axis, numbers.zero(dtype)),
                        x,
                        x,
                        new Operand(dtype, statistics, SCALES),
                        new Operand(dtype, statistics, VALUES),
                        parameter)
                .results("dx", "dgamma", "dbeta"));
    }

    private static void addRmsNorm(List<Case> cases, DType dtype) {
        Operand x = new Operand(dtype, "n, d", VALUES);
        Operand gamma = new Operand(dtype, "d", SCALES);
        cases.add(Case.of(
                        "RmsNorm",
                        "",
                        dtype,
                        "$(a, b, " + EPSILON + ")",
                        (numbers, v) -> Norms.rmsNorm(v[0], v[1], EPSILON, numbers.zero(dtype)),
                        x,
                        gamma)
                .results("y", "rstd"));
        cases.add(Case.of(
                        "RmsNormGrad",
                        "",
                        dtype,
                        "$(a, b, c, d)",
                        (numbers, v) -> Norms.rmsNormGrad(v[0], v[1], v[2], v[3], numbers.zero(dtype)),
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
                (numbers, v) -> List.of(Norms.batchNorm(v[0], v[1], v[2], v[3], v[4], EPSILON)),
                x,
                scale,
                shift,
                shift,
                scale));
        cases.add(Case.of(
                        "BatchNormTrain",
                        form,
                        dtype,
                        "$(a, b, c, " + EPSILON + ")",
                        (numbers, v) -> Norms.batchNormTrain(v[0], v[1], v[2], EPSILON, numbers.zero(dtype)),
                        x,
                        scale,
                        shift)
                .results("y", "mean", "variance"));
        cases.add(Case.of(
                        "BatchNormGrad",
                        form,
                        dtype,
                        "$(a, b, c, d, e, " + EPSILON + ")",
                        (numbers, v) -> Norms.batchNormGrad(v[0], v[1], v[2], v[3], v[4], EPSILON, numbers.zero(dtype)),
                        x,
                        x,
                        scale,
                        shift,
                        scale)
                .results("dx", "dscale", "dbias"));
    }
}
