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
                elementwise("Add", "x", "y")
                        .infix("+")
                        .commutative()
                        .fold(v -> v[0] + v[1])
                        .document("x + y"),
                elementwise("Sub", "x", "y").infix("-").fold(v -> v[0] - v[1]).document("x - y"),
                elementwise("Mul", "x", "y")
                        .infix("*")
                        .commutative()
                        .fold(v -> v[0] * v[1])
                        .document("x · y"),
                elementwise("RealDiv", "x", "y")
                        .dtypes(DtypeClass.FLOAT)
                        .infix("/")
                        .cost(3)
                        .fold(v -> v[0] / v[1])
                        .document("x / y"),
                elementwise("Div", "x", "y")
                        .infix("/")
                        .cost(3)
                        .fold(v -> v[0] / v[1])
                        .document("x / y"),
                elementwise("FloorDiv", "x", "y").cost(4).document("⌊x / y⌋"),
                elementwise("FloorMod", "x", "y").cost(8).document("remainder with the sign of the divisor y"),
                elementwise("Mod", "x", "y").cost(8).document("remainder with the sign of the dividend x"),
                elementwise("Maximum", "x", "y")
                        .cost(3)
                        .commutative()
                        .document("the larger of x and y; NaN if either is NaN"),
                elementwise("Minimum", "x", "y")
                        .cost(3)
                        .commutative()
                        .document("the smaller of x and y; NaN if either is NaN"),
                elementwise("IdentityMath", "x")
                        .dtypes(DtypeClass.ANY)
                        .fold(v -> v[0])
                        .document("x"),
                elementwise("BroadcastTo", "x", "like")
                        .dtypes(DtypeClass.ANY)
                        .document("x, repeated along the axes that it has not and like has"),
                elementwise("Abs", "x").fold(v -> Math.abs(v[0])).document("|x|"),
                elementwise("Neg", "x").fold(v -> -v[0]).document("-x"),
                elementwise("Sign", "x").cost(3).document("-1, 0 or 1; NaN for NaN"),
                elementwise("Reciprocal", "x")
                        .dtypes(DtypeClass.FLOAT)
                        .cost(3)
                        .fold(v -> 1 / v[0])
                        .document("1 / x"),
                elementwise("Sqrt", "x")
                        .dtypes(DtypeClass.FLOAT)
                        .cost(4)
                        .fold(v -> Math.sqrt(v[0]))
                        .document("√x"),
                elementwise("Rsqrt", "x").dtypes(DtypeClass.FLOAT).cost(4).document("1 / √x"),
                elementwise("Floor", "x").dtypes(DtypeClass.FLOAT).document("the largest integer not above x"),
                elementwise("Ceil", "x").dtypes(DtypeClass.FLOAT).document("the smallest integer not below x"),
                elementwise("Trunc", "x").dtypes(DtypeClass.FLOAT).document("x rounded towards zero"),
                elementwise("Round", "x")
                        .dtypes(DtypeClass.FLOAT)
                        .document("x rounded to the nearest integer, half to even"));
    }

    /** Exponentials, logarithms and other transcendental functions on {@code f32}. */
    static List<OpRow> transcendental() {
        return List.of(
                elementwise("Exp", "x").dtypes(DtypeClass.FLOAT).cost(10).document("eˣ"),
                elementwise("Expm1", "x").dtypes(DtypeClass.FLOAT).cost(14).document("eˣ - 1, precise near 0"),
                elementwise("Log", "x").dtypes(DtypeClass.FLOAT).cost(14).document("natural logarithm"),
                elementwise("Log1p", "x").dtypes(DtypeClass.FLOAT).cost(18).document("ln(1 + x), precise near 0"),
                elementwise("Pow", "x", "y")
                        .dtypes(DtypeClass.FLOAT)
                        .cost(40)
                        .specialize(ElementwiseRows::smallPower)
                        .document("x to the power y"),
                elementwise("Sin", "x").dtypes(DtypeClass.FLOAT).cost(16).document("sine of x in radians"),
                elementwise("Cos", "x").dtypes(DtypeClass.FLOAT).cost(16).document("cosine of x in radians"),
                elementwise("Tan", "x").dtypes(DtypeClass.FLOAT).cost(20).document("tangent of x in radians"),
                elementwise("Asin", "x").dtypes(DtypeClass.FLOAT).cost(14).document("arc sine, in radians"),
                elementwise("ACos", "x")
                        .javaName("acos")
                        .dtypes(DtypeClass.FLOAT)
                        .cost(14)
                        .document("arc cosine, in radians"),
                elementwise("Atan", "x").dtypes(DtypeClass.FLOAT).cost(14).document("arc tangent, in radians"),
                elementwise("Atan2", "y", "x")
                        .dtypes(DtypeClass.FLOAT)
                        .cost(20)
                        .document("angle of the point (x, y), in radians"),
                elementwise("Sinh", "x").dtypes(DtypeClass.FLOAT).cost(16).document("hyperbolic sine"),
                elementwise("Cosh", "x").dtypes(DtypeClass.FLOAT).cost(16).document("hyperbolic cosine"),
                elementwise("Tanh", "x").dtypes(DtypeClass.FLOAT).cost(14).document("hyperbolic tangent"),
                elementwise("Asinh", "x").dtypes(DtypeClass.FLOAT).cost(24).document("inverse hyperbolic sine"),
                elementwise("Acosh", "x").dtypes(DtypeClass.FLOAT).cost(24).document("inverse hyperbolic cosine"),
                elementwise("Atanh", "x").dtypes(DtypeClass.FLOAT).cost(24).document("inverse hyperbolic tangent"),
                elementwise("Erf", "x").dtypes(DtypeClass.FLOAT).cost(16).document("error function"),
                elementwise("Erfc", "x").dtypes(DtypeClass.FLOAT).cost(24).document("1 - erf(x), precise for large x"),
                elementwise("Sigmoid", "x").dtypes(DtypeClass.FLOAT).cost(12).document("1 / (1 + e⁻ˣ)"));
    }

    /** Ops that take or give {@code bool}. */
    static List<OpRow> logical() {
        return List.of(
                comparison("Equal", "==").dtypes(DtypeClass.ANY).commutative().document("x = y"),
                comparison("NotEqual", "!=")
                        .dtypes(DtypeClass.ANY)
                        .commutative()
                        .document("x ≠ y"),
                comparison("Greater", ">").document("x > y"),
                comparison("GreaterEqual", ">=").document("x ≥ y"),
                comparison("Less", "<").document("x < y"),
                comparison("LessEqual", "<=").document("x ≤ y"),
                elementwise("IsNan", "x")
                        .dtypes(DtypeClass.FLOAT)
                        .type(TypeRule.COMPARISON)
                        .gives(OpDtype.BOOL)
                        .document("whether x is NaN"),
                elementwise("IsInf", "x")
                        .dtypes(DtypeClass.FLOAT)
                        .type(TypeRule.COMPARISON)
                        .gives(OpDtype.BOOL)
                        .document("whether x is infinite"),
                elementwise("IsFinite", "x")
                        .dtypes(DtypeClass.FLOAT)
                        .type(TypeRule.COMPARISON)
                        .gives(OpDtype.BOOL)
                        .document("whether x is neither infinite nor NaN"),
                elementwise("LogicalAnd", "x", "y")
                        .infix("&")
                        .type(TypeRule.LOGICAL)
                        .dtypes(DtypeClass.BOOL)
                        .commutative()
                        .document("x and y"),
                elementwise("LogicalOr", "x", "y")
                        .infix("|")
                        .type(TypeRule.LOGICAL)
                        .dtypes(DtypeClass.BOOL)
                        .commutative()
                        .document("x or y"),
                elementwise("LogicalXor", "x", "y")
                        .infix("^")
                        .type(TypeRule.LOGICAL)
                        .dtypes(DtypeClass.BOOL)
                        .commutative()
                        .document("exactly one of x and y"),
                elementwise("LogicalNot", "x")
                        .type(TypeRule.LOGICAL)
                        .dtypes(DtypeClass.BOOL)
                        .document("not x"),
                elementwise("Select", "condition", "x", "y")
                        .takes(
                                OpParameter.tensor("condition", OpDtype.BOOL),
                                OpParameter.tensorOrNumber("x"),
                                OpParameter.tensorOrNumber("y"))
                        .type(TypeRule.SELECTION)
                        .dtypes(DtypeClass.ANY)
                        .document("x where the condition holds, else y"),
                elementwise("Cast", "x")
                        .takes(
                                OpParameter.tensor("x", OpDtype.OWN),
                                OpParameter.attribute("dtype", OpParameter.Kind.DTYPE))
                        .type(TypeRule.CONVERSION)
                        .gives(OpDtype.ATTRIBUTE)
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

    private static OpRow comparison(String name, String operator) {
        return elementwise(name, "x", "y")
                .infix(operator)
                .type(TypeRule.COMPARISON)
                .gives(OpDtype.BOOL);
    }
}
