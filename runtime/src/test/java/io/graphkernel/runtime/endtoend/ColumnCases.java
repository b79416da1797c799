package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.endtoend.ElementwiseCases.each;
import static io.graphkernel.runtime.endtoend.ElementwiseCases.one;

import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The kernels of {@link ColumnKernels} and {@link FullKernels} with their references. Sizes are in alphabetic order: d
 * before n.
 */
final class ColumnCases {

    private static final float EPSILON = 1e-3f;

    private ColumnCases() {}

    static List<TemplateCase> columns() {
        return List.of(
                TemplateCase.of(
                                "columnSum",
                                "f32[n,d]",
                                "f32[d]",
                                (in, out) -> ColumnKernelsKernels.columnSum(in[0], out[0]),
                                in -> one(ColumnKernels.columnSum(in[0])),
                                (in, out, s) -> sums(in[0], out[0]))
                        .withTolerance(2e-5),
                TemplateCase.of(
                                "keptMean",
                                "f32[n,d]",
                                "f32[1,d]",
                                (in, out) -> ColumnKernelsKernels.keptMean(in[0], out[0]),
                                in -> one(ColumnKernels.keptMean(in[0])),
                                (in, out, s) -> means(in[0], out[0], s))
                        .withTolerance(2e-5),
                TemplateCase.of(
                                "moments",
                                "f32[n,d] f32[d]",
                                "f32[d] f32[d]",
                                (in, out) -> ColumnKernelsKernels.moments(in[0], in[1], out[0], out[1]),
                                in -> {
                                    ColumnKernels.Moments result = ColumnKernels.moments(in[0], in[1]);
                                    return new Tensor[] {result.sum(), result.squares()};
                                },
                                (in, out, s) -> {
                                    double[] shifted = in[0].clone();
                                    each(shifted, i -> in[0][i] - in[1][i % s[0]]);
                                    sums(shifted, out[0]);
                                    each(shifted, i -> shifted[i] * shifted[i]);
                                    sums(shifted, out[1]);
                                })
                        .withTolerance(2e-5),
                TemplateCase.of(
                        "weightedMaximum",
                        "f32[n,d] f32[n,1] f32[d]",
                        "f32[d]",
                        (in, out) -> ColumnKernelsKernels.weightedMaximum(in[0], in[1], in[2], out[0]),
                        in -> one(ColumnKernels.weightedMaximum(in[0], in[1], in[2])),
                        (in, out, s) -> {
                            Arrays.fill(out[0], Double.NEGATIVE_INFINITY);
                            for (int i = 0; i < in[0].length; i++) {
                                double x = in[0][i] * in[1][i / s[0]];
                                out[0][i % s[0]] = Math.max(out[0][i % s[0]], x);
                            }
                            each(out[0], i -> out[0][i] * in[2][i]);
                        }),
                TemplateCase.of(
                                "batchNorm",
                                "f32[n,d] f32[d] f32[d]",
                                "f32[n,d]",
                                (in, out) -> ColumnKernelsKernels.batchNorm(in[0], in[1], in[2], EPSILON, out[0]),
                                in -> one(ColumnKernels.batchNorm(in[0], in[1], in[2], EPSILON)),
                                ColumnCases::batchNorm)
                        .withTolerance(2e-5),
                TemplateCase.of(
                        "activated",
                        "f32[n,d] f32[d]",
                        "f32[n,d] f32[d]",
                        (in, out) -> ColumnKernelsKernels.activated(in[0], in[1], out[0], out[1]),
                        in -> {
                            ColumnKernels.Activated result = ColumnKernels.activated(in[0], in[1]);
                            return new Tensor[] {result.whole(), result.sum()};
                        },
                        (in, out, s) -> {
                            each(out[0], i -> Math.max(in[0][i] + in[1][i % s[0]], 0));
                            sums(out[0], out[1]);
                        }),
                TemplateCase.of(
                                "columnSumAndScalar",
                                "f32[n,d] f32[]",
                                "f32[d] f32[]",
                                (in, out) -> ColumnKernelsKernels.sumAndScalar(in[0], in[1], out[0], out[1]),
                                in -> {
                                    ColumnKernels.SumAndScalar result = ColumnKernels.sumAndScalar(in[0], in[1]);
                                    return new Tensor[] {result.sum(), result.scalar()};
                                },
                                (in, out, s) -> {
                                    sums(in[0], out[0]);
                                    each(out[0], i -> out[0][i] * in[1][0] * 2);
                                    out[1][0] = in[1][0] * 2;
                                })
                        .withTolerance(2e-5),
                TemplateCase.of(
                        "columnAny",
                        "f32[n,d] f32[d]",
                        "bool[d]",
                        (in, out) -> ColumnKernelsKernels.columnAny(in[0], in[1], out[0]),
                        in -> one(ColumnKernels.columnAny(in[0], in[1])),
                        (in, out, s) -> {
                            for (int i = 0; i < in[0].length; i++) {
                                out[0][i % s[0]] = Math.max(out[0][i % s[0]], in[0][i] > in[1][i % s[0]] ? 1 : 0);
                            }
                        }),
                TemplateCase.of(
                                "layerNormGradient",
                                "f32[n,d] f32[n,d] f32[n,1] f32[n,1] f32[d]",
                                "f32[n,d] f32[d] f32[d]",
                                (in, out) -> ColumnKernelsKernels.layerNormGradient(
                                        in[0], in[1], in[2], in[3], in[4], out[0], out[1], out[2]),
                                in -> {
                                    ColumnKernels.Gradients result =
                                            ColumnKernels.layerNormGradient(in[0], in[1], in[2], in[3], in[4]);
                                    return new Tensor[] {result.dx(), result.dgamma(), result.dbeta()};
                                },
                                ColumnCases::layerNormGradient)
                        .withTolerance(2e-5),
                TemplateCase.of(
                        "balance",
                        "f32[b,n,d]",
                        "f32[b,n,1] f32[d] bool[d]",
                        (in, out) -> ColumnKernelsKernels.balance(in[0], out[0], out[1], out[2]),
                        in -> {
                            ColumnKernels.Balance result = ColumnKernels.balance(in[0]);
                            return new Tensor[] {result.rows(), result.largest(), result.over()};
                        },
                        ColumnCases::balance),
                TemplateCase.of(
                                "firstOfThree",
                                "f32[a,b,c] f32[b,1]",
                                "f32[b,c]",
                                (in, out) -> ColumnKernelsKernels.firstOfThree(in[0], in[1], out[0]),
                                in -> one(ColumnKernels.firstOfThree(in[0], in[1])),
                                (in, out, s) -> {
                                    sums(in[0], out[0]);
                                    each(out[0], i -> out[0][i] * in[1][i / s[2]]);
                                })
                        .withTolerance(2e-5),
                TemplateCase.of(
                                "firstTwoOfThree",
                                "f32[a,b,c] f32[a,1,1]",
                                "f32[c]",
                                (in, out) -> ColumnKernelsKernels.firstTwoOfThree(in[0], in[1], out[0]),
                                in -> one(ColumnKernels.firstTwoOfThree(in[0], in[1])),
                                (in, out, s) -> {
                                    for (int i = 0; i < in[0].length; i++) {
                                        out[0][i % s[2]] += in[0][i] * in[1][i / s[2] / s[1]];
                                    }
                                })
                        .withTolerance(2e-5),
                TemplateCase.of(
                        "firstTwoOfFour",
                        "f32[a,b,c,d]",
                        "f32[c,d]",
                        (in, out) -> ColumnKernelsKernels.firstTwoOfFour(in[0], out[0]),
                        in -> one(ColumnKernels.firstTwoOfFour(in[0])),
                        (in, out, s) -> {
                            Arrays.fill(out[0], Double.POSITIVE_INFINITY);
                            for (int i = 0; i < in[0].length; i++) {
                                int column = i % out[0].length;
                                out[0][column] = Math.min(out[0][column], in[0][i]);
                            }
                        }));
    }

