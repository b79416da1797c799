package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.attribute;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpParameter.tensorOrNumber;
import static io.graphkernel.processor.op.OpRow.elementwise;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.PassedElements.Choice;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;

/** The basic elementwise ops. {@code cost} is a rough count of vector instructions on AVX-512. */
final class ElementwiseRows {

    private static final String EXACT = "exact";
    private static final String QUOTIENT =
            "of the exact quotient, or of the rounded one where that has more digits than"
                    + " the dtype: x = y · FloorDiv + FloorMod";

    private ElementwiseRows() {}

    /** Arithmetic on numbers; exact or correctly rounded. */
    static List<OpRowBuilder> arithmetic() {
        return List.of(
                number("Add", "x", "y")
                        .gradient("x", GradientBuilder::dy)
                        .gradient("y", GradientBuilder::dy)
                        .infix("+")
                        .postOp(new PostOp("add", "bias"))
                        .commutative()
                        .fold(v -> v[0] + v[1])
                        .foldIntegers(v -> v[0] + v[1])
                        .document("x + y"),
                number("Sub", "x", "y")
                        .gradient("x", GradientBuilder::dy)
                        .gradient("y", b -> b.op("Neg", b.dy()))
                        .infix("-")
                        .fold(v -> v[0] - v[1])
                        .foldIntegers(v -> v[0] - v[1])
                        .document("x - y"),
                number("Mul", "x", "y")
                        .gradient("x", b -> b.mul(b.dy(), b.operand("y")))
                        .gradient("y", b -> b.mul(b.dy(), b.x()))
                        .infix("*")
                        .postOp(new PostOp("mul", "scale"))
                        .commutative()
                        .fold(v -> v[0] * v[1])
                        .foldIntegers(v -> v[0] * v[1])
                        .document("x · y"),
                floating("RealDiv", "x", "y")
                        .gradient("x", b -> b.div(b.dy(), b.operand("y")))
                        .gradient("y", ElementwiseGradients::divisor)
                        .infix("/")
                        .cost(3)
                        .fold(v -> v[0] / v[1])
                        .document("x / y"),
                number("Div", "x", "y")
                        .gradient("x", b -> b.div(b.dy(), b.operand("y")))
                        .gradient("y", ElementwiseGradients::divisor)
                        .floatName("RealDiv")
                        .cost(3)
                        .specialize(operands -> floatOperator(operands, "/"))
                        .fold(v -> v[0] / v[1])
                        .foldIntegers(v -> v[1] == 0 ? 0 : v[0] / v[1])
                        .document("x / y; of integers rounded towards zero, and 0 for y = 0"),
                number("FloorDiv", "x", "y")
                        .constantIn()
                        .cost(4)
                        .foldIntegers(v -> v[1] == 0 ? 0 : Math.floorDiv(v[0], v[1]))
                        .document("⌊x / y⌋; of integers 0 for y = 0")
                        .note(QUOTIENT),
                number("FloorMod", "x", "y")
                        .gradient("x", GradientBuilder::dy)
                        .gradient("y", ElementwiseGradients::floorDivisor)
                        .cost(8)
                        .foldIntegers(v -> v[1] == 0 ? 0 : Math.floorMod(v[0], v[1]))
                        .document("remainder with the sign of the divisor y; of integers 0 for y = 0"),
                number("Mod", "x", "y")
                        .gradient("x", GradientBuilder::dy)
                        .gradient("y", ElementwiseGradients::divisorOfRemainder)
                        .cost(8)
                        .foldIntegers(v -> v[1] == 0 ? 0 : v[0] % v[1])
                        .document("remainder with the sign of the dividend x; of integers 0 for y = 0"),
                number("Maximum", "x", "y")
                        .gradient("x", b -> ElementwiseGradients.winner(b, b.x(), b.operand("y"), "Greater"))
                        .gradient("y", b -> ElementwiseGradients.winner(b, b.operand("y"), b.x(), "Greater"))
                        .passesOn(Choice.ORDER, 0, 1)
                        .cost(3)
                        .commutative()
                        .fold(v -> Math.max(v[0], v[1]))
                        .foldIntegers(v -> Math.max(v[0], v[1]))
                        .document("the larger of x and y; NaN if either is NaN"),
                number("Minimum", "x", "y")
                        .gradient("x", b -> ElementwiseGradients.winner(b, b.x(), b.operand("y"), "Less"))
                        .gradient("y", b -> ElementwiseGradients.winner(b, b.operand("y"), b.x(), "Less"))
                        .passesOn(Choice.ORDER, 0, 1)
                        .cost(3)
                        .commutative()
                        .fold(v -> Math.min(v[0], v[1]))
                        .foldIntegers(v -> Math.min(v[0], v[1]))
                        .document("the smaller of x and y; NaN if either is NaN"),
                elementwise(BasicOps.COPY, "x")
                        .gradient("x", GradientBuilder::dy)
                        .firstOperandItself()
                        .allElements()
                        .dtypes(DtypeClass.ANY)
                        .tolerance(EXACT)
                        .fold(v -> v[0])
                        .foldIntegers(v -> v[0])
                        .document("x"),
                elementwise(BasicOps.BROADCAST_LIKE, "x", "like")
                        .gradient("x", GradientBuilder::dy)
                        .constantIn("like")
                        .firstOperandItself()
                        .takes(tensor("x"), tensor("like", OpDtype.OWN))
                        .dtypes(DtypeClass.ANY)
                        .tolerance(EXACT)
                        .document("x, repeated along the axes that it has not and like has"),
                number("Abs", "x")
                        .gradient("x", b -> b.op("AbsGrad", b.x(), b.dy()))
                        .passesOn(Choice.SIGN, 0)
                        .fold(v -> Math.abs(v[0]))
                        .foldIntegers(v -> Math.abs(v[0]))
                        .document("|x|"),
                number("Neg", "x")
                        .gradient("x", b -> b.op("Neg", b.dy()))
                        .passesOn(Choice.SIGN, 0)
                        .fold(v -> -v[0])
                        .foldIntegers(v -> -v[0])
                        .document("-x"),
                number("Sign", "x")
                        .constantIn()
                        .cost(3)
                        .foldIntegers(v -> Long.signum(v[0]))
                        .document("-1, 0 or 1; NaN for NaN"),
                floating("Reciprocal", "x")
                        .gradient("x", b -> b.op("ReciprocalGrad", b.result(), b.dy()))
                        .cost(3)
                        .fold(v -> 1 / v[0])
                        .document("1 / x"),
                floating("Sqrt", "x")
                        .gradient("x", b -> b.op("SqrtGrad", b.result(), b.dy()))
                        .cost(4)
                        .fold(v -> Math.sqrt(v[0]))
                        .document("√x"),
                floating("Rsqrt", "x")
                        .gradient("x", b -> b.op("RsqrtGrad", b.result(), b.dy()))
                        .cost(4)
                        .tolerance("2 ulp")
                        .document("1 / √x"),
                floating("Floor", "x")
                        .constantIn()
                        .fold(v -> Math.floor(v[0]))
                        .document("the largest integer not above x"),
                floating("Ceil", "x")
                        .constantIn()
                        .fold(v -> Math.ceil(v[0]))
                        .document("the smallest integer not below x"),
                floating("Trunc", "x")
                        .constantIn()
                        .fold(v -> v[0] < 0 ? Math.ceil(v[0]) : Math.floor(v[0]))
                        .document("x rounded towards zero"),
                floating("Round", "x")
                        .constantIn()
                        .fold(v -> Math.rint(v[0]))
                        .document("x rounded to the nearest integer, half to even"));
    }

