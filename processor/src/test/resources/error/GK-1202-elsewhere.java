import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: multiply the dims: x.dimension(0) * x.dimension(1)
    // says fix: leave it out, and print in the method that calls the kernel
    // says fix: fillV2(0.5f, dims) fills a tensor
    // says to see its elements, return the tensor and read it in the method that calls the kernel
    @GraphKernel
    static Tensor element(Tensor x) {
        if (x.elementCount() > 0) {
//           ^ GK-1202
            return x;
        }
        return neg(x);
    }

    @GraphKernel
    static Tensor several(Tensor x) {
        System.out.println(x);
//                ^ GK-1202
        Tensor y = Tensor.full(1f, 2, 3);
//                       ^ GK-1202
        x.toFloatArray();
//       ^ GK-1202
        return add(x, y);
    }

}
