package io.graphkernel.op;

import static io.graphkernel.op.ShapeRules.badAttribute;
import static io.graphkernel.op.ShapeRules.misfit;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition.Relation;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.BasicOps;
import java.util.ArrayList;
import java.util.List;

/** Shape rules of matmuls, convolutions and collectives. */
final class LibraryShapes {

    private final ShapeRules rules;
    private final Attributes attributes;

    LibraryShapes(ShapeRules rules) {
        this.rules = rules;
        this.attributes = rules.attributes();
    }

    Shape infer() throws TypeException {
        return switch (rules.op()) {
            case "MatMul", "MatMulAllReduce" -> product(2);
            case "BatchMatMul", "MatMulInteger" -> product(Shape.MAX_DIMS);
            case "AllReduce", "OnRank", "Broadcast" -> rules.ranked(0);
            case "AllGather" -> gathered();
            case "ReduceScatter" -> withFirstDim(rules.ranked(0), chunkSize());
            case "AllGatherMatmul" -> withFirstDim(product(2), gathered().dims().get(0));
            case "MatmulReduceScatter" -> withFirstDim(product(2), chunkSize());
            case "AllToAll" -> exchanged();
            case "Conv2D" -> convolution();
            case "GatherGrad" -> gatherGradient();
            case "SortOrder" -> ofSort();
            case "PromptFlashAttention" -> new AttentionShapes(rules).attention(false);
            case "PromptFlashAttentionGrad" -> new AttentionShapes(rules).attention(true);
            case BasicOps.SCORED_ATTENTION -> new AttentionShapes(rules).scored(false);
            case BasicOps.SCORED_ATTENTION_GRAD -> new AttentionShapes(rules).scored(true);
            default -> throw new IllegalStateException("no shape rule for the library op " + rules.op());
        };
    }

    private long ranks() throws TypeException {
        long ranks = attributes.integer(Attributes.RANKS);
        if (ranks < 1) {
            throw badAttribute("there are " + ranks + " ranks, which is less than one");
        }
        return ranks;
    }

    private Dim rows() throws TypeException {
        Shape shape = rules.ranked(0);
        if (shape.rank() == 0) {
            throw misfit(0, rules.op() + " takes tensors of 1 axis or more, not shape " + shape);
        }
        return shape.dims().get(0);
    }

    private Shape gathered() throws TypeException {
        return withFirstDim(rules.ranked(0), rows().times(Dim.of(ranks())));
    }

    private Shape exchanged() throws TypeException {
        chunkSize();
        return rules.ranked(0);
    }

    /** Returns the first dim of one rank's shard. */
    private Dim chunkSize() throws TypeException {
        Dim rows = rows();
        Dim count = Dim.of(ranks());
        Dim chunk = rows.floorDiv(count);
        rules.require(chunk.times(count), Relation.EQUAL, rows, 0, rules.op() + " of " + ranks() + " ranks");
        return chunk;
    }

    private static Shape withFirstDim(Shape shape, Dim rows) throws TypeException {
        List<Dim> dims = new ArrayList<>(shape.dims());
        dims.set(0, rows);
        return Shape.of(dims);
    }

    private Shape product(int mostDims) throws TypeException {
        Shape a = matrix(0, mostDims);
        Shape b = matrix(1, mostDims);
        boolean transposeA = attributes.flag(Attributes.TRANSPOSE_A);
        boolean transposeB = attributes.flag(Attributes.TRANSPOSE_B);
        Dim inA = fromEnd(a, transposeA ? 2 : 1);
        Dim inB = fromEnd(b, transposeB ? 1 : 2);
        if (!inA.equals(inB)) {
            throw misfit(
                    1,
                    "the first has " + inA + (transposeA ? " rows" : " columns") + ", the second " + inB
                            + (transposeB ? " columns" : " rows") + ", in shapes " + a + " and " + b);
        }
        boolean needsAxis = rules.op().equals("BatchMatMul") && rules.dtype(0).isInteger();
        if (needsAxis && Math.max(a.rank(), b.rank()) == Shape.MAX_DIMS && !batch(a).equals(batch(b))) {
            throw misfit(
                    1,
                    rules.op() + " of integers takes at most " + (Shape.MAX_DIMS - 1)
                            + " axes if the batch dims differ, not shapes " + a + " and " + b);
        }
        List<Dim> dims =
                new ArrayList<>(ShapeRules.broadcast(batch(a), batch(b), 1).dims());
        dims.add(fromEnd(a, transposeA ? 1 : 2));
        dims.add(fromEnd(b, transposeB ? 2 : 1));
        return Shape.of(dims);
    }

