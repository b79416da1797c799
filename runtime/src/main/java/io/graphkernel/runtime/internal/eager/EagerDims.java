package io.graphkernel.runtime.internal.eager;

import io.graphkernel.graph.Node;
import io.graphkernel.op.build.AxesBuilder;
import io.graphkernel.op.build.DimsBuilder;
import io.graphkernel.op.build.LimitsBuilder;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.size.ArgumentChecks;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Axes and dims of an expansion that is evaluated on tensors: known numbers. */
abstract class EagerDims implements AxesBuilder, DimsBuilder, LimitsBuilder {

    /** Axes as passed by a caller, or one axis. */
    record AxisList(int... values) implements Axes {}

    /**
     * Sizes or indices.
     *
     * @param name the attribute that they come from, for messages; empty for others
     * @param values the numbers, which are null if the attribute is
     */
    record LongList(String name, long... values) implements Dims {}

    /** A size or an index. */
    record LongValue(long value) implements Extent {}

    /** Name of the op in Java, for messages. */
    final String op;

    EagerDims(String op) {
        this.op = op;
    }

    /** Returns the tensor for which a node stands. */
    abstract Tensor tensor(Node node);

    /** Returns an argument of the op. */
    abstract Object argument(String name);

    static int[] array(Axes axes) {
        return ((AxisList) axes).values;
    }

    static int single(Axes axis) {
        return array(axis)[0];
    }

    static long[] array(Dims dims) {
        return ((LongList) dims).values;
    }

    static long number(Extent extent) {
        return ((LongValue) extent).value;
    }

    private static Dims dims(long... values) {
        return new LongList("", values);
    }

    @Override
    public Axes axes(int... axes) {
        return new AxisList(axes);
    }

    @Override
    public Axes allAxes() {
        return new AxisList();
    }

    @Override
    public Axes axesFrom(Node x, Axes axis) {
        return new AxisList(DimLists.axesFrom(op, tensor(x), single(axis)));
    }

    @Override
    public Axes trailingAxes(Node x, Node like) {
        return new AxisList(DimLists.trailingAxes(op, tensor(x), tensor(like)));
    }

    @Override
    public Axes axesBut(Node x, Axes axis) {
        return new AxisList(DimLists.axesBut(op, tensor(x), single(axis)));
    }

    @Override
    public Extent extent(long value) {
        return new LongValue(value);
    }

    @Override
    public int rank(Node x) {
        return tensor(x).rank();
    }

    @Override
    public int position(Node x, Axes axis) {
        return Operands.axis(op, tensor(x), single(axis));
    }

    @Override
    public List<Integer> positions(Node x, Axes axes) {
        Operands.axes(op, tensor(x), array(axes));
        return IntStream.of(array(axes))
                .mapToObj(axis -> Operands.axis(op, tensor(x), axis))
                .toList();
    }

    @Override
    public Extent dim(Node x, Axes axis) {
        return extent(DimLists.dim(op, tensor(x), single(axis)));
    }

    @Override
    public Extent plus(Extent x, Extent y) {
        return extent(number(x) + number(y));
    }

    @Override
    public Extent minus(Extent x, Extent y) {
        return extent(number(x) - number(y));
    }

    @Override
    public Extent times(Extent x, Extent y) {
        return extent(number(x) * number(y));
    }

    @Override
    public Extent quotient(Extent x, long divisor) {
        return extent(Math.floorDiv(number(x), divisor));
    }

    @Override
    public Extent smaller(Extent x, Extent y) {
        return extent(Math.min(number(x), number(y)));
    }

    @Override
    public Extent larger(Extent x, Extent y) {
        return extent(Math.max(number(x), number(y)));
    }

    @Override
    public Extent dividedBy(Extent x, Extent y) {
        return extent(DimLists.dividedBy(op, number(x), number(y)));
    }

    @Override
    public Extent notEmpty(Extent size) {
        return extent(DimLists.notEmpty(op, number(size)));
    }

    @Override
    public Extent places(Extent size, Extent window, Extent step) {
        return extent(DimLists.places(op, number(size), number(window), number(step)));
    }

    @Override
    public Extent padding(Extent pad, Extent window) {
        return extent(DimLists.padding(op, number(pad), number(window)));
    }

    /** Sizes that are equal by chance select no other computation than in a kernel. */
    @Override
    public boolean areKnownEqual(Extent x, Extent y) {
        return number(x) == number(y);
    }

