package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Compares rows of a batch with the same rows alone, bit by bit, for one and two threads. */
final class RowInvarianceChecker {

    private static final int[] ROWS = {2, 5, 8, 64};
    private static final int[] LENGTHS = {1, 7, 16, 129, 1000, 2049};

    /** Maximum number of elements of an operand: most of the time is spent in samplers. */
    private static final long MAX_ELEMENTS = TestTier.select(2_000, 10_000, 40_000);

    private static final int SHAPES = TestTier.select(1, 3, 12);

    /** Length and number of long columns, whose sums are split into blocks. */
    private static final int COLUMN_LENGTH = 12_000;

    private static final int COLUMNS = 3;

    private final CaseChecker checker = CaseChecker.compiled();

    /** Returns the failures of a case; empty for none. */
    List<String> check(RowCase rowCase) {
        List<String> wrong = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(rowCase.toString().hashCode());
        for (int shape = 0; shape < SHAPES && wrong.isEmpty(); shape++) {
            Map<String, Integer> sizes = sizes(rowCase, random);
            try {
                check(rowCase, sizes, wrong);
            } catch (RuntimeException | AssertionError e) {
                wrong.add(rowCase + " of " + sizes + " failed: " + e);
            }
        }
        return wrong;
    }

    /** Returns the failures of a case whose rows are columns, of a length that reductions split; empty for none. */
    List<String> checkLongColumns(RowCase rowCase) {
        Map<String, Integer> sizes = new TreeMap<>();
        rowCase.lengths().forEach(symbol -> sizes.put(symbol, 1));
        sizes.put(rowCase.lengths().get(0), COLUMN_LENGTH);
        sizes.put(rowCase.row(), COLUMNS);
        List<String> wrong = new ArrayList<>();
        check(rowCase, sizes, wrong);
        return wrong;
    }

    private static Map<String, Integer> sizes(RowCase rowCase, SplittableRandom random) {
        while (true) {
            Map<String, Integer> sizes = new TreeMap<>();
            sizes.put(rowCase.row(), ROWS[random.nextInt(ROWS.length)]);
            rowCase.lengths().forEach(symbol -> sizes.put(symbol, LENGTHS[random.nextInt(LENGTHS.length)]));
            if (rowCase.elements(sizes) <= MAX_ELEMENTS) {
                return sizes;
            }
        }
    }

    private void check(RowCase rowCase, Map<String, Integer> sizes, List<String> wrong) {
        NdArray[] operands = rowCase.operands(sizes);
        int rows = sizes.get(rowCase.row());
        List<NdArray> batch = results(2, rowCase, operands);
        for (int row : new int[] {0, rows / 2, rows - 1}) {
            List<NdArray> alone = results(1, rowCase, rowCase.slice(operands, row));
            Optional<String> difference = RowCase.difference(batch, alone, row);
            difference.ifPresent(text -> wrong.add(rowCase + " of " + sizes + ", row " + row + ": " + text));
            if (difference.isPresent()) {
                return;
            }
        }
    }

    private List<NdArray> results(int threads, RowCase rowCase, NdArray... operands) {
        KernelThreads.setCount(threads);
        return checker.results(rowCase.tested(), operands);
    }
}
