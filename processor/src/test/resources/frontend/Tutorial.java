package demo;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.pow;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Tensor;

public final class Tutorial {

    /* GRAPH netBasicFuse(%x: f32[x..]) {
      %0 = Mul(%x, 2.0) : f32[x..]
      %1 = Add(%0, 1.0) : f32[x..]
      return out=%1
    }
    */
    @GraphKernel
    public static Tensor netBasicFuse(Tensor x) {
        return add(mul(x, 2.0), 1);
    }

    /* GRAPH myNet(%x: f32[x..], %y: f32[y..]) {
      %0 = Mul(%x, 2.0) : f32[x..]
      %1 = Pow(%0, 3.0) : f32[x..]
      %a = Sub(%1, %y) : f32[x.. y..]
      %2 = Mul(%a, %1) : f32[x.. y..]
      return out=%2
    }
    */
    @GraphKernel
    public static Tensor myNet(Tensor x, Tensor y) {
        return myOp(pow(mul(x, 2.0), 3.0), y);
    }

    /* GRAPH myOp(%x: f32[x..], %y: f32[y..]) {
      %a = Sub(%x, %y) : f32[x.. y..]
      %0 = Mul(%a, %x) : f32[x.. y..]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor myOp(Tensor x, Tensor y) {
        Tensor a = sub(x, y);
        return mul(a, x);
    }
}
