package io.graphkernel.op.definition.element;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpParameter.tensorOrNumber;
import static io.graphkernel.op.row.OpRow.elementwise;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.ElementSelection.Criterion;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRowBuilder;
import io.graphkernel.op.row.PostOpKind;
import io.graphkernel.op.row.ScalarNotation;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;

/** Basic elementwise ops. {@code cost} is a rough count of vector instructions on AVX-512. */
public final class ElementwiseOps {

    private static final String EXACT = "exact";
    private static final String QUOTIENT =
            "of the exact quotient, or of the rounded one where that has more digits than"
                    + " the dtype: x = y · FloorDiv + FloorMod";

    private ElementwiseOps() {}

    /**
     * Returns the row of an exact or correctly rounded arithmetic op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder arithmetic(String name) {
        return switch (name) {
            case "Add" ->
                number(name, "x", "y")
                        .gradient("x", GradientBuilder::dy)
                        .gradient("y", GradientBuilder::dy)
                        .infix("+")
                        .postOp(new PostOpKind("add", "bias"))
                        .commutative()
                        .fold(v -> v[0] + v[1])
                        .foldIntegers(v -> v[0] + v[1])
                        .document("x + y");
            case "Sub" ->
                number(name, "x", "y")
                        .gradient("x", GradientBuilder::dy)
                        .gradient("y", b -> b.op("Neg", b.dy()))
                        .infix("-")
                        .fold(v -> v[0] - v[1])
                        .foldIntegers(v -> v[0] - v[1])
                        .document("x - y");
            case "Mul" ->
                number(name, "x", "y")
                        .gradient("x", b -> b.mul(b.dy(), b.operand("y")))
                        .gradient("y", b -> b.mul(b.dy(), b.x()))
                        .infix("*")
                        .postOp(new PostOpKind("mul", "scale"))
                        .commutative()
                        .fold(v -> v[0] * v[1])
                        .foldIntegers(v -> v[0] * v[1])
                        .document("x · y");
            case "RealDiv" ->
                floating(name, "x", "y")
                        .gradient("x", b -> b.div(b.dy(), b.operand("y")))
                        .gradient("y", ElementwiseGradients::divisor)
                        .infix("/")
                        .cost(3)
                        .fold(v -> v[0] / v[1])
                        .document("x / y");
            case "Div" ->
                number(name, "x", "y")
                        .dependsOnSign()
                        .gradient("x", b -> b.div(b.dy(), b.operand("y")))
                        .gradient("y", ElementwiseGradients::divisor)
                        .floatName("RealDiv")
                        .cost(3)
                        .specialize(operands -> floatOperator(operands, "/"))
                        .fold(v -> v[0] / v[1])
                        .foldIntegers(v -> v[1] == 0 ? 0 : v[0] / v[1])
                        .document("x / y; of integers rounded towards zero, and 0 for y = 0");
            case "FloorDiv" ->
                number(name, "x", "y")
                        .dependsOnSign()
                        .nonDifferentiable()
                        .cost(4)
                        .foldIntegers(v -> v[1] == 0 ? 0 : Math.floorDiv(v[0], v[1]))
                        .document("⌊x / y⌋; of integers 0 for y = 0")
                        .note(QUOTIENT);
            case "FloorMod" ->
                number(name, "x", "y")
                        .dependsOnSign()
                        .gradient("x", GradientBuilder::dy)
                        .gradient("y", ElementwiseGradients::floorDivisor)
                        .cost(8)
                        .foldIntegers(v -> v[1] == 0 ? 0 : Math.floorMod(v[0], v[1]))
                        .document("remainder with the sign of the divisor y; of integers 0 for y = 0");
            case "Mod" ->
                number(name, "x", "y")
                        .dependsOnSign()
                        .gradient("x", GradientBuilder::dy)
                        .gradient("y", ElementwiseGradients::divisorOfRemainder)
                        .cost(8)
                        .foldIntegers(v -> v[1] == 0 ? 0 : v[0] % v[1])
                        .document("remainder with the sign of the dividend x; of integers 0 for y = 0");
            case "Maximum" ->
                number(name, "x", "y")
                        .dependsOnSign()
                        .gradient("x", b -> ElementwiseGradients.winner(b, b.x(), b.operand("y"), "Greater"))
                        .gradient("y", b -> ElementwiseGradients.winner(b, b.operand("y"), b.x(), "Greater"))
                        .selectsElements(Criterion.ORDER, 0, 1)
                        .cost(3)
                        .commutative()
                        .fold(v -> Math.max(v[0], v[1]))
                        .foldIntegers(v -> Math.max(v[0], v[1]))
                        .document("the larger of x and y; NaN if either is NaN; of -0 and +0 either");
            case "Minimum" ->
                number(name, "x", "y")
                        .dependsOnSign()
                        .gradient("x", b -> ElementwiseGradients.winner(b, b.x(), b.operand("y"), "Less"))
                        .gradient("y", b -> ElementwiseGradients.winner(b, b.operand("y"), b.x(), "Less"))
                        .selectsElements(Criterion.ORDER, 0, 1)
                        .cost(3)
                        .commutative()
                        .fold(v -> Math.min(v[0], v[1]))
                        .foldIntegers(v -> Math.min(v[0], v[1]))
                        .document("the smaller of x and y; NaN if either is NaN; of -0 and +0 either");
            case "IdentityMath" ->
                elementwise(name, "x")
                        .gradient("x", GradientBuilder::dy)
                        .identityOfFirstOperand()
                        .allElements()
                        .dtypes(DtypeClass.STORED)
                        .tolerance(EXACT)
                        .fold(v -> v[0])
                        .foldIntegers(v -> v[0])
                        .document("x");
            case "BroadcastLike" ->
                elementwise(name, "x", "like")
                        .gradient("x", GradientBuilder::dy)
                        .nonDifferentiable("like")
                        .identityOfFirstOperand()
                        .parameters(tensor("x"), tensor("like", OpDtype.OWN))
                        .dtypes(DtypeClass.STORED)
                        .tolerance(EXACT)
                        .document("x, repeated along the axes that it has not and like has");
            case "Abs" ->
                number(name, "x")
                        .dependsOnSign()
                        .gradient("x", b -> b.op("AbsGrad", b.x(), b.dy()))
                        .selectsElements(Criterion.SIGN, 0)
                        .fold(v -> Math.abs(v[0]))
                        .foldIntegers(v -> Math.abs(v[0]))
                        .document("|x|");
            case "Neg" ->
                number(name, "x")
                        .gradient("x", b -> b.op("Neg", b.dy()))
                        .selectsElements(Criterion.SIGN, 0)
                        .fold(v -> -v[0])
                        .foldIntegers(v -> -v[0])
                        .document("-x");
            case "Sign" ->
                number(name, "x")
                        .dependsOnSign()
                        .nonDifferentiable()
                        .cost(3)
                        .foldIntegers(v -> Long.signum(v[0]))
                        .document("-1, 0 or 1; NaN for NaN, +0 for both zeros");
            case "Reciprocal" ->
                floating(name, "x")
                        .gradient("x", b -> b.op("ReciprocalGrad", b.result(), b.dy()))
                        .cost(3)
                        .fold(v -> 1 / v[0])
                        .tolerance("1 ulp")
                        .document("1 / x");
            case "Sqrt" ->
                floating(name, "x")
                        .gradient("x", b -> b.op("SqrtGrad", b.result(), b.dy()))
                        .cost(4)
                        .fold(v -> Math.sqrt(v[0]))
                        .document("√x");
            case "Rsqrt" ->
                floating(name, "x")
                        .gradient("x", b -> b.op("RsqrtGrad", b.result(), b.dy()))
                        .cost(4)
                        .tolerance("2 ulp")
                        .document("1 / √x");
            case "Floor" ->
                floating(name, "x")
                        .nonDifferentiable()
                        .fold(v -> Math.floor(v[0]))
                        .document("the largest integer not above x");
            case "Ceil" ->
                floating(name, "x")
                        .nonDifferentiable()
                        .fold(v -> Math.ceil(v[0]))
                        .document("the smallest integer not below x");
            case "Trunc" ->
                floating(name, "x")
                        .nonDifferentiable()
                        .fold(v -> v[0] < 0 ? Math.ceil(v[0]) : Math.floor(v[0]))
                        .document("x rounded towards zero");
            case "Round" ->
                floating(name, "x")
                        .nonDifferentiable()
                        .fold(v -> Math.rint(v[0]))
                        .document("x rounded to the nearest integer, half to even");
            default -> null;
        };
    }

    /**
     * Returns the row of an op with {@code bool} operands or results.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder logical(String name) {
        return switch (name) {
            case "Equal" ->
                comparison(name, "==", v -> v[0] == v[1], v -> v[0] == v[1])
                        .dtypes(DtypeClass.ANY)
                        .commutative()
                        .document("x = y");
            case "NotEqual" ->
                comparison(name, "!=", v -> v[0] != v[1], v -> v[0] != v[1])
                        .dtypes(DtypeClass.ANY)
                        .commutative()
                        .document("x ≠ y");
            case "Greater" ->
                order(name, ">", v -> v[0] > v[1], v -> v[0] > v[1]).document("x > y");
            case "GreaterEqual" ->
                order(name, ">=", v -> v[0] >= v[1], v -> v[0] >= v[1]).document("x ≥ y");
            case "Less" -> order(name, "<", v -> v[0] < v[1], v -> v[0] < v[1]).document("x < y");
            case "LessEqual" ->
                order(name, "<=", v -> v[0] <= v[1], v -> v[0] <= v[1]).document("x ≤ y");
            case "IsNan" -> test(name, Double::isNaN).document("whether x is NaN");
            case "IsInf" -> test(name, Double::isInfinite).document("whether x is infinite");
            case "IsFinite" -> test(name, Double::isFinite).document("whether x is neither infinite nor NaN");
            case "LogicalAnd" ->
                logic(name, "x", "y")
                        .infix("&")
                        .commutative()
                        .foldIntegers(v -> v[0] & v[1])
                        .document("x and y");
            case "LogicalOr" ->
                logic(name, "x", "y")
                        .infix("|")
                        .commutative()
                        .foldIntegers(v -> v[0] | v[1])
                        .document("x or y");
            case "LogicalXor" ->
                logic(name, "x", "y")
                        .infix("^")
                        .commutative()
                        .foldIntegers(v -> v[0] ^ v[1])
                        .document("exactly one of x and y");
            case "LogicalNot" -> logic(name, "x").foldIntegers(v -> 1 - v[0]).document("not x");
            case "Select" ->
                elementwise(name, "condition", "x", "y")
                        .selectsElements(Criterion.POSITION, 1, 2)
                        .parameters(tensor("condition", OpDtype.BOOL), tensorOrNumber("x"), tensorOrNumber("y"))
                        .gradient("x", b -> b.select(b.operand("condition"), b.dy(), 0))
                        .gradient("y", b -> b.select(b.operand("condition"), b.number(0, b.dy()), b.dy()))
                        .dtypes(DtypeClass.STORED)
                        .tolerance(EXACT)
                        .fold(v -> v[0] != 0 ? v[1] : v[2])
                        .foldIntegers(v -> v[0] != 0 ? v[1] : v[2])
                        .document("x where the condition holds, else y");
            case "Cast" ->
                elementwise(name, "x")
                        .allElements()
                        .parameters(tensor("x", OpDtype.OWN), attribute("dtype", OpParameter.Kind.DTYPE))
                        .gradient("x", b -> b.castLike(b.dy(), b.x()))
                        .dtypes(DtypeClass.STORED)
                        .results(OpDtype.ATTRIBUTE)
                        .tolerance("correctly rounded")
                        .document(
                                "x converted: to a float rounded to nearest even, f8e4m3 saturated; to an integer truncated"
                                        + " and saturated with NaN as 0; bool is 1 or 0, a number is true if not 0");
            default -> null;
        };
    }

    private static Optional<ScalarNotation> floatOperator(List<Node> operands, String operator) {
        DataType dtype = operands.get(0).dtype();
        return DtypeClass.FLOAT.dtypes().contains(dtype)
                ? Optional.of(new ScalarNotation.Infix(operator))
                : Optional.empty();
    }

    private static OpRowBuilder number(String name, String... operands) {
        return elementwise(name, operands).dtypes(DtypeClass.NUMBER).tolerance("correctly rounded");
    }

    private static OpRowBuilder floating(String name, String... operands) {
        return elementwise(name, operands).dtypes(DtypeClass.FLOAT).tolerance("correctly rounded");
    }

    private static OpRowBuilder comparison(
            String name, String operator, Predicate<double[]> floats, Predicate<long[]> integers) {
        return number(name, "x", "y")
                .infix(operator)
                .results(OpDtype.BOOL)
                .fold(v -> floats.test(v) ? 1 : 0)
                .foldIntegers(v -> integers.test(v) ? 1 : 0)
                .tolerance(EXACT);
    }

    private static OpRowBuilder order(
            String name, String operator, Predicate<double[]> floats, Predicate<long[]> integers) {
        return comparison(name, operator, floats, integers).dependsOnSign();
    }

    private static OpRowBuilder test(String name, DoublePredicate predicate) {
        return floating(name, "x")
                .results(OpDtype.BOOL)
                .fold(v -> predicate.test(v[0]) ? 1 : 0)
                .tolerance(EXACT);
    }

    private static OpRowBuilder logic(String name, String... operands) {
        OpParameter[] tensors =
                List.of(operands).stream().map(OpParameter::tensor).toArray(OpParameter[]::new);
        return elementwise(name, operands)
                .parameters(tensors)
                .dtypes(DtypeClass.BOOL)
                .tolerance(EXACT);
    }
}
