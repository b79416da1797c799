package io.graphkernel.op;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.op.build.AxesBuilder;
import io.graphkernel.op.build.DimsBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Axes and dims with the known values of a graph. */
public abstract class GraphDims implements AxesBuilder, DimsBuilder {

    /** Axes by index; empty for all. */
    record KnownAxes(List<Long> axes) implements Axes {}

    /** Dims by value. */
    record KnownDims(List<Dim> dims) implements Dims {}

    /** One size. */
    record KnownExtent(Dim dim) implements Extent {}

    static List<Long> list(Axes axes) {
        return ((KnownAxes) axes).axes();
    }

    static long single(Axes axes) {
        return list(axes).get(0);
    }

    static List<Dim> list(Dims dims) {
        return ((KnownDims) dims).dims();
    }

    static Dim dim(Extent extent) {
        return ((KnownExtent) extent).dim();
    }

    static Extent known(Dim dim) {
        return new KnownExtent(dim);
    }

    static Dims known(List<Dim> dims) {
        return new KnownDims(dims);
    }

    /** Returns the nonnegative axis for a rank. */
    static int fromFront(Axes axes, int rank, Object of) throws TypeException {
        long axis = single(axes);
        if (axis < -rank || axis >= rank) {
            throw TypeException.axisOutOfRange(axis, of, rank);
        }
        return (int) (axis < 0 ? axis + rank : axis);
    }

    static Shape ranked(Node x) throws TypeException {
        if (x.shape().isUnranked()) {
            throw new TypeException(
                    Problem.UNRANKED_SHAPE,
                    0,
                    "the number of axes of " + String.join(", ", x.shape().parameters()) + " is not declared");
        }
        return x.shape();
    }

    private static int fromFront(Node x, Axes axis) throws TypeException {
        Shape shape = ranked(x);
        return fromFront(axis, shape.rank(), "a value of shape " + shape);
    }

    private static Axes range(int begin, int end) {
        return new KnownAxes(LongStream.range(begin, end).boxed().toList());
    }

    @Override
    public Axes axes(int... axes) {
        return new KnownAxes(IntStream.of(axes).asLongStream().boxed().toList());
    }

    @Override
    public Axes allAxes() {
        return new KnownAxes(List.of());
    }

    @Override
    public Axes axesFrom(Node x, Axes axis) throws TypeException {
        return range(fromFront(x, axis), x.shape().rank());
    }

    @Override
    public Axes trailingAxes(Node x, Node like) throws TypeException {
        int rank = ranked(x).rank();
        int count = ranked(like).rank();
        if (count == 0 || count > rank) {
            throw new TypeException(
                    Problem.SHAPE_DOES_NOT_FIT,
                    -1,
                    "shape " + like.shape() + " is not that of the last axes of shape " + x.shape());
        }
        return range(rank - count, rank);
    }

    @Override
    public Axes axesBut(Node x, Axes axis) throws TypeException {
        int kept = fromFront(x, axis);
        if (x.shape().rank() == 1) {
            throw new TypeException(
                    Problem.SHAPE_DOES_NOT_FIT, 0, "shape " + x.shape() + " has no axes but that of the channels");
        }
        return new KnownAxes(LongStream.range(0, x.shape().rank())
                .filter(other -> other != kept)
                .boxed()
                .toList());
    }

    @Override
    public Extent extent(long value) {
        return known(Dim.of(value));
    }

    @Override
    public int rank(Node x) throws TypeException {
        return ranked(x).rank();
    }

    @Override
    public int position(Node x, Axes axis) throws TypeException {
        return fromFront(x, axis);
    }

    @Override
    public List<Integer> positions(Node x, Axes axes) throws TypeException {
        return io.graphkernel.graph.Axes.distinct(ranked(x), list(axes));
    }

    @Override
    public Extent dim(Node x, Axes axis) throws TypeException {
        return known(x.shape().dims().get(fromFront(x, axis)));
    }

    @Override
    public Extent plus(Extent x, Extent y) {
        return known(dim(x).plus(dim(y)));
    }

    @Override
    public Extent minus(Extent x, Extent y) {
        return known(dim(x).minus(dim(y)));
    }

    @Override
    public Extent times(Extent x, Extent y) {
        return known(dim(x).times(dim(y)));
    }

    @Override
    public Extent quotient(Extent x, long divisor) {
        return known(dim(x).floorDiv(Dim.of(divisor)));
    }

