package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.ElementType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Rules of elementwise ops: arithmetic, functions, activations, comparisons, selections, conversions. */
final class ElementwiseRules {

    /** Ops with the same operands and without attributes. */
    private static final Map<String, String> SAME = Map.ofEntries(
            Map.entry("Abs", "Abs"),
            Map.entry("Neg", "Neg"),
            Map.entry("Sign", "Sign"),
            Map.entry("Reciprocal", "Reciprocal"),
            Map.entry("Sqrt", "Sqrt"),
            Map.entry("Floor", "Floor"),
            Map.entry("Ceil", "Ceil"),
            Map.entry("Round", "Round"),
            Map.entry("Exp", "Exp"),
            Map.entry("Log", "Log"),
            Map.entry("Sin", "Sin"),
            Map.entry("Cos", "Cos"),
            Map.entry("Tan", "Tan"),
            Map.entry("Asin", "Asin"),
            Map.entry("Acos", "ACos"),
            Map.entry("Atan", "Atan"),
            Map.entry("Sinh", "Sinh"),
            Map.entry("Cosh", "Cosh"),
            Map.entry("Tanh", "Tanh"),
            Map.entry("Asinh", "Asinh"),
            Map.entry("Acosh", "Acosh"),
            Map.entry("Atanh", "Atanh"),
            Map.entry("Erf", "Erf"),
            Map.entry("Sigmoid", "Sigmoid"),
            Map.entry("Relu", "ReLU"),
            Map.entry("Softplus", "Softplus"),
            Map.entry("Softsign", "Softsign"),
            Map.entry("Mish", "Mish"),
            Map.entry("Not", "LogicalNot"),
            Map.entry("BitwiseNot", "BitwiseNot"),
            Map.entry("IsNaN", "IsNan"));

    private static final Map<String, String> BINARY = Map.ofEntries(
            Map.entry("Add", "Add"),
            Map.entry("Sub", "Sub"),
            Map.entry("Mul", "Mul"),
            Map.entry("Div", "Div"),
            Map.entry("And", "LogicalAnd"),
            Map.entry("Or", "LogicalOr"),
            Map.entry("Xor", "LogicalXor"),
            Map.entry("BitwiseAnd", "BitwiseAnd"),
            Map.entry("BitwiseOr", "BitwiseOr"),
            Map.entry("BitwiseXor", "BitwiseXor"),
            Map.entry("Equal", "Equal"),
            Map.entry("Greater", "Greater"),
            Map.entry("GreaterOrEqual", "GreaterEqual"),
            Map.entry("Less", "Less"),
            Map.entry("LessOrEqual", "LessEqual"));

    /** First version with NumPy's broadcasting rules. */
    private static final long UNIFORM_BROADCAST = 7;

    private static final long BOUNDS_AS_INPUTS = 11;

    private static final double SELU_ALPHA = 1.67326319217681884765625;
    private static final double SELU_GAMMA = 1.05070102214813232421875;

    private ElementwiseRules() {}

    static void addTo(OnnxOps ops) {
        SAME.forEach((name, op) -> ops.single(name, call -> call.op(op, call.in(0))));
        BINARY.forEach((name, op) -> ops.single(name, call -> call.op(op, call.in(0), second(call))));
        ops.single("Max", call -> all(call, "Maximum"));
        ops.single("Min", call -> all(call, "Minimum"));
        ops.single("Sum", call -> all(call, "Add"));
        ops.single("Mean", call -> call.ops().mul(all(call, "Add"), 1.0 / call.inputCount()));
        ops.single("Mod", ElementwiseRules::remainder);
        ops.single("Pow", ElementwiseRules::power);
        ops.single("BitShift", ElementwiseRules::shift);
        ops.single("Where", call -> call.op("Select", call.in(0), call.in(1), call.in(2)));
        ops.single("IsInf", ElementwiseRules::isInfinite);
        ops.single("Clip", ElementwiseRules::clip);
        activations(ops);
    }

