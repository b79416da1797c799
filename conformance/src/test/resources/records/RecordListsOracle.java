package records;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The loops of {@link RecordLists} in float64, over Java arrays. */
final class RecordListsOracle {

    private RecordListsOracle() {}

    private record State(double[] h, double[] c) {}

    /** Returns the state after each row. */
    private static List<State> states(double[][] x, double[] h0, double[] c0) {
        List<State> states = new ArrayList<>();
        double[] h = h0;
        double[] c = c0;
        for (double[] row : x) {
            double[] nextH = new double[h.length];
            double[] nextC = new double[h.length];
            for (int k = 0; k < h.length; k++) {
                nextC[k] = c[k] * 0.6 + Math.sin(row[k]) * 0.4;
                nextH[k] = Math.cos(nextC[k]) * h[k];
            }
            h = nextH;
            c = nextC;
            states.add(new State(h, c));
        }
        return states;
    }

    private static double sum(double[] h) {
        return Arrays.stream(h).sum();
    }

    static double[] histories(double[][] x, double[] h0) {
        double[] c0 = Arrays.stream(h0).map(value -> value * 0.5).toArray();
        List<State> states = states(x, h0, c0);
        return Stream.concat(states.stream().map(State::h), states.stream().map(State::c))
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    static double[] filled(double[][] x, double[] h0) {
        double[] c0 = Arrays.stream(h0).map(value -> value * value).toArray();
        List<State> states = states(x, h0, c0);
        double[] h = h0.clone();
        for (int k = 0; k < h.length; k++) {
            for (int i = x.length - 1; i >= 0; i--) {
                h[k] = Math.sin(h[k] * states.get(i).h()[k] + states.get(i).c()[k]);
            }
            for (State state : states) {
                h[k] += state.h()[k] * 0.25;
            }
            h[k] *= states.get(x.length - 1).c()[k];
        }
        return h;
    }

    static double[] numbers(double[][] x, double[] h0, double scale) {
        double[] h = h0;
        double[] result = h0.clone();
        int at = -1;
        double norm = scale;
        double first = 0;
        int sum = 0;
        for (int i = 0; i <= x.length; i++) {
            boolean isSmall = i == 0 || norm / scale < 1;
            sum += at;
            for (int k = 0; k < h.length; k++) {
                result[k] += isSmall ? h[k] * norm : -h[k] * at;
            }
            first = i == 1 ? norm : first;
            if (i < x.length) {
                double[] next = new double[h.length];
                for (int k = 0; k < h.length; k++) {
                    next[k] = Math.sin(h[k] * 0.7 + x[i][k]);
                }
                h = next;
                norm = sum(Arrays.stream(h).map(value -> value * value).toArray()) * scale;
                at = 2 * i + 1;
            }
        }
        double factor = first + sum;
        return Arrays.stream(result).map(value -> value * factor).toArray();
    }

    static double[] ended(double[][] x, double[] h0, double limit) {
        List<State> states = states(x, h0, h0);
        double[] h = h0.clone();
        for (State state : states) {
            if (sum(state.c()) < 0) {
                continue;
            }
            for (int k = 0; k < h.length; k++) {
                h[k] = h[k] * 0.75 + state.h()[k];
            }
            if (sum(h) > limit) {
                break;
            }
        }
        for (State state : states) {
            if (sum(state.c()) > limit) {
                break;
            }
            for (int k = 0; k < h.length; k++) {
                h[k] -= state.c()[k] * 0.5;
            }
        }
        return h;
    }
}
