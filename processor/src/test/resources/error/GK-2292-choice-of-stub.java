// javac 17
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor grown(@TensorType("f32[n]") Tensor x) {
        return exp(x);
    }

    Example(Tensor x) {}

    Example(String x) {}

    static void show(Object x) {}

    static void show(String x) {}

    static void either(Object x) {}

    static void either(Tensor x) {}

    static void one(Object x) {}

    static void closed(Object x) {}

    static void closed(AutoCloseable x) {}

    static void several(Object... x) {}

    static <T> T same(T x) {
        return x;
    }

    static <T> T same(T x, int n) {
        return x;
    }

    Example(boolean first, Tensor x) {
        this(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
//                 ^ GK-2292
    }

    static void choose(Tensor x, boolean first) {
        System.out.println(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
//                               ^ GK-2292
        show(first ? null : (ExampleKernels.grown(x)));
//                 ^ GK-2292
        show((first ? ExampleKernels.grown(x).toFloatArray() : ExampleKernels.grown(x).toFloatArray()));
//           ^ GK-2292
        show(switch (x.rank()) {
//           ^ GK-2292
            case 1 -> ExampleKernels.grown(x);
            default -> {
                yield first ? ExampleKernels.grown(x) : ExampleKernels.grown(x);
            }
        });
        Tensor sum = add(x, first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
//                                ^ GK-2292
        new Example(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
//                        ^ GK-2292
        List.of(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
//                    ^ GK-2292
        Optional.of(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x)).map(y -> y.rank());
//                        ^ GK-2292
        several(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
//                    ^ GK-2292
        String text = String.format("%s", first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
//                                              ^ GK-2292
        either(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
        one(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
        show(first ? x : ExampleKernels.grown(x));
        show(ExampleKernels.grown(x));
        Objects.requireNonNull(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
        Tensor product = matMul(x, first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
        Tensor scaled = add(x, mul(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x), 2));
        List<Tensor> two = List.of(x, first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
        int rank = Objects.requireNonNull(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x), "x").rank();
        int sameRank = same(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x), 3).rank();
        String both = String.format("%s %s", first ? ExampleKernels.grown(x) : ExampleKernels.grown(x), x);
        System.out.println(first ? ExampleKernels.grown(x).rank() : ExampleKernels.grown(x).rank());
        closed(first ? ExampleKernels.grownForward(x) : ExampleKernels.grownForward(x));
        Tensor assigned = first ? ExampleKernels.grown(x) : ExampleKernels.grown(x);
        show((Tensor) (first ? ExampleKernels.grown(x) : ExampleKernels.grown(x)));
    }
}

final class Apart {
    static void show(Tensor x, boolean first) {
        System.out.println(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
    }
}
