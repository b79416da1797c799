import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.util.Random;
import java.util.function.Supplier;

/** Gathers by indices that their own kernel computes, on the default device, compared with plain Java; ends with an exception if anything is wrong. */
public final class Indices {

    private static final int ROWS = 150;
    private static final int TABLE = 170;

    /** Embedding of a model with learned positions. */
    @GraphKernel
    public static Tensor embedded(
            @TensorType("f32[v, d]") Tensor table,
            @TensorType("f32[p, d]") Tensor positions,
            @TensorType("i32[b, s]") Tensor tokens) {
        return add(gather(table, tokens, 0), gather(positions, range(tokens.dimension(1)), 0));
    }

    /** Each element has a slice of its own; negative indices count from the end. */
    @GraphKernel
    public static Tensor elements(@TensorType("f32[v]") Tensor x, @TensorType("i32[n, m]") Tensor indices) {
        return mul(gather(x, sub(7, indices), 0), 2);
    }

    /** 64-bit indices. */
    @GraphKernel
    public static Tensor wide(@TensorType("f16[v, d]") Tensor table, @TensorType("i64[n]") Tensor indices) {
        return gather(table, sub(mul(indices, 2), 1), 0);
    }

    /** Gathered indices. */
    @GraphKernel
    public static Tensor twice(@TensorType("f32[v, d]") Tensor table, @TensorType("i32[n]") Tensor order) {
        return neg(gather(table, gather(order, sub(order.dimension(0) - 1, range(order.dimension(0))), 0), 0));
    }

    /** Rows that are reduced, also those that do not fit. */
    @GraphKernel
    public static Tensor probabilities(@TensorType("f32[v, d]") Tensor table, @TensorType("i32[n]") Tensor indices) {
        return softmax(gather(table, add(indices, 1), 0));
    }

    @GraphKernel
    public static Tensor columns(@TensorType("f32[v, d]") Tensor table, @TensorType("i32[n]") Tensor indices) {
        return reduceSum(gather(table, add(indices, 1), 0), 0);
    }

    @GraphKernel
    public static Tensor total(@TensorType("f32[v, d]") Tensor table, @TensorType("i32[n]") Tensor indices) {
        return reduceSum(gather(table, add(indices, 1), 0));
    }

    public static void main(String[] arguments) {
        Random random = new Random(3);
        for (int width : new int[] {1, 13, 96}) {
            Tensor table = floats(random, TABLE, width);
            Tensor positions = floats(random, 60, width);
            Tensor tokens = words(random, TABLE, 3, 50);
            same("embedded", () -> IndicesKernels.embedded(on(table), on(positions), on(tokens)), embedded(table, positions, tokens));
            Tensor half = cast(table, DType.F16);
            Tensor longs = cast(words(random, TABLE / 2, ROWS), DType.I64);
            same("wide", () -> IndicesKernels.wide(on(half), on(longs)), wide(half, longs));
            Tensor order = words(random, TABLE - 1, ROWS);
            same("twice", () -> IndicesKernels.twice(on(table), on(order)), twice(table, order));
            same("columns", () -> IndicesKernels.columns(on(table), on(order)), columns(table, order));
            same("total", () -> IndicesKernels.total(on(table), on(order)), total(table, order));
        }
        Tensor x = floats(random, TABLE);
        Tensor indices = words(random, TABLE + 7, 40, 37);
        same("elements", () -> IndicesKernels.elements(on(x), on(indices)), elements(x, indices));
        for (int width : new int[] {70, 30_000}) {
            Tensor table = floats(random, 20, width);
            Tensor rows = words(random, 18, 11);
            same("probabilities", () -> IndicesKernels.probabilities(on(table), on(rows)), probabilities(table, rows));
        }
    }

    private static Tensor on(Tensor tensor) {
        return tensor.to(Device.defaultDevice());
    }

    private static Tensor floats(Random random, long... dims) {
        float[] values = new float[(int) (dims[0] * (dims.length > 1 ? dims[1] : 1))];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Tensor.of(values, dims);
    }

    private static Tensor words(Random random, int bound, long... dims) {
        int count = (int) (dims[0] * (dims.length > 1 ? dims[1] : 1));
        return Tensor.of(random.ints(count, 0, bound).toArray(), dims);
    }

    private static void same(String what, Supplier<Tensor> actual, Tensor expected) {
        double[] given = actual.get().toDoubleArray();
        double[] wanted = expected.toDoubleArray();
        for (int i = 0; i < wanted.length; i++) {
            if (!(Math.abs(given[i] - wanted[i]) <= 2e-5 * Math.max(1, Math.abs(wanted[i])))) {
                throw new AssertionError(what + " at " + i + ": " + given[i] + ", not " + wanted[i]);
            }
        }
    }
}
