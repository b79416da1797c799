import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;

/** Arrays and lists of tensors as results. */
final class Results {

    /* GRAPH powers(%x: f32[x..]) {
      %powers = Mul(%x, %x) : f32[x..]
      %0 = Mul(%powers, %x) : f32[x..]
      return out0=%x, out1=%powers, out2=%0
    }
    */
    @GraphKernel
    static Tensor[] powers(Tensor x) {
        Tensor[] powers = new Tensor[3];
        powers[0] = x;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = mul(powers[i - 1], x);
        }
        return powers;
    }

    /* GRAPH inlined(%x: f32[x..]) {
      %powers = Mul(%x, %x) : f32[x..]
      %0 = Mul(%powers, %x) : f32[x..]
      %1 = Neg(%0) : f32[x..]
      return out0=%1, out1=%powers
    }
    */
    @GraphKernel
    static List<Tensor> inlined(Tensor x) {
        Tensor[] powers = powers(x);
        powers[0] = neg(powers[2]);
        return List.of(powers[0], powers[1]);
    }
}
