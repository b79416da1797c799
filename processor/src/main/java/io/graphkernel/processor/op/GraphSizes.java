package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeException.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sizes that are right only under conditions, which a graph is given. */
abstract class GraphSizes extends GraphArguments {

    /** So many ops of one expansion still compile in a moment. */
    private static final long MOST_STEPS = 1024;

    final GraphBuilder graph;
    final Origin origin;

    GraphSizes(GraphBuilder graph, OpRow row, List<Node> given, Attributes attributes, Origin origin) {
        super(row, given, attributes);
        this.graph = graph;
        this.origin = origin;
    }

    @Override
    public Extent dividedBy(Extent x, Extent y) throws TypeException {
        if (dim(y).equals(Dim.ZERO)) {
            throw new TypeException(Problem.BAD_ATTRIBUTE, -1, "0 parts");
        }
        Optional<Dim> exact = dim(x).exactQuotient(dim(y));
        if (exact.isPresent()) {
            return known(exact.get());
        }
        Dim quotient = dim(x).floorDiv(dim(y));
        DimCondition divides = new DimCondition(
                quotient.times(dim(y)),
                DimCondition.Relation.EQUAL,
                dim(x),
                row.javaName() + " of " + dim(x) + " into parts of one size",
                origin);
        if (divides.decision() == DimCondition.Decision.FAILS) {
            throw new TypeException(Problem.BAD_ATTRIBUTE, -1, dim(x) + " is not divisible by " + dim(y));
        }
        graph.require(List.of(divides));
        return known(quotient);
    }

    @Override
    public Dims bounds(Dims sizes, Extent count, Extent whole) throws TypeException {
        if (!dim(count(sizes)).equals(dim(count))) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, "sizes " + list(sizes) + " are not " + dim(count) + " sizes");
        }
        List<Dim> bounds = new ArrayList<>(List.of(Dim.ZERO));
        String reason = row.javaName() + " of " + dim(whole) + " into the sizes " + list(sizes);
        for (Dim size : list(sizes)) {
            require(size, DimCondition.Relation.AT_LEAST, Dim.ZERO, reason);
            bounds.add(bounds.get(bounds.size() - 1).plus(size));
        }
        require(bounds.get(bounds.size() - 1), DimCondition.Relation.EQUAL, dim(whole), reason);
        return known(bounds);
    }

    private void require(Dim left, DimCondition.Relation relation, Dim right, String reason) throws TypeException {
        DimCondition condition = new DimCondition(left, relation, right, reason, origin);
        switch (condition.decision()) {
            case FAILS -> throw new TypeException(Problem.BAD_ATTRIBUTE, -1, reason + " needs " + condition);
            case OPEN -> graph.require(List.of(condition));
            default -> {}
        }
    }

    @Override
    public Extent notEmpty(Extent size) throws TypeException {
        String reason = row.javaName() + " along an axis of " + dim(size) + " elements, of which one is the result";
        require(dim(size), DimCondition.Relation.AT_LEAST, Dim.ONE, reason);
        return size;
    }

    @Override
    public Extent places(Extent size, Extent window, Extent step) throws TypeException {
        if (!(dim(window) instanceof Dim.Constant length) || !(dim(step) instanceof Dim.Constant distance)) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, "the size or the step of a window is known only at the call");
        }
        if (length.size() < 1 || distance.size() < 1) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, "a window of " + length + " at every " + distance + " elements");
        }
        require(
                dim(size),
                DimCondition.Relation.AT_LEAST,
                length,
                row.javaName() + " over windows of " + length + " of " + dim(size) + " elements");
        return known(dim(size).minus(length).plus(Dim.ONE));
    }

    @Override
    public Extent padding(Extent pad, Extent window) throws TypeException {
        String reason = row.javaName() + " with pads of " + dim(pad) + " and windows of " + dim(window) + " elements";
        require(dim(pad), DimCondition.Relation.AT_LEAST, Dim.ZERO, reason);
        require(dim(window), DimCondition.Relation.AT_LEAST, dim(pad).plus(Dim.ONE), reason);
        return pad;
    }

    @Override
    public void unroll(Extent count) throws TypeException {
        if (dim(count) instanceof Dim.Constant steps && steps.size() > MOST_STEPS) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE,
                    -1,
                    row.javaName() + " of windows of " + steps + " elements, each of which is an op: at most "
                            + MOST_STEPS
                            + ", unless the window is the whole image; smaller windows one after the other do the same");
        }
    }
}