    @Override
    public long constant(String name, Extent size) {
        return number(size);
    }

    /** Steps are ops of a call, and have no limit. */
    @Override
    public void unroll(Extent count) {}

    @Override
    public Extent item(Dims list, Axes axis) {
        return extent(DimLists.item(op, ((LongList) list).name, array(list), single(axis)));
    }

    @Override
    public Extent at(Dims list, Extent number) {
        return extent(array(list)[Math.toIntExact(number(number))]);
    }

    @Override
    public Extent count(Dims list) {
        return extent(DimLists.count(op, ((LongList) list).name, array(list)));
    }

    @Override
    public Dims bounds(Dims sizes, Extent count, Extent whole) {
        return dims(DimLists.bounds(op, array(sizes), number(count), number(whole)));
    }

    @Override
    public Dims dims(Node x) {
        return dims(DimLists.dims(tensor(x)));
    }

    @Override
    public Dims list(Extent... items) {
        return dims(Stream.of(items).mapToLong(EagerDims::number).toArray());
    }

    @Override
    public Dims filled(Node x, Extent item) {
        return dims(DimLists.filled(tensor(x), number(item)));
    }

    @Override
    public Dims insert(Dims list, Axes axis, Extent item) {
        return dims(DimLists.insert(op, array(list), single(axis), number(item)));
    }

    @Override
    public Dims replace(Dims list, Axes axis, Extent item) {
        return dims(DimLists.replace(op, array(list), single(axis), number(item)));
    }

    @Override
    public Dims sums(Dims... lists) {
        return dims(DimLists.sums(Stream.of(lists).map(EagerDims::array).toArray(long[][]::new)));
    }

    @Override
    public Dims squeezed(Node x, Axes axes) {
        return dims(DimLists.squeezed(op, tensor(x), array(axes)));
    }

    @Override
    public Dims flattened(Node x, Axes axis) {
        return dims(DimLists.flattened(op, tensor(x), single(axis)));
    }

    @Override
    public Dims alongAxis(Node vector, Node x, Axes axis) {
        return dims(DimLists.alongAxis(op, tensor(vector), tensor(x), single(axis)));
    }

    @Override
    public Dims sliceEnd(Node x, Dims begin, Dims size) {
        return dims(DimLists.sliceEnd(op, tensor(x), array(begin), array(size)));
    }

    @Override
    public Dims tiledFrom(Node x, Dims multiples) {
        return dims(DimLists.tiledFrom(op, tensor(x), array(multiples)));
    }

    @Override
    public Dims around(Node x, Axes axis, Extent middle) {
        return dims(DimLists.around(op, tensor(x), single(axis), number(middle)));
    }

    @Override
    public Dims after(Node x, Axes axis, Extent middle) {
        return dims(DimLists.after(op, tensor(x), single(axis), number(middle)));
    }

    @Override
    public void atLeast(String name, Extent value, Extent least) {
        ArgumentChecks.atLeast(op, name, number(value), number(least));
    }

    @Override
    public void atMost(String name, Extent value, Extent most) {
        ArgumentChecks.atMost(op, name, number(value), number(most));
    }

    @Override
    public void inside(Node x, Axes axis, Extent start, Extent length) {
        long size = number(dim(x, axis));
        ArgumentChecks.within(op, "start", number(start), size);
        ArgumentChecks.within(op, "length", number(length), size - number(start));
    }

    @Override
    public void divides(Extent count, Extent size) {
        DimLists.dividedBy(op, number(size), number(count));
    }

    @Override
    public void require(boolean isMet, String name, Object value, String need) {
        DimLists.require(isMet, op, name, value, need);
    }

    @Override
    public void requireShape(String name, String need, Extent size, Extent required) {
        String value = Tensors.describe((Tensor) argument(name));
        DimLists.require(number(size) == number(required), op, name, value, need);
    }

    @Override
    public void sizes(String parameter) {
        if (argument(parameter) instanceof Number size) {
            ArgumentChecks.sizes(op, parameter, size.longValue());
        } else {
            ArgumentChecks.sizes(op, parameter, (long[]) argument(parameter));
        }
    }

    @Override
    public void elements(Dims... factors) {
        ArgumentChecks.elements(op, Stream.of(factors).map(EagerDims::array).toArray(long[][]::new));
    }
}