    private static void activations(OnnxOps ops) {
        ops.single("LeakyRelu", call -> negative(call, x -> call.ops().mul(x, call.real("alpha", 0.01f))));
        ops.single("PRelu", call -> negative(call, x -> call.ops().mul(x, slope(call))));
        ops.single("Elu", call -> negative(call, x -> call.ops().mul(call.op("Expm1", x), call.real("alpha", 1))));
        ops.single("Celu", ElementwiseRules::celu);
        ops.single("Selu", ElementwiseRules::selu);
        ops.single("ThresholdedRelu", call -> {
            Node x = call.in(0);
            Node above = call.ops().op("Greater", x, call.real("alpha", 1));
            return call.ops().select(above, x, 0);
        });
        ops.single("HardSigmoid", call -> {
            ExpansionBuilder b = call.ops();
            Node line = b.add(b.mul(call.in(0), call.real("alpha", 0.2f)), call.real("beta", 0.5f));
            return b.min(b.max(line, 0), 1);
        });
        ops.single("HardSwish", call -> {
            ExpansionBuilder b = call.ops();
            Node line = b.add(b.mul(call.in(0), 1f / 6), 0.5);
            return b.mul(call.in(0), b.min(b.max(line, 0), 1));
        });
        ops.single("Shrink", ElementwiseRules::shrink);
        ops.single("Gelu", call -> {
            String approximate = call.text("approximate", "none");
            return switch (approximate) {
                case "none" -> call.op("GeLUErf", call.in(0));
                case "tanh" -> call.op("GeLU", call.in(0));
                default -> throw new UnsupportedNodeException("approximate is " + approximate);
            };
        });
    }

    /** Returns the dtype for a number in a file. */
    static DataType dtype(long elementType) throws UnsupportedNodeException {
        ElementType type = ElementType.of(elementType);
        return type.dtype().orElseThrow(() -> new UnsupportedNodeException("unsupported tensor type: " + type));
    }

    /** Returns the second operand, which before version 7 may be aligned with axes other than the last. */
    private static Node second(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node y = call.in(1);
        if (call.opset() >= UNIFORM_BROADCAST || !call.flag("broadcast", false) || !call.has("axis")) {
            return call.matched(y, call.dims(0), -1);
        }
        int axis = call.axis(call.integer("axis", 0), call.rank(0));
        List<Dim> dims = new ArrayList<>(y.shape().dims());
        dims.addAll(Collections.nCopies(Math.max(0, call.rank(0) - axis - dims.size()), Dim.ONE));
        return call.reshaped(y, dims);
    }

    private static Node slope(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node slope = call.in(1);
        boolean ofChannels = call.opset() < UNIFORM_BROADCAST
                && slope.shape().rank() == 1
                && !slope.shape().dims().get(0).equals(Dim.ONE);
        return ofChannels ? NormalizationRules.channels(call, slope, call.rank(0)) : slope;
    }

    private static Node all(OnnxCall call, String op) throws TypeException, UnsupportedNodeException {
        List<Node> operands = new ArrayList<>(call.all());
        Node value = operands.remove(0);
        for (Node next : operands) {
            value = call.op(op, value, call.matched(next, value.shape().dims(), -1));
        }
        return value;
    }

    /** Replacement of x where it is less than 0; other values, and NaN, are unchanged. */
    private interface Below {
        Node of(Node x) throws TypeException, UnsupportedNodeException;
    }

