package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.IntegerScalar;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.conformance.oracle.SpecialFunctions;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Special functions, and the parts of a floating-point number. */
final class SpecialCases {

    private SpecialCases() {}

    static Stream<Case> all() {
        return Stream.of(functions().stream().flatMap(ElementwiseOp::cases), neighbors(), parts())
                .flatMap(cases -> cases);
    }

    private static List<ElementwiseOp> functions() {
        Sampler probability = Sampler.between(0, 1);
        return List.of(
                unary("Lgamma", SpecialFunctions::lgamma),
                unary("Lgamma", SpecialFunctions::lgamma).call("roots", "$(a)").within(Sampler.between(0, 3)),
                unary("Digamma", SpecialFunctions::digamma),
                unary("Trigamma", SpecialFunctions::trigamma),
                unary("ErfInv", SpecialFunctions::erfInv),
                unary("ErfInv", SpecialFunctions::erfInv).call("inside", "$(a)").within(Sampler.between(-1, 1)),
                unary("NormalCdf", SpecialFunctions::normalCdf),
                unary("NormalQuantile", SpecialFunctions::normalQuantile),
                unary("NormalQuantile", SpecialFunctions::normalQuantile)
                        .call("inside", "$(a)")
                        .within(probability),
                unary("BesselI0", x -> SpecialFunctions.bessel(0, x)),
                unary("BesselI1", x -> SpecialFunctions.bessel(1, x)));
    }

    /** All magnitudes, then the ends of the ranges of all dtypes in both directions. */
    private static Stream<Case> neighbors() {
        Sampler ends = Sampler.oneOf(
                0,
                -0.0,
                1,
                -1,
                0.5,
                Math.PI,
                0x1p-14,
                -0x1p-24,
                0x1p-126,
                -0x1p-133,
                0x1p-149,
                -Double.MIN_VALUE,
                65_504,
                -0x1.fep127,
                Float.MAX_VALUE,
                -Double.MAX_VALUE,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                Double.NaN);
        return Stream.of(
                        new ElementwiseOp("NextAfter", 2, x -> SpecialFunctions.nextAfter(x[0], x[1])).signedZero(),
                        new ElementwiseOp("NextAfter", 2, x -> SpecialFunctions.nextAfter(x[0], x[1]))
                                .call("ends", "$(a, b)")
                                .within(ends)
                                .signedZero(),
                        new ElementwiseOp("NextAfter", 1, x -> SpecialFunctions.nextAfter(x[0], x[0].number(0)))
                                .call("zero", "$(a, 0.0)")
                                .signedZero())
                .flatMap(ElementwiseOp::cases);
    }

    private static Stream<Case> parts() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.REALS) {
            Operand x = new Operand(dtype, "n, d", Sampler.anything());
            for (DType index : List.of(DType.I32, DType.I64)) {
                cases.add(ldexp(dtype, index, 8));
                // Too large for central differences.
                cases.add(ldexp(dtype, index, 40).compiledOnly());
            }
            cases.add(Case.of("Frexp", "", dtype, "$(a)", operands -> parts(operands[0]), x)
                    .results("mantissa", "exponent"));
        }
        return cases.stream();
    }

    private static Case ldexp(DType dtype, DType index, int maxExponent) {
        return Case.of(
                "Ldexp",
                index + "_" + maxExponent,
                dtype,
                "$(a, b)",
                operands -> List.of(scaled(operands[0], operands[1])),
                new Operand(dtype, "n, d", Sampler.anything()),
                new Operand(index, "n, d", Sampler.between(-maxExponent, maxExponent)));
    }

    private static NdArray scaled(NdArray x, NdArray exponents) {
        return NdArray.generate(
                x.dtype(), x.dims(), p -> SpecialFunctions.ldexp(x.at(p), ((IntegerScalar) exponents.at(p)).value()));
    }

    private static List<NdArray> parts(NdArray x) {
        NdArray mantissa = NdArray.generate(x.dtype(), x.dims(), p -> {
            Real value = (Real) x.at(p);
            return value.number(Math.scalb(value.value(), -SpecialFunctions.exponent(value)));
        });
        NdArray exponent = NdArray.generate(
                DType.I32, x.dims(), p -> new IntegerScalar(DType.I32, SpecialFunctions.exponent(x.at(p))));
        return List.of(mantissa, exponent);
    }

    private static ElementwiseOp unary(String op, UnaryOperator<Scalar> definition) {
        return new ElementwiseOp(op, 1, x -> definition.apply(x[0]));
    }
}