    static List<TemplateCase> full() {
        return List.of(
                TemplateCase.of(
                        "sumOfSquares",
                        "f32[n,d]",
                        "f32[]",
                        (in, out) -> FullKernelsKernels.sumOfSquares(in[0], out[0]),
                        in -> one(FullKernels.sumOfSquares(in[0])),
                        (in, out, s) -> out[0][0] = RowCases.sum(in[0], x -> x * x)),
                TemplateCase.of(
                                "dot",
                                "f32[n] f32[n]",
                                "f32[]",
                                (in, out) -> FullKernelsKernels.dot(in[0], in[1], out[0]),
                                in -> one(FullKernels.dot(in[0], in[1])),
                                (in, out, s) -> {
                                    for (int i = 0; i < s[0]; i++) {
                                        out[0][0] += in[0][i] * in[1][i];
                                    }
                                })
                        .withTolerance(1e-4),
                TemplateCase.of(
                        "meanKept",
                        "f32[n,d]",
                        "f32[1,1]",
                        (in, out) -> FullKernelsKernels.meanKept(in[0], out[0]),
                        in -> one(FullKernels.meanKept(in[0])),
                        (in, out, s) -> out[0][0] = RowCases.sum(in[0], Math::abs) / in[0].length),
                TemplateCase.of(
                        "summary",
                        "f32[a,b,c]",
                        "f32[] f32[] f32[]",
                        (in, out) -> FullKernelsKernels.summary(in[0], out[0], out[1], out[2]),
                        in -> {
                            FullKernels.Summary result = FullKernels.summary(in[0]);
                            return new Tensor[] {result.sum(), result.largest(), result.smallest()};
                        },
                        (in, out, s) -> {
                            out[0][0] = RowCases.sum(in[0], Math::abs);
                            out[1][0] = RowCases.largest(in[0]);
                            out[2][0] = -RowCases.largest(RowCases.negated(in[0]));
                        }),
                TemplateCase.of(
                        "clipByGlobalNorm",
                        "f32[n,d]",
                        "f32[n,d]",
                        (in, out) -> FullKernelsKernels.clipByGlobalNorm(in[0], 5, out[0]),
                        in -> one(FullKernels.clipByGlobalNorm(in[0], 5)),
                        (in, out, s) -> {
                            double norm = Math.sqrt(RowCases.sum(in[0], x -> x * x));
                            each(out[0], i -> in[0][i] * Math.min(5 / (norm + 1e-6), 1));
                        }),
                TemplateCase.of(
                        "squaredError",
                        "f32[n,d] f32[d] f32[n,1]",
                        "f32[n,d] f32[]",
                        (in, out) -> FullKernelsKernels.squaredError(in[0], in[1], in[2], out[0], out[1]),
                        in -> {
                            FullKernels.WholeAndLoss result = FullKernels.squaredError(in[0], in[1], in[2]);
                            return new Tensor[] {result.whole(), result.loss()};
                        },
                        (in, out, s) -> {
                            each(out[0], i -> (in[0][i] - in[1][i % s[0]]) * in[2][i / s[0]]);
                            out[1][0] = RowCases.sum(out[0], x -> x * x) / out[0].length;
                        }));
    }

