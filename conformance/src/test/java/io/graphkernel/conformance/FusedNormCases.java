package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.FusedNorms;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Norms;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The ops of named normalization fusions, and their decompositions. */
final class FusedNormCases {

    private static final Sampler VALUES = Sampler.between(-2, 3);
    private static final Sampler SCALES = Sampler.between(0.5, 1.5);
    private static final double EPSILON = 0x1p-10;
    /** A product of irrational numbers may round to either of two integers. */
    private static final int EITHER_SIDE = 1;

    private final List<Case> cases = new ArrayList<>();
    private final DType dtype;
    private final Scalar zero;

    private FusedNormCases(DType dtype) {
        this.dtype = dtype;
        this.zero = Numbers.zero(dtype);
    }

    static Stream<Case> all() {
        return Dtypes.REALS.stream().flatMap(dtype -> new FusedNormCases(dtype).ofDtype());
    }

    private Stream<Case> ofDtype() {
        addLayerNorms("rows", "n, d", "d", -1);
        addLayerNormExt("rows", "n, d", "d", "a.dimension(1)", -1);
        addRmsNorms();
        addQuantizations();
        if (Scope.isWide(dtype)) {
            addLayerNorms("planes", "n, d, m", "d, m", 1);
            addLayerNormExt("planes", "n, 4, 6", "4, 6", "4, 6", -2);
        }
        return cases.stream();
    }

    private void addLayerNorms(String form, String dims, String parameters, int axis) {
        Operand x = new Operand(dtype, dims, VALUES);
        Operand parameter = new Operand(dtype, parameters, SCALES);
        String attributes = EPSILON + ", " + axis + ", " + axis + ")";
        cases.add(Case.of(
                        "LayerNormV3",
                        form,
                        dtype,
                        "$(a, b, c, " + attributes,
                        v -> FusedNorms.layerNormV3(v[0], v[1], v[2], EPSILON, axis, zero),
                        x,
                        parameter,
                        parameter)
                .results("y", "mean", "rstd"));
        cases.add(Case.of(
                        "AddLayerNorm",
                        form,
                        dtype,
                        "$(a, b, c, d, " + attributes,
                        v -> withSum(v, sum -> Norms.layerNorm(sum, v[2], v[3], EPSILON, axis, zero)),
                        x,
                        x,
                        parameter,
                        parameter)
                .results("y", "mean", "variance", "sum"));
        cases.add(Case.of(
                        "AddLayerNormV3",
                        form,
                        dtype,
                        "$(a, b, c, d, " + attributes,
                        v -> withSum(v, sum -> FusedNorms.layerNormV3(sum, v[2], v[3], EPSILON, axis, zero)),
                        x,
                        x,
                        parameter,
                        parameter)
                .results("y", "mean", "rstd", "sum"));
    }

    private void addLayerNormExt(String form, String dims, String parameters, String normalizedShape, int axis) {
        Operand parameter = new Operand(dtype, parameters, SCALES);
        cases.add(Case.of(
                        "LayerNormExt",
                        form,
                        dtype,
                        "$(a, new long[] {" + normalizedShape + "}, b, c, " + EPSILON + ")",
                        v -> FusedNorms.layerNormV3(v[0], v[1], v[2], EPSILON, axis, zero),
                        new Operand(dtype, dims, VALUES),
                        parameter,
                        parameter)
                .results("y", "mean", "rstd"));
    }

    private void addRmsNorms() {
        addAddRmsNorm("", dtype);
        if (dtype.bytes() == 2) {
            addAddRmsNorm("wideGamma", DType.F32);
        }
    }

    private void addAddRmsNorm(String form, DType ofGamma) {
        Operand x = new Operand(dtype, "n, d", VALUES);
        cases.add(Case.of(
                        "AddRmsNorm",
                        form,
                        dtype,
                        "$(a, b, c, " + EPSILON + ")",
                        v -> withSum(v, sum -> Norms.rmsNorm(sum, v[2], EPSILON, zero)),
                        x,
                        x,
                        new Operand(ofGamma, "d", SCALES))
                .results("y", "rstd", "sum"));
    }

    private void addQuantizations() {
        Operand x = new Operand(dtype, "n, d", VALUES);
        Operand gamma = new Operand(dtype, "d", SCALES);
        Operand scale = new Operand(dtype, "d", Sampler.between(10, 60));
        Operand offset = new Operand(dtype, "d", Sampler.between(-20, 20));
        // All eighths with all digits, among them the middles between integers.
        Sampler eighths = (type, random) -> Numbers.number(type, random.nextInt(-96, 97) / 8.0);
        cases.add(Case.of(
                "QuantV2",
                "",
                dtype,
                "$(a, b, c)",
                v -> List.of(FusedNorms.quantized(v[0], v[1], v[2])),
                new Operand(dtype, "n, d", eighths),
                new Operand(dtype, "d", Sampler.oneOf(0.5, 1, 2, 4, 16)),
                new Operand(dtype, "n, 1", Sampler.oneOf(-20, -1, 0, 0.5, 7))));
        cases.add(Case.of(
                        "RmsNormQuant",
                        "",
                        dtype,
                        "$(a, b, c, d, " + EPSILON + ")",
                        v -> {
                            NdArray y = Norms.rmsNorm(v[0], v[1], EPSILON, zero).get(0);
                            return List.of(FusedNorms.quantized(y, v[2], v[3]));
                        },
                        x,
                        gamma,
                        scale,
                        offset)
                .integersWithin(EITHER_SIDE));
        cases.add(Case.of(
                        "AddRmsNormQuant",
                        "",
                        dtype,
                        "$(a, b, c, d, e, " + EPSILON + ")",
                        v -> {
                            NdArray sum = FusedNorms.sum(v[0], v[1]);
                            NdArray y = Norms.rmsNorm(sum, v[2], EPSILON, zero).get(0);
                            return List.of(FusedNorms.quantized(y, v[3], v[4]), y, sum);
                        },
                        x,
                        x,
                        gamma,
                        scale,
                        offset)
                .results("quantized", "y", "sum")
                .integersWithin(EITHER_SIDE));
    }

    /** The results for the sum of the first two operands, and the sum. */
    private static List<NdArray> withSum(NdArray[] operands, Function<NdArray, List<NdArray>> normalization) {
        NdArray sum = FusedNorms.sum(operands[0], operands[1]);
        List<NdArray> results = new ArrayList<>(normalization.apply(sum));
        results.add(sum);
        return results;
    }
}
