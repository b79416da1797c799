import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Inner(@TensorType("f32[n]") Tensor r0, @TensorType("f32[n]") Tensor r1, @TensorType("f32[n]") Tensor r2, @TensorType("f32[n]") Tensor r3, @TensorType("f32[n]") Tensor r4, @TensorType("f32[n]") Tensor r5, @TensorType("f32[n]") Tensor r6, @TensorType("f32[n]") Tensor r7, @TensorType("f32[n]") Tensor r8, @TensorType("f32[n]") Tensor r9, @TensorType("f32[n]") Tensor r10, @TensorType("f32[n]") Tensor r11, @TensorType("f32[n]") Tensor r12, @TensorType("f32[n]") Tensor r13, @TensorType("f32[n]") Tensor r14, @TensorType("f32[n]") Tensor r15) {}

    record Outer(Inner i0, Inner i1, Inner i2, Inner i3, Inner i4, Inner i5, Inner i6, Inner i7, Inner i8, Inner i9, Inner i10, Inner i11, Inner i12, Inner i13, Inner i14, Inner i15) {}

    @GraphKernel
    static Outer many(@TensorType("f32[n]") Tensor x) {
//               ^ GK-1304
        Tensor y = neg(x);
        Inner inner = new Inner(y, y, y, y, y, y, y, y, y, y, y, y, y, y, y, y);
        return new Outer(inner, inner, inner, inner, inner, inner, inner, inner, inner, inner, inner, inner, inner, inner, inner, inner);
    }
}
// says declare results of one type as a List with @Length in the record