    private static void batchNorm(double[][] in, double[][] out, int[] s) {
        double[] mean = new double[s[0]];
        means(in[0], mean, s);
        double[] squares = in[0].clone();
        each(squares, i -> (in[0][i] - mean[i % s[0]]) * (in[0][i] - mean[i % s[0]]));
        double[] variance = new double[s[0]];
        means(squares, variance, s);
        each(out[0], i -> {
            int column = i % s[0];
            double normal = (in[0][i] - mean[column]) / Math.sqrt(variance[column] + EPSILON);
            return normal * in[1][column] + in[2][column];
        });
    }

    private static void layerNormGradient(double[][] in, double[][] out, int[] s) {
        double[] meanOfSlopes = new double[s[1]];
        double[] mean = new double[s[1]];
        for (int i = 0; i < in[0].length; i++) {
            int row = i / s[0];
            int column = i % s[0];
            double normal = (in[0][i] - in[3][row]) / Math.sqrt(in[2][row] * in[2][row] + 1);
            out[1][column] += in[1][i] * normal;
            out[2][column] += in[1][i];
            mean[row] += in[1][i] * in[4][column] / s[0];
            meanOfSlopes[row] += in[1][i] * in[4][column] * normal / s[0];
        }
        each(out[0], i -> {
            int row = i / s[0];
            double reciprocal = 1 / Math.sqrt(in[2][row] * in[2][row] + 1);
            double normal = (in[0][i] - in[3][row]) * reciprocal;
            return reciprocal * (in[1][i] * in[4][i % s[0]] - mean[row] - normal * meanOfSlopes[row]);
        });
    }

    private static void balance(double[][] in, double[][] out, int[] s) {
        Arrays.fill(out[0], Double.NEGATIVE_INFINITY);
        Arrays.fill(out[1], Double.NEGATIVE_INFINITY);
        each(in[0], i -> {
            out[0][i / s[1]] = Math.max(out[0][i / s[1]], in[0][i]);
            out[1][i % s[1]] = Math.max(out[1][i % s[1]], in[0][i]);
            return in[0][i];
        });
        for (int i = 0; i < in[0].length; i++) {
            boolean over = (float) out[0][i / s[1]] - (float) in[0][i] > 3;
            out[2][i % s[1]] = over ? 1 : out[2][i % s[1]];
        }
    }

    private static void sums(double[] x, double[] out) {
        for (int i = 0; i < x.length; i++) {
            out[i % out.length] += x[i];
        }
    }

    private static void means(double[] x, double[] out, int[] s) {
        sums(x, out);
        each(out, i -> out[i] / s[1]);
    }
}
