// javac 17
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

final class Example {
    @GraphKernel
    static Tensor grown(@TensorType("f32[n]") Tensor x) {
        return exp(x);
    }

    static <T> T changed(T value, UnaryOperator<T> change) {
        return change.apply(value);
    }

    static void call(Tensor x) {
        Tensor other = changed(ExampleKernels.grown(x), t -> abs(t));
//                                                      ^ GK-2291
        List<Integer> ranks = Stream.of(ExampleKernels.grown(x)).map(t -> t.rank() + 1).toList();
//                                                                   ^ GK-2291
        Tensor typed = changed(ExampleKernels.grown(x), (Tensor t) -> abs(t));
        Tensor first = ExampleKernels.grown(x);
        Tensor second = changed(first, t -> ExampleKernels.grown(t));
    }
}
