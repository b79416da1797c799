package io.graphkernel.runtime.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/** The kernels that reduce, with their definitions, written without the op table. */
final class ReductionCases {

    /** Half a unit in the last place, relative. */
    private static final double HALF_ULP = 0x1p-24;

    private ReductionCases() {}

    static List<ReductionCase> reductions() {
        List<ReductionCase> cases = new ArrayList<>();
        add(cases, "reduceSum", ReductionCases::sum, ReductionCases::sumError);
        add(cases, "reduceProd", ReductionCases::product, ReductionCases::productError);
        add(cases, "reduceMax", line -> Arrays.stream(line).reduce(Double.NEGATIVE_INFINITY, Math::max), line -> 0);
        add(cases, "reduceMin", line -> Arrays.stream(line).reduce(Double.POSITIVE_INFINITY, Math::min), line -> 0);
        add(cases, "reduceMean", line -> sum(line) / line.length, line -> 2 * sumError(line) / line.length);
        return cases;
    }

    static List<LineCase> lines() {
        return List.of(
                new LineCase("softmaxRows", "softmax", 1, ReductionCases::softmax, ReductionCases::softmaxError),
                new LineCase("softmaxColumns", "softmax", 0, ReductionCases::softmax, ReductionCases::softmaxError),
                new LineCase("logSoftmaxRows", "logSoftmax", 1, ReductionCases::logSoftmax, ReductionCases::logError),
                new LineCase(
                        "logSoftmaxColumns", "logSoftmax", 0, ReductionCases::logSoftmax, ReductionCases::logError));
    }

    private static void add(
            List<ReductionCase> cases,
            String op,
            ToDoubleFunction<double[]> definition,
            ToDoubleFunction<double[]> allowed) {
        boolean[] rows = {false, true};
        boolean[] columns = {true, false};
        boolean[] all = {true, true};
        cases.add(new ReductionCase(op + "Rows", op, rows, false, definition, allowed));
        cases.add(new ReductionCase(op + "RowsKept", op, rows, true, definition, allowed));
        cases.add(new ReductionCase(op + "Columns", op, columns, false, definition, allowed));
        cases.add(new ReductionCase(op + "ColumnsKept", op, columns, true, definition, allowed));
        cases.add(new ReductionCase(op + "All", op, all, false, definition, allowed));
        cases.add(new ReductionCase(op + "AllKept", op, all, true, definition, allowed));
    }

    private static double sum(double[] line) {
        return Arrays.stream(line).sum();
    }

    /** Relative to Σ|x|, whatever the order of the additions, as long as there are several chains. */
    private static double sumError(double[] line) {
        return 16 * HALF_ULP * Arrays.stream(line).map(Math::abs).sum();
    }

    private static double product(double[] line) {
        return Arrays.stream(line).reduce(1, (a, b) -> a * b);
    }

    private static double productError(double[] line) {
        return Math.abs(product(line)) * HALF_ULP * (line.length + 1) + Float.MIN_VALUE;
    }

    private static double[] shifted(double[] line) {
        double largest = Arrays.stream(line).reduce(Double.NEGATIVE_INFINITY, Math::max);
        return map(line, x -> x - largest);
    }

    private static double[] softmax(double[] line) {
        double[] exponentials = map(shifted(line), Math::exp);
        double total = sum(exponentials);
        return map(exponentials, e -> e / total);
    }

    /** The difference to the maximum is rounded, and e^d magnifies that |d| times. */
    private static double[] softmaxError(double[] line) {
        double[] differences = shifted(line);
        double[] results = softmax(line);
        double[] allowed = new double[line.length];
        for (int i = 0; i < line.length; i++) {
            allowed[i] = results[i] * HALF_ULP * (24 + 2 * Math.abs(differences[i])) + Float.MIN_VALUE;
        }
        return allowed;
    }

    private static double[] logSoftmax(double[] line) {
        double[] differences = shifted(line);
        double logTotal = Math.log(sum(map(differences, Math::exp)));
        return map(differences, d -> d - logTotal);
    }

    private static double[] logError(double[] line) {
        double logTotal = Math.log(sum(map(shifted(line), Math::exp)));
        return map(shifted(line), d -> HALF_ULP * (16 + 4 * Math.abs(d) + 4 * logTotal));
    }

    private static double[] map(double[] line, DoubleUnaryOperator function) {
        return Arrays.stream(line).map(function).toArray();
    }
}
