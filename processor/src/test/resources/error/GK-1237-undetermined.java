import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    enum Mode {
        PLAIN {
            @Override
            float of(float x) {
                return -x;
            }
        },
        DOUBLED;

        float of(float x) {
            return x;
        }
    }

    record Point(Mode mode, float x) {}

    static float ordinal(Point p) {
        return p.mode().ordinal();
//                     ^ GK-1237
    }

    static float carried(float x) {
        Point p = new Point(Mode.PLAIN, x);
        while (p.x() > 1) {
            p = new Point(Mode.DOUBLED, p.x() / 2);
//            ^ GK-1237
        }
        return p.x();
    }

    static float unknown(float x) {
        Mode mode;
        if (x > 0) {
            mode = Mode.PLAIN;
        } else {
            mode = Mode.DOUBLED;
        }
        while (x > 1) {
            mode = Mode.PLAIN;
            x /= 2;
        }
        return mode.of(x);
//             ^ GK-1237
    }

    static Mode found(float x) {
        while (x > 1) {
            x /= 2;
            if (x == 3) {
                return Mode.PLAIN;
            }
        }
        return Mode.DOUBLED;
    }

    static float first(float x) {
        Mode mode;
        do {
            mode = Mode.PLAIN;
            x /= 2;
        } while (x > 1);
        return mode.of(x);
//             ^ GK-1237
    }

    @GraphKernel
    static Tensor overridden(@TensorType("f32[n]") Tensor x) {
        return map(x, v -> (v > 0 ? Mode.PLAIN : Mode.DOUBLED).of(v));
//                                                            ^ GK-1237
    }

    @GraphKernel
    static Tensor component(@TensorType("f32[n]") Tensor x) {
        return map(x, v -> ordinal(v > 0 ? new Point(Mode.PLAIN, v) : new Point(Mode.DOUBLED, v)));
    }

    @GraphKernel
    static Tensor carriedOnes(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::carried);
    }

    @GraphKernel
    static Tensor unknownOnes(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::unknown);
    }

    @GraphKernel
    static Tensor foundOnes(@TensorType("f32[n]") Tensor x) {
        return map(x, v -> found(v).ordinal());
//                                 ^ GK-1237
    }

    @GraphKernel
    static Tensor firstOnes(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::first);
    }
}
