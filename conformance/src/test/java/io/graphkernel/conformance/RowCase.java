package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Real;
import io.graphkernel.conformance.oracle.Scalar;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A case with a row dim: a dim of its operands along which its definition computes each slice by itself.
 *
 * @param tested the case
 * @param dims dims of the operands, each a symbol or a number
 * @param row symbol of the row dim
 */
record RowCase(Case tested, List<List<String>> dims, String row) {

    private static final String UNRANKED_DIMS = "rows, length";

    /**
     * Rows and other extents of the operands on which definitions are compared. Rows are longer than their number, so that
     * a triangle differs by row.
     */
    private static final int ROWS = 7;

    private static final int[] EXTENTS = {12, 4, 5};

    /** Returns the case with each of its row dims. */
    static List<RowCase> of(Case tested) {
        if (!tested.updated().isEmpty() || tested.results().isEmpty()) {
            return List.of();
        }
        List<List<String>> dims = tested.operands().stream()
                .map(operand -> operand.isUnranked() ? UNRANKED_DIMS : operand.dims())
                .map(text -> Stream.of(text.split(","))
                        .map(String::strip)
                        .filter(dim -> !dim.isEmpty())
                        .toList())
                .toList();
        Set<String> symbols = new LinkedHashSet<>();
        dims.forEach(operand -> operand.stream().filter(RowCase::isSymbol).forEach(symbols::add));
        boolean simple = dims.stream().flatMap(List::stream).allMatch(dim -> isSymbol(dim) || dim.matches("\\d+"));
        return simple
                ? symbols.stream()
                        .map(symbol -> new RowCase(tested, dims, symbol))
                        .filter(RowCase::isByRow)
                        .toList()
                : List.of();
    }

    /** Returns true if the rows are columns: the first dim of the first operand is another symbol. */
    boolean isColumn() {
        return isSymbol(dims.get(0).get(0)) && !dims.get(0).get(0).equals(row);
    }

    private static boolean isSymbol(String dim) {
        return dim.matches("[A-Za-z]+");
    }

    /** Returns true if the definition of the rows is that of each row. */
    private boolean isByRow() {
        // The columns of a product are not its rows.
        if (dims.isEmpty() || !dims.get(0).contains(row)) {
            return false;
        }
        if (dims.stream().anyMatch(operand -> operand.indexOf(row) != operand.lastIndexOf(row))) {
            return false;
        }
        Map<String, Integer> sizes = new TreeMap<>();
        int next = 0;
        for (String symbol : lengths()) {
            sizes.put(symbol, EXTENTS[next++ % EXTENTS.length]);
        }
        sizes.put(row, ROWS);
        NdArray[] operands = operands(sizes);
        try {
            List<NdArray> batch = tested.oracle().apply(operands);
            return IntStream.range(0, ROWS)
                    .allMatch(i -> difference(batch, tested.oracle().apply(slice(operands, i)), i)
                            .isEmpty());
        } catch (RuntimeException e) {
            // The definition needs other sizes.
            return false;
        }
    }

    /** Returns the other symbols. */
    List<String> lengths() {
        return dims.stream()
                .flatMap(List::stream)
                .filter(dim -> isSymbol(dim) && !dim.equals(row))
                .distinct()
                .toList();
    }

    /** Returns the number of elements of the largest operand. */
    long elements(Map<String, Integer> sizes) {
        return dims.stream()
                .mapToLong(operand ->
                        operand.stream().mapToLong(dim -> size(dim, sizes)).reduce(1, (a, b) -> a * b))
                .max()
                .orElse(0);
    }

    private static int size(String dim, Map<String, Integer> sizes) {
        return isSymbol(dim) ? sizes.get(dim) : Integer.parseInt(dim);
    }

    /** Returns random operands, the same in every process. */
    NdArray[] operands(Map<String, Integer> sizes) {
        SplittableRandom random = new SplittableRandom(sizes.hashCode());
        return IntStream.range(0, dims.size())
                .mapToObj(i -> {
                    Operand operand = tested.operands().get(i);
                    int[] shape = dims.get(i).stream()
                            .mapToInt(dim -> size(dim, sizes))
                            .toArray();
                    return NdArray.generate(
                            operand.dtype(), shape, p -> operand.sampler().sample(operand.dtype(), random, p));
                })
                .toArray(NdArray[]::new);
    }

    /** Returns the operands of one row. */
    NdArray[] slice(NdArray[] operands, int index) {
        return IntStream.range(0, operands.length)
                .mapToObj(i -> slice(operands[i], dims.get(i).indexOf(row), index))
                .toArray(NdArray[]::new);
    }

    private static NdArray slice(NdArray array, int axis, int index) {
        if (axis < 0) {
            return array;
        }
        int[] shape = array.dims().clone();
        shape[axis] = 1;
        return NdArray.generate(array.dtype(), shape, position -> {
            int[] moved = position.clone();
            moved[axis] = index;
            return array.at(moved);
        });
    }

    /**
     * Compares a row of some results with the results of the row alone, bit by bit except for NaN.
     *
     * @return the first difference; empty for none
     */
    static Optional<String> difference(List<NdArray> batch, List<NdArray> alone, int index) {
        for (int result = 0; result < batch.size(); result++) {
            NdArray one = alone.get(result);
            Optional<Integer> axis = rowAxis(batch.get(result), one);
            if (axis.isEmpty()) {
                return Optional.of("result " + result + " has no row dim");
            }
            NdArray among = slice(batch.get(result), axis.get(), index);
            for (int i = 0; i < one.elements().length; i++) {
                if (!bits(one.elements()[i]).equals(bits(among.elements()[i]))) {
                    return Optional.of("result " + result + ", element " + i + " is " + one.elements()[i]
                            + " alone and " + among.elements()[i] + " among others");
                }
            }
        }
        return Optional.empty();
    }

    private static Object bits(Scalar element) {
        return element instanceof Real real ? Double.doubleToLongBits(real.value()) : element;
    }

    /** Returns the only axis along which one row has another extent. */
    private static Optional<Integer> rowAxis(NdArray batch, NdArray one) {
        if (batch.rank() != one.rank()) {
            return Optional.empty();
        }
        int[] axes = IntStream.range(0, batch.rank())
                .filter(axis -> batch.dims()[axis] != one.dims()[axis])
                .toArray();
        return axes.length == 1 && one.dims()[axes[0]] == 1 ? Optional.of(axes[0]) : Optional.empty();
    }

    @Override
    public String toString() {
        return tested + Arrays.toString(dims.toArray()) + " by " + row;
    }
}
