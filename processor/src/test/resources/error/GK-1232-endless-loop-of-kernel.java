import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Steps(Tensor x, int count) {}

    @GraphKernel
    static Tensor always(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        while (true) {
//             ^ GK-1232
            y = add(y, 1);
        }
    }

    @GraphKernel
    static Tensor withoutCondition(@TensorType("f32[n]") Tensor x) {
        for (int i = 0; ; i++) {
//      ^ GK-1232
            x = mul(x, i);
        }
    }

    @GraphKernel
    static Tensor withoutUpdate(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < 10; ) {
//                        ^ GK-1232
            y = add(y, 1);
        }
        return y;
    }

    @GraphKernel
    static Tensor away(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < 10; i--) {
//                        ^ GK-1232
            y = add(y, 1);
        }
        return y;
    }

    @GraphKernel
    static Tensor up(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (long i = x.dimension(0); 0 <= i; i = i + 2) {
//                                      ^ GK-1232
            y = add(y, 1);
        }
        return y;
    }

    @GraphKernel
    static Tensor whileUnchanged(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        int i = 0;
        while (i < x.dimension(0)) {
//               ^ GK-1232
            y = add(y, i);
        }
        return y;
    }

    @GraphKernel
    static Tensor dimWithoutUpdate(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < x.dimension(0); ) {
//                        ^ GK-1232
            y = add(y, 1);
        }
        return y;
    }

    @GraphKernel
    static Tensor dimAway(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < x.dimension(0); i--) {
//                        ^ GK-1232
            y = add(y, 1);
        }
        return y;
    }

    @GraphKernel
    static Tensor parameter(@TensorType("f32[n]") Tensor x, int k) {
        Tensor y = x;
        while (k > 0) {
//               ^ GK-1232
            y = add(y, 1);
        }
        return y;
    }

    @GraphKernel
    static Tensor both(@TensorType("f32[n]") Tensor x, int k) {
        Tensor y = x;
        int i = 0;
        do {
            if (k > 3) {
                i -= 2;
            }
            y = add(y, i);
        } while (i < 9 && Math.max(k, 2) > 0);
//                     ^ GK-1232
        return y;
    }

    @GraphKernel
    static Tensor component(@TensorType("f32[n]") Tensor x, int k) {
        Steps steps = new Steps(x, k);
        Tensor y = x;
        while (steps.count() > 0) {
//                           ^ GK-1232
            y = add(y, steps.x());
        }
        return y;
    }

    @GraphKernel
    static Tensor element(@TensorType("f32[n]") Tensor x) {
        return map(x, v -> {
            float s = v;
            while (v > 0) {
//                   ^ GK-1232
                s = s + 1;
            }
            return s;
        });
    }

    @GraphKernel
    static Tensor elementAway(@TensorType("f32[n]") Tensor x) {
        return map(x, v -> {
            float s = v;
            for (int i = 0; i < v; i--) {
//                            ^ GK-1232
                s = s + 1;
            }
            return s;
        });
    }

    @GraphKernel
    static Tensor repeated(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        int i = 0;
        while (i < 10) {
//      ^ GK-1232
            y = add(y, 1);
            i = i * 2;
        }
        return y;
    }

    @GraphKernel
    static Tensor reads(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        while (x.get(0) > 0) {
//                      ^ GK-1232
            y = add(y, 1);
        }
        return y;
    }

    @GraphKernel
    static Tensor sizes(@TensorType("f32[n]") Tensor x, int count) {
        List<Tensor> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(mul(x, i));
        }
        Tensor y = x;
        while (list.size() > 2) {
//                         ^ GK-1232
            y = add(y, x.get(1));
        }
        return y;
    }

    @GraphKernel
    static Tensor readsUpdated(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        while (x.get(0) > 0) {
            assignAdd(x, y);
        }
        while (y.get(0) > 0) {
            lower(y);
        }
        return add(x, y);
    }

    static void lower(Tensor x) {
        assignAdd(x, -1);
    }

    @GraphKernel
    static Tensor ends(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        int i = 0;
        while (i < x.dimension(0)) {
            y = add(y, i);
            i++;
        }
        for (int j = 10; j > 0; j--) {
            y = add(y, j);
        }
        return y;
    }

    @GraphKernel
    static Tensor elementEnds(@TensorType("f32[n]") Tensor x) {
        return map(x, v -> {
            float s = v;
            while (s < 10 && v > 0) {
                s = s + 1;
            }
            while (true) {
                s++;
                if (s > v) {
                    return s;
                }
            }
        });
    }
}
// says endless loop: its condition is always true
// says endless loop: no iteration changes 'i < x.dimension(0)'
// says endless loop: no iteration approaches the end of 'i < 10'
// says endless loop: no iteration approaches the end of 'i < 9 && Math.max(k, 2) > 0'
// says endless loop: each iteration begins with i = 0
// says endless loop: no iteration changes 'x.get(0) > 0'
// says endless loop: no iteration changes 'list.size() > 2'
