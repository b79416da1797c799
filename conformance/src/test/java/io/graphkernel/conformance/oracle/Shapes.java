package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Padding, windows, sequences, slices and contractions, one element after the other. */
public final class Shapes {

    private Shapes() {}

    /** Function from a position beyond an axis of some size to the position of its element. */
    @FunctionalInterface
    public interface Source {

        int of(int position, int size);
    }

    /** Walks forth and back between the ends of an axis. */
    public static int reflected(int position, int size) {
        int inside = position;
        while (size > 1 && (inside < 0 || inside >= size)) {
            inside = inside < 0 ? -inside : 2 * (size - 1) - inside;
        }
        return size > 1 ? inside : 0;
    }

    public static int symmetric(int position, int size) {
        int inside = position;
        while (inside < 0 || inside >= size) {
            inside = inside < 0 ? -1 - inside : 2 * size - 1 - inside;
        }
        return inside;
    }

    public static NdArray padded(NdArray x, int[] before, int[] after, Source source, Scalar zero) {
        int[] dims = IntStream.range(0, x.rank())
                .map(axis -> before[axis] + x.dims()[axis] + after[axis])
                .toArray();
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] at = IntStream.range(0, p.length)
                    .map(axis -> source.of(p[axis] - before[axis], x.dims()[axis]))
                    .toArray();
            return IntStream.of(at).anyMatch(index -> index < 0) ? zero : x.at(at);
        });
    }

    /** Elements of the windows over the last two axes of [n, c, h, w]. */
    public static NdArray unfolded(NdArray x, Spatial.Windows windows, Scalar zero) {
        int[] in = x.dims();
        int columns = windows.count(1, in[3]);
        int elements = windows.size()[0] * windows.size()[1];
        int[] dims = {in[0], in[1] * elements, windows.count(0, in[2]) * columns};
        return NdArray.generate(x.dtype(), dims, p -> {
            int element = p[1] % elements;
            int row = windows.place(0, p[2] / columns, element / windows.size()[1]);
            int column = windows.place(1, p[2] % columns, element % windows.size()[1]);
            boolean isInside = row >= 0 && row < in[2] && column >= 0 && column < in[3];
            return isInside ? x.at(p[0], p[1] / elements, row, column) : zero;
        });
    }

    public static NdArray folded(NdArray x, int height, int width, Spatial.Windows windows, Scalar zero) {
        int rows = windows.count(0, height);
        int columns = windows.count(1, width);
        int elements = windows.size()[0] * windows.size()[1];
        int[] dims = {x.dims()[0], x.dims()[1] / elements, height, width};
        return NdArray.generate(x.dtype(), dims, p -> {
            List<Scalar> terms = new ArrayList<>();
            for (int element = 0; element < elements; element++) {
                for (int window = 0; window < rows * columns; window++) {
                    boolean isHere = windows.place(0, window / columns, element / windows.size()[1]) == p[2]
                            && windows.place(1, window % columns, element % windows.size()[1]) == p[3];
                    if (isHere) {
                        terms.add(x.at(p[0], p[1] * elements + element, window));
                    }
                }
            }
            return Reductions.sum(terms.toArray(Scalar[]::new), zero);
        });
    }

    /** Elements of the result of an einsum, whose subscripts have one letter for each axis. */
    public static NdArray einsum(String subscripts, Scalar zero, NdArray... operands) {
        String[] sides = subscripts.split("->", -1);
        String[] letters = sides[0].split(",");
        Map<Character, Integer> sizes = new LinkedHashMap<>();
        for (int i = 0; i < operands.length; i++) {
            for (int axis = 0; axis < letters[i].length(); axis++) {
                sizes.merge(letters[i].charAt(axis), operands[i].dims()[axis], (old, size) -> old == 1 ? size : old);
            }
        }
        List<Character> summed = sizes.keySet().stream()
                .filter(letter -> sides[1].indexOf(letter) < 0)
                .toList();
        int[] dims = sides[1].chars().map(letter -> sizes.get((char) letter)).toArray();
        int[] inner = summed.stream().mapToInt(sizes::get).toArray();
        return NdArray.generate(operands[0].dtype(), dims, p -> {
            NdArray terms = NdArray.generate(operands[0].dtype(), inner, q -> {
                Scalar product = null;
                for (int i = 0; i < operands.length; i++) {
                    int[] at = new int[operands[i].rank()];
                    for (int axis = 0; axis < at.length; axis++) {
                        char letter = letters[i].charAt(axis);
                        int index =
                                sides[1].indexOf(letter) < 0 ? q[summed.indexOf(letter)] : p[sides[1].indexOf(letter)];
                        at[axis] = operands[i].dims()[axis] == 1 ? 0 : index;
                    }
                    Scalar factor = operands[i].at(at);
                    product = product == null ? factor : product.times(factor);
                }
                return product;
            });
            return Reductions.sum(terms.elements(), zero);
        });
    }

    public static NdArray moved(NdArray x, int source, int destination) {
        return moved(x, new int[] {source}, new int[] {destination});
    }

    /** Inserts the source axes among the others in the order of their destinations, as NumPy defines it. */
    public static NdArray moved(NdArray x, int[] sources, int[] destinations) {
        List<Integer> order = new ArrayList<>();
        IntStream.range(0, x.rank()).forEach(order::add);
        NavigableMap<Integer, Integer> moves = new TreeMap<>();
        for (int i = 0; i < sources.length; i++) {
            order.remove((Integer) x.axis(sources[i]));
            moves.put(x.axis(destinations[i]), x.axis(sources[i]));
        }
        moves.forEach(order::add);
        int[] dims = order.stream().mapToInt(axis -> x.dims()[axis]).toArray();
        return NdArray.generate(x.dtype(), dims, p -> {
            int[] at = new int[p.length];
            for (int axis = 0; axis < p.length; axis++) {
                at[order.get(axis)] = p[axis];
            }
            return x.at(at);
        });
    }

    /** Returns the start of a slice along an axis, moved until the slice is inside. */
    private static int start(NdArray starts, int axis, int size, int extent) {
        long wanted = ((IntegerScalar) starts.at(axis)).value();
        return (int) Math.max(0, Math.min(wanted, extent - size));
    }

    public static NdArray slice(NdArray x, NdArray starts, int... size) {
        return NdArray.generate(
                x.dtype(),
                size,
                p -> x.at(IntStream.range(0, p.length)
                        .map(axis -> p[axis] + start(starts, axis, size[axis], x.dims()[axis]))
                        .toArray()));
    }

    public static NdArray updated(NdArray x, NdArray update, NdArray starts) {
        return NdArray.generate(x.dtype(), x.dims(), p -> {
            int[] at = IntStream.range(0, p.length)
                    .map(axis -> p[axis] - start(starts, axis, update.dims()[axis], x.dims()[axis]))
                    .toArray();
            boolean isInside = IntStream.range(0, p.length).allMatch(i -> at[i] >= 0 && at[i] < update.dims()[i]);
            return isInside ? update.at(at) : x.at(p);
        });
    }

    /** Returns integers from the start, by steps up to the end. */
    public static NdArray sequence(long start, long end, long step) {
        List<Scalar> numbers = new ArrayList<>();
        for (long number = start; step > 0 ? number < end : number > end; number += step) {
            numbers.add(new IntegerScalar(DType.I64, number));
        }
        return NdArray.vector(DType.I64, numbers.toArray(Scalar[]::new));
    }

    /** The element i of n numbers from start to end, by steps from the nearer end. */
    public static Scalar linear(Scalar start, Scalar end, int i, int n) {
        if (n == 1) {
            return start;
        }
        boolean isNearStart = 2 * i <= n - 1;
        Scalar ratio = start.number(isNearStart ? i : n - 1 - i).over(start.number(n - 1));
        Scalar distance = end.minus(start).times(ratio);
        return isNearStart ? start.plus(distance) : end.minus(distance);
    }

    /** Rows and columns of the elements of a matrix on one side of a diagonal. */
    public static NdArray triangle(int rows, int columns, int diagonal, boolean isLower) {
        List<Scalar> rowIndices = new ArrayList<>();
        List<Scalar> columnIndices = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                if (isLower ? column - row <= diagonal : column - row >= diagonal) {
                    rowIndices.add(new IntegerScalar(DType.I64, row));
                    columnIndices.add(new IntegerScalar(DType.I64, column));
                }
            }
        }
        int count = rowIndices.size();
        rowIndices.addAll(columnIndices);
        return NdArray.vector(DType.I64, rowIndices.toArray(Scalar[]::new)).reshaped(2, count);
    }
}
