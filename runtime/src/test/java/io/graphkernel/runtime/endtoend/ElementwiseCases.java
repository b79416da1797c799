package io.graphkernel.runtime.endtoend;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.endtoend.ElementwiseKernels.WholeAndScalar;
import java.util.List;

/** The kernels of {@link ElementwiseKernels} with their references. Sizes are in alphabetic order: d before n. */
final class ElementwiseCases {

    private ElementwiseCases() {}

    static List<TemplateCase> all() {
        return List.of(
                TemplateCase.of(
                        "flat",
                        "f32[n,d] f32[n,d]",
                        "f32[n,d]",
                        (in, out) -> ElementwiseKernelsKernels.flat(in[0], in[1], out[0]),
                        in -> one(ElementwiseKernels.flat(in[0], in[1])),
                        (in, out, s) -> each(out[0], i -> (in[0][i] - in[1][i]) * in[0][i])),
                TemplateCase.of(
                        "vector",
                        "f32[n] f32[]",
                        "f32[n]",
                        (in, out) -> ElementwiseKernelsKernels.vector(in[0], in[1], out[0]),
                        in -> one(ElementwiseKernels.vector(in[0], in[1])),
                        (in, out, s) -> each(out[0], i -> in[0][i] * in[1][0] + 1)),
                TemplateCase.of(
                        "scalars",
                        "f32[] f32[]",
                        "f32[]",
                        (in, out) -> ElementwiseKernelsKernels.scalars(in[0], in[1], out[0]),
                        in -> one(ElementwiseKernels.scalars(in[0], in[1])),
                        (in, out, s) -> out[0][0] = in[0][0] * in[1][0] - in[1][0]),
                TemplateCase.of(
                        "rowVector",
                        "f32[n,d] f32[d]",
                        "f32[n,d]",
                        (in, out) -> ElementwiseKernelsKernels.rowVector(in[0], in[1], out[0]),
                        in -> one(ElementwiseKernels.rowVector(in[0], in[1])),
                        (in, out, s) -> each(out[0], i -> Math.tanh(in[0][i] + in[1][i % s[0]]))),
                TemplateCase.of(
                        "columnVector",
                        "f32[n,d] f32[n,1]",
                        "f32[n,d]",
                        (in, out) -> ElementwiseKernelsKernels.columnVector(in[0], in[1], out[0]),
                        in -> one(ElementwiseKernels.columnVector(in[0], in[1])),
                        (in, out, s) -> each(out[0], i -> in[0][i] * in[1][i / s[0]])),
                TemplateCase.of(
                        "everyBroadcast",
                        "f32[n,d] f32[d] f32[n,1] f32[1,d] f32[] f32[1,1]",
                        "f32[n,d]",
                        (in, out) -> ElementwiseKernelsKernels.everyBroadcast(
                                in[0], in[1], in[2], in[3], in[4], in[5], out[0]),
                        in -> one(ElementwiseKernels.everyBroadcast(in[0], in[1], in[2], in[3], in[4], in[5])),
                        (in, out, s) -> each(
                                out[0],
                                i -> (in[0][i] + in[1][i % s[0]]) * in[2][i / s[0]]
                                        - in[3][i % s[0]] * in[4][0]
                                        + in[5][0])),
                TemplateCase.of(
                        "outer",
                        "f32[n,1] f32[d]",
                        "f32[n,d]",
                        (in, out) -> ElementwiseKernelsKernels.outer(in[0], in[1], out[0]),
                        in -> one(ElementwiseKernels.outer(in[0], in[1])),
                        (in, out, s) -> each(out[0], i -> in[0][i / s[0]] * in[1][i % s[0]] - in[1][i % s[0]])),
                TemplateCase.of(
                        "rank3",
                        "f32[a,b,c] f32[a,1,c] f32[b,1] f32[c]",
                        "f32[a,b,c]",
                        (in, out) -> ElementwiseKernelsKernels.rank3(in[0], in[1], in[2], in[3], out[0]),
                        in -> one(ElementwiseKernels.rank3(in[0], in[1], in[2], in[3])),
                        ElementwiseCases::rank3),
                TemplateCase.of(
                        "rank3Leading",
                        "f32[a,b,c] f32[a,1,1]",
                        "f32[a,b,c]",
                        (in, out) -> ElementwiseKernelsKernels.rank3Leading(in[0], in[1], out[0]),
                        in -> one(ElementwiseKernels.rank3Leading(in[0], in[1])),
                        (in, out, s) -> each(out[0], i -> in[0][i] * in[1][i / s[2] / s[1]])),
                TemplateCase.of(
                        "rank4",
                        "f32[a,b,c,d] f32[a,1,c,1] f32[b,1,d] f32[a,1,1,d]",
                        "f32[a,b,c,d]",
                        (in, out) -> ElementwiseKernelsKernels.rank4(in[0], in[1], in[2], in[3], out[0]),
                        in -> one(ElementwiseKernels.rank4(in[0], in[1], in[2], in[3])),
                        ElementwiseCases::rank4),
                TemplateCase.of(
                        "rank4Middle",
                        "f32[a,b,c,d] f32[b,c,1] f32[c,d]",
                        "f32[a,b,c,d]",
                        (in, out) -> ElementwiseKernelsKernels.rank4Middle(in[0], in[1], in[2], out[0]),
                        in -> one(ElementwiseKernels.rank4Middle(in[0], in[1], in[2])),
                        (in, out, s) -> each(
                                out[0], i -> in[0][i] * in[1][i / s[3] % (s[1] * s[2])] + in[2][i % (s[2] * s[3])])),
                TemplateCase.of(
                        "clip",
                        "f32[n,d] f32[d] f32[n,1]",
                        "f32[n,d]",
                        (in, out) -> ElementwiseKernelsKernels.clip(in[0], in[1], in[2], out[0]),
                        in -> one(ElementwiseKernels.clip(in[0], in[1], in[2])),
                        (in, out, s) -> each(out[0], i -> {
                            double low = in[1][i % s[0]];
                            return in[0][i] < low ? low : Math.min(in[0][i], in[2][i / s[0]]);
                        })),
                TemplateCase.of(
                        "predicate",
                        "f32[n,d] f32[d]",
                        "bool[n,d]",
                        (in, out) -> ElementwiseKernelsKernels.predicate(in[0], in[1], out[0]),
                        in -> one(ElementwiseKernels.predicate(in[0], in[1])),
                        (in, out, s) -> each(out[0], i -> in[0][i] < in[1][i % s[0]] || in[0][i] > 1 ? 1 : 0)),
                TemplateCase.of(
                        "masked",
                        "bool[n,d] bool[n,1] bool[d] f32[n,d]",
                        "f32[n,d]",
                        (in, out) -> ElementwiseKernelsKernels.masked(in[0], in[1], in[2], in[3], out[0]),
                        in -> one(ElementwiseKernels.masked(in[0], in[1], in[2], in[3])),
                        (in, out, s) -> each(out[0], i -> {
                            boolean kept = in[0][i] != 0 && (in[1][i / s[0]] != 0 || in[2][i % s[0]] != 0);
                            return kept ? in[3][i] : in[3][i] * 0.5;
                        })),
                TemplateCase.of(
                        "bounds",
                        "f32[n,d]",
                        "f32[n,d]",
                        (in, out) -> ElementwiseKernelsKernels.bounds(in[0], out[0]),
                        in -> one(ElementwiseKernels.bounds(in[0])),
                        (in, out, s) -> each(out[0], i -> Math.abs(in[0][i]) - in[0][i] * in[0][i])),
                TemplateCase.of(
                        "fixed",
                        "f32[n,3] f32[3]",
                        "f32[n,3]",
                        (in, out) -> ElementwiseKernelsKernels.fixed(in[0], in[1], out[0]),
                        in -> one(ElementwiseKernels.fixed(in[0], in[1])),
                        (in, out, s) -> each(out[0], i -> in[0][i] + in[1][i % 3])),
                TemplateCase.of(
                        "wholeAndScalar",
                        "f32[n,d] f32[]",
                        "f32[n,d] f32[]",
                        (in, out) -> ElementwiseKernelsKernels.wholeAndScalar(in[0], in[1], out[0], out[1]),
                        in -> both(ElementwiseKernels.wholeAndScalar(in[0], in[1])),
                        (in, out, s) -> {
                            each(out[0], i -> in[0][i] * in[1][0] * 2);
                            out[1][0] = in[1][0] * 2;
                        }),
                TemplateCase.of(
                        "rowsAndScalar",
                        "f32[n,d] f32[d] f32[]",
                        "f32[n,d] f32[]",
                        (in, out) -> ElementwiseKernelsKernels.rowsAndScalar(in[0], in[1], in[2], out[0], out[1]),
                        in -> both(ElementwiseKernels.rowsAndScalar(in[0], in[1], in[2])),
                        (in, out, s) -> {
                            each(out[0], i -> (in[0][i] + in[1][i % s[0]]) * in[2][0] * 2);
                            out[1][0] = in[2][0] * 2;
                        }));
    }

