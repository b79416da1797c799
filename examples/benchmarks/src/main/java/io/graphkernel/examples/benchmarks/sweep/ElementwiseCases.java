package io.graphkernel.examples.benchmarks.sweep;

import static io.graphkernel.examples.benchmarks.sweep.Forms.COLUMN;
import static io.graphkernel.examples.benchmarks.sweep.Forms.NEAR_ONE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.ONE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.POSITIVE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.ROW;
import static io.graphkernel.examples.benchmarks.sweep.Forms.TRUTH;
import static io.graphkernel.examples.benchmarks.sweep.Forms.UNIT;
import static io.graphkernel.examples.benchmarks.sweep.Forms.WHOLE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.X;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.stream.Stream;

/** Ops that compute each element by itself. */
final class ElementwiseCases {
    private static final String UNARY = "$(a)";
    private static final String BINARY = "$(a, b)";

    private ElementwiseCases() {}

    static Stream<Case> all() {
        return Stream.of(
                        arithmetic(),
                        restrictedFunctions(),
                        logic(),
                        broadcasts(),
                        activations(),
                        numeric(),
                        gradients(),
                        casts(),
                        bits(),
                        random())
                .flatMap(List::stream);
    }

    private static List<Case> each(String call, List<Operand> operands, String... ops) {
        Operand[] known = operands.toArray(Operand[]::new);
        return Stream.of(ops).map(op -> Case.of(op, "", call, known)).toList();
    }

    private static List<Case> join(List<List<Case>> cases) {
        return cases.stream().flatMap(List::stream).toList();
    }

