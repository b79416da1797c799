// javac 17
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

final class Example {
    @GraphKernel
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
        either(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
        one(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
        show(first ? x : ExampleKernels.grown(x));
        show(ExampleKernels.grown(x));
        Objects.requireNonNull(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
        Tensor product = matMul(x, first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
        Tensor assigned = first ? ExampleKernels.grown(x) : ExampleKernels.grown(x);
        show((Tensor) (first ? ExampleKernels.grown(x) : ExampleKernels.grown(x)));
    }
}

final class Apart {
    static void show(Tensor x, boolean first) {
        System.out.println(first ? ExampleKernels.grown(x) : ExampleKernels.grown(x));
    }
}
