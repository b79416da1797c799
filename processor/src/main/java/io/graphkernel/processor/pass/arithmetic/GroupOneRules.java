package io.graphkernel.processor.pass.arithmetic;

import static io.graphkernel.processor.pass.arithmetic.ArithmeticRule.missing;
import static io.graphkernel.processor.pass.arithmetic.ArithmeticRule.of;

import java.util.List;

/**
 * The rules that the document calls exact. Here a rule is exact if both sides are bitwise equal, so some are exact only
 * for integers.
 */
final class GroupOneRules {

    private static final String NO_COMPLEX = "complex dtypes are not supported";
    private static final String NO_LAYOUT = "tensors have one layout, row-major";

    private GroupOneRules() {}

    static List<ArithmeticRule> all() {
        return List.of(
                of("1.0", "add_zero", "Add(A, 0) => A", Exactness.NEGATIVE_ZERO),
                of("1.1", "add_negated", "Add(A, Neg(A)) => 0", Exactness.INTEGERS)
                        .losesNan(),
                of("1.2", "subtract_zero", "Sub(A, 0) => A", Exactness.POSITIVE_ZERO),
                of("1.3", "subtract_number", "Sub(A, c) => Add(A, Neg(c))", Exactness.ALWAYS),
                of("1.4", "power_of_one", "Pow(A, 1) => A", Exactness.ALWAYS),
                // Kernels compute a power with the exponent 2 as this multiplication.
                of("1.5", "power_of_two", "Pow(A, 2) => Mul(A, A)", Exactness.ALWAYS),
                // A power has an error of a few ulps, a reciprocal is correctly rounded.
                of("1.6", "power_of_minus_one", "Pow(A, -1) => Reciprocal(A)", Exactness.NEVER),
                of("1.7", "select_equal", "Select(A, B, B) => B", Exactness.ALWAYS),
                of("1.8", "negate_negated", "Neg(Neg(A)) => A", Exactness.ALWAYS),
                of("1.9", "multiply_by_one", "Mul(A, 1) => A", Exactness.ALWAYS),
                of("1.10", "multiply_negated", "Mul(Neg(A), c) => Mul(A, Neg(c))", Exactness.ALWAYS),
                of("1.11", "one_divided", "RealDiv(1, A) => Reciprocal(A)", Exactness.NEVER),
                of("1.12", "divide_by_one", "RealDiv(A, 1) => A", Exactness.ALWAYS),
                of("1.13", "sum_of_sum", "ReduceSum(ReduceSum(A)) => ReduceSum(A)", Exactness.INTEGERS)
                        .where(ReductionGuards::merged),
                of("1.14", "minimum_of_minimum", "ReduceMin(ReduceMin(A)) => ReduceMin(A)", Exactness.ALWAYS)
                        .where(ReductionGuards::merged),
                of("1.15", "maximum_of_maximum", "ReduceMax(ReduceMax(A)) => ReduceMax(A)", Exactness.ALWAYS)
                        .where(ReductionGuards::merged),
                // The sum of 1 and -1 is +0 in both signs.
                of("1.16", "sum_of_negated", "ReduceSum(Neg(A)) => Neg(ReduceSum(A))", Exactness.INTEGERS),
                missing("1.17", "real_part", "CReal(Complex(A, B)) => A", NO_COMPLEX),
                missing("1.18", "imaginary_part", "CImag(Complex(A, B)) => B", NO_COMPLEX),
                missing("1.19", "layout_there_and_back", "LayoutTransform(LayoutTransform(A)) => A", NO_LAYOUT),
                missing(
                        "1.20",
                        "layout_of_layout",
                        "LayoutTransform(LayoutTransform(A)) => LayoutTransform(A)",
                        NO_LAYOUT),
                of("1.21", "transpose_there_and_back", "Transpose(Transpose(A)) => A", Exactness.ALWAYS)
                        .where(MovementGuards::cancels),
                of("1.22", "transpose_of_units", "Transpose(A) => Reshape(A)", Exactness.ALWAYS)
                        .where(MovementGuards::keepsOrder),
                of("1.23", "reshape_of_reshape", "Reshape(Reshape(A)) => Reshape(A)", Exactness.ALWAYS)
                        .where(MovementGuards::toShape),
                of("1.24", "transposes_of_reshape", "Transpose(Transpose(Reshape(A))) => Reshape(A)", Exactness.ALWAYS)
                        .where(MovementGuards::keepsOrderTogether),
                of("1.25", "slice_of_all", "StridedSlice(A) => Reshape(A)", Exactness.ALWAYS)
                        .where(MovementGuards::coversAll),
                negated("1.26", "Greater", "LessEqual").losesNan(),
                negated("1.27", "LessEqual", "Greater").losesNan(),
                negated("1.28", "GreaterEqual", "Less").losesNan(),
                negated("1.29", "Less", "GreaterEqual").losesNan(),
                of("1.30", "not_NotEqual", "LogicalNot(NotEqual(A, B)) => Equal(A, B)", Exactness.ALWAYS),
                of("1.31", "not_Equal", "LogicalNot(Equal(A, B)) => NotEqual(A, B)", Exactness.ALWAYS),
                // A sum starts at +0, so it is never -0; rule 1.0 removes the addition if that does not
                // matter.
                of("1.32", "sum_over_units", "ReduceSum(A) => Reshape(Add(A, 0))", Exactness.ALWAYS)
                        .where(ReductionGuards::overUnits),
                of("1.33", "minimum_over_units", "ReduceMin(A) => Reshape(A)", Exactness.ALWAYS)
                        .where(ReductionGuards::overUnits),
                of("1.34", "maximum_over_units", "ReduceMax(A) => Reshape(A)", Exactness.ALWAYS)
                        .where(ReductionGuards::overUnits),
                of("1.35", "cast_to_same", "Cast(A) => A", Exactness.ALWAYS).where(MovementGuards::keepsType),
                missing(
                        "1.36",
                        "cast_to_same_with_type",
                        "Cast(A, B) => A",
                        "Cast has its dtype as an attribute: 1.35"),
                of("1.37", "transpose_of_transpose", "Transpose(Transpose(A)) => Transpose(A)", Exactness.ALWAYS)
                        .where(MovementGuards::composed),
                of("1.38", "product_with_bias", "Add(MatMul(A, B), C) => MatMul(A, B, C)", Exactness.NEVER)
                        .where(MatMulGuards::withBias),
                of("1.39", "products_with_bias", "Add(BatchMatMul(A, B), C) => BatchMatMul(A, B, C)", Exactness.NEVER)
                        .where(MatMulGuards::withBias));
    }

    private static ArithmeticRule negated(String id, String comparison, String opposite) {
        String text = "LogicalNot(" + comparison + "(A, B)) => " + opposite + "(A, B)";
        return of(id, "not_" + comparison, text, Exactness.INTEGERS);
    }
}