    /** Ops that take or give {@code bool}. */
    static List<OpRowBuilder> logical() {
        return List.of(
                comparison("Equal", "==", v -> v[0] == v[1], v -> v[0] == v[1])
                        .dtypes(DtypeClass.ANY)
                        .commutative()
                        .document("x = y"),
                comparison("NotEqual", "!=", v -> v[0] != v[1], v -> v[0] != v[1])
                        .dtypes(DtypeClass.ANY)
                        .commutative()
                        .document("x ≠ y"),
                comparison("Greater", ">", v -> v[0] > v[1], v -> v[0] > v[1]).document("x > y"),
                comparison("GreaterEqual", ">=", v -> v[0] >= v[1], v -> v[0] >= v[1])
                        .document("x ≥ y"),
                comparison("Less", "<", v -> v[0] < v[1], v -> v[0] < v[1]).document("x < y"),
                comparison("LessEqual", "<=", v -> v[0] <= v[1], v -> v[0] <= v[1])
                        .document("x ≤ y"),
                test("IsNan", Double::isNaN).document("whether x is NaN"),
                test("IsInf", Double::isInfinite).document("whether x is infinite"),
                test("IsFinite", Double::isFinite).document("whether x is neither infinite nor NaN"),
                logic("LogicalAnd", "x", "y")
                        .infix("&")
                        .commutative()
                        .foldIntegers(v -> v[0] & v[1])
                        .document("x and y"),
                logic("LogicalOr", "x", "y")
                        .infix("|")
                        .commutative()
                        .foldIntegers(v -> v[0] | v[1])
                        .document("x or y"),
                logic("LogicalXor", "x", "y")
                        .infix("^")
                        .commutative()
                        .foldIntegers(v -> v[0] ^ v[1])
                        .document("exactly one of x and y"),
                logic("LogicalNot", "x").foldIntegers(v -> 1 - v[0]).document("not x"),
                elementwise("Select", "condition", "x", "y")
                        .passesOn(Choice.PLACE, 1, 2)
                        .takes(tensor("condition", OpDtype.BOOL), tensorOrNumber("x"), tensorOrNumber("y"))
                        .gradient("x", b -> b.select(b.operand("condition"), b.dy(), 0))
                        .gradient("y", b -> b.select(b.operand("condition"), b.number(0, b.dy()), b.dy()))
                        .dtypes(DtypeClass.ANY)
                        .tolerance(EXACT)
                        .fold(v -> v[0] != 0 ? v[1] : v[2])
                        .foldIntegers(v -> v[0] != 0 ? v[1] : v[2])
                        .document("x where the condition holds, else y"),
                elementwise(BasicOps.CAST, "x")
                        .allElements()
                        .takes(tensor("x", OpDtype.OWN), attribute("dtype", OpParameter.Kind.DTYPE))
                        .gradient("x", b -> b.castLike(b.dy(), b.x()))
                        .dtypes(DtypeClass.ANY)
                        .gives(OpDtype.ATTRIBUTE)
                        .tolerance("correctly rounded")
                        .document("x converted: to a float rounded to nearest even, to an integer truncated and"
                                + " saturated with NaN as 0; bool is 1 or 0, a number is true if not 0"));
    }

    private static Optional<ScalarNotation> floatOperator(List<Node> operands, String operator) {
        DType dtype = operands.get(0).dtype();
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
                .gives(OpDtype.BOOL)
                .fold(v -> floats.test(v) ? 1 : 0)
                .foldIntegers(v -> integers.test(v) ? 1 : 0)
                .tolerance(EXACT);
    }

    private static OpRowBuilder test(String name, DoublePredicate predicate) {
        return floating(name, "x")
                .gives(OpDtype.BOOL)
                .fold(v -> predicate.test(v[0]) ? 1 : 0)
                .tolerance(EXACT);
    }

    private static OpRowBuilder logic(String name, String... operands) {
        OpParameter[] tensors =
                List.of(operands).stream().map(OpParameter::tensor).toArray(OpParameter[]::new);
        return elementwise(name, operands)
                .takes(tensors)
                .dtypes(DtypeClass.BOOL)
                .tolerance(EXACT);
    }
}
