package io.graphkernel.op.definition.shape;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.dtype;
import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.List;

/** Sequences of numbers, and the indices of triangles. */
public final class SequenceOps {

    /** Largest magnitude of the ends of a sequence, whose length is that of a Java array. */
    private static final long MAX_END = 1L << 30;

    private SequenceOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Arange" ->
                composite(name, SequenceOps::sequence)
                        .parameters(
                                attribute("start", Kind.DIM),
                                attribute("end", Kind.DIM),
                                integer("step", 1),
                                dtype("dtype", DataType.I64))
                        .limits(SequenceOps::sequenceLimits)
                        .results(OpDtype.ATTRIBUTE)
                        .dtypes(DtypeClass.NUMBER)
                        .tolerance("exact")
                        .shape("[⌈(end - start) / step⌉], or [0]")
                        .document("start, start + step, … up to end, which is excluded")
                        .note(
                                "the ends are not beyond ±2³⁰; a negative step counts down; numbers are converted to dtype as"
                                        + " by Cast");
            case "LinSpace" ->
                line(name, SequenceOps::linear, "start", "end")
                        .document("n numbers at equal distances from start to end, both included");
            case "LogSpace" ->
                line(name, b -> b.op("Pow", computed(b, "base"), linear(b)), "start", "end", "base")
                        .document("base to the power of n numbers at equal distances from start to end, both included");
            case "TrilIndices" ->
                triangle(name, true).document("the rows and columns of the elements on and below a diagonal");
            case "TriuIndices" ->
                triangle(name, false).document("the rows and columns of the elements on and above a diagonal");
            default -> null;
        };
    }

    private static OpRowBuilder line(String name, Expansion.Single expansion, String... numbers) {
        List<OpParameter> parameters = new ArrayList<>();
        for (String number : numbers) {
            parameters.add(number(number, OpDtype.ATTRIBUTE));
        }
        parameters.add(attribute("n", Kind.DIM));
        parameters.add(dtype("dtype", DataType.F32));
        return composite(name, b -> b.castTo(expansion.result(b), "dtype"))
                .parameters(parameters.toArray(OpParameter[]::new))
                .limits(b -> {
                    b.sizes("n");
                    b.elements(b.list(b.extent("n")));
                    b.require(b.dtype("dtype").isFloating(), "dtype", b.dtype("dtype"), "a float");
                })
                .results(OpDtype.ATTRIBUTE)
                .dtypes(DtypeClass.FLOAT)
                .shape("[n]");
    }

    /** Steps from the nearer end, so that both ends are exact. */
    private static Node linear(ExpansionBuilder b) throws TypeException {
        Node start = computed(b, "start");
        Node end = computed(b, "end");
        Node position = b.castLike(b.rowMajorIndex(b.list(b.extent("n"))), start);
        Node last = b.number(b.minus(b.extent("n"), b.extent(1)), position);
        Node divisor = b.number(b.larger(b.minus(b.extent("n"), b.extent(1)), b.extent(1)), position);
        Node distance = b.sub(end, start);
        Node fromStart = b.add(b.mul(b.div(position, divisor), distance), start);
        Node fromEnd = b.sub(end, b.mul(b.div(b.sub(last, position), divisor), distance));
        return b.select(b.op("LessEqual", b.mul(position, 2), last), fromStart, fromEnd);
    }

    /** Returns a number in the dtype in which the sequence is computed: f32 for 16-bit results. */
    private static Node computed(ExpansionBuilder b, String name) throws TypeException {
        return b.cast(b.operand(name), b.dtype("dtype").computeType());
    }

    private static OpRowBuilder triangle(String name, boolean isLower) {
        return composite(name, b -> indices(b, isLower))
                .parameters(attribute("rows", Kind.DIM), attribute("columns", Kind.DIM), integer("diagonal", 0))
                .limits(b -> {
                    b.sizes("rows");
                    b.sizes("columns");
                    b.elements(b.list(b.extent("rows"), b.extent("columns")));
                })
                .results(OpDtype.I64)
                .dtypes(DtypeClass.ANY)
                .tolerance("exact")
                .shape("[2, number of elements]");
    }

    private static void sequenceLimits(ExpansionBuilder b) throws TypeException {
        for (String name : new String[] {"start", "end"}) {
            b.atLeast(name, b.extent(name), b.extent(-MAX_END));
            b.atMost(name, b.extent(name), b.extent(MAX_END));
        }
        if (b.integer("step") == 0) {
            b.atLeast("step", b.extent("step"), b.extent(1));
        }
        b.elements(b.list(count(b)));
        b.require(b.dtype("dtype") != DataType.BOOL, "dtype", b.dtype("dtype"), "a number");
    }

    private static Extent count(ExpansionBuilder b) {
        long step = b.integer("step");
        Extent range =
                step < 0 ? b.minus(b.extent("start"), b.extent("end")) : b.minus(b.extent("end"), b.extent("start"));
        long distance = Math.max(Math.abs(step), 1);
        return b.larger(b.quotient(b.plus(range, b.extent(distance - 1)), distance), b.extent(0));
    }

    private static Node sequence(ExpansionBuilder b) throws TypeException {
        Node number = b.rowMajorIndex(b.list(count(b)));
        Node sequence = b.add(b.mul(number, b.number(b.extent("step"), number)), b.number(b.extent("start"), number));
        return b.castTo(sequence, "dtype");
    }

    /** Repeats the index of each row by its number of elements. */
    private static Node indices(ExpansionBuilder b, boolean isLower) throws TypeException {
        Extent rows = b.extent("rows");
        Extent columns = b.extent("columns");
        Extent one = b.extent(1);
        Dims matrix = b.list(rows, columns);
        Node row = b.index(matrix, b.axes(0));
        Node column = b.index(matrix, b.axes(1));
        Node offset = b.sub(column, row);
        Node diagonal = b.number(b.extent("diagonal"), offset);
        Node isInside = b.op(isLower ? "LessEqual" : "GreaterEqual", offset, diagonal);
        Node flat = b.reshape(isInside, b.list(b.times(rows, columns)));
        Extent longest = isLower ? b.plus(b.extent("diagonal"), rows) : b.minus(columns, b.extent("diagonal"));
        Extent count = b.minus(triangle(b, longest, columns), triangle(b, b.minus(longest, rows), columns));
        Node order = AlongAxis.order(b, flat, b.axes(0), true);
        Node elements = b.narrow(order, b.axes(0), b.extent(0), count);
        Node width = b.number(columns, elements);
        Node rowIndices = b.op("FloorDiv", elements, b.op("Maximum", width, b.number(1, elements)));
        Node columnIndices = b.sub(elements, b.mul(rowIndices, width));
        return b.concat(
                b.axes(0), b.reshape(rowIndices, b.list(one, count)), b.reshape(columnIndices, b.list(one, count)));
    }

    /** Returns the sum of the numbers from 1 to an end, none of which counts more than a limit. */
    private static Extent triangle(ExpansionBuilder b, Extent end, Extent most) {
        Extent positive = b.larger(end, b.extent(0));
        Extent increasing = b.smaller(positive, most);
        Extent sum = b.quotient(b.times(increasing, b.plus(increasing, b.extent(1))), 2);
        return b.plus(sum, b.times(most, b.minus(positive, increasing)));
    }
}
