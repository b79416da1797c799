package io.graphkernel.conformance.oracle;

import io.graphkernel.conformance.oracle.Losses.Reduction;
import java.util.Arrays;

/**
 * Probabilities of all alignments of labels with time in float64: of few times by enumeration of the classes of each
 * time, of many by a recursion over the number of labels so far and the last class.
 */
public final class Alignments {

    private static final int MAX_ENUMERATED = 1024;

    /** Roundings of each time. */
    private static final double ROUNDINGS = 24;

    private final double[][] scores;
    private final int[] labels;
    private final int blank;
    private final Precision precision;
    /** Sum of the probabilities of the alignments that have a class at a time. */
    private final double[][] shares;

    private double total;

    private Alignments(double[][] scores, int[] labels, int blank, Precision precision) {
        this.precision = precision;
        this.scores = scores;
        this.labels = labels;
        this.blank = blank;
        this.shares = new double[scores.length][scores.length == 0 ? 0 : scores[0].length];
    }

    /** Returns the losses of sequences: of scores, targets and both lengths. */
    public static NdArray losses(int blank, Reduction reduction, boolean zeroInfinity, NdArray... x) {
        Real zero = Real.exact(0, Precision.of(x[0].dtype()));
        Scalar[] losses = new Scalar[x[0].dims()[1]];
        for (int n = 0; n < losses.length; n++) {
            Alignments own = of(blank, n, x);
            double loss = -Math.log(own.recursive());
            boolean isZero = zeroInfinity && Double.isInfinite(loss);
            losses[n] = isZero ? zero : zero.result(loss, own.error(loss), 0);
            if (reduction == Reduction.MEAN) {
                losses[n] = losses[n].over(zero.number(Math.max(1, own.labels.length)));
            }
        }
        return Losses.reduced(NdArray.vector(x[0].dtype(), losses), reduction, zero);
    }

    /** Returns minus the factor of each sequence times the probability of each class at each time. */
    public static NdArray gradient(int blank, NdArray... x) {
        Alignments[] sequences = new Alignments[x[0].dims()[1]];
        for (int n = 0; n < sequences.length; n++) {
            sequences[n] = of(blank, n, x);
            sequences[n].enumerate(new int[sequences[n].scores.length], 0);
        }
        return NdArray.generate(x[0].dtype(), x[0].dims(), p -> {
            Alignments own = sequences[p[1]];
            double share = p[0] < own.scores.length && own.total > 0 ? own.shares[p[0]][p[2]] / own.total : 0;
            Real factor = (Real) x[4].at(p[1]);
            double error = own.total > 0 ? own.error(Math.log(own.total)) * Math.abs(share * factor.value()) : 0;
            return factor.result(-share * factor.value(), error, share == 0 ? 0 : 2);
        });
    }

    private static Alignments of(int blank, int n, NdArray... x) {
        int times = (int) Math.min(x[0].dims()[0], integer(x[2], n));
        double[][] scores = new double[times][x[0].dims()[2]];
        for (int t = 0; t < times; t++) {
            for (int c = 0; c < scores[t].length; c++) {
                scores[t][c] = x[0].at(t, n, c).asDouble();
            }
        }
        int[] labels = new int[(int) integer(x[3], n)];
        Arrays.setAll(labels, i -> (int) integer(x[1], n, i));
        return new Alignments(scores, labels, blank, Precision.of(x[0].dtype()));
    }

    private static long integer(NdArray x, int... position) {
        return ((IntegerScalar) x.at(position)).value();
    }

    private double error(double logarithm) {
        return precision.roundingError(Math.max(1, Math.abs(logarithm)), ROUNDINGS * (scores.length + 1));
    }

    private double recursive() {
        int classes = scores.length == 0 ? 0 : scores[0].length;
        if (Math.pow(classes, scores.length) <= MAX_ENUMERATED) {
            enumerate(new int[scores.length], 0);
            return total;
        }
        double[][] sums = new double[labels.length + 1][2];
        sums[0][0] = 1;
        for (double[] row : scores) {
            double[][] next = new double[labels.length + 1][2];
            for (int k = 0; k <= labels.length; k++) {
                next[k][0] = Math.exp(row[blank]) * (sums[k][0] + sums[k][1]);
                if (k > 0) {
                    double advanced = sums[k - 1][0] + (k > 1 && labels[k - 1] == labels[k - 2] ? 0 : sums[k - 1][1]);
                    next[k][1] = Math.exp(row[labels[k - 1]]) * (advanced + sums[k][1]);
                }
            }
            sums = next;
        }
        return sums[labels.length][0] + sums[labels.length][1];
    }

    private void enumerate(int[] path, int time) {
        if (time == path.length) {
            if (Arrays.equals(collapsed(path), labels)) {
                double probability = Math.exp(sum(path));
                total += probability;
                for (int t = 0; t < path.length; t++) {
                    shares[t][path[t]] += probability;
                }
            }
            return;
        }
        for (int c = 0; c < scores[time].length; c++) {
            path[time] = c;
            enumerate(path, time + 1);
        }
    }

    private double sum(int... path) {
        double sum = 0;
        for (int t = 0; t < path.length; t++) {
            sum += scores[t][path[t]];
        }
        return sum;
    }

    /** Returns the classes without repetitions, then without blanks. */
    private int[] collapsed(int... path) {
        int[] kept = new int[path.length];
        int count = 0;
        for (int t = 0; t < path.length; t++) {
            if (path[t] != blank && (t == 0 || path[t] != path[t - 1])) {
                kept[count++] = path[t];
            }
        }
        return Arrays.copyOf(kept, count);
    }
}