    private static void rank3(double[][] in, double[][] out, int[] s) {
        int next = 0;
        for (int a = 0; a < s[0]; a++) {
            for (int b = 0; b < s[1]; b++) {
                for (int c = 0; c < s[2]; c++, next++) {
                    out[0][next] = (in[0][next] + in[1][a * s[2] + c]) * in[2][b] - in[3][c];
                }
            }
        }
    }

    private static void rank4(double[][] in, double[][] out, int[] s) {
        int next = 0;
        for (int a = 0; a < s[0]; a++) {
            for (int b = 0; b < s[1]; b++) {
                for (int c = 0; c < s[2]; c++) {
                    for (int d = 0; d < s[3]; d++, next++) {
                        double sum = in[0][next] + in[1][a * s[2] + c];
                        out[0][next] = sum * in[2][b * s[3] + d] - in[3][a * s[3] + d];
                    }
                }
            }
        }
    }

    interface Element {
        double at(int index);
    }

    static void each(double[] out, Element element) {
        for (int i = 0; i < out.length; i++) {
            out[i] = element.at(i);
        }
    }

    static Tensor[] one(Tensor tensor) {
        return new Tensor[] {tensor};
    }

    private static Tensor[] both(WholeAndScalar results) {
        return new Tensor[] {results.whole(), results.scalar()};
    }
}