    private static Node negative(OnnxCall call, Below below) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        Node isNegative = call.ops().op("Less", x, 0);
        return call.ops().select(isNegative, below.of(x), x);
    }

    private static Node celu(OnnxCall call) throws TypeException, UnsupportedNodeException {
        double alpha = call.real("alpha", 1);
        Node x = call.in(0);
        ExpansionBuilder b = call.ops();
        Node curved = b.mul(call.op("Expm1", b.op("RealDiv", x, alpha)), alpha);
        return b.add(b.max(x, 0), b.min(curved, 0));
    }

    private static Node selu(OnnxCall call) throws TypeException, UnsupportedNodeException {
        double alpha = call.real("alpha", SELU_ALPHA);
        Node curved = negative(call, x -> call.ops().mul(call.op("Expm1", x), alpha));
        return call.ops().mul(curved, call.real("gamma", SELU_GAMMA));
    }

    private static Node shrink(OnnxCall call) throws TypeException, UnsupportedNodeException {
        double lambda = call.real("lambd", 0.5);
        double bias = call.real("bias", 0);
        Node x = call.in(0);
        ExpansionBuilder b = call.ops();
        Node below = b.op("Less", x, -lambda);
        Node above = b.op("Greater", x, lambda);
        return b.select(below, b.add(x, bias), b.select(above, b.add(x, -bias), b.number(0, x)));
    }

    /**
     * Builds the remainder. That of integers has the sign of the divisor; for floats only that of the dividend is
     * defined.
     */
    private static Node remainder(OnnxCall call) throws TypeException, UnsupportedNodeException {
        boolean signOfDividend = call.flag("fmod", false);
        if (!signOfDividend && call.dtype(0).isFloating()) {
            throw new UnsupportedNodeException("its fmod is 0, which is defined for integers only");
        }
        return call.op(signOfDividend ? "Mod" : "FloorMod", call.in(0), second(call));
    }

    /** Builds a power. Base and exponent may have different dtypes; the result has that of the base. */
    private static Node power(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        Node y = second(call);
        if (x.dtype() == y.dtype()) {
            return call.op("Pow", x, y);
        }
        if (x.dtype().isFloating()) {
            return call.op("Pow", x, call.cast(y, x.dtype()));
        }
        if (!y.dtype().isFloating()) {
            Node power = call.op("Pow", call.cast(x, DataType.I64), call.cast(y, DataType.I64));
            return CastRule.converted(call, power, x.dtype());
        }
        return call.cast(call.op("Pow", call.cast(x, DataType.F64), call.cast(y, DataType.F64)), x.dtype());
    }

    /** Builds a shift. From 8 bits on the result is 0: 2⁸ is 0 in 8 bits, and a quotient by 0 is 0. */
    private static Node shift(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node factor = call.op("Pow", call.number(2, call.in(0)), call.in(1));
        String direction = call.text("direction", "");
        return switch (direction) {
            case "LEFT" -> call.op("Mul", call.in(0), factor);
            case "RIGHT" -> call.op("Div", call.in(0), factor);
            default -> throw new UnsupportedNodeException("its direction is '" + direction + "'");
        };
    }

    private static Node isInfinite(OnnxCall call) throws TypeException, UnsupportedNodeException {
        boolean positive = call.flag("detect_positive", true);
        boolean negative = call.flag("detect_negative", true);
        Node x = call.in(0);
        Node infinite = call.op("IsInf", x);
        if (positive && negative) {
            return infinite;
        }
        Node wanted = call.ops().op(positive ? "Greater" : "Less", x, 0);
        Node none = call.op("LogicalAnd", infinite, call.op("LogicalNot", infinite));
        return positive || negative ? call.op("LogicalAnd", infinite, wanted) : none;
    }

    /** Builds a clip. Versions with attributes default to the range of f32; later ones have inputs. */
    private static Node clip(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        if (call.opset() < BOUNDS_AS_INPUTS) {
            double low = call.real("min", Double.NEGATIVE_INFINITY);
            double high = call.real("max", Double.POSITIVE_INFINITY);
            x = low == Double.NEGATIVE_INFINITY ? x : call.ops().max(x, low);
            x = high == Double.POSITIVE_INFINITY ? x : call.ops().min(x, high);
        }
        if (call.has(1)) {
            x = call.op("Maximum", x, call.in(1));
        }
        if (call.has(2)) {
            x = call.op("Minimum", x, call.in(2));
        }
        return x.isOperation() ? x : call.op("IdentityMath", x);
    }
}
