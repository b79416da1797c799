package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.endtoend.ElementwiseCases.each;
import static io.graphkernel.runtime.endtoend.ElementwiseCases.one;

import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** The kernels of {@link RowKernels} with their references. Sizes are in alphabetic order: d before n. */
final class RowCases {

    private static final float EPSILON = 1e-3f;

    private RowCases() {}

    static List<TemplateCase> all() {
        return List.of(
                TemplateCase.of(
                        "softmax",
                        "f32[n,d]",
                        "f32[n,d]",
                        (in, out) -> RowKernelsKernels.softmax(in[0], out[0]),
                        in -> one(RowKernels.softmax(in[0])),
                        (in, out, s) -> rows(in[0], out[0], s, row -> {
                            double sum = sum(row, Math::exp);
                            return x -> Math.exp(x) / sum;
                        })),
                TemplateCase.of(
                        "logSoftmax",
                        "f32[n,d]",
                        "f32[n,d]",
                        (in, out) -> RowKernelsKernels.logSoftmaxOfRows(in[0], out[0]),
                        in -> one(RowKernels.logSoftmaxOfRows(in[0])),
                        (in, out, s) -> rows(in[0], out[0], s, row -> {
                            double logSum = Math.log(sum(row, Math::exp));
                            return x -> x - logSum;
                        })),
                TemplateCase.of(
                        "layerNorm",
                        "f32[n,d] f32[d] f32[d]",
                        "f32[n,d]",
                        (in, out) -> RowKernelsKernels.layerNorm(in[0], in[1], in[2], EPSILON, out[0]),
                        in -> one(RowKernels.layerNorm(in[0], in[1], in[2], EPSILON)),
                        (in, out, s) -> layerNorm(in[0], in[1], in[2], out[0], s)),
                TemplateCase.of(
                        "rmsNorm",
                        "f32[n,d] f32[d]",
                        "f32[n,d]",
                        (in, out) -> RowKernelsKernels.rmsNorm(in[0], in[1], EPSILON, out[0]),
                        in -> one(RowKernels.rmsNorm(in[0], in[1], EPSILON)),
                        (in, out, s) -> {
                            rows(in[0], out[0], s, row -> {
                                double scale = 1 / Math.sqrt(sum(row, x -> x * x) / s[0] + EPSILON);
                                return x -> x * scale;
                            });
                            each(out[0], i -> out[0][i] * in[1][i % s[0]]);
                        }),
                TemplateCase.of(
                        "addLayerNorm",
                        "f32[n,d] f32[n,d] f32[d] f32[d]",
                        "f32[n,d] f32[n,d]",
                        (in, out) ->
                                RowKernelsKernels.addLayerNorm(in[0], in[1], in[2], in[3], EPSILON, out[0], out[1]),
                        in -> {
                            RowKernels.NormalisedAndSum result =
                                    RowKernels.addLayerNorm(in[0], in[1], in[2], in[3], EPSILON);
                            return new Tensor[] {result.normalized(), result.sum()};
                        },
                        (in, out, s) -> {
                            each(out[1], i -> in[0][i] + in[1][i]);
                            layerNorm(out[1], in[2], in[3], out[0], s);
                        }),
                TemplateCase.of(
                        "variance",
                        "f32[n,d]",
                        "f32[n]",
                        (in, out) -> RowKernelsKernels.variance(in[0], out[0]),
                        in -> one(RowKernels.variance(in[0])),
                        (in, out, s) -> each(out[0], i -> {
                            double[] row = row(in[0], i, s[0]);
                            double mean = sum(row, x -> x) / s[0];
                            return sum(row, x -> (x - mean) * (x - mean)) / s[0];
                        })),
                TemplateCase.of(
                                "extremes",
                                "f32[n,d]",
                                "f32[n] f32[n] f32[n]",
                                (in, out) -> RowKernelsKernels.extremes(in[0], out[0], out[1], out[2]),
                                in -> {
                                    RowKernels.Extremes result = RowKernels.extremes(in[0]);
                                    return new Tensor[] {result.largest(), result.smallest(), result.product()};
                                },
                                (in, out, s) -> {
                                    each(out[0], i -> largest(row(in[0], i, s[0])));
                                    each(out[1], i -> -largest(negated(row(in[0], i, s[0]))));
                                    each(out[2], i -> {
                                        double product = 1;
                                        for (double x : row(in[0], i, s[0])) {
                                            product *= x * 0.01 + 1;
                                        }
                                        return product;
                                    });
                                })
                        .withTolerance(1e-4),
                TemplateCase.of(
                        "keptMaximum",
                        "f32[n,d]",
                        "f32[n,1]",
                        (in, out) -> RowKernelsKernels.keptMaximum(in[0], out[0]),
                        in -> one(RowKernels.keptMaximum(in[0])),
                        (in, out, s) -> each(out[0], i -> {
                            double[] row = row(in[0], i, s[0]);
                            return row.length == 0
                                    ? Double.NEGATIVE_INFINITY
                                    : Arrays.stream(row).map(x -> x * x).max().getAsDouble();
                        })),
                TemplateCase.of(
                                "weightedSum",
                                "f32[n,d] f32[n] f32[]",
                                "f32[n]",
                                (in, out) -> RowKernelsKernels.weightedSum(in[0], in[1], in[2], out[0]),
                                in -> one(RowKernels.weightedSum(in[0], in[1], in[2])),
                                (in, out, s) ->
                                        each(out[0], i -> sum(row(in[0], i, s[0]), x -> x) * in[1][i] * in[2][0]))
                        .withTolerance(2e-5),
                TemplateCase.of(
                        "standardRange",
                        "f32[n,d] f32[n,1]",
                        "f32[n,d]",
                        (in, out) -> RowKernelsKernels.standardRange(in[0], in[1], out[0]),
                        in -> one(RowKernels.standardRange(in[0], in[1])),
                        (in, out, s) -> {
                            rows(in[0], out[0], s, row -> {
                                double mean = sum(row, x -> x) / s[0];
                                double range = largest(row) + largest(negated(row)) + 1;
                                return x -> (x - mean) / range;
                            });
                            each(out[0], i -> out[0][i] + in[1][i / s[0]]);
                        }),
                TemplateCase.of(
                                "crossEntropy",
                                "f32[n,d] f32[n,d]",
                                "f32[n]",
                                (in, out) -> RowKernelsKernels.crossEntropy(in[0], in[1], out[0]),
                                in -> one(RowKernels.crossEntropy(in[0], in[1])),
                                RowCases::crossEntropy)
                        .withTolerance(2e-5),
                TemplateCase.of(
                        "aboveMean",
                        "f32[n,d]",
                        "bool[n,d]",
                        (in, out) -> RowKernelsKernels.aboveMean(in[0], out[0]),
                        in -> one(RowKernels.aboveMean(in[0])),
                        (in, out, s) -> rows(in[0], out[0], s, row -> {
                            double mean = sum(row, x -> x) / s[0];
                            return x -> s[0] > 1 && x > mean ? 1 : 0;
                        })),
                TemplateCase.of(
                        "anyAbove",
                        "f32[n,d] f32[n]",
                        "bool[n]",
                        (in, out) -> RowKernelsKernels.anyAbove(in[0], in[1], out[0]),
                        in -> one(RowKernels.anyAbove(in[0], in[1])),
                        (in, out, s) -> each(out[0], i -> largest(row(in[0], i, s[0])) > in[1][i] ? 1 : 0)),
                TemplateCase.of(
                                "countMasked",
                                "bool[n,d] f32[n,d]",
                                "f32[n]",
                                (in, out) -> RowKernelsKernels.countMasked(in[0], in[1], out[0]),
                                in -> one(RowKernels.countMasked(in[0], in[1])),
                                (in, out, s) -> {
                                    for (int i = 0; i < in[0].length; i++) {
                                        out[0][i / s[0]] += in[0][i] * in[1][i];
                                    }
                                })
                        .withTolerance(2e-5),
                TemplateCase.of(
                                "rowSumsAndScalar",
                                "f32[n,d] f32[]",
                                "f32[n] f32[]",
                                (in, out) -> RowKernelsKernels.rowsAndScalar(in[0], in[1], out[0], out[1]),
                                in -> {
                                    RowKernels.RowsAndScalar result = RowKernels.rowsAndScalar(in[0], in[1]);
                                    return new Tensor[] {result.rows(), result.scalar()};
                                },
                                (in, out, s) -> {
                                    each(out[0], i -> sum(row(in[0], i, s[0]), x -> x) * in[1][0] * 2);
                                    out[1][0] = in[1][0] * 2;
                                })
                        .withTolerance(2e-5),
                TemplateCase.of(
                                "lastOfThree",
                                "f32[a,b,c] f32[b,1]",
                                "f32[a,b]",
                                (in, out) -> RowKernelsKernels.lastOfThree(in[0], in[1], out[0]),
                                in -> one(RowKernels.lastOfThree(in[0], in[1])),
                                (in, out, s) -> each(out[0], i -> sum(row(in[0], i, s[2]), x -> x) * in[1][i % s[1]]))
                        .withTolerance(2e-5),
                TemplateCase.of(
                        "lastTwoOfThree",
                        "f32[a,b,c]",
                        "f32[a,b,c]",
                        (in, out) -> RowKernelsKernels.lastTwoOfThree(in[0], out[0]),
                        in -> one(RowKernels.lastTwoOfThree(in[0])),
                        (in, out, s) -> rows(in[0], out[0], new int[] {s[1] * s[2]}, row -> {
                            double mean = sum(row, x -> x) / row.length;
                            return x -> x - mean;
                        })),
                TemplateCase.of(
                                "lastTwoOfFour",
                                "f32[a,b,c,d] f32[a,1,c,1] f32[a,b]",
                                "f32[a,b]",
                                (in, out) -> RowKernelsKernels.lastTwoOfFour(in[0], in[1], in[2], out[0]),
                                in -> one(RowKernels.lastTwoOfFour(in[0], in[1], in[2])),
                                (in, out, s) -> {
                                    each(out[0], i -> in[2][i]);
                                    for (int i = 0; i < in[0].length; i++) {
                                        int row = i / s[3] / s[2];
                                        out[0][row] += in[0][i] * in[1][row / s[1] * s[2] + i / s[3] % s[2]];
                                    }
                                })
                        .withTolerance(2e-5));
    }

