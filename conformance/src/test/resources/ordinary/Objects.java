package ordinary;

import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Ops.*;
import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Records and enums with methods, as a Java programmer writes them. */
public final class Objects {

    enum Mode {
        PLAIN,
        NEGATED,
        SCALED;

        float of(float x) {
            return switch (this) {
                case PLAIN -> x;
                case NEGATED -> -x;
                case SCALED -> x * ordinal();
            };
        }
    }

    record Point(float x, float y) {
        float dot(Point other) {
            return x * other.x + y * other.y();
        }

        Point plus(Point other) {
            return new Point(x + other.x, this.y + other.y);
        }

        float norm() {
            return (float) Math.sqrt(dot(this));
        }
    }

    record Run(int length, int longest) {}

    record Path(Run run, Point end, boolean hasTurned) {
        Path next(float v) {
            int length = v > 0 ? run.length + 1 : 0;
            return new Path(
                    new Run(length, Math.max(run.longest(), length)), end.plus(new Point(v, 1)), hasTurned | v < -1);
        }
    }

    record Cell(@TensorType("f32[i, o]") Tensor w, @TensorType("f32[o]") Tensor b) {
        Tensor on(Tensor x) {
            return add(matMul(x, w), b());
        }
    }

    record Net(Cell up, Cell down, int steps) {
        Tensor run(Tensor x) {
            Tensor y = down.on(up.on(x));
            for (int i = 0; i < steps; i++) {
                y = down.on(tanh(this.up.on(y)));
                if (reduceMax(abs(y)).get() > limit()) {
                    return y;
                }
            }
            return neg(y);
        }

        float limit() {
            return 4f / steps();
        }
    }

    record Pair(Tensor h, Counter counter) {
        Pair next(Tensor row) {
            return new Pair(add(mul(h, 0.5f), row), new Counter(tanh(counter.sum), counter.count + 1, 0.5f));
        }
    }

    record Counter(Tensor sum, int count, float best) {}

    enum Light {
        PLAIN
    }

    record Moded(Mode mode, float x) {}

    static final int[] ROW = {1, 2, 3};

    static int rows(int[]... rows) {
        return rows.length;
    }

    static float halved(float x) {
        Moded p = new Moded(Mode.SCALED, x);
        while (p.x() > 1) {
            p = new Moded(p.mode(), p.x() / 2);
        }
        Moded q;
        do {
            q = new Moded(Mode.NEGATED, x);
            x /= 4;
        } while (x > 1);
        return p.mode().of(p.x()) + q.x();
    }

    static float replaced(Point p, float x) {
        if (x > 0) {
            p = new Point(x, 2);
        }
        return p.x() - p.y();
    }

    static float chosen(float x, Mode mode) {
        switch (mode) {
            case PLAIN:
                return x + 1;
            default:
                return mode == Mode.SCALED ? mode.of(x) : -x;
        }
    }

    static float path(float x) {
        Point point = new Point(x, 1);
        Point end = new Point(0, 0);
        for (int i = 0; i < 3; i++) {
            end = end.plus(point);
        }
        return end.dot(point) + end.norm();
    }

    @GraphKernel
    static Tensor choices(@TensorType("f32[n, m]") Tensor x, Mode mode) {
        Tensor y = map(x, v -> mode.of(v) + (mode == Mode.NEGATED ? 1 : 2));
        for (Mode other : Mode.values()) {
            y = add(y, map(x, v -> chosen(v, other)));
        }
        y = add(y, map(x, v -> replaced(new Point(v, v), v) + halved(v) + rows(ROW) + rows(ROW, ROW)));
        y = add(y, rows(ROW) + (Mode.PLAIN.equals(Light.PLAIN) ? 10 : 20));
        Point point = new Point(3, 4);
        y = add(y, map(x, v -> replaced(point, v) + (Mode.PLAIN.equals(Light.PLAIN) ? 10 : 20)));
        return add(y, map(x, Objects::path));
    }

    @GraphKernel
    static Tensor paths(@TensorType("f32[n, m]") Tensor x) {
        Path start = new Path(new Run(0, 0), new Point(0, 0), false);
        Tensor[] path = reduceRecord(x, 1, start, (Path p, Float v) -> p.next(v));
        return select(path[4], cast(path[1], DType.F32), add(path[2], path[3]));
    }

    @GraphKernel
    static Tensor objects(@TensorType("f32[n, k]") Tensor x, Cell up, Cell down, int steps) {
        Pair pair = new Pair(x, new Counter(x, 0, 0));
        for (int i = 0; i < steps; i++) {
            pair = pair.next(x);
            if (pair.h().get(0, 0) > 100) {
                break;
            }
        }
        Tensor y = add(pair.h(), mul(pair.counter().sum(), pair.counter().count()));
        return add(new Net(up, down, steps).run(x), y);
    }

    /** Returns in a loop, with a gradient. */
    @GraphKernel(gradient = true)
    static Tensor sought(@TensorType("f32[n, d]") Tensor x, float limit) {
        Tensor sum = squeeze(narrow(x, 0, 0, 1), 0);
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            if (reduceMax(row).get() > limit) {
                return mul(square(row), sum);
            }
            sum = add(mul(sum, 1f / (i + 1)), row);
        }
        return tanh(sum);
    }

    /** Reads slices of slices in a loop in a loop, with a gradient. */
    @GraphKernel(gradient = true)
    static Tensor sliced(@TensorType("f32[n, d]") Tensor x) {
        Tensor y = fillV2(0f, 1, 1);
        rows:
        for (int i = 0; i < x.dimension(0); i++) {
            for (int j = 0; j < x.dimension(1); j++) {
                if (x.get(i, j) > 1.5f) {
                    continue rows;
                }
                y = tanh(add(mul(y, 1.5f), narrow(narrow(x, 0, i, 1), 1, j / 2, 1)));
            }
        }
        return y;
    }

    private Objects() {}
}
