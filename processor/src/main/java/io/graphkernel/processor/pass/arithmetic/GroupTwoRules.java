package io.graphkernel.processor.pass.arithmetic;

import static io.graphkernel.processor.pass.arithmetic.ArithmeticRule.of;

import java.util.List;

/**
 * The rules that the document calls value-changing. Some are exact for some dtypes: integers wrap around, and floats
 * round symmetrically.
 */
final class GroupTwoRules {

    private GroupTwoRules() {}

    static List<ArithmeticRule> all() {
        return List.of(
                of("2.0", "cancel_negated", "Add(Add(A, B), Neg(A)) => B", Exactness.INTEGERS)
                        .losesNan(),
                of("2.1", "factor_of_sum", "Add(Mul(A, C), Mul(A, B)) => Mul(A, Add(B, C))", Exactness.INTEGERS),
                of("2.2", "add_two_numbers", "Add(Add(A, c1), c2) => Add(A, Add(c1, c2))", Exactness.INTEGERS),
                of("2.3", "cancel_between_sums", "Add(Add(A, B), Add(Neg(A), C)) => Add(B, C)", Exactness.INTEGERS)
                        .losesNan(),
                // The document's own code has A · (B - C), the negation.
                of("2.4", "factor_of_difference", "Sub(Mul(A, C), Mul(A, B)) => Mul(A, Sub(C, B))", Exactness.INTEGERS),
                of(
                        "2.5",
                        "last_factor_of_difference",
                        "Sub(Mul(A, C), Mul(B, C)) => Mul(Sub(A, B), C)",
                        Exactness.INTEGERS),
                of("2.6", "sum_of_quotient", "ReduceSum(RealDiv(A, c)) => RealDiv(ReduceSum(A), c)", Exactness.NEVER),
                of("2.7", "sum_of_multiple", "ReduceSum(Mul(A, c)) => Mul(ReduceSum(A), c)", Exactness.INTEGERS),
                of("2.8", "log_of_exp", "Log(Exp(A)) => A", Exactness.NEVER),
                of("2.9", "log_of_power", "Log(Pow(A, B)) => Mul(B, Log(Abs(A)))", Exactness.NEVER),
                of("2.10", "log_of_sqrt", "Log(Sqrt(A)) => Mul(0.5, Log(A))", Exactness.NEVER),
                of("2.11", "log_of_rsqrt", "Log(Rsqrt(A)) => Mul(-0.5, Log(A))", Exactness.NEVER),
                of("2.12", "power_of_exp", "Pow(Exp(A), B) => Exp(Mul(A, B))", Exactness.NEVER),
                of("2.13", "sqrt_of_square", "Sqrt(Mul(A, A)) => Abs(A)", Exactness.NEVER),
                of("2.14", "rsqrt_of_power", "Rsqrt(Pow(A, -2)) => Abs(A)", Exactness.NEVER),
                of("2.15", "rsqrt_of_reciprocal", "Rsqrt(Reciprocal(A)) => Sqrt(A)", Exactness.NEVER),
                of(
                        "2.16",
                        "product_of_multiples",
                        "Mul(Mul(A, c1), Mul(B, c2)) => Mul(Mul(A, B), Mul(c1, c2))",
                        Exactness.INTEGERS),
                of("2.17", "multiply_by_two_numbers", "Mul(Mul(A, c1), c2) => Mul(A, Mul(c1, c2))", Exactness.INTEGERS),
                of("2.18", "product_of_exps", "Mul(Exp(A), Exp(B)) => Exp(Add(A, B))", Exactness.NEVER),
                of(
                        "2.19",
                        "product_of_exps_and_factor",
                        "Mul(Mul(Exp(A), C), Exp(B)) => Mul(Exp(Add(A, B)), C)",
                        Exactness.NEVER),
                of(
                        "2.20",
                        "product_of_exps_and_factors",
                        "Mul(Mul(Exp(A), C), Mul(Exp(B), D)) => Mul(Exp(Add(A, B)), Mul(C, D))",
                        Exactness.NEVER),
                of("2.21", "square_of_sqrt", "Mul(Sqrt(A), Sqrt(A)) => A", Exactness.NEVER),
                of(
                        "2.22",
                        "square_of_sqrt_and_factors",
                        "Mul(Mul(A, Sqrt(B)), Mul(C, Sqrt(B))) => Mul(Mul(A, B), C)",
                        Exactness.NEVER),
                of("2.23", "square_of_sqrt_and_factor", "Mul(Mul(A, Sqrt(B)), Sqrt(B)) => Mul(A, B)", Exactness.NEVER),
                of("2.24", "product_of_sqrts", "Mul(Sqrt(A), Sqrt(B)) => Sqrt(Mul(A, B))", Exactness.NEVER),
                of("2.25", "square_of_rsqrt", "Mul(Rsqrt(A), Rsqrt(A)) => Reciprocal(A)", Exactness.NEVER),
                of(
                        "2.26",
                        "square_of_rsqrt_and_factor",
                        "Mul(Mul(A, Rsqrt(B)), Rsqrt(B)) => RealDiv(A, B)",
                        Exactness.NEVER),
                of(
                        "2.27",
                        "square_of_rsqrt_and_factors",
                        "Mul(Mul(A, Rsqrt(B)), Mul(C, Rsqrt(B))) => RealDiv(Mul(A, C), B)",
                        Exactness.NEVER),
                of("2.28", "product_of_rsqrts", "Mul(Rsqrt(A), Rsqrt(B)) => Rsqrt(Mul(A, B))", Exactness.NEVER),
                of("2.29", "multiply_by_own_rsqrt", "Mul(A, Rsqrt(A)) => Sqrt(A)", Exactness.NEVER),
                // Multiplication of floats rounds and overflows symmetrically.
                of("2.30", "product_of_magnitudes", "Mul(Abs(A), Abs(B)) => Abs(Mul(A, B))", Exactness.FLOATS),
                of(
                        "2.31",
                        "product_of_magnitudes_and_factor",
                        "Mul(Mul(Abs(A), C), Abs(B)) => Mul(Abs(Mul(A, B)), C)",
                        Exactness.NEVER),
                of(
                        "2.32",
                        "product_of_magnitudes_and_factors",
                        "Mul(Mul(Abs(A), C), Mul(Abs(B), D)) => Mul(Abs(Mul(A, B)), Mul(C, D))",
                        Exactness.NEVER),
                of("2.33", "quotient_of_exps", "RealDiv(Exp(A), Exp(B)) => Exp(Sub(A, B))", Exactness.NEVER),
                of("2.34", "divide_by_exp", "RealDiv(A, Exp(B)) => Mul(A, Exp(Neg(B)))", Exactness.NEVER),
                of("2.35", "divide_by_power", "RealDiv(A, Pow(B, c)) => Mul(A, Pow(B, Neg(c)))", Exactness.NEVER),
                of("2.36", "divide_by_own_sqrt", "RealDiv(A, Sqrt(A)) => Sqrt(A)", Exactness.NEVER),
                of("2.37", "divide_by_sqrt", "RealDiv(A, Sqrt(B)) => Mul(A, Rsqrt(B))", Exactness.NEVER),
                of("2.38", "divide_by_rsqrt", "RealDiv(A, Rsqrt(B)) => Mul(A, Sqrt(B))", Exactness.NEVER),
                of("2.39", "divide_by_number", "RealDiv(A, c) => Mul(A, Reciprocal(c))", Exactness.POWER_OF_TWO),
                of(
                        "2.40",
                        "quotient_of_quotients",
                        "RealDiv(RealDiv(A, B), RealDiv(C, D)) => RealDiv(Mul(A, D), Mul(B, C))",
                        Exactness.NEVER),
                of("2.41", "divide_negated", "RealDiv(Neg(A), c) => RealDiv(A, Neg(c))", Exactness.ALWAYS),
                of("2.42", "divide_quotient", "RealDiv(RealDiv(A, B), C) => RealDiv(A, Mul(B, C))", Exactness.NEVER),
                of(
                        "2.43",
                        "divide_by_quotient",
                        "RealDiv(A, RealDiv(B, C)) => RealDiv(Mul(A, C), B)",
                        Exactness.NEVER));
    }
}
