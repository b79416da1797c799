import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static final Tensor TABLE = Tensor.of(new float[] {1, 2}, 2);
    static final float[] NUMBERS = new float[2];
    static final double RANDOM = Math.random();

    @GraphKernel
    static Tensor sum(@TensorType("f32[2]") Tensor x) {
        return add(x, TABLE);
//                    ^ GK-1106
// says fix: pass it as a parameter, or write its elements in the method: a table of numbers is Tensor.of(new float[] {…}, dims)
    }

    @GraphKernel
    static Tensor product(@TensorType("f32[2]") Tensor x) {
        return mul(x, NUMBERS[0]);
//                    ^ GK-1106
// says fix: declare it static final in this source file, with its elements: static final float[] TABLE = {1, 2}
    }

    @GraphKernel
    static Tensor scaled(@TensorType("f32[2]") Tensor x) {
        return mul(x, RANDOM);
//                    ^ GK-1106
// says fix: give it a value that javac computes, of literals and other constants, or pass it as a parameter
    }
}
