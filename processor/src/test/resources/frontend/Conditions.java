package demo;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Loops and branches on conditions that are known only when the kernels run. */
public final class Conditions {

    /** A loop without a bound: the condition is computed before it and in each iteration. */
    /* GRAPH halved(%x: f32[n]) {
      %0 = ReduceMax(%x) {axes=[], keep_dims=false} : f32[]
      %1 = StopGradient(%0) : f32[]
      %2 = Map(%1) {function="graph number(%x1: f32[]) {; %0 = Greater(%x1, 1.0) : bool[] return result0=%0; }"} : bool[]
      %3 = Loop(%2, %x) {carried=2, control="conditional", dims=(4503599627370496), index="iteration_loop0"} : bool[]
        graph iteration_loop0(%continues: bool[], %y: f32[n]) {
          %0 = Mul(%y, 0.5) : f32[n]
          %1 = ReduceMax(%0) {axes=[], keep_dims=false} : f32[]
          %2 = StopGradient(%1) : f32[]
          %3 = Map(%2) {function="graph number(%x1: f32[]) {; %0 = Greater(%x1, 1.0) : bool[] return result0=%0; }"} : bool[]
          %4 = Assign(%y, %0) : f32[n]
          %5 = Assign(%continues, %3) : bool[]
          return 
        }
      %4 = LoopResult(%3) {output=0} : bool[]
      %5 = LoopResult(%3) {output=1} : f32[n]
      return out=%5
    }
    */
    @GraphKernel
    public static Tensor halved(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        while (reduceMax(y).get() > 1) {
            y = mul(y, 0.5f);
        }
        return y;
    }

    /** A bound; the number is carried as a scalar. */
    /* GRAPH bounded(%x: f32[n]) {
      %0 = FillV2(2.0) {dims=[]} : f32[]
      %1 = Map(%0) {function="graph number(%x1: f32[]) {; %0 = Greater(%x1, 1.0) : bool[] return result0=%0; }"} : bool[]
      %2 = FillV2(0:i64) {dims=[]} : i64[]
      %3 = Loop(%1, %2, %x, %0) {carried=4, control="conditional", dims=(9), index="i_loop0"} : bool[]
        graph i_loop0(%continues: bool[], %iterations: i64[], %y: f32[n], %largest: f32[]) {
          %0 = Mul(%y, 0.5) : f32[n]
          %1 = ReduceMax(%0) {axes=[], keep_dims=false} : f32[]
          %2 = StopGradient(%1) : f32[]
          %3 = Map(%2) {function="graph number(%x1: f32[]) {; %0 = Greater(%x1, 1.0) : bool[] return result0=%0; }"} : bool[]
          %4 = Add(%iterations, 1:i64) : i64[]
          %5 = IdentityMath(%continues) : bool[]
          %6 = IdentityMath(%iterations) : i64[]
          %7 = IdentityMath(%y) : f32[n]
          %8 = IdentityMath(%largest) : f32[]
          %9 = Assign(%y, %0) : f32[n]
          %10 = Assign(%largest, %2) : f32[]
          %11 = Assign(%continues, %3) : bool[]
          %12 = Assign(%iterations, %4) : i64[]
          return previous_continues=%5, previous_iterations=%6, previous_y=%7, previous_largest=%8
        }
      %4 = LoopResult(%3) {output=0} : bool[]
      %5 = LoopResult(%3) {output=1} : i64[]
      %6 = LoopResult(%3) {output=2} : f32[n]
      %7 = LoopResult(%3) {output=3} : f32[]
      return out=%6
    }
    */
    @GraphKernel
    public static Tensor bounded(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        float largest = 2;
        for (int i = 0; i < 9 && largest > 1; i++) {
            y = mul(y, 0.5f);
            largest = reduceMax(y).get();
        }
        return y;
    }

    /** Branches with few ops: both are evaluated. */
    /* GRAPH chosen(%x: f32[n], int n) {
      %0 = Scalar() {expression="(n > 3) ? 1 : 0"} : i32[]
      %1 = FillV2(%0) {dims=[]} : i32[]
      %2 = Map(%1) {function="graph number(%x1: i32[]) {; %0 = NotEqual(%x1, 0:i32) : bool[] return result0=%0; }"} : bool[]
      %3 = FillV2(0:i64) {dims=[]} : i64[]
      %4 = Map(%2) {function="graph number(%x1: bool[]) {; %0 = LogicalNot(%x1) : bool[] return result0=%0; }"} : bool[]
      %5 = FillV2(0:i64) {dims=[]} : i64[]
      %y = Neg(%x) : f32[n]
      %6 = Exp(%x) : f32[n]
      %7 = Select(%2, %y, %6) : f32[n]
      return out=%7
    }
    */
    @GraphKernel
    public static Tensor chosen(@TensorType("f32[n]") Tensor x, int n) {
        Tensor y;
        if (n > 3) {
            y = neg(x);
        } else {
            y = exp(x);
        }
        return y;
    }

    /** A branch with a library call: a loop of at most one iteration. */
    /* GRAPH product(%x: f32[n, n], float a) {
      %0 = Scalar() {expression="(a > 0) ? 1 : 0"} : i32[]
      %1 = FillV2(%0) {dims=[]} : i32[]
      %2 = Map(%1) {function="graph number(%x1: i32[]) {; %0 = NotEqual(%x1, 0:i32) : bool[] return result0=%0; }"} : bool[]
      %3 = FillV2(0:i64) {dims=[]} : i64[]
      %4 = Loop(%2, %3, %x, %x) {carried=3, control="conditional", dims=(1), index="branch_loop0"} : bool[]
        graph branch_loop0(%continues: bool[], %iterations: i64[], %y: f32[n, n], %x: f32[n, n]) {
          %0 = MatMul(%x, %x) {transpose_a=false, transpose_b=false} : f32[n, n]
          %1 = Add(%iterations, 1:i64) : i64[]
          %2 = IdentityMath(%continues) : bool[]
          %3 = IdentityMath(%iterations) : i64[]
          %4 = IdentityMath(%y) : f32[n, n]
          %5 = Assign(%y, %0) : f32[n, n]
          %6 = Assign(%iterations, %1) : i64[]
          return saved_0=%0, previous_continues=%2, previous_iterations=%3, previous_y=%4
        }
      %5 = LoopResult(%4) {output=0} : bool[]
      %6 = LoopResult(%4) {output=1} : i64[]
      %7 = LoopResult(%4) {output=2} : f32[n, n]
      return out=%7
    }
    */
    @GraphKernel
    public static Tensor product(@TensorType("f32[n, n]") Tensor x, float a) {
        Tensor y = x;
        if (a > 0) {
            y = matMul(x, x);
        }
        return y;
    }
}
