package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpRow.elementwise;

import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.Optional;

/** The basic elementwise ops. {@code cost} is a rough count of vector instructions on AVX-512. */
final class ElementwiseRows {

    private ElementwiseRows() {}

    /** Arithmetic on {@code f32}. */
    static List<OpRow> arithmetic() {
        return List.of(
                elementwise("Add", "add", "x", "y")
                        .infix("+")
                        .commutative()
                        .fold(v -> v[0] + v[1])
                        .document("x + y"),
                elementwise("Sub", "sub", "x", "y")
                        .infix("-")
                        .fold(v -> v[0] - v[1])
                        .document("x - y"),
                elementwise("Mul", "mul", "x", "y")
                        .infix("*")
                        .commutative()
                        .fold(v -> v[0] * v[1])
                        .document("x · y"),
                elementwise("RealDiv", "realDiv", "x", "y")
                        .infix("/")
                        .cost(3)
                        .fold(v -> v[0] / v[1])
                        .document("x / y"),
                elementwise("Div", "div", "x", "y")
                        .infix("/")
                        .cost(3)
                        .fold(v -> v[0] / v[1])
                        .document("x / y"),
                elementwise("FloorDiv", "floorDiv", "x", "y").cost(4).document("⌊x / y⌋"),
                elementwise("FloorMod", "floorMod", "x", "y")
                        .cost(8)
                        .document("remainder with the sign of the divisor y"),
                elementwise("Mod", "mod", "x", "y").cost(8).document("remainder with the sign of the dividend x"),
                elementwise("Maximum", "maximum", "x", "y")
                        .cost(3)
                        .commutative()
                        .document("the larger of x and y; NaN if either is NaN"),
                elementwise("Minimum", "minimum", "x", "y")
                        .cost(3)
                        .commutative()
                        .document("the smaller of x and y; NaN if either is NaN"),
                elementwise("IdentityMath", "identityMath", "x").fold(v -> v[0]).document("x"),
                elementwise("BroadcastTo", "broadcastTo", "x", "like")
                        .document("x, repeated along the axes that it has not and like has"),
                elementwise("Abs", "abs", "x").fold(v -> Math.abs(v[0])).document("|x|"),
                elementwise("Neg", "neg", "x").fold(v -> -v[0]).document("-x"),
                elementwise("Sign", "sign", "x").cost(3).document("-1, 0 or 1; NaN for NaN"),
                elementwise("Reciprocal", "reciprocal", "x")
                        .cost(3)
                        .fold(v -> 1 / v[0])
                        .document("1 / x"),
                elementwise("Sqrt", "sqrt", "x")
                        .cost(4)
                        .fold(v -> Math.sqrt(v[0]))
                        .document("√x"),
                elementwise("Rsqrt", "rsqrt", "x").cost(4).document("1 / √x"),
                elementwise("Floor", "floor", "x").document("the largest integer not above x"),
                elementwise("Ceil", "ceil", "x").document("the smallest integer not below x"),
                elementwise("Trunc", "trunc", "x").document("x rounded towards zero"),
                elementwise("Round", "round", "x").document("x rounded to the nearest integer, half to even"));
    }

