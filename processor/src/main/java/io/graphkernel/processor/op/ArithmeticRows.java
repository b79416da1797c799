package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.enumeration;
import static io.graphkernel.processor.op.OpParameter.number;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpParameter.tensorOrNumber;
import static io.graphkernel.processor.op.OpParameter.tensors;
import static io.graphkernel.processor.op.OpRow.composite;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpParameter.Kind;
import java.util.List;
import java.util.Optional;

/** Arithmetic composed of basic ops, and tensors made from numbers. */
final class ArithmeticRows {

    private ArithmeticRows() {}

    /**
     * The op that marks the results of a kernel whose gradient another kernel computes, or of which only what it was given is
     * saved: each is the operand of its number.
     */
    static OpRow ownGradient() {
        OpParameter operands = new OpParameter("x", Kind.TENSORS, OpDtype.OWN, false, Optional.empty(), "");
        return OpRow.composites(
                        BasicOps.OWN_GRADIENT,
                        // It has no form in Java: a kernel that runs there calls ops alone.
                        b -> ((GraphArguments) b).operands("x"),
                        operands,
                        OpParameter.attribute("gradient", Kind.TEXT),
                        OpParameter.attribute("results", Kind.LONG))
                .dtypes(DtypeClass.ANY)
                .resultsVary()
                .computedByLibrary()
                .build();
    }

