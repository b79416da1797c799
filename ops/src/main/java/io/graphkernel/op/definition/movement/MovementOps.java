package io.graphkernel.op.definition.movement;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpParameter.tensors;
import static io.graphkernel.op.row.OpRow.composite;
import static io.graphkernel.op.row.OpRow.special;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.ElementSelection.Criterion;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.IndexRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import io.graphkernel.op.row.ViewKind;
import java.util.List;
import java.util.Map;

/** Data movement ops, for all dtypes. */
public final class MovementOps {

    private static final String SAME_ELEMENTS = "dims; one may be -1, written as a number, for what is left over";

    private MovementOps() {}

    /**
     * Returns the row of a view, an index, concatenation or gathering, which the schedule treats specially.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder basic(String name) {
        return switch (name) {
            case "Transpose" ->
                view(ViewKind.TRANSPOSE, OpParameter.ints("permutation", List.of()))
                        .gradient("x", b -> b.transposedBack(b.dy()))
                        .allElements()
                        .selectsElements(Criterion.POSITION, 0)
                        .shape("the dims of x in the order of the permutation; none reverses them")
                        .document("the axes in another order");
            case "Reshape" ->
                view(ViewKind.RESHAPE, attribute("dims", Kind.DIMS))
                        .gradient("x", b -> b.reshape(b.dy(), b.dims(b.x())))
                        .allElements()
                        .shape(SAME_ELEMENTS)
                        .document("the same elements in row-major order, in other dims");
            case "BroadcastTo" ->
                view(ViewKind.BROADCAST, attribute("dims", Kind.DIMS))
                        .gradient("x", GradientBuilder::dy)
                        .shape("dims")
                        .document("x, repeated along axes of size 1 and new batch dims");
            case "StridedSlice" ->
                view(
                                ViewKind.SLICE,
                                attribute("begin", Kind.DIMS),
                                attribute("end", Kind.DIMS),
                                attribute("strides", Kind.LONGS))
                        .gradient("x", b -> b.unsliced(b.dy(), b.x()))
                        .shape("⌈(end - begin) / stride⌉ along each sliced axis")
                        .document("x[begin:end:stride] along each leading axis under NumPy's rules: negative indices"
                                + " count from the end, negative strides go backwards");
            case "Reverse" ->
                view(ViewKind.REVERSE, attribute("axes", Kind.AXES))
                        .gradient("x", b -> b.call("Reverse", Map.of(), b.dy()))
                        .allElements()
                        .shape("the shape of x")
                        .document("the elements along each axis in the opposite order");
            case "Index" ->
                special(name, OpKind.INDEX, attribute("axis", Kind.AXIS), attribute("dims", Kind.DIMS))
                        .limits(MovementOps::dims)
                        .results(OpDtype.I64)
                        .shape("dims")
                        .tolerance("exact")
                        .document("the position of each element along an axis");
            case "RowMajorIndex" ->
                special(name, OpKind.INDEX, attribute("dims", Kind.DIMS))
                        .limits(MovementOps::dims)
                        .results(OpDtype.I64)
                        .shape("dims")
                        .tolerance("exact")
                        .document("the row-major position of each element");
            case "Concat" ->
                special(name, OpKind.CONCAT, tensors("x"), axis("axis"))
                        .dtypes(DtypeClass.STORED)
                        .gradient(b -> b.parts(b.axes("axis"), b.dy(), "x"), "x")
                        .shape("the dims of an operand, with the sum of the sizes along the axis")
                        .tolerance("exact")
                        .document("the operands, concatenated along an axis");
            case "Gather" ->
                special(name, OpKind.GATHER, tensor("x"), tensor("indices", OpDtype.INDEX), axis("axis"))
                        .dtypes(DtypeClass.STORED)
                        .selectsElements(Criterion.POSITION, 0)
                        .gradient("x", MovementGradients::gathered)
                        .shape("the dims of x, with the dims of indices in place of the axis")
                        .tolerance("exact")
                        .indexes(new IndexRule(
                                "indices", b -> b.dim(b.x(), b.axes("axis")), "the size of the axis", true, "gives 0"))
                        .document(
                                "the slices of x along an axis that indices name; a negative index counts from the end");
            default -> null;
        };
    }

    /**
     * Returns the row of a view composed of the basic ones.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder composites(String name) {
        return switch (name) {
            case "ExpandDims" ->
                movement(name, b -> b.reshape(b.x(), b.insert(b.dims(b.x()), b.axes("axis"), b.extent(1))))
                        .parameters(tensor("x"), axis("axis"))
                        .aliases("Unsqueeze")
                        .allElements()
                        .shape("the dims of x with a 1 at the axis")
                        .document("x with one more axis, of size 1");
            case "Squeeze" ->
                movement(name, b -> b.reshape(b.x(), b.squeezed(b.x(), b.axes("axes"))))
                        .parameters(tensor("x"), attribute("axes", Kind.AXES))
                        .allElements()
                        .shape("the dims of x without the axes; without all that are 1 if none is given")
                        .note("without axes a dim with a name stays, and a call for which it is 1 throws")
                        .document("x without axes of size 1");
            case "Flatten" ->
                movement(name, b -> b.reshape(b.x(), b.flattened(b.x(), b.axes("axis"))))
                        .parameters(tensor("x"), axis("axis", 1))
                        .allElements()
                        .shape("[product of the dims before the axis, product of the others]")
                        .document("x as a matrix");
            case "Narrow" ->
                movement(name, b -> b.narrow(b.x(), b.axes("axis"), b.extent("start"), b.extent("length")))
                        .parameters(
                                tensor("x"), axis("axis"), attribute("start", Kind.DIM), attribute("length", Kind.DIM))
                        .limits(MovementOps::inside)
                        .shape("the dims of x, with length at the axis")
                        .document("length elements along an axis, from start");
            case "Slice" ->
                movement(name, MovementOps::slice)
                        .parameters(tensor("x"), attribute("begin", Kind.DIMS), attribute("size", Kind.DIMS))
                        .shape("size; -1 stands for all that are left, if it is written as a number")
                        .document("size elements along each axis, from begin");
            case "Tile" ->
                movement(name, MovementOps::tile)
                        .parameters(tensor("x"), attribute("multiples", Kind.DIMS))
                        .limits(b -> {
                            b.sizes("multiples");
                            b.elements(b.dims(b.x()), b.dims("multiples"));
                        })
                        .shape("the dims of x, times the multiples")
                        .document("x repeated as a whole along each axis")
                        .note("any dims and multiples, not only where one of them is 1");
            case "RepeatInterleaveInt" ->
                movement(name, MovementOps::repeatInterleave)
                        .parameters(tensor("x"), attribute("repeats", Kind.DIM), axis("axis"))
                        .limits(b -> {
                            b.sizes("repeats");
                            b.elements(b.dims(b.x()), b.list(b.extent("repeats")));
                        })
                        .shape("the dims of x, times repeats at the axis")
                        .document("each element repeated along an axis");
            case "Stack" ->
                movement(name, b -> b.concatEach(b.axes("axis"), "x", x -> expandDims(b, x)))
                        .parameters(tensors("x"), axis("axis"))
                        .shape("the dims of an operand with the number of operands at the axis")
                        .document("the operands along a new axis");
            case "Split" ->
                OpRow.composites(name, MovementOps::split, tensor("x"), attribute("parts", Kind.LONG), axis("axis"))
                        .dtypes(DtypeClass.STORED)
                        .resultsVary()
                        .gradient(GradientRule.ofAll(MovementGradients::joined))
                        .shape("the dims of x, divided by parts at the axis")
                        .document("x cut into parts of the same size along an axis");
            case "SplitWithSize" ->
                OpRow.composites(
                                name,
                                MovementOps::splitWithSize,
                                tensor("x"),
                                attribute("sizes", Kind.DIMS),
                                axis("axis"))
                        .dtypes(DtypeClass.STORED)
                        .resultsVary()
                        .gradient(GradientRule.ofAll(MovementGradients::joined))
                        .shape("the dims of x, with a size at the axis")
                        .document("x cut into parts of given sizes along an axis");
            case "Unstack" ->
                OpRow.composites(name, MovementOps::unstack, tensor("x"), axis("axis"))
                        .dtypes(DtypeClass.STORED)
                        .resultsVary()
                        .gradient(GradientRule.ofAll(MovementGradients::stacked))
                        .shape("the dims of x without the axis, whose size is known at compile time")
                        .document("the slices of x along an axis");
            case "Pad" ->
                movement(name, MovementOps::pad)
                        .parameters(
                                tensor("x"),
                                OpParameter.number("value"),
                                attribute("before", Kind.DIMS),
                                attribute("after", Kind.DIMS))
                        .limits(b -> {
                            b.sizes("before");
                            b.sizes("after");
                            b.elements(b.sums(b.dims(b.x()), b.dims("before"), b.dims("after")));
                        })
                        .shape("the dims of x, plus before and after")
                        .document("x with a frame of value: before and after elements along each axis");
            case "Tril" ->
                movement(name, b -> triangle(b, "LessEqual"))
                        .parameters(tensor("x"), integer("diagonal", 0))
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the shape of x")
                        .document("x with zeros above a diagonal of its last two axes");
            case "Triu" ->
                movement(name, b -> triangle(b, "GreaterEqual"))
                        .parameters(tensor("x"), integer("diagonal", 0))
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the shape of x")
                        .document("x with zeros below a diagonal of its last two axes");
            case "OneHot" ->
                movement(name, MovementOps::oneHot)
                        .dtypes(DtypeClass.ANY)
                        .parameters(
                                tensor("indices", OpDtype.INDEX),
                                OpParameter.number("on"),
                                OpParameter.number("off"),
                                attribute("depth", Kind.DIM),
                                axis("axis", -1))
                        .limits(b -> {
                            b.sizes("depth");
                            b.elements(b.dims(b.operand("indices")), b.list(b.extent("depth")));
                        })
                        .shape("the dims of indices with depth at the axis")
                        .indexes(new IndexRule(
                                "indices", b -> b.extent("depth"), "depth", false, "gives off everywhere"))
                        .document("on where the position along the new axis is the index, else off");
            default -> null;
        };
    }

    private static Node slice(ExpansionBuilder b) throws TypeException {
        return b.part(b.x(), b.dims("begin"), b.sliceEnd(b.x(), b.dims("begin"), b.dims("size")));
    }

    /** Declares the limits of the attribute {@code dims}, the shape of the result. */
    public static void dims(ExpansionBuilder b) throws TypeException {
        b.sizes("dims");
        b.elements(b.dims("dims"));
    }

