package io.graphkernel.op.definition.element;

import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpParameter.tensorOrNumber;
import static io.graphkernel.op.row.OpParameter.tensors;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder;
import io.graphkernel.op.build.DimsBuilder;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.MovementOps;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import io.graphkernel.op.row.PostOpKind;
import java.util.Optional;

/** Arithmetic ops composed of basic ops, and tensors filled with numbers. */
public final class ArithmeticOps {

    private ArithmeticOps() {}

    /**
     * The op that marks the results of a kernel method with a custom gradient, or of one whose inputs alone are saved.
     * Each result is the operand with its index.
     */
    public static OpRow customGradient() {
        OpParameter operands = new OpParameter("x", Kind.TENSORS, OpDtype.OWN, false, Optional.empty(), "");
        return OpRow.composites(
                        BasicOps.CUSTOM_GRADIENT,
                        // Not available in Java: eager execution runs the body's ops directly.
                        b -> b.operands("x"),
                        operands,
                        OpParameter.attribute("gradient", Kind.TEXT),
                        OpParameter.attribute("results", Kind.LONG))
                .dtypes(DtypeClass.STORED)
                .resultsVary()
                .computedByLibrary()
                .build();
    }

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Square" ->
                arithmetic(name, b -> b.square(b.x()))
                        .gradient("x", b -> b.mul(b.dy(), b.mul(b.x(), 2)))
                        .parameters(tensor("x"))
                        .tolerance("correctly rounded")
                        .document("x²");
            case "SquaredDifference" ->
                arithmetic(name, b -> b.square(b.sub(b.x(), b.operand("y"))))
                        .parameters(tensorOrNumber("x"), tensorOrNumber("y"))
                        .tolerance("3 ulp")
                        .document("(x - y)²");
            case "FusedMulAdd" ->
                arithmetic(name, b -> b.add(b.mul(b.x(), b.operand("y")), b.operand("z")))
                        .parameters(tensorOrNumber("x"), tensorOrNumber("y"), tensorOrNumber("z"))
                        .tolerance("2 ulp of the largest term, if x · y does not overflow")
                        .document("x · y + z");
            case "AddN" ->
                arithmetic(name, b -> b.fold("x", b::add))
                        .parameters(tensors("x"))
                        .document("the sum of all operands");
            case "Addcmul" ->
                arithmetic(name, b -> b.add(b.operand("input"), scaled(b, b.mul(x1(b), x2(b)))))
                        .parameters(tensor("input"), tensor("x1"), tensor("x2"), number("value", 1))
                        .tolerance("4 ulp of the largest term, if no product overflows or is subnormal")
                        .document("input + value · (x1 · x2)");
            case "Addcdiv" ->
                arithmetic(name, b -> b.add(b.operand("input"), scaled(b, b.div(x1(b), x2(b)))))
                        .dtypes(DtypeClass.FLOAT)
                        .parameters(tensor("input"), tensor("x1"), tensor("x2"), number("value", 1))
                        .tolerance("4 ulp of the largest term, if no quotient or product overflows or is subnormal")
                        .document("input + value · (x1 / x2)");
            case "Lerp" ->
                arithmetic(name, ArithmeticOps::lerp)
                        .dtypes(DtypeClass.FLOAT)
                        .parameters(tensor("start"), tensor("end"), number("weight"))
                        .gradient("start", b -> b.mul(b.dy(), b.sub(1, b.operand("weight"))))
                        .gradient("end", b -> b.mul(b.dy(), b.operand("weight")))
                        .gradient("weight", b -> b.mul(b.dy(), b.sub(b.operand("end"), b.operand("start"))))
                        .tolerance("2 ulp of the larger of start and end")
                        .document("start + weight · (end - start), exact at weight 0 and 1")
                        .note(
                                "by (1 - weight) · start + weight · end for signs that differ, where end - start may overflow");
            case "DivMod" ->
                arithmetic(name, ArithmeticOps::divMod)
                        .parameters(
                                tensorOrNumber("x"), tensorOrNumber("y"), enumeration("rounding", "Rounding", "NONE"))
                        .tolerance("correctly rounded")
                        .document("x / y: unrounded, or rounded down or toward zero")
                        .note("exact for all integers, not by way of f32; of floats the exact quotient is rounded, as"
                                + " FloorDiv, and a result of 0 or infinity has the sign of x / y");
            case "ClampScalar" ->
                arithmetic(name, ArithmeticOps::clamp)
                        .parameters(tensor("x"), number("min"), number("max"))
                        .gradient("x", b -> b.select(inside(b), b.dy(), 0))
                        .gradient("min", b -> b.select(below(b), b.dy(), 0))
                        .gradient("max", b -> b.select(above(b), b.dy(), 0))
                        .aliases("Clip")
                        .tolerance("exact")
                        .document("min(max(x, min), max)");
            case "ClipByNormNoDivSum" ->
                composite(name, ArithmeticOps::clipByNormNoDivSum)
                        .parameters(tensor("x"), tensor("a"), tensor("b"), tensor("floor"))
                        .tolerance("correctly rounded")
                        .document("max(√x where x > a, else x, floor), with b under the root where x ≤ a");
            case "MaskedFill" ->
                composite(name, b -> b.select(b.operand("mask"), b.operand("value"), b.x()))
                        .parameters(tensor("x"), tensor("mask", OpDtype.BOOL), number("value"))
                        .dtypes(DtypeClass.STORED)
                        .tolerance("exact")
                        .document("value where the mask holds, else x");
            case "BiasAdd" ->
                composite(name, ArithmeticOps::biasAdd)
                        .postOp(new PostOpKind("", "bias"))
                        .parameters(tensor("x"), tensor("bias"), format())
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the shape of x")
                        .document("x + bias along the axis of channels: axis 1 of NCHW, the last of NHWC");
            case "BiasAddGrad" ->
                composite(name, b -> b.reduce("ReduceSum", dy(b), b.axesBut(dy(b), channels(b)), false))
                        .parameters(tensor("dy"), format())
                        .dtypes(DtypeClass.NUMBER)
                        .shape("[channels]")
                        .document("sum over all axes but that of channels");
            case "StopGradient" ->
                composite(name, b -> b.x())
                        .parameters(tensor("x"))
                        .dtypes(DtypeClass.STORED)
                        .computedByLibrary()
                        .nonDifferentiable()
                        .tolerance("exact")
                        .document("x, as a constant for the gradients of what is computed from it");
            case "OnesLike" ->
                composite(name, b -> b.op("BroadcastLike", b.number(1, b.x()), b.x()))
                        .parameters(tensor("x"))
                        .nonDifferentiable()
                        .dtypes(DtypeClass.ANY)
                        .shape("the shape of x")
                        .tolerance("exact")
                        .document("ones");
            case "ZerosLike" ->
                composite(name, b -> b.op("BroadcastLike", b.number(0, b.x()), b.x()))
                        .parameters(tensor("x"))
                        .nonDifferentiable()
                        .dtypes(DtypeClass.STORED)
                        .shape("the shape of x")
                        .tolerance("exact")
                        .document("zeros");
            case "FillV2" ->
                composite(name, b -> b.broadcastTo(b.operand("value"), b.dims("dims")))
                        .parameters(number("value"), OpParameter.attribute("dims", Kind.DIMS))
                        .limits(MovementOps::dims)
                        .dtypes(DtypeClass.ANY)
                        .shape("dims")
                        .tolerance("exact")
                        .document("the same number everywhere");
            case "Range" ->
                composite(name, b -> b.rowMajorIndex(b.list(b.extent("n"))))
                        .parameters(OpParameter.attribute("n", Kind.DIM))
                        .limits(b -> {
                            b.sizes("n");
                            b.elements(b.list(b.extent("n")));
                        })
                        .results(OpDtype.I64)
                        .dtypes(DtypeClass.ANY)
                        .shape("[n]")
                        .tolerance("exact")
                        .document("0, 1, …, n - 1");
            case "Eye" ->
                composite(name, ArithmeticOps::eye)
                        .parameters(OpParameter.attribute("n", Kind.DIM), OpParameter.attribute("m", Kind.DIM))
                        .limits(b -> {
                            b.sizes("n");
                            b.sizes("m");
                            b.elements(b.list(b.extent("n"), b.extent("m")));
                        })
                        .results(OpDtype.F32)
                        .dtypes(DtypeClass.ANY)
                        .shape("[n, m]")
                        .tolerance("exact")
                        .document("ones on the diagonal, zeros elsewhere");
            default -> null;
        };
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

    /**
     * Returns the floor of the quotient of the magnitudes, which is exact, unlike that of a rounded quotient, with the
     * sign of the quotient.
     */
    private static Node truncated(ExpansionBuilder b, Node x, Node y) throws TypeException {
        Node magnitude = b.op("FloorDiv", b.op("Abs", x), b.op("Abs", y));
        Node negative = b.op("LogicalXor", NumericOps.isNegative(b, x), NumericOps.isNegative(b, y));
        return b.select(negative, b.op("Neg", magnitude), magnitude);
    }

    private static Node clamp(ExpansionBuilder b) throws TypeException {
        return b.op("Minimum", b.op("Maximum", b.x(), b.operand("min")), b.operand("max"));
    }

    /** Returns true where x is the result, including at an equal bound, as in PyTorch and MindSpore. */
    private static Node inside(ExpansionBuilder b) throws TypeException {
        Node low = b.op("GreaterEqual", b.x(), b.operand("min"));
        return b.op("LogicalAnd", low, b.op("LessEqual", b.x(), b.operand("max")));
    }

    /** Returns true where the lower bound is the result, and x is not equal to it. */
    private static Node below(ExpansionBuilder b) throws TypeException {
        Node reached = b.op("Less", b.x(), b.operand("min"));
        return b.op("LogicalAnd", reached, b.op("Less", b.operand("min"), b.operand("max")));
    }

    /**
     * Returns true where the upper bound is the result, and x is not equal to it. If the bounds are out of order, this
     * is everywhere.
     */
    private static Node above(ExpansionBuilder b) throws TypeException {
        Node reached = b.op("Less", b.x(), b.operand("min"));
        Node both = b.op("LogicalAnd", reached, b.op("GreaterEqual", b.operand("min"), b.operand("max")));
        return b.op("LogicalOr", b.op("Greater", b.x(), b.operand("max")), both);
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
        return b.cast(b.op("Equal", b.index(dims, b.axes(0)), b.index(dims, b.axes(1))), DataType.F32);
    }

    /** Returns the channel axis, by the attribute {@code format}. */
    public static AxesBuilder.Axes channels(ExpansionBuilder b) {
        return b.axes(b.choice("format").equals("NCHW") ? 1 : -1);
    }

    /** Returns the attribute with the order of channels and spatial axes. */
    public static OpParameter format() {
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