    @Override
    public Extent smaller(Extent x, Extent y) {
        return known(dim(x).min(dim(y)));
    }

    @Override
    public Extent larger(Extent x, Extent y) {
        return known(dim(x).max(dim(y)));
    }

    @Override
    public boolean areKnownEqual(Extent x, Extent y) {
        return dim(x).equals(dim(y));
    }

    @Override
    public long constant(String name, Extent size) throws TypeException {
        if (!(dim(size) instanceof Dim.Constant constant)) {
            throw new TypeException(Problem.BAD_ATTRIBUTE, -1, name + ", " + dim(size) + ", is known only at the call");
        }
        return constant.size();
    }

    @Override
    public Extent item(Dims list, Axes axis) throws TypeException {
        List<Dim> dims = list(list);
        return known(dims.get(fromFront(axis, dims.size(), dims)));
    }

    @Override
    public Extent at(Dims list, Extent number) {
        return known(list(list).get((int) ((Dim.Constant) dim(number)).size()));
    }

    @Override
    public Extent count(Dims list) {
        return extent(list(list).size());
    }

    @Override
    public Dims dims(Node x) throws TypeException {
        return known(ranked(x).dims());
    }

    @Override
    public Dims list(Extent... items) {
        return known(List.of(items).stream().map(GraphDims::dim).toList());
    }

    @Override
    public Dims filled(Node x, Extent item) throws TypeException {
        return known(Collections.nCopies(ranked(x).rank(), dim(item)));
    }

    @Override
    public Dims sums(Dims... lists) {
        List<Dim> sums = new ArrayList<>(list(lists[0]));
        for (int i = 1; i < lists.length; i++) {
            List<Dim> summands = list(lists[i]);
            for (int axis = 0; axis < Math.min(sums.size(), summands.size()); axis++) {
                sums.set(axis, sums.get(axis).plus(summands.get(axis)));
            }
        }
        return known(sums);
    }

    @Override
    public Dims insert(Dims list, Axes axis, Extent item) throws TypeException {
        List<Dim> dims = new ArrayList<>(list(list));
        dims.add(fromFront(axis, dims.size() + 1, list(list)), dim(item));
        return known(dims);
    }

    @Override
    public Dims replace(Dims list, Axes axis, Extent item) throws TypeException {
        List<Dim> dims = new ArrayList<>(list(list));
        dims.set(fromFront(axis, dims.size(), dims), dim(item));
        return known(dims);
    }

    @Override
    public Dims flattened(Node x, Axes axis) throws TypeException {
        int rank = ranked(x).rank();
        int first = single(axis) == rank ? rank : fromFront(x, axis);
        List<Dim> dims = x.shape().dims();
        return known(List.of(Dim.product(dims.subList(0, first)), Dim.product(dims.subList(first, rank))));
    }

    @Override
    public Dims alongAxis(Node vector, Node x, Axes axis) throws TypeException {
        if (ranked(vector).rank() != 1) {
            throw new TypeException(
                    Problem.SHAPE_DOES_NOT_FIT, 1, "shape " + vector.shape() + " is not that of a vector");
        }
        List<Dim> dims = new ArrayList<>(vector.shape().dims());
        dims.addAll(Collections.nCopies(x.shape().rank() - 1 - fromFront(x, axis), Dim.ONE));
        return known(dims);
    }

    @Override
    public Dims tiledFrom(Node x, Dims multiples) throws TypeException {
        List<Dim> dims = ranked(x).dims();
        int leading = list(multiples).size() - dims.size();
        if (leading < 0) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE,
                    -1,
                    "multiples " + list(multiples) + " are fewer than the axes of shape " + x.shape());
        }
        List<Dim> from = new ArrayList<>(Collections.nCopies(leading, Dim.ONE));
        from.addAll(dims);
        return known(from);
    }

    @Override
    public Dims around(Node x, Axes axis, Extent middle) throws TypeException {
        return cut(x, fromFront(x, axis), middle);
    }

    @Override
    public Dims after(Node x, Axes axis, Extent middle) throws TypeException {
        return cut(x, fromFront(x, axis) + 1, middle);
    }

    private static Dims cut(Node x, int at, Extent middle) {
        List<Dim> dims = x.shape().dims();
        Dim before = Dim.product(dims.subList(0, at));
        return known(List.of(before, dim(middle), Dim.product(dims.subList(at, dims.size()))));
    }
}
