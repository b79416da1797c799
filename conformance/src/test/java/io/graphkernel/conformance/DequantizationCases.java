package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Conversion;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.stream.Stream;

/** Ops that dequantize. */
final class DequantizationCases {

    private static final Sampler ELEMENTS = Sampler.between(-1000, 1000);
    private static final Sampler PARAMETERS = Sampler.between(-3, 3);

    private DequantizationCases() {}

    static Stream<Case> all() {
        return Dtypes.INTEGERS.stream().map(DequantizationCases::dequantize);
    }

    private static Case dequantize(DType dtype) {
        Operand parameter = new Operand(DType.F32, "", PARAMETERS);
        return Case.of(
                "Dequantize",
                "",
                dtype,
                "$(a, b, c)",
                v -> {
                    NdArray real = Conversion.cast(v[0], DType.F32, Numbers.precision(DType.F32));
                    return List.of(real.zip(v[1], Scalar::minus).zip(v[2], Scalar::times));
                },
                new Operand(dtype, "n, m", ELEMENTS),
                parameter,
                parameter);
    }
}