    private static List<Case> arithmetic() {
        return join(List.of(
                each(BINARY, List.of(X, X), "Add", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference"),
                each(BINARY, List.of(X, POSITIVE), "RealDiv", "Div", "FloorDiv", "FloorMod", "Mod"),
                each(UNARY, List.of(X), "StopGradient", "Square"),
                each(UNARY, List.of(POSITIVE), "Reciprocal", "Sqrt", "Rsqrt"),
                List.of(
                        Case.of("FusedMulAdd", "", "$(a, b, c)", X, X, X),
                        Case.of("AddN", "three", "$(a, b, c)", X, X, X),
                        Case.of("Addcmul", "", "$(a, b, c, 0.5)", X, X, X),
                        Case.of("Addcdiv", "", "$(a, b, c, 0.5)", X, X, POSITIVE),
                        Case.of("Lerp", "", "$(a, b, 0.25)", X, X),
                        Case.of("DivMod", "down", "$(a, b, Rounding.FLOOR)", X, POSITIVE),
                        Case.of("ClampScalar", "", "$(a, -1.0, 1.0)", X),
                        Case.of("ClipByNormNoDivSum", "", "$(a, b, c, d)", POSITIVE, POSITIVE, POSITIVE, POSITIVE),
                        Case.of("MaskedFill", "", "$(a, b, 0.5)", X, TRUTH),
                        Case.of("OnesLike", "", UNARY, X).reads(0, 0),
                        Case.of("ZerosLike", "", UNARY, X).reads(0, 0))));
    }

    /** Returns the functions of one number, with any operand. */
    static Stream<Case> functions() {
        return OpTable.get().rows().stream()
                .filter(row -> row.kind() == OpKind.ELEMENTWISE && row.arity() == 1)
                .map(row -> Case.of(row.name(), "", UNARY, X));
    }

    private static List<Case> restrictedFunctions() {
        return join(List.of(
                each(UNARY, List.of(POSITIVE), "Log", "Log2", "Log10", "Log1p"),
                each(UNARY, List.of(UNIT), "Asin", "ACos", "Atanh"),
                each(UNARY, List.of(X.within(1, 9)), "Acosh"),
                each(BINARY, List.of(POSITIVE, X), "Pow", "Atan2"),
                List.of(Case.of("Pow", "cube", "$(a, 3.0)", X))));
    }

    private static List<Case> logic() {
        return join(List.of(
                each(BINARY, List.of(X, X), "Equal", "NotEqual", "Greater", "GreaterEqual", "Less", "LessEqual"),
                each(BINARY, List.of(TRUTH, TRUTH), "LogicalAnd", "LogicalOr", "LogicalXor"),
                each(UNARY, List.of(TRUTH), "LogicalNot"),
                List.of(Case.of("Select", "", "$(a, b, c)", TRUTH, X, X))));
    }

    private static List<Case> broadcasts() {
        return List.of(
                Case.of("Add", "a row to each row", BINARY, X, ROW),
                Case.of("Mul", "a number to each row", BINARY, X, COLUMN),
                Case.of("Mul", "by a number", BINARY, X, ONE),
                Case.of("Add", "a row and a column", BINARY, COLUMN, ROW),
                Case.of("BiasAdd", "last axis", "$(a, b, DataFormat.NHWC)", X, ROW),
                Case.of("BiasAdd", "images", "$(a, b, DataFormat.NCHW)", Forms.IMAGES, Forms.CHANNELS),
                Case.of("PReLU", "", BINARY, X, ROW));
    }

    private static List<Case> activations() {
        return join(List.of(
                each(UNARY, List.of(X), "ReLU", "ReLU6", "SiLU", "GeLU", "GeLUErf", "FastGeLU", "HSigmoid", "HSwish"),
                each(UNARY, List.of(X), "Softplus", "Softsign", "LogSigmoid", "Mish", "Selu"),
                each("$(a, 0.5)", List.of(X), "LeakyReLUExt", "EluExt", "CeLU", "HShrink", "SoftShrink"),
                each("$(a, -1)", List.of(Operand.of("n, 1024")), "GLU", "SwiGLU"),
                List.of(Case.of("SoftplusExt", "", "$(a, 2.0, 20.0)", X))));
    }

    private static List<Case> numeric() {
        return join(List.of(
                each(UNARY, List.of(X), "SignBit", "Cbrt", "Sinc", "Deg2rad", "Rad2deg", "Frac", "TanhShrink"),
                each(UNARY, List.of(X), "Lgamma", "Digamma", "Trigamma", "NormalCdf", "BesselI0", "BesselI1"),
                each(BINARY, List.of(X, X), "CopySign", "Fmax", "Fmin", "Hypot", "LogAddExp", "Heaviside", "IsClose"),
                each(BINARY, List.of(X, X), "NextAfter"),
                List.of(
                        Case.of("Logit", "", UNARY, UNIT),
                        Case.of("NormalQuantile", "", UNARY, UNIT),
                        Case.of("ErfInv", "", UNARY, UNIT),
                        Case.of(
                                "Ldexp",
                                "",
                                BINARY,
                                X,
                                Operand.of(DType.I32, "n, d").within(-100, 100)),
                        Case.of("Frexp", "", UNARY, X).results(".mantissa()", ".exponent()"),
                        Case.of("Xlogy", "", BINARY, X, POSITIVE),
                        Case.of("NanToNum", "", "$(a, 0.0, 1e30, -1e30)", X),
                        Case.of("Threshold", "", "$(a, 0.5, 0.0)", X))));
    }

    private static List<Case> gradients() {
        List<Operand> pair = List.of(X, X);
        return join(List.of(
                each(BINARY, pair, "ReluGrad", "ReLU6Grad", "GeLUGrad", "GeLUErfGrad", "FastGeLUGrad", "SiLUGrad"),
                each(BINARY, pair, "MishGrad", "HSigmoidGrad", "HSwishGrad", "SoftplusGrad", "LogSigmoidGrad"),
                each(BINARY, pair, "SigmoidGrad", "TanhGrad", "ReciprocalGrad", "AbsGrad"),
                each(BINARY, List.of(POSITIVE, X), "SqrtGrad", "RsqrtGrad"),
                each("$(a, b, 0.5)", pair, "LeakyReLUExtGrad", "EluGrad", "HShrinkGrad", "DropoutGrad"),
                List.of(
                        Case.of("SoftplusGradExt", "", "$(a, b, 2.0, 20.0)", X, X),
                        extremum("MaximumGrad"),
                        extremum("MinimumGrad"))));
    }

    private static Case extremum(String op) {
        return Case.of(op, "", "$(a, b, c)", WHOLE, WHOLE, X).results(".dx()", ".dy()");
    }

    private static List<Case> casts() {
        return List.of(
                cast(DType.F32, DType.F16),
                cast(DType.F16, DType.F32),
                cast(DType.F32, DType.BF16),
                cast(DType.BF16, DType.F32),
                cast(DType.F32, DType.I32),
                cast(DType.I32, DType.F32),
                cast(DType.F32, DType.F64),
                cast(DType.F32, DType.U8),
                cast(DType.BOOL, DType.F32),
                Case.of(
                        "Dequantize",
                        "i8",
                        "$(a, 3, 0.5)",
                        Operand.of(DType.I8, "n, d").within(-100, 100)),
                Case.of("FloatOfBits", "", UNARY, Operand.of(DType.I64, "n, d").within(0, 1 << 30)));
    }

    private static List<Case> bits() {
        Operand x = Operand.of(DType.I32, "n, d").within(-1000, 1000);
        Operand distance = Operand.of(DType.I32, "n, d").within(0, 31);
        return join(List.of(
                each(BINARY, List.of(x, x), "BitwiseAnd", "BitwiseOr", "BitwiseXor"),
                each(BINARY, List.of(x, distance), "LeftShift", "RightShift", "UnsignedRightShift"),
                each(UNARY, List.of(x), "BitwiseNot", "BitCount"),
                List.of(Case.of("Bitcast", "", "$(a, DType.I32)", X))));
    }

    private static Case cast(DType from, DType to) {
        Operand x = Operand.of(from, "n, d").within(0, 100);
        return Case.of("Cast", from + " to " + to, "$(a, DType." + to.name() + ")", x);
    }

    private static List<Case> random() {
        String dims = "a.dimension(0), 1024";
        return List.of(
                Case.of("RandomUniform", "", "$(7, 9, " + dims + ")", NEAR_ONE).reads(0, 0),
                Case.of("StandardNormal", "", "$(7, 9, " + dims + ")", NEAR_ONE).reads(0, 0),
                Case.of("UniformRange", "", "$(-1.0, 2.0, 7, 9, " + dims + ")", NEAR_ONE)
                        .reads(0, 0),
                Case.of("Normal", "", "$(0.5, 2.0, 7, 9, " + dims + ")", NEAR_ONE)
                        .reads(0, 0),
                Case.of("TruncatedNormal", "", "$(-1.0, 2.0, 7, 9, " + dims + ")", NEAR_ONE)
                        .reads(0, 0),
                Case.of("Exponential", "", "$(2.0, 7, 9, " + dims + ")", NEAR_ONE)
                        .reads(0, 0),
                Case.of("RandomGamma", "", "$(2.5, 1.0, 7, 9, " + dims + ")", NEAR_ONE)
                        .reads(0, 0),
                Case.of("RandomInteger", "", "$(0, 100, 7, 9, " + dims + ")", NEAR_ONE)
                        .reads(0, 0),
                Case.of("RandomPermutation", "", "$(7, 9, a.dimension(0))", NEAR_ONE)
                        .reads(0, 0),
                Case.of("ChannelDropout", "", "$(a, 0.75, 7, 9)", X),
                Case.of("Bernoulli", "", "$(a, 7, 9)", UNIT),
                Case.of("Categorical", "", "$(a, 7, 9)", X),
                Case.of("Multinomial", "", "$(a, 7, 9, 8)", UNIT),
                Case.of("Dropout", "", "$(a, 0.75, 7, 9)", X).results(".y()", ".mask()"));
    }
}
