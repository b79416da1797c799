package io.graphkernel.processor.frontend.element;

import static java.util.Map.entry;

import com.sun.source.tree.Tree;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.element.ElementValue.Constant;
import io.graphkernel.processor.frontend.element.ElementValue.Scalar;
import io.graphkernel.processor.frontend.value.ConstantMath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.type.TypeKind;

/** Static methods of {@code java.lang} over numbers that ops compute. */
final class ElementMath {

    /** Methods over {@code double} that an op of each floating-point dtype computes. */
    private static final Map<String, String> FUNCTIONS = Map.ofEntries(
            entry("sqrt", "Sqrt"),
            entry("exp", "Exp"),
            entry("expm1", "Expm1"),
            entry("log", "Log"),
            entry("log10", "Log10"),
            entry("log1p", "Log1p"),
            entry("sin", "Sin"),
            entry("cos", "Cos"),
            entry("tan", "Tan"),
            entry("asin", "Asin"),
            entry("acos", "ACos"),
            entry("atan", "Atan"),
            entry("sinh", "Sinh"),
            entry("cosh", "Cosh"),
            entry("tanh", "Tanh"),
            entry("floor", "Floor"),
            entry("ceil", "Ceil"),
            entry("rint", "Round"),
            entry("pow", "Pow"),
            entry("atan2", "Atan2"));

    /** Methods whose op has the same operands and dtype. */
    private static final Map<String, String> BY_OP = Map.ofEntries(
            entry("abs", "Abs"),
            entry("max", "Maximum"),
            entry("min", "Minimum"),
            entry("sum", "Add"),
            entry("floorDiv", "FloorDiv"),
            entry("floorMod", "FloorMod"),
            entry("isNaN", "IsNan"),
            entry("isInfinite", "IsInf"),
            entry("isFinite", "IsFinite"));

    private static final Set<String> BOXES =
            Set.of("java.lang.Float", "java.lang.Double", "java.lang.Integer", "java.lang.Long");
    private static final Set<String> OF_BOXES =
            Set.of("max", "min", "sum", "signum", "compare", "isNaN", "isInfinite", "isFinite");

    /** Methods on the bits of {@code int} and {@code long}. */
    private static final Set<String> OF_INTEGERS = Set.of(
            "bitCount",
            "rotateLeft",
            "rotateRight",
            "numberOfLeadingZeros",
            "numberOfTrailingZeros",
            "lowestOneBit",
            "highestOneBit",
            "reverse",
            "reverseBytes",
            "compress",
            "expand");

    /** Methods between floating-point numbers and their bits. */
    private static final Set<String> OF_FLOATS = Set.of(
            "floatToIntBits",
            "floatToRawIntBits",
            "intBitsToFloat",
            "doubleToLongBits",
            "doubleToRawLongBits",
            "longBitsToDouble");

    private static final double DEGREES_TO_RADIANS = 0.017453292519943295;
    private static final double RADIANS_TO_DEGREES = 57.29577951308232;

    private final ElementBody body;
    private final ElementArithmetic arithmetic;

    ElementMath(ElementBody body, ElementArithmetic arithmetic) {
        this.body = body;
        this.arithmetic = arithmetic;
    }

    /** Returns true if a method of this name in a class is one of these, or may be one for some types. */
    static boolean isOwner(String owner, String name) {
        return ConstantMath.CLASSES.contains(owner)
                || BOXES.contains(owner) && (OF_BOXES.contains(name) || OF_FLOATS.contains(name))
                || isOnBits(owner, name);
    }

    /** Returns true if a method computes the bits of an integer. */
    static boolean isOnBits(String owner, String name) {
        return BOXES.contains(owner) && OF_INTEGERS.contains(name);
    }

    /** Returns true if the method computes doubles, and an op computes it for floats as well. */
    static boolean hasFloatOp(String owner, String name) {
        return ConstantMath.CLASSES.contains(owner) && FUNCTIONS.containsKey(name);
    }

