import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Parts(List<Tensor> tensors) {}

    @GraphKernel
    static Tensor halved(@TensorType("f32[n]") Tensor x) {
        Tensor[] parts = new Tensor[] {x, sin(x)};
        Tensor[] same = parts;
        for (int i = 0; i < x.dimension(0); i++) {
            same[0] = mul(same[0], 0.5f);
//                  ^ GK-1133
        }
        return parts[0];
    }

    @GraphKernel
    static Tensor chosen(@TensorType("f32[n]") Tensor x, float limit) {
        List<Tensor> parts = new ArrayList<>(List.of(x, sin(x)));
        Parts all = new Parts(parts);
        if (reduceSum(x).get() > limit) {
            parts.set(0, cos(x));
//               ^ GK-1133
        }
        return all.tensors().get(0);
    }

    @GraphKernel
    static Tensor through(@TensorType("f32[n]") Tensor x, float limit) {
        Parts all = new Parts(new ArrayList<>(List.of(x, sin(x))));
        if (reduceSum(x).get() > limit) {
//      ^ GK-1133
            all.tensors().set(0, cos(x));
        }
        return all.tensors().get(0);
    }

    static Tensor filled(Tensor[] parts, Tensor x) {
        for (int i = 0; i < x.dimension(0); i++) {
            parts[0] = mul(parts[0], 0.5f);
//                   ^ GK-1133
        }
        return parts[0];
    }

    @GraphKernel
    static Tensor ofCaller(@TensorType("f32[n]") Tensor x) {
        Tensor[] parts = new Tensor[] {x, sin(x)};
        Tensor result = filled(parts, x);
        return add(result, parts[0]);
    }
}
// says 'same' is also the array or list of another variable or record