    static List<OpRowBuilder> all() {
        return List.of(
                arithmetic("Square", b -> b.square(b.x()))
                        .gradient("x", b -> b.mul(b.dy(), b.mul(b.x(), 2)))
                        .takes(tensor("x"))
                        .document("x²"),
                arithmetic("SquaredDifference", b -> b.square(b.sub(b.x(), b.operand("y"))))
                        .takes(tensorOrNumber("x"), tensorOrNumber("y"))
                        .document("(x - y)²"),
                arithmetic("FusedMulAdd", b -> b.add(b.mul(b.x(), b.operand("y")), b.operand("z")))
                        .takes(tensorOrNumber("x"), tensorOrNumber("y"), tensorOrNumber("z"))
                        .document("x · y + z"),
                arithmetic("AddN", b -> b.fold("x", b::add)).takes(tensors("x")).document("the sum of all operands"),
                arithmetic("Addcmul", b -> b.add(b.operand("input"), scaled(b, b.mul(x1(b), x2(b)))))
                        .takes(tensor("input"), tensor("x1"), tensor("x2"), number("value", 1))
                        .document("input + value · (x1 · x2)"),
                arithmetic("Addcdiv", b -> b.add(b.operand("input"), scaled(b, b.div(x1(b), x2(b)))))
                        .dtypes(DtypeClass.FLOAT)
                        .takes(tensor("input"), tensor("x1"), tensor("x2"), number("value", 1))
                        .document("input + value · (x1 / x2)"),
                arithmetic("Lerp", ArithmeticRows::lerp)
                        .dtypes(DtypeClass.FLOAT)
                        .takes(tensor("start"), tensor("end"), number("weight"))
                        .gradient("start", b -> b.mul(b.dy(), b.sub(1, b.operand("weight"))))
                        .gradient("end", b -> b.mul(b.dy(), b.operand("weight")))
                        .gradient("weight", b -> b.mul(b.dy(), b.sub(b.operand("end"), b.operand("start"))))
                        .document("start + weight · (end - start), exact at weight 0 and 1")
                        .note(
                                "by (1 - weight) · start + weight · end for signs that differ, where end - start may overflow"),
                arithmetic("DivMod", ArithmeticRows::divMod)
                        .takes(tensorOrNumber("x"), tensorOrNumber("y"), enumeration("rounding", "Rounding", "NONE"))
                        .document("x / y, rounded as asked: not at all, down or towards zero")
                        .note(
                                "exact for all integers, not by way of f32; of floats the exact quotient is rounded, as FloorDiv"),
                arithmetic("ClampScalar", ArithmeticRows::clamp)
                        .takes(tensor("x"), number("min"), number("max"))
                        .gradient("x", b -> b.select(inside(b), b.dy(), 0))
                        .gradient("min", b -> b.select(below(b), b.dy(), 0))
                        .gradient("max", b -> b.select(above(b), b.dy(), 0))
                        .aliases("Clip")
                        .document("min(max(x, min), max)"),
                composite("ClipByNormNoDivSum", ArithmeticRows::clipByNormNoDivSum)
                        .takes(tensor("x"), tensor("a"), tensor("b"), tensor("floor"))
                        .document("max(√x where x > a, else x, floor), with b under the root where x ≤ a"),
                composite("MaskedFill", b -> b.select(b.operand("mask"), b.operand("value"), b.x()))
                        .takes(tensor("x"), tensor("mask", OpDtype.BOOL), number("value"))
                        .dtypes(DtypeClass.ANY)
                        .tolerance("exact")
                        .document("value where the mask holds, else x"),
                composite("BiasAdd", ArithmeticRows::biasAdd)
                        .postOp(new PostOp("", "bias"))
                        .takes(tensor("x"), tensor("bias"), format())
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the shape of x")
                        .document("x + bias along the axis of channels: axis 1 of NCHW, the last of NHWC"),
                composite("BiasAddGrad", b -> b.reduce("ReduceSum", dy(b), b.axesBut(dy(b), channels(b)), false))
                        .takes(tensor("dy"), format())
                        .dtypes(DtypeClass.NUMBER)
                        .shape("[channels]")
                        .document("sum over all axes but that of channels"),
                composite("StopGradient", b -> b.x())
                        .takes(tensor("x"))
                        .dtypes(DtypeClass.ANY)
                        .computedByLibrary()
                        .constantIn()
                        .tolerance("exact")
                        .document("x, as a constant for the gradients of what is computed from it"),
                composite("OnesLike", b -> b.op("BroadcastLike", b.number(1, b.x()), b.x()))
                        .takes(tensor("x"))
                        .constantIn()
                        .dtypes(DtypeClass.ANY)
                        .shape("the shape of x")
                        .tolerance("exact")
                        .document("ones"),
                composite("ZerosLike", b -> b.op("BroadcastLike", b.number(0, b.x()), b.x()))
                        .takes(tensor("x"))
                        .constantIn()
                        .dtypes(DtypeClass.ANY)
                        .shape("the shape of x")
                        .tolerance("exact")
                        .document("zeros"),
                composite("FillV2", b -> b.broadcastTo(b.operand("value"), b.dims("dims")))
                        .takes(number("value"), OpParameter.attribute("dims", Kind.DIMS))
                        .dtypes(DtypeClass.ANY)
                        .shape("dims")
                        .tolerance("exact")
                        .document("the same number everywhere"),
                composite("Range", b -> b.rowMajorIndex(b.list(b.extent("n"))))
                        .takes(OpParameter.attribute("n", Kind.DIM))
                        .gives(OpDtype.I64)
                        .dtypes(DtypeClass.ANY)
                        .shape("[n]")
                        .tolerance("exact")
                        .document("0, 1, …, n - 1"),
                composite("Eye", ArithmeticRows::eye)
                        .takes(OpParameter.attribute("n", Kind.DIM), OpParameter.attribute("m", Kind.DIM))
                        .gives(OpDtype.F32)
                        .dtypes(DtypeClass.ANY)
                        .shape("[n, m]")
                        .tolerance("exact")
                        .document("ones on the diagonal, zeros elsewhere"));
    }

    private static Node lerp(ExpansionBuilder b) throws TypeException {
        Node weight = b.operand("weight");
        Node distance = b.sub(b.operand("end"), b.operand("start"));
        Node fromStart = b.add(b.operand("start"), b.mul(distance, weight));
        Node fromEnd = b.sub(b.operand("end"), b.mul(distance, b.sub(1, weight)));
        Node near = b.select(b.op("Less", weight, 0.5), fromStart, fromEnd);
        Node across = b.add(b.mul(b.operand("start"), b.sub(1, weight)), b.mul(b.operand("end"), weight));
        Node apart = b.op("LogicalXor", b.op("Less", b.operand("start"), 0), b.op("Less", b.operand("end"), 0));
        return b.select(apart, across, near);
    }