    /** Exponentials, logarithms and other transcendental functions on {@code f32}. */
    static List<OpRow> transcendental() {
        return List.of(
                elementwise("Exp", "exp", "x").cost(10).document("eˣ"),
                elementwise("Expm1", "expm1", "x").cost(14).document("eˣ - 1, precise near 0"),
                elementwise("Log", "log", "x").cost(14).document("natural logarithm"),
                elementwise("Log1p", "log1p", "x").cost(18).document("ln(1 + x), precise near 0"),
                elementwise("Pow", "pow", "x", "y")
                        .cost(40)
                        .specialize(ElementwiseRows::smallPower)
                        .document("x to the power y"),
                elementwise("Sin", "sin", "x").cost(16).document("sine of x in radians"),
                elementwise("Cos", "cos", "x").cost(16).document("cosine of x in radians"),
                elementwise("Tan", "tan", "x").cost(20).document("tangent of x in radians"),
                elementwise("Asin", "asin", "x").cost(14).document("arc sine, in radians"),
                elementwise("ACos", "acos", "x").cost(14).document("arc cosine, in radians"),
                elementwise("Atan", "atan", "x").cost(14).document("arc tangent, in radians"),
                elementwise("Atan2", "atan2", "y", "x").cost(20).document("angle of the point (x, y), in radians"),
                elementwise("Sinh", "sinh", "x").cost(16).document("hyperbolic sine"),
                elementwise("Cosh", "cosh", "x").cost(16).document("hyperbolic cosine"),
                elementwise("Tanh", "tanh", "x").cost(14).document("hyperbolic tangent"),
                elementwise("Asinh", "asinh", "x").cost(24).document("inverse hyperbolic sine"),
                elementwise("Acosh", "acosh", "x").cost(24).document("inverse hyperbolic cosine"),
                elementwise("Atanh", "atanh", "x").cost(24).document("inverse hyperbolic tangent"),
                elementwise("Erf", "erf", "x").cost(16).document("error function"),
                elementwise("Erfc", "erfc", "x").cost(24).document("1 - erf(x), precise for large x"),
                elementwise("Sigmoid", "sigmoid", "x").cost(12).document("1 / (1 + e⁻ˣ)"));
    }

    /** Ops that take or give {@code bool}. */
    static List<OpRow> logical() {
        return List.of(
                comparison("Equal", "equal", "==").commutative().document("x = y"),
                comparison("NotEqual", "notEqual", "!=").commutative().document("x ≠ y"),
                comparison("Greater", "greater", ">").document("x > y"),
                comparison("GreaterEqual", "greaterEqual", ">=").document("x ≥ y"),
                comparison("Less", "less", "<").document("x < y"),
                comparison("LessEqual", "lessEqual", "<=").document("x ≤ y"),
                elementwise("IsNan", "isNan", "x").type(TypeRule.COMPARISON).document("whether x is NaN"),
                elementwise("IsInf", "isInf", "x").type(TypeRule.COMPARISON).document("whether x is infinite"),
                elementwise("IsFinite", "isFinite", "x")
                        .type(TypeRule.COMPARISON)
                        .document("whether x is neither infinite nor NaN"),
                elementwise("LogicalAnd", "logicalAnd", "x", "y")
                        .infix("&")
                        .type(TypeRule.LOGICAL)
                        .commutative()
                        .document("x and y"),
                elementwise("LogicalOr", "logicalOr", "x", "y")
                        .infix("|")
                        .type(TypeRule.LOGICAL)
                        .commutative()
                        .document("x or y"),
                elementwise("LogicalXor", "logicalXor", "x", "y")
                        .infix("^")
                        .type(TypeRule.LOGICAL)
                        .commutative()
                        .document("exactly one of x and y"),
                elementwise("LogicalNot", "logicalNot", "x")
                        .type(TypeRule.LOGICAL)
                        .document("not x"),
                elementwise("Select", "select", "condition", "x", "y")
                        .type(TypeRule.SELECTION)
                        .document("x where the condition holds, else y"),
                elementwise("Cast", "cast", "x")
                        .type(TypeRule.CONVERSION)
                        .document(
                                "x converted to another dtype; bool is 1 or 0 as a number, a number is true if not 0"));
    }

    /** Small whole exponents multiply: as precise as a correctly rounded power to 1 ulp, and a tenth of the cost. */
    private static Optional<ScalarForm> smallPower(List<Node> operands) {
        Node exponent = operands.get(1);
        if (exponent.kind() != Node.Kind.CONSTANT) {
            return Optional.empty();
        }
        double value = exponent.attributes().value();
        if (value == 2) {
            return Optional.of(new ScalarForm.Call("square"));
        }
        return value == 3 ? Optional.of(new ScalarForm.Call("cube")) : Optional.empty();
    }

    private static OpRow comparison(String name, String javaName, String operator) {
        return elementwise(name, javaName, "x", "y").infix(operator).type(TypeRule.COMPARISON);
    }
}