    /**
     * Calls a method.
     *
     * @param owner qualified name of its class
     * @param types types of its parameters
     * @param arguments numbers, which are converted to these types
     * @return the result; empty if no op computes it
     * @throws ArithmeticException if a constant has no result
     */
    Optional<ElementValue> call(String owner, String name, List<TypeKind> types, List<ElementValue> arguments) {
        if (arguments.isEmpty()) {
            // Each call of a method without parameters, such as random, may return another number.
            return Optional.empty();
        }
        List<ElementValue> converted = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            converted.add(arithmetic.convert(arguments.get(i), types.get(i)));
        }
        if (converted.stream().allMatch(Constant.class::isInstance)) {
            Object[] values = converted.stream()
                    .map(argument -> ((Constant) argument).value())
                    .toArray();
            return ConstantMath.evaluate(owner, name, types, values).map(Constant::new);
        }
        if (name.equals("floorMod") && types.size() == 2 && types.get(0) != types.get(1)) {
            // The remainder by an int is one, also that of a long.
            ElementValue wide =
                    binary("FloorMod", converted.get(0), arithmetic.convert(converted.get(1), TypeKind.LONG));
            return Optional.of(arithmetic.convert(wide, TypeKind.INT));
        }
        TypeKind type = types.get(0);
        Node[] nodes = converted.stream()
                .map(argument -> arithmetic.node(arithmetic.convert(argument, type)))
                .toArray(Node[]::new);
        String op = FUNCTIONS.getOrDefault(name, BY_OP.get(name));
        if (op != null) {
            return Optional.of(result(body.op(op, nodes), type));
        }
        return OF_FLOATS.contains(name) || OF_INTEGERS.contains(name)
                ? ofBits(name, type, nodes)
                : composed(name, type, converted, nodes);
    }

    private Optional<ElementValue> ofBits(String name, TypeKind type, Node[] nodes) {
        BitArithmetic bits = arithmetic.bits();
        Node x = nodes[0];
        return switch (name) {
            case "floatToRawIntBits" -> Optional.of(new Scalar(bits.bitcast(x), TypeKind.INT));
            case "doubleToRawLongBits" -> Optional.of(new Scalar(bits.bitcast(x), TypeKind.LONG));
            case "floatToIntBits" -> Optional.of(new Scalar(bits.canonicalBits(x), TypeKind.INT));
            case "doubleToLongBits" -> Optional.of(new Scalar(bits.canonicalBits(x), TypeKind.LONG));
            case "intBitsToFloat" -> Optional.of(new Scalar(bits.bitcast(x), TypeKind.FLOAT));
            case "longBitsToDouble" -> Optional.of(new Scalar(bits.bitcast(x), TypeKind.DOUBLE));
            case "bitCount" -> Optional.of(count(bits.bitCount(x), type));
            case "numberOfLeadingZeros" -> Optional.of(count(bits.leadingZeros(x), type));
            case "numberOfTrailingZeros" -> Optional.of(count(bits.trailingZeros(x), type));
            case "lowestOneBit" -> Optional.of(new Scalar(bits.lowestBit(x), type));
            case "highestOneBit" -> Optional.of(new Scalar(bits.highestBit(x), type));
            case "rotateLeft" ->
                Optional.of(new Scalar(
                        bits.rotated(Tree.Kind.LEFT_SHIFT, Tree.Kind.UNSIGNED_RIGHT_SHIFT, x, nodes[1]), type));
            case "rotateRight" ->
                Optional.of(new Scalar(
                        bits.rotated(Tree.Kind.UNSIGNED_RIGHT_SHIFT, Tree.Kind.LEFT_SHIFT, x, nodes[1]), type));
            default -> Optional.empty();
        };
    }

    /** Returns a number of bits, which is an int also for a long. */
    private ElementValue count(Node number, TypeKind type) {
        return arithmetic.convert(new Scalar(number, type), TypeKind.INT);
    }

    private Optional<ElementValue> composed(String name, TypeKind type, List<ElementValue> arguments, Node[] nodes) {
        ElementValue x = arguments.get(0);
        return switch (name) {
            case "signum" -> Optional.of(signum(x, nodes[0], type));
            case "compare" -> nodes[0].dtype().isFloating() ? Optional.empty() : Optional.of(compared(arguments));
            case "copySign" -> Optional.of(copySign(nodes[0], nodes[1], type));
            case "toRadians" -> Optional.of(product(x, DEGREES_TO_RADIANS));
            case "toDegrees" -> Optional.of(product(x, RADIANS_TO_DEGREES));
            case "fma" -> type == TypeKind.FLOAT ? Optional.of(fused(nodes)) : Optional.empty();
            case "round" -> Optional.of(type == TypeKind.FLOAT ? roundedFloat(nodes[0]) : roundedDouble(nodes[0]));
            default -> Optional.empty();
        };
    }

    private ElementValue binary(String op, ElementValue left, ElementValue right) {
        return result(body.op(op, arithmetic.node(left), arithmetic.node(right)), ElementArithmetic.kind(left));
    }

    private static ElementValue result(Node node, TypeKind type) {
        return new Scalar(node, node.dtype() == DataType.BOOL ? TypeKind.BOOLEAN : type);
    }

    /** Returns -1, 0 or 1 as a first integer is less than, equal to or greater than a second one. */
    private ElementValue compared(List<ElementValue> integers) {
        ElementValue isLess = arithmetic.binary(Tree.Kind.LESS_THAN, integers.get(0), integers.get(1));
        ElementValue isGreater = arithmetic.binary(Tree.Kind.GREATER_THAN, integers.get(0), integers.get(1));
        ElementValue upper = arithmetic.select(isGreater, new Constant(1), new Constant(0));
        return arithmetic.select(isLess, new Constant(-1), upper);
    }

    private ElementValue product(ElementValue x, double factor) {
        return arithmetic.binary(Tree.Kind.MULTIPLY, x, new Constant(factor));
    }

    /** Returns the sign, which for a zero is the zero itself. */
    private ElementValue signum(ElementValue x, Node node, TypeKind type) {
        Node sign = body.op("Sign", node);
        return node.dtype().isFloating()
                ? new Scalar(body.op("Select", body.op("Equal", node, zero(node)), arithmetic.node(x), sign), type)
                : new Scalar(sign, TypeKind.INT);
    }

    /** Returns a magnitude with the sign of another number; the sign of a zero is that of its reciprocal. */
    private ElementValue copySign(Node magnitude, Node sign, TypeKind type) {
        Node one = body.constant(1.0, sign.dtype());
        Node belowZero = body.op("Less", sign, zero(sign));
        Node negativeZero = body.op(
                "LogicalAnd",
                body.op("Equal", sign, zero(sign)),
                body.op("Less", body.op("RealDiv", one, sign), zero(sign)));
        Node absolute = body.op("Abs", magnitude);
        Node negative = body.op("LogicalOr", belowZero, negativeZero);
        return new Scalar(body.op("Select", negative, body.op("Neg", absolute), absolute), type);
    }

    private Node zero(Node like) {
        return body.constant(0.0, like.dtype());
    }

    /**
     * Multiplies and adds floats, and rounds once. The product is exact in double. The sum is rounded to odd there: where
     * it is inexact, its last bit is 1, so that rounding it to float rounds the exact sum.
     */
    private ElementValue fused(Node[] floats) {
        Node product = body.op("Mul", body.cast(floats[0], DataType.F64), body.cast(floats[1], DataType.F64));
        Node addend = body.cast(floats[2], DataType.F64);
        Node sum = body.op("Add", product, addend);
        Node rest = body.op("Sub", sum, product);
        Node error = body.op("Add", body.op("Sub", product, body.op("Sub", sum, rest)), body.op("Sub", addend, rest));
        // A comparison is false for the NaN of an infinite sum.
        Node isBelow = body.op("Greater", error, zero(error));
        Node isAbove = body.op("Less", error, zero(error));
        BitArithmetic bits = arithmetic.bits();
        Node stopped = body.op("StopGradient", sum);
        Node pattern = bits.bitcast(stopped);
        Node one = body.constant(1L, DataType.I64);
        Node isEven = body.op("Equal", bits.combined(Tree.Kind.AND, pattern, one), body.constant(0L, DataType.I64));
        Node isInexact = body.op("LogicalAnd", isEven, body.op("LogicalOr", isBelow, isAbove));
        Node grows = body.op("Equal", isBelow, body.op("Greater", sum, zero(sum)));
        Node step = body.op("Select", grows, one, body.constant(-1L, DataType.I64));
        Node odd = bits.bitcast(body.op("Add", pattern, step));
        // The difference is zero. It has the derivative of the sum, which its bits do not have.
        Node difference = body.op("Sub", sum, stopped);
        Node rounded = body.op("Select", isInexact, body.op("Add", odd, difference), sum);
        return new Scalar(body.cast(rounded, DataType.F32), TypeKind.FLOAT);
    }

    /** Rounds in double, where the sum with a half is exact for all floats with a fraction. */
    private ElementValue roundedFloat(Node x) {
        Node sum = body.op("Add", body.cast(x, DataType.F64), body.constant(0.5, DataType.F64));
        return new Scalar(body.cast(body.op("Floor", sum), DataType.I32), TypeKind.INT);
    }

    /** Rounds by the fraction, which is exact: the sum with a half may round up. */
    private ElementValue roundedDouble(Node x) {
        Node floor = body.op("Floor", x);
        Node isUp = body.op("GreaterEqual", body.op("Sub", x, floor), body.constant(0.5, DataType.F64));
        Node next = body.op("Add", floor, body.constant(1.0, DataType.F64));
        return new Scalar(body.cast(body.op("Select", isUp, next, floor), DataType.I64), TypeKind.LONG);
    }
}
