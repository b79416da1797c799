package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;

/** Methods with enough launches for interpreted plans. */
public final class InterpretedPlanKernels {
    /** Exceeds the limit of inlined launches. */
    static final int LAUNCHES = 45;

    private InterpretedPlanKernels() {}

    /** Each op is a launch. */
    @GraphKernel(flags = "--opt_level=0")
    public static Tensor steps(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor row, float step) {
        Tensor y = x;
        for (int i = 0; i < LAUNCHES - 1; i++) {
            y = i % 2 == 0 ? add(y, row) : mul(y, step);
        }
        return neg(y);
    }

    /** The logarithm of what is negative, after steps without fault. */
    @GraphKernel(flags = "--opt_level=0 --enable_debug_mode")
    public static Tensor checked(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < LAUNCHES; i++) {
            y = add(y, 1);
        }
        return log(y);
    }

    /** The sum over all ranks, then its largest element, between kernels. */
    @GraphKernel(flags = "--opt_level=0")
    public static Tensor collected(@TensorType("f32[n, d]") Tensor x) {
        Tensor y = allReduce(x);
        for (int i = 0; i < LAUNCHES; i++) {
            y = add(y, 1);
        }
        return sub(y, allReduce(reduceMax(y, 0), ReduceOp.MAX, Communicator.WORLD));
    }

    /** Assigns to one parameter before many launches, and to another one after them. */
    @GraphKernel(flags = "--opt_level=0")
    public static Tensor assigned(
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor early, @TensorType("f32[n]") Tensor late) {
        assign(early, neg(x));
        Tensor y = x;
        for (int i = 0; i < LAUNCHES; i++) {
            y = add(y, 1);
        }
        assign(late, y);
        return neg(y);
    }
}
