package io.graphkernel.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Shapes of operands: scalars, tails of vectors, rows, broadcasts inside and outside, and empty ones. */
final class Sizes {

    /** Sizes of the symbols of a signature in order of appearance. */
    private static final int[][] SYMBOLS = {
        {5, 37, 3, 2, 4, 6},
        {1, 1, 1, 1, 1, 1},
        {3, 16, 2, 5, 3, 2},
        {2, 3, 17, 4, 2, 3},
        {33, 67, 2, 3, 2, 2},
        {0, 4, 3, 2, 2, 2},
        {4, 0, 3, 2, 2, 2}
    };
    /** Worth several threads. */
    private static final int[] LARGE = {259, 515, 1, 1, 1, 1};

    private static final int[][][] BROADCASTS = {
        {{4, 7}, {7}},
        {{4, 7}, {4, 1}},
        {{4, 7}, {}},
        {{4, 1}, {7}},
        {{4, 1}, {1, 7}},
        {{4, 33}, {1}},
        {{33, 17}, {17}},
        {{33, 17}, {33, 1}},
        {{2, 1, 5}, {3, 1}},
        {{2, 3, 5}, {3, 5}},
        {{2, 3, 5}, {2, 1, 5}},
        {{2, 3, 5}, {2, 3, 1}},
        {{2, 3, 5}, {2, 1, 1}},
        {{2, 3, 2, 5}, {3, 1, 5}},
        {{2, 1, 2, 1, 2, 1, 2, 3}, {2, 1, 3, 1, 2, 1, 3}},
        {{0, 4}, {4}},
        {{4, 0}, {4, 1}},
        {{1}, {0}},
        {{1, 1}, {3}}
    };

    private Sizes() {}

    /** The operand shapes on which a case runs. */
    static List<int[][]> of(Case tested) {
        List<Operand> operands = tested.operands();
        if (tested.isUnranked()) {
            return unranked(operands.size());
        }
        Map<String, Integer> indices = new LinkedHashMap<>();
        operands.forEach(operand -> symbols(operand).forEach(name -> indices.putIfAbsent(name, indices.size())));
        List<int[]> sizes = new ArrayList<>(indices.isEmpty() ? List.of(SYMBOLS[0]) : List.of(SYMBOLS));
        if (indices.size() <= 2 && tested.isLarge()) {
            sizes.add(LARGE);
        }
        return sizes.stream()
                .filter(size -> tested.allowsEmpty()
                        || IntStream.range(0, indices.size()).allMatch(i -> size[i] != 0))
                .map(size -> operands.stream()
                        .map(operand -> substitute(operand, indices, size))
                        .toArray(int[][]::new))
                .toList();
    }

    private static Stream<String> symbols(Operand operand) {
        return operand.isUnranked()
                ? Stream.empty()
                : Stream.of(operand.dims().split("[^A-Za-z]+")).filter(name -> !name.isEmpty());
    }

    /** Dims are numbers, symbols, or sums and products of them. */
    private static int[] substitute(Operand operand, Map<String, Integer> indices, int[] size) {
        if (operand.isUnranked()) {
            throw new IllegalArgumentException("unranked and declared operands in one case");
        }
        return Stream.of(operand.dims().split(","))
                .map(String::strip)
                .filter(dim -> !dim.isEmpty())
                .mapToInt(dim -> Stream.of(dim.split("\\+"))
                        .mapToInt(term -> Stream.of(term.strip().split("\\*"))
                                .mapToInt(factor -> indices.containsKey(factor)
                                        ? size[indices.get(factor)]
                                        : Integer.parseInt(factor))
                                .reduce(1, (a, b) -> a * b))
                        .sum())
                .toArray();
    }

    private static List<int[][]> unranked(int arity) {
        List<int[][]> shapes = new ArrayList<>();
        IntStream.rangeClosed(0, 35).forEach(length -> shapes.add(same(arity, length)));
        shapes.add(same(arity));
        shapes.add(same(arity, 67));
        shapes.add(same(arity, 3, 0));
        shapes.add(same(arity, 5, 7));
        shapes.add(same(arity, 2, 3, 4));
        shapes.add(same(arity, 2, 1, 2, 3, 1, 2, 1, 3));
        shapes.add(same(arity, 1000));
        if (arity > 1) {
            for (int[][] pair : BROADCASTS) {
                shapes.add(alternating(arity, pair[0], pair[1]));
                shapes.add(alternating(arity, pair[1], pair[0]));
            }
        }
        return shapes;
    }

    private static int[][] same(int arity, int... dims) {
        return Stream.generate(() -> dims).limit(arity).toArray(int[][]::new);
    }

    private static int[][] alternating(int arity, int[] first, int[] second) {
        return IntStream.range(0, arity)
                .mapToObj(i -> i % 2 == 0 ? first : second)
                .toArray(int[][]::new);
    }

    static String describe(int[][] shapes) {
        return Arrays.deepToString(shapes);
    }
}
