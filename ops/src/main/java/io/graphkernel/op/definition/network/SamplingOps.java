package io.graphkernel.op.definition.network;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.List;

/** Images of other sizes, sampled images, and pixels moved between channels and axes. */
public final class SamplingOps {

    private static final String CENTERS =
            "alignCorners maps the centers of the first and last elements to each other," + " otherwise the edges are";

    private SamplingOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Resize" ->
                composite(name, SamplingOps::resized)
                        .parameters(
                                tensor("x"),
                                attribute("size", Kind.DIMS),
                                enumeration("mode", "SamplingMode", "LINEAR"),
                                bool("alignCorners", false),
                                bool("antialias", false))
                        .limits(SamplingOps::resizeLimits)
                        .shape("the dims of x, with size as last ones")
                        .document("x resized along its last axes; " + CENTERS)
                        .note(
                                "CUBIC has the coefficient -0.75, with antialias -0.5; antialias takes the weighted mean of"
                                        + " all elements that an element covers");
            case "GridSample" ->
                composite(name, SampledGrid::sampled)
                        .parameters(
                                tensor("x"),
                                tensor("grid"),
                                enumeration("mode", "SamplingMode", "LINEAR"),
                                enumeration("padding", "PaddingMode", "ZEROS"),
                                bool("alignCorners", false))
                        .limits(b -> {
                            b.notEmpty(b.dim(b.x(), b.axes(2)));
                            b.notEmpty(b.dim(b.x(), b.axes(3)));
                        })
                        .shape(
                                "[n, channels, rows, columns] of [n, channels, height, width] and a grid [n, rows, columns,"
                                        + " 2]")
                        .document(
                                "the elements of images at the positions of a grid, of which x and y are from -1 to 1; "
                                        + CENTERS);
            case "AffineGrid" ->
                composite(name, SampledGrid::affine)
                        .parameters(
                                tensor("theta"),
                                attribute("rows", Kind.DIM),
                                attribute("columns", Kind.DIM),
                                bool("alignCorners", false))
                        .limits(b -> {
                            b.sizes("rows");
                            b.sizes("columns");
                            b.elements(b.list(b.extent("rows"), b.extent("columns")));
                        })
                        .shape("[n, rows, columns, 2] of [n, 2, 3]")
                        .document("the grid of GridSample that the affine maps theta give; " + CENTERS);
            case "PixelShuffle" ->
                movement(name, "upscale", SamplingOps::shuffled)
                        .shape("[n, channels / upscale², height · upscale, width · upscale]")
                        .document("the channels of each pixel as a square of pixels");
            case "PixelUnshuffle" ->
                movement(name, "downscale", SamplingOps::unshuffled)
                        .shape("[n, channels · downscale², height / downscale, width / downscale]")
                        .document("each square of pixels as the channels of a pixel, the inverse of PixelShuffle");
            case "ChannelShuffle" ->
                movement(name, "groups", SamplingOps::exchanged)
                        .shape("the shape of x")
                        .document("the channels of all groups, one of each after the other");
            default -> null;
        };
    }

    private static OpRowBuilder movement(String name, String factor, Expansion.Single expansion) {
        return composite(name, expansion)
                .parameters(tensor("x"), attribute(factor, Kind.LONG))
                .limits(b -> b.atLeast(factor, b.extent(factor), b.extent(1)))
                .dtypes(DtypeClass.ANY)
                .allElements()
                .tolerance("exact");
    }

    private static Node shuffled(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        b.requireRank("x", x, 4, 4);
        Extent factor = b.extent("upscale");
        Extent channels = b.dividedBy(b.dim(x, b.axes(1)), b.times(factor, factor));
        Extent height = b.dim(x, b.axes(2));
        Extent width = b.dim(x, b.axes(3));
        Extent count = b.dim(x, b.axes(0));
        Node apart = b.reshape(x, b.list(count, channels, factor, factor, height, width));
        return b.reshape(
                b.transpose(apart, 0, 1, 4, 2, 5, 3),
                b.list(count, channels, b.times(height, factor), b.times(width, factor)));
    }

    private static Node unshuffled(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        b.requireRank("x", x, 4, 4);
        Extent factor = b.extent("downscale");
        Extent channels = b.dim(x, b.axes(1));
        Extent height = b.dividedBy(b.dim(x, b.axes(2)), factor);
        Extent width = b.dividedBy(b.dim(x, b.axes(3)), factor);
        Extent count = b.dim(x, b.axes(0));
        Node apart = b.reshape(x, b.list(count, channels, height, factor, width, factor));
        return b.reshape(
                b.transpose(apart, 0, 1, 3, 5, 2, 4),
                b.list(count, b.times(channels, b.times(factor, factor)), height, width));
    }

    private static Node exchanged(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Axes channel = b.axes(1);
        Extent groups = b.extent("groups");
        Extent rest = b.dividedBy(b.dim(x, channel), groups);
        Extent count = b.dim(x, b.axes(0));
        Extent pixels = b.at(b.flattened(x, b.axes(2)), b.extent(1));
        Node apart = b.reshape(x, b.list(count, groups, rest, pixels));
        return b.reshape(b.transpose(apart, 0, 2, 1, 3), b.dims(x));
    }

    private static void resizeLimits(ExpansionBuilder b) throws TypeException {
        b.sizes("size");
        b.elements(b.dims("size"));
        List<Extent> sizes = sizes(b);
        for (int i = 0; i < sizes.size(); i++) {
            b.notEmpty(b.dim(b.x(), b.axes(i - sizes.size())));
        }
    }

    private static List<Extent> sizes(ExpansionBuilder b) throws TypeException {
        List<Extent> sizes = new ArrayList<>();
        b.outputs(b.count(b.dims("size")), number -> {
            sizes.add(b.at(b.dims("size"), number));
            return b.x();
        });
        return sizes;
    }

    private static Node resized(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        List<Extent> sizes = sizes(b);
        for (int i = 0; i < sizes.size(); i++) {
            int axis = b.rank(x) - sizes.size() + i;
            if (!b.areKnownEqual(b.dim(x, b.axes(axis)), sizes.get(i))) {
                x = b.flag("antialias") && !b.choice("mode").equals("NEAREST")
                        ? covered(b, x, axis, sizes.get(i))
                        : interpolated(b, x, axis, sizes.get(i));
            }
        }
        return x;
    }

    /**
     * Returns the position of each element among those of another size, as an exact quotient.
     *
     * @param numerator i64 numbers
     * @param denominator positive number
     * @param covered multiple of the denominator that an element of either size covers
     */
    private record Positions(Node numerator, Extent denominator, Extent covered) {

        static Positions of(ExpansionBuilder b, Node coordinate, Extent in, Extent out, boolean isAligned)
                throws TypeException {
            Extent one = b.extent(1);
            Extent two = b.extent(2);
            if (isAligned) {
                Node number = b.mul(coordinate, b.number(b.minus(in, one), coordinate));
                Extent last = b.larger(b.minus(out, one), one);
                return new Positions(number, last, b.larger(b.minus(in, one), last));
            }
            Node number = b.mul(b.add(b.mul(coordinate, 2), b.number(1, coordinate)), b.number(in, coordinate));
            Node centered = b.sub(number, b.number(out, coordinate));
            return new Positions(centered, b.times(out, two), b.times(b.larger(in, out), two));
        }

        Node floor(ExpansionBuilder b) throws TypeException {
            return b.op("FloorDiv", numerator, b.number(denominator, numerator));
        }

        /** Rounds to the nearest position, halves up. */
        Node nearest(ExpansionBuilder b) throws TypeException {
            Node twice = b.add(b.mul(numerator, 2), b.number(denominator, numerator));
            return b.op("FloorDiv", twice, b.number(b.times(denominator, b.extent(2)), numerator));
        }

        Node fraction(ExpansionBuilder b, Node like) throws TypeException {
            Node divisor = b.number(denominator, numerator);
            Node remainder = b.castLike(b.op("FloorMod", numerator, divisor), like);
            return b.div(remainder, b.number(denominator, remainder));
        }
    }

    private static Node interpolated(ExpansionBuilder b, Node x, int axis, Extent out) throws TypeException {
        Extent in = b.dim(x, b.axes(axis));
        Node coordinate = b.rowMajorIndex(b.list(out));
        Positions positions = Positions.of(b, coordinate, in, out, b.flag("alignCorners"));
        if (b.choice("mode").equals("NEAREST")) {
            return element(b, x, axis, positions.nearest(b));
        }
        Node first = positions.floor(b);
        List<Node> weights =
                InterpolationWeights.of(b, b.choice("mode"), positions.fraction(b, x), InterpolationWeights.SHARP);
        int before = weights.size() / 2 - 1;
        Node sum = null;
        for (int i = 0; i < weights.size(); i++) {
            Node element = element(b, x, axis, b.add(first, i - before));
            Node term = b.mul(element, b.reshape(weights.get(i), b.alongAxis(coordinate, x, b.axes(axis))));
            sum = sum == null ? term : b.add(sum, term);
        }
        return sum;
    }

    /** Returns the elements at positions along an axis, those beyond an edge at the edge. */
    private static Node element(ExpansionBuilder b, Node x, int axis, Node position) throws TypeException {
        Node last = b.number(b.minus(b.dim(x, b.axes(axis)), b.extent(1)), position);
        return b.gather(x, b.op("Minimum", b.max(position, 0), last), b.axes(axis));
    }

    /** Returns means of the elements that each new one covers, weighted by their distance from its center. */
    private static Node covered(ExpansionBuilder b, Node x, int axis, Extent out) throws TypeException {
        Extent one = b.extent(1);
        Extent in = b.dim(x, b.axes(axis));
        Dims pairs = b.insert(b.replace(b.filled(x, one), b.axes(axis), in), b.axes(axis), out);
        Node coordinate = b.index(pairs, b.axes(axis));
        Positions positions = Positions.of(b, coordinate, in, out, b.flag("alignCorners"));
        Node own = b.mul(b.index(pairs, b.axes(axis + 1)), b.number(positions.denominator(), coordinate));
        Node apart = b.reshape(x, b.insert(b.dims(x), b.axes(axis), one));
        Node distance = b.castLike(b.sub(own, positions.numerator()), apart);
        Node scaled = b.op("Abs", b.div(distance, b.number(positions.covered(), distance)));
        Node weight = InterpolationWeights.at(b, b.choice("mode"), scaled, InterpolationWeights.SMOOTH);
        Node sum = b.reduce("ReduceSum", b.mul(apart, weight), b.axes(axis + 1), false);
        return b.div(sum, b.reduce("ReduceSum", weight, b.axes(axis + 1), false));
    }
}