    private static Node divMod(ExpansionBuilder b) throws TypeException {
        Node y = b.operand("y");
        return switch (b.choice("rounding")) {
            case "FLOOR" -> b.op("FloorDiv", b.x(), y);
            case "TRUNC" -> b.isFloating("x") ? truncated(b, b.x(), y) : b.op("Div", b.x(), y);
            default -> b.op("Div", b.x(), y);
        };
    }

    /** The quotient of the magnitudes rounded down: it is exact, as that of a rounded quotient would not be. */
    private static Node truncated(ExpansionBuilder b, Node x, Node y) throws TypeException {
        Node magnitude = b.op("FloorDiv", b.op("Abs", x), b.op("Abs", y));
        Node negative = b.op("LogicalXor", b.op("Less", x, 0), b.op("Less", y, 0));
        return b.select(negative, b.op("Neg", magnitude), magnitude);
    }

    private static Node clamp(ExpansionBuilder b) throws TypeException {
        return b.op("Minimum", b.op("Maximum", b.x(), b.operand("min")), b.operand("max"));
    }

    /** Strictly: at the bounds the derivative is 0, as that of ReLU at 0. */
    private static Node inside(ExpansionBuilder b) throws TypeException {
        Node low = b.op("Greater", b.x(), b.operand("min"));
        return b.op("LogicalAnd", low, b.op("Less", b.x(), b.operand("max")));
    }

    /** Where the lower bound is the result. */
    private static Node below(ExpansionBuilder b) throws TypeException {
        Node reached = b.op("LessEqual", b.x(), b.operand("min"));
        return b.op("LogicalAnd", reached, b.op("Less", b.operand("min"), b.operand("max")));
    }

    /** Where the upper bound is the result: of bounds in the wrong order everywhere. */
    private static Node above(ExpansionBuilder b) throws TypeException {
        Node reached = b.op("GreaterEqual", b.x(), b.operand("max"));
        return b.op("LogicalOr", reached, b.op("GreaterEqual", b.operand("min"), b.operand("max")));
    }

    private static Node clipByNormNoDivSum(ExpansionBuilder b) throws TypeException {
        Node greater = b.op("Greater", b.x(), b.operand("a"));
        Node root = b.op("Sqrt", b.select(greater, b.x(), b.operand("b")));
        return b.op("Maximum", b.select(greater, root, b.x()), b.operand("floor"));
    }

    private static Node biasAdd(ExpansionBuilder b) throws TypeException {
        Node bias = b.operand("bias");
        return b.add(b.x(), b.reshape(bias, b.alongAxis(bias, b.x(), channels(b))));
    }

    private static Node eye(ExpansionBuilder b) throws TypeException {
        DimsBuilder.Dims dims = b.list(b.extent("n"), b.extent("m"));
        return b.cast(b.op("Equal", b.index(dims, b.axes(0)), b.index(dims, b.axes(1))), DType.F32);
    }

    /** The axis of channels, by the attribute {@code format}. */
    static DimsBuilder.Axes channels(ExpansionBuilder b) {
        return b.axes(b.choice("format").equals("NCHW") ? 1 : -1);
    }

    static OpParameter format() {
        return enumeration("format", "DataFormat", "NCHW");
    }

    private static Node scaled(ExpansionBuilder b, Node product) throws TypeException {
        return b.mul(product, b.operand("value"));
    }

    private static Node x1(ExpansionBuilder b) {
        return b.operand("x1");
    }

    private static Node x2(ExpansionBuilder b) {
        return b.operand("x2");
    }

    private static Node dy(ExpansionBuilder b) {
        return b.operand("dy");
    }

    private static OpRowBuilder arithmetic(String name, Expansion.Single expansion) {
        return composite(name, expansion).dtypes(DtypeClass.NUMBER);
    }
}