    private static void crossEntropy(double[][] in, double[][] out, int[] s) {
        each(out[0], i -> {
            double[] logits = row(in[0], i, s[0]);
            double[] target = row(in[1], i, s[0]);
            double largest = largest(logits);
            double logSum = Math.log(sum(logits, x -> Math.exp(x - largest)));
            double chosen = 0;
            for (int j = 0; j < s[0]; j++) {
                chosen += (logits[j] - largest) * target[j];
            }
            return logSum * sum(target, x -> x) - chosen;
        });
    }

    private static void layerNorm(double[] x, double[] gamma, double[] beta, double[] out, int[] s) {
        rows(x, out, s, row -> {
            double mean = sum(row, v -> v) / s[0];
            double scale = 1 / Math.sqrt(sum(row, v -> (v - mean) * (v - mean)) / s[0] + EPSILON);
            return v -> (v - mean) * scale;
        });
        each(out, i -> out[i] * gamma[i % s[0]] + beta[i % s[0]]);
    }

    private interface RowFunction {
        DoubleUnaryOperator of(double[] row);
    }

    /** Applies to each element what a row, of the length that the first size gives, says. */
    private static void rows(double[] x, double[] out, int[] s, RowFunction function) {
        for (int begin = 0; s[0] > 0 && begin < x.length; begin += s[0]) {
            DoubleUnaryOperator element = function.of(row(x, begin / s[0], s[0]));
            for (int i = begin; i < begin + s[0]; i++) {
                out[i] = element.applyAsDouble(x[i]);
            }
        }
    }

    static double[] row(double[] x, int index, int length) {
        return Arrays.copyOfRange(x, index * length, (index + 1) * length);
    }

    static double sum(double[] row, DoubleUnaryOperator function) {
        double sum = 0;
        for (double x : row) {
            sum += function.applyAsDouble(x);
        }
        return sum;
    }

    static double largest(double[] row) {
        return Arrays.stream(row).max().orElse(Double.NEGATIVE_INFINITY);
    }

    static double[] negated(double[] row) {
        return Arrays.stream(row).map(x -> -x).toArray();
    }
}
