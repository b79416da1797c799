package io.graphkernel.op.definition.network;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.shape.PaddedIndex;
import java.util.List;

/** Expansion of the samples of images at the positions of a grid. */
final class SampledGrid {

    private final ExpansionBuilder b;
    private final Node images;
    private final Extent height;
    private final Extent width;

    /** First element of each image and channel, as i64 [n, channels, 1, 1]. */
    private final Node plane;

    private SampledGrid(ExpansionBuilder b) throws TypeException {
        this.b = b;
        Node x = b.x();
        b.requireRank("x", x, 4, 4);
        b.requireRank("grid", b.operand("grid"), 4, 4);
        Extent one = b.extent(1);
        height = b.dim(x, b.axes(2));
        width = b.dim(x, b.axes(3));
        Extent count = b.dim(x, b.axes(0));
        Extent channels = b.dim(x, b.axes(1));
        images = b.reshape(x, b.list(b.times(b.times(count, channels), b.times(height, width))));
        Node number = b.rowMajorIndex(b.list(count, channels, one, one));
        plane = b.mul(number, b.number(b.times(height, width), number));
    }

    /** Neighbors along an axis and their weights. */
    private record Neighbors(List<Node> indices, List<Node> weights) {}

    static Node sampled(ExpansionBuilder b) throws TypeException {
        SampledGrid samples = new SampledGrid(b);
        Neighbors columns = samples.neighbors(samples.coordinate(0, samples.width), samples.width);
        Neighbors rows = samples.neighbors(samples.coordinate(1, samples.height), samples.height);
        Node sum = null;
        for (int row = 0; row < rows.indices().size(); row++) {
            Node line = null;
            for (int column = 0; column < columns.indices().size(); column++) {
                Node element = samples.element(
                        rows.indices().get(row), columns.indices().get(column));
                line = samples.added(line, element, columns.weights(), column);
            }
            sum = samples.added(sum, line, rows.weights(), row);
        }
        return sum;
    }

    private Node added(Node sum, Node value, List<Node> weights, int number) throws TypeException {
        Node term = weights.isEmpty() ? value : b.mul(value, weights.get(number));
        return sum == null ? term : b.add(sum, term);
    }

    /** Returns positions in units of elements, as [n, 1, rows, columns]. */
    private Node coordinate(int number, Extent size) throws TypeException {
        Node grid = b.operand("grid");
        Extent one = b.extent(1);
        Node own = b.narrow(grid, b.axes(3), b.extent(number), one);
        Dims dims = b.list(b.dim(grid, b.axes(0)), one, b.dim(grid, b.axes(1)), b.dim(grid, b.axes(2)));
        Node fromStart = b.add(b.reshape(own, dims), 1);
        return b.flag("alignCorners")
                ? b.mul(fromStart, b.mul(b.number(b.minus(size, one), fromStart), 0.5))
                : b.mul(b.sub(b.mul(fromStart, b.number(size, fromStart)), b.number(1, fromStart)), 0.5);
    }

    private Neighbors neighbors(Node coordinate, Extent size) throws TypeException {
        String mode = b.choice("mode");
        if (mode.equals("NEAREST")) {
            return new Neighbors(List.of(index(b.op("Round", coordinate), 0, size)), List.of());
        }
        Node floor = b.op("Floor", coordinate);
        Node fraction = b.sub(coordinate, floor);
        List<Node> weights = InterpolationWeights.of(b, mode, fraction, InterpolationWeights.SHARP);
        return weights.size() == 2
                ? new Neighbors(List.of(index(floor, 0, size), index(floor, 1, size)), weights)
                : new Neighbors(
                        List.of(
                                index(floor, -1, size),
                                index(floor, 0, size),
                                index(floor, 1, size),
                                index(floor, 2, size)),
                        weights);
    }

    private Node index(Node floor, int offset, Extent size) throws TypeException {
        Node position = b.cast(floor, DataType.I64);
        return PaddedIndex.of(b, b.choice("padding"), b.add(position, b.number(offset, position)), size);
    }

    private Node element(Node row, Node column) throws TypeException {
        Node inPlane = b.add(b.mul(row, b.number(width, row)), column);
        Axes first = b.axes(0);
        if (!b.choice("padding").equals("ZEROS")) {
            return b.gather(images, b.add(plane, inPlane), first);
        }
        Node isInside = b.op("LogicalAnd", b.op("GreaterEqual", row, 0), b.op("GreaterEqual", column, 0));
        return b.select(isInside, b.gather(images, b.add(plane, b.select(isInside, inPlane, 0)), first), 0);
    }

    static Node affine(ExpansionBuilder b) throws TypeException {
        Node theta = b.operand("theta");
        b.requireRank("theta", theta, 3, 3);
        Extent one = b.extent(1);
        Extent rows = b.extent("rows");
        Extent columns = b.extent("columns");
        Node x = b.reshape(centers(b, theta, columns), b.list(columns, one));
        Node y = b.reshape(centers(b, theta, rows), b.list(rows, one, one));
        Node ofX = b.mul(x, column(b, theta, 0));
        return b.add(b.add(ofX, b.mul(y, column(b, theta, 1))), column(b, theta, 2));
    }

    private static Node column(ExpansionBuilder b, Node theta, int number) throws TypeException {
        Extent one = b.extent(1);
        Node column = b.narrow(theta, b.axes(2), b.extent(number), one);
        return b.reshape(column, b.list(b.dim(theta, b.axes(0)), one, one, b.dim(theta, b.axes(1))));
    }

    /** Returns the positions from -1 to 1 of the elements along an axis. */
    private static Node centers(ExpansionBuilder b, Node like, Extent size) throws TypeException {
        Extent one = b.extent(1);
        Node coordinate = b.rowMajorIndex(b.list(size));
        Node twice = b.mul(coordinate, 2);
        boolean isAligned = b.flag("alignCorners");
        Extent distance = isAligned ? b.larger(b.minus(size, one), one) : size;
        Node numerator = b.sub(twice, b.number(b.minus(size, one), coordinate));
        Node value = b.castLike(numerator, like);
        return b.div(value, b.number(distance, value));
    }
}
