package counters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The loops of {@link Counters} in float64, over Java arrays. */
final class CountersOracle {

    private CountersOracle() {}

    private static double[] next(double[] h, double[] row) {
        double[] result = new double[h.length];
        for (int k = 0; k < h.length; k++) {
            result[k] = Math.sin(h[k] * 0.7 + row[k]);
        }
        return result;
    }

    private static double[] scaled(double[] h, double scale) {
        return Arrays.stream(h).map(value -> value * scale).toArray();
    }

    private static double sum(double[] h) {
        return Arrays.stream(h).sum();
    }

    private static double[] joined(List<double[]> rows) {
        return rows.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    static double[] counted(double[][] x, double[] h0) {
        List<double[]> states = new ArrayList<>();
        double[] h = h0;
        for (double[] row : x) {
            h = next(h, row);
            states.add(h);
        }
        return joined(states);
    }

    static double[] leading(double[][] x, double[] h0) {
        double[] h = h0;
        for (int i = 0; i < x.length; i++) {
            h = next(h, x[i]);
            for (int k = 0; k < h.length; k++) {
                h[k] += x[i][k] * (i + 1);
            }
        }
        return scaled(h, x.length);
    }

    static double[] tested(double[][] x, double[] h0) {
        double[] h = h0;
        int end = 0;
        for (int i = 0; i < x.length; i += 2) {
            h = next(h, x[i]);
            end = i + 2;
        }
        for (int i = x.length - 1; i >= 0; i--) {
            h = next(h, x[i]);
        }
        return scaled(h, end);
    }

    static double[] broken(double[][] x, double[] h0, double limit) {
        double[] h = h0;
        for (int i = 0; i < x.length; i++) {
            h = next(h, x[i]);
            if (sum(h) > limit) {
                return scaled(h, i + 1);
            }
            h = scaled(h, 1.5);
        }
        return scaled(h, x.length + 1);
    }

    static double[] extended(double[][] x, double[] h0) {
        List<double[]> states = new ArrayList<>(List.of(h0));
        double[] h = h0;
        for (double[] row : x) {
            h = next(h, row);
            states.add(h);
            states.add(Arrays.stream(h).map(value -> value * value).toArray());
        }
        states.addAll(Arrays.asList(x));
        states.add(scaled(h, 3));
        double[] all = new double[states.size() * h.length];
        for (int k = 0; k < h.length; k++) {
            double factor = h0[k] + 3 * h[k] + states.get(1)[k];
            for (int i = 0; i < states.size(); i++) {
                all[k * states.size() + i] = states.get(i)[k] + factor + states.size();
            }
        }
        return all;
    }

    static double[] initialized(double[] x, int n) {
        double[] h = Arrays.stream(x).map(Math::sin).toArray();
        for (int i = 0; i < n; i++) {
            h = halved(h, i);
        }
        for (int k = 0; k < 90; k++) {
            h = halved(h, k);
        }
        for (int outer = 0; outer < 2; outer++) {
            for (int m = 0; m < n; m += 2) {
                h = halved(h, m + 3);
            }
        }
        return Arrays.stream(h).map(value -> value + n).toArray();
    }

    static double[] nested(double[] x) {
        double[] h = x;
        for (int end : new int[] {100, 200}) {
            for (int i = 0; i < end; i++) {
                h = halved(h, i);
            }
        }
        return h;
    }

    static double[] continued(double[] x, double limit) {
        double[] h = x;
        int end = sum(x) < limit ? 4 : 3;
        for (int i = 0; i < end; i++) {
            h = halved(h, i);
            if (end == 3 || i % 2 == 1) {
                h = Arrays.stream(h).map(Math::sin).toArray();
            }
        }
        return Arrays.stream(h).map(value -> value + end).toArray();
    }

    private static double[] halved(double[] h, int i) {
        return Arrays.stream(h).map(value -> value * 0.5 + i).toArray();
    }

    static double[] alternating(double[][] x, double[][] w, double limit) {
        double[] h = w[1].clone();
        for (int i = 0; i < x.length; i++) {
            for (int k = 0; k < h.length; k++) {
                h[k] = Math.sin(h[k] * w[i % 2][k]) + x[i / 2][k] * (i % 3);
            }
        }
        for (int i = 0; i < x.length && sum(h) < limit; i++) {
            for (int k = 0; k < h.length; k++) {
                h[k] += x[i / 3][k] * w[(i + 1) % 2][k];
            }
        }
        return h;
    }
}