    private static void inside(ExpansionBuilder b) throws TypeException {
        b.inside(b.x(), b.axes("axis"), b.extent("start"), b.extent("length"));
    }

    private static Node tile(ExpansionBuilder b) throws TypeException {
        Node start = b.reshape(b.x(), b.tiledFrom(b.x(), b.dims("multiples")));
        return b.overAxes(start, (value, axis) -> {
            Extent multiple = b.item(b.dims("multiples"), axis);
            Node apart = b.reshape(value, b.around(value, axis, b.extent(1)));
            Node repeated = b.broadcastTo(apart, b.around(value, axis, multiple));
            Extent size = b.times(b.dim(value, axis), multiple);
            return b.reshape(repeated, b.replace(b.dims(value), axis, size));
        });
    }

    private static Node repeatInterleave(ExpansionBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        Node apart = b.reshape(b.x(), b.after(b.x(), axis, b.extent(1)));
        Node repeated = b.broadcastTo(apart, b.after(b.x(), axis, b.extent("repeats")));
        Extent size = b.times(b.dim(b.x(), axis), b.extent("repeats"));
        return b.reshape(repeated, b.replace(b.dims(b.x()), axis, size));
    }

    private static Node expandDims(ExpansionBuilder b, Node x) throws TypeException {
        return b.reshape(x, b.insert(b.dims(x), b.axes("axis"), b.extent(1)));
    }