    private Shape matrix(int operand, int mostDims) throws TypeException {
        Shape shape = rules.ranked(operand);
        if (shape.rank() < 2 || shape.rank() > mostDims) {
            String wanted = mostDims == 2 ? "2 axes" : "2 axes or more";
            throw misfit(operand, rules.op() + " takes matrices of " + wanted + ", not shape " + shape);
        }
        return shape;
    }

    private static Dim fromEnd(Shape shape, int axis) {
        return shape.dims().get(shape.rank() - axis);
    }

    private static Shape batch(Shape shape) {
        return Shape.of(shape.dims().subList(0, shape.rank() - 2));
    }

    private Shape convolution() throws TypeException {
        Shape image = image(0, "an image [batch, channels, height, width]");
        Shape weight = image(1, "weights [outputs, channels of a group, height, width]");
        long groups = attributes.integer(Attributes.GROUPS);
        if (groups < 1) {
            throw badAttribute("there are " + groups + " groups, which is less than one");
        }
        Dim channels = image.dims().get(1);
        Dim weighed = weight.dims().get(1).times(Dim.of(groups));
        if (!channels.equals(weighed)) {
            throw misfit(
                    1,
                    "the image has " + channels + " channels, the weights " + groups
                            + (groups == 1 ? " group of " : " groups of ")
                            + weight.dims().get(1) + ", in shapes "
                            + image + " and " + weight);
        }
        Dim outputs = weight.dims().get(0);
        Dim count = Dim.of(groups);
        rules.require(
                outputs.floorDiv(count).times(count), Relation.EQUAL, outputs, 1, "Conv2D with " + groups + " groups");
        return Shape.of(List.of(image.dims().get(0), outputs, slid(image, weight, 0), slid(image, weight, 1)));
    }

    private Shape image(int operand, String wanted) throws TypeException {
        Shape shape = rules.ranked(operand);
        if (shape.rank() != 4) {
            throw misfit(operand, "Conv2D takes " + wanted + ", not shape " + shape);
        }
        return shape;
    }

    /** Returns the number of window positions along a spatial axis. */
    private Dim slid(Shape image, Shape weight, int axis) throws TypeException {
        long stride = perAxis(Attributes.STRIDES, axis, 1);
        long dilation = perAxis(Attributes.DILATIONS, axis, 1);
        Dim padded = image.dims().get(2 + axis).plus(Dim.of(padding(axis)));
        Dim covered = weight.dims()
                .get(2 + axis)
                .minus(Dim.ONE)
                .times(Dim.of(dilation))
                .plus(Dim.ONE);
        rules.require(
                weight.dims().get(2 + axis), Relation.AT_LEAST, Dim.ONE, 1, "Conv2D by weights of shape " + weight);
        rules.require(padded, Relation.AT_LEAST, covered, 0, "Conv2D of " + image + " by " + weight);
        return padded.minus(covered).floorDiv(Dim.of(stride)).plus(Dim.ONE);
    }

    private long perAxis(String name, int axis, long smallest) throws TypeException {
        List<Long> values = attributes.longs(name);
        if (values.size() != 2 || values.get(axis) < smallest) {
            throw badAttribute(name + " " + values + " must be two numbers, for height and width, from " + smallest);
        }
        return values.get(axis);
    }

    private long padding(int axis) throws TypeException {
        List<Long> pads = attributes.longs(Attributes.PADS);
        if (pads.size() != 4 || pads.stream().anyMatch(pad -> pad < 0)) {
            throw badAttribute("pads " + pads + " must be four numbers from 0: top, bottom, left, right");
        }
        return pads.get(2 * axis) + pads.get(2 * axis + 1);
    }

    private Shape gatherGradient() throws TypeException {
        Shape dy = rules.ranked(0);
        Shape indices = rules.ranked(1);
        if (dy.rank() != 3 || indices.rank() != 1) {
            throw misfit(1, "dy is [a, n, b] and indices are [n], not " + dy + " and " + indices);
        }
        rules.require(indices.dims().get(0), Relation.EQUAL, dy.dims().get(1), 1, "GatherGrad of " + dy);
        List<Dim> size = attributes.dims("size");
        List<Dim> dims = new ArrayList<>(dy.dims());
        dims.set(1, size.get(0));
        return Shape.of(dims);
    }

    private Shape ofSort() throws TypeException {
        Shape x = rules.ranked(0);
        if (x.rank() != 3) {
            throw misfit(0, "x is [a, n, b], whose middle axis is sorted, not " + x);
        }
        return x;
    }
}