    private static List<Node> split(ExpansionBuilder b) throws TypeException {
        Extent size = b.dividedBy(b.dim(b.x(), b.axes("axis")), b.extent("parts"));
        return b.outputs(b.extent("parts"), number -> b.narrow(b.x(), b.axes("axis"), b.times(number, size), size));
    }

    private static List<Node> splitWithSize(ExpansionBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        Extent count = b.count(b.dims("sizes"));
        Dims bounds = b.bounds(b.dims("sizes"), count, b.dim(b.x(), axis));
        return b.outputs(count, number -> b.range(b.x(), axis, bounds, number));
    }

    private static List<Node> unstack(ExpansionBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        return b.outputs(b.dim(b.x(), axis), number -> {
            Node slice = b.narrow(b.x(), axis, number, b.extent(1));
            return b.reshape(slice, b.squeezed(slice, axis));
        });
    }

    private static Node pad(ExpansionBuilder b) throws TypeException {
        return b.overAxes(b.x(), (value, axis) -> {
            Dims dims = b.dims(value);
            Dims before = b.replace(dims, axis, b.item(b.dims("before"), axis));
            Dims after = b.replace(dims, axis, b.item(b.dims("after"), axis));
            Node first = b.broadcastTo(b.operand("value"), before);
            Node last = b.broadcastTo(b.operand("value"), after);
            return b.concat(axis, first, value, last);
        });
    }

    private static Node triangle(ExpansionBuilder b, String comparison) throws TypeException {
        Dims dims = b.dims(b.x());
        Node offset = b.sub(b.index(dims, b.axes(-1)), b.index(dims, b.axes(-2)));
        Node inside = b.op(comparison, offset, b.number(b.extent("diagonal"), offset));
        return b.select(inside, b.x(), 0);
    }

    private static Node oneHot(ExpansionBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        Node indices = b.operand("indices");
        Node position = b.index(b.insert(b.dims(indices), axis, b.extent("depth")), axis);
        Node wanted = b.reshape(b.cast(indices, DataType.I64), b.insert(b.dims(indices), axis, b.extent(1)));
        return b.select(b.op("Equal", position, wanted), b.operand("on"), b.operand("off"));
    }

    private static OpRowBuilder view(ViewKind kind, OpParameter... attributes) {
        OpParameter[] parameters = new OpParameter[attributes.length + 1];
        parameters[0] = tensor("x");
        System.arraycopy(attributes, 0, parameters, 1, attributes.length);
        return special(kind.op(), OpKind.VIEW, parameters)
                .dtypes(DtypeClass.STORED)
                .views(kind)
                .cost(0)
                .tolerance("exact");
    }

    private static OpRowBuilder movement(String name, Expansion.Single expansion) {
        return composite(name, expansion).dtypes(DtypeClass.STORED).tolerance("exact");
    }
}
