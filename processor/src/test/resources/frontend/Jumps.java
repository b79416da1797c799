package demo;

import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Jumps out of loops and cases, tables of constants, and methods of records. */
public final class Jumps {

    private static final float[] WEIGHTS = {0.5f, -1, 2};

    record Scale(@TensorType("f32[d]") Tensor factor, float bias) {
        Tensor apply(Tensor x) {
            return add(mul(x, factor), bias);
        }
    }

    static int firstAbove(Tensor x, float limit) {
        for (int i = 0; i < x.dimension(0); i++) {
            if (x.get(i) > limit) {
                return i;
            }
        }
        return -1;
    }

    /* GRAPH returned(%x: f32[n], float limit) {
      %0 = FillV2(0:bool) {dims=[]} : bool[]
      %1 = FillV2(1:bool) {dims=[]} : bool[]
      %2 = FillV2(0:i64) {dims=[]} : i64[]
      %3 = FillV2(0:i32) {dims=[]} : i32[]
      %4 = FillV2(1:bool) {dims=[]} : bool[]
      %5 = FillV2(0:i64) {dims=[]} : i64[]
      %6 = Loop(%4, %5, %0, %3, %x) {carried=4, control="conditional", dims=(n), index="i_loop1"} : bool[]
        graph i_loop1(%continues: bool[], %iterations: i64[], %returned: bool[], %result: i32[], %x: f32[n]) {
          %0 = Narrow(%x) {axis=0, length=(1), start=(i_loop1)} : f32[1]
          %1 = Reshape(%0) {dims=[]} : f32[]
          %2 = StopGradient(%1) : f32[]
          %3 = Scalar() {expression="limit"} : f32[]
          %4 = Map(%2, %3) {function="graph number(%x1: f32[], %x2: f32[]) {; %0 = Greater(%x1, %x2) : bool[] return result0=%0; }"} : bool[]
          %5 = FillV2(0:bool) {dims=[]} : bool[]
          %6 = FillV2(0:bool) {dims=[]} : bool[]
          %7 = FillV2(0:i64) {dims=[]} : i64[]
          %8 = Map(%4, %5) {function="graph number(%x1: bool[], %x2: bool[]) {; %0 = LogicalOr(%x1, %x2) : bool[] return result0=%0; }"} : bool[]
          %9 = Map(%4, %6) {function="graph number(%x1: bool[], %x2: bool[]) {; %0 = LogicalOr(%x1, %x2) : bool[] return result0=%0; }"} : bool[]
          %10 = Map(%4, %returned) {function="graph number(%x1: bool[], %x2: bool[]) {; %0 = LogicalOr(%x1, %x2) : bool[] return result0=%0; }"} : bool[]
          %11 = Dimension() {dims=(i_loop1), java_type="long"} : i32[]
          %12 = Map(%4, %11, %result) {function="graph number(%x1: bool[], %x2: i32[], %x3: i32[]) {; %0 = Select(%x1, %x2, %x3) : i32[] return result0=%0; }"} : i32[]
          %13 = Map(%9) {function="graph number(%x1: bool[]) {; %0 = LogicalNot(%x1) : bool[] return result0=%0; }"} : bool[]
          %14 = Add(%iterations, 1:i64) : i64[]
          %15 = IdentityMath(%continues) : bool[]
          %16 = IdentityMath(%iterations) : i64[]
          %17 = IdentityMath(%returned) : bool[]
          %18 = IdentityMath(%result) : i32[]
          %19 = Assign(%returned, %10) : bool[]
          %20 = Assign(%result, %12) : i32[]
          %21 = Assign(%continues, %13) : bool[]
          %22 = Assign(%iterations, %14) : i64[]
          require i_loop1 <= n "@narrow: start"
          require 1 <= -i_loop1 + n "@narrow: length"
          return previous_continues=%15, previous_iterations=%16, previous_returned=%17, previous_result=%18
        }
      %7 = LoopResult(%6) {output=0} : bool[]
      %8 = LoopResult(%6) {output=1} : i64[]
      %9 = LoopResult(%6) {output=2} : bool[]
      %10 = LoopResult(%6) {output=3} : i32[]
      %11 = FillV2(0:i64) {dims=[]} : i64[]
      %12 = Map(%9) {function="graph number(%x1: bool[]) {; %0 = LogicalNot(%x1) : bool[] return result0=%0; }"} : bool[]
      %13 = FillV2(0:i64) {dims=[]} : i64[]
      %14 = Map(%9, %10) {function="graph number(%x1: bool[], %x2: i32[]) {; %0 = Select(%x1, %x2, -1:i32) : i32[] return result0=%0; }"} : i32[]
      %15 = Cast(%14) {dtype="f32"} : f32[]
      %16 = Mul(%x, %15) : f32[n]
      require n - 1 <= 2147483647 "@i32: i_loop1"
      return out=%16
    }
    */
    @GraphKernel
    static Tensor returned(@TensorType("f32[n]") Tensor x, float limit) {
        return mul(x, firstAbove(x, limit));
    }

    /* GRAPH labeled(%x: f32[n, d], float limit) {
      %0 = FillV2(0:i32) {dims=[]} : i32[]
      %1 = FillV2(1:bool) {dims=[]} : bool[]
      %2 = FillV2(0:i64) {dims=[]} : i64[]
      %3 = Loop(%1, %2, %0, %x) {carried=3, control="conditional", dims=(n), index="i_loop0"} : bool[]
        graph i_loop0(%continues: bool[], %iterations: i64[], %rows: i32[], %x: f32[n, d]) {
          %0 = FillV2(0:bool) {dims=[]} : bool[]
          %1 = FillV2(0:bool) {dims=[]} : bool[]
          %2 = FillV2(1:bool) {dims=[]} : bool[]
          %3 = FillV2(0:i64) {dims=[]} : i64[]
          %4 = Loop(%2, %3, %0, %1, %x) {carried=4, control="conditional", dims=(d), index="j_loop0"} : bool[]
            graph j_loop0(%continues: bool[], %iterations: i64[], %ended: bool[], %broken: bool[], %x: f32[n, d]) {
              %0 = Narrow(%x) {axis=0, length=(1), start=(i_loop0)} : f32[1, d]
              %1 = Reshape(%0) {dims=(d)} : f32[d]
              %2 = Narrow(%1) {axis=0, length=(1), start=(j_loop0)} : f32[1]
              %3 = Reshape(%2) {dims=[]} : f32[]
              %4 = StopGradient(%3) : f32[]
              %5 = Scalar() {expression="limit"} : f32[]
              %6 = Map(%4, %5) {function="graph number(%x1: f32[], %x2: f32[]) {; %0 = Greater(%x1, %x2) : bool[] return result0=%0; }"} : bool[]
              %7 = FillV2(0:bool) {dims=[]} : bool[]
              %8 = FillV2(0:bool) {dims=[]} : bool[]
              %9 = FillV2(0:i64) {dims=[]} : i64[]
              %10 = Map(%6, %7) {function="graph number(%x1: bool[], %x2: bool[]) {; %0 = LogicalOr(%x1, %x2) : bool[] return result0=%0; }"} : bool[]
              %11 = Map(%6, %8) {function="graph number(%x1: bool[], %x2: bool[]) {; %0 = LogicalOr(%x1, %x2) : bool[] return result0=%0; }"} : bool[]
              %12 = Map(%6, %ended) {function="graph number(%x1: bool[], %x2: bool[]) {; %0 = LogicalOr(%x1, %x2) : bool[] return result0=%0; }"} : bool[]
              %13 = Map(%6, %broken, %broken) {function="graph number(%x1: bool[], %x2: bool[], %x3: bool[]) {; %0 = Select(%x1, %x2, %x3) : bool[] return result0=%0; }"} : bool[]
              %14 = Map(%11) {function="graph number(%x1: bool[]) {; %0 = LogicalNot(%x1) : bool[] return result0=%0; }"} : bool[]
              %15 = Add(%iterations, 1:i64) : i64[]
              %16 = IdentityMath(%continues) : bool[]
              %17 = IdentityMath(%iterations) : i64[]
              %18 = IdentityMath(%ended) : bool[]
              %19 = IdentityMath(%broken) : bool[]
              %20 = Assign(%ended, %12) : bool[]
              %21 = Assign(%broken, %13) : bool[]
              %22 = Assign(%continues, %14) : bool[]
              %23 = Assign(%iterations, %15) : i64[]
              require i_loop0 <= n "@narrow: start"
              require 1 <= -i_loop0 + n "@narrow: length"
              require j_loop0 <= d "@narrow: start"
              require 1 <= d - j_loop0 "@narrow: length"
              return previous_continues=%16, previous_iterations=%17, previous_ended=%18, previous_broken=%19
            }
          %5 = LoopResult(%4) {output=0} : bool[]
          %6 = LoopResult(%4) {output=1} : i64[]
          %7 = LoopResult(%4) {output=2} : bool[]
          %8 = LoopResult(%4) {output=3} : bool[]
          %9 = Map(%7) {function="graph number(%x1: bool[]) {; %0 = LogicalNot(%x1) : bool[] return result0=%0; }"} : bool[]
          %10 = FillV2(0:i64) {dims=[]} : i64[]
          %11 = Map(%rows) {function="graph number(%x1: i32[]) {; %0 = Add(%x1, 1:i32) : i32[] return result0=%0; }"} : i32[]
          %12 = Map(%9, %11, %rows) {function="graph number(%x1: bool[], %x2: i32[], %x3: i32[]) {; %0 = Select(%x1, %x2, %x3) : i32[] return result0=%0; }"} : i32[]
          %13 = Map(%8) {function="graph number(%x1: bool[]) {; %0 = LogicalNot(%x1) : bool[] return result0=%0; }"} : bool[]
          %14 = Add(%iterations, 1:i64) : i64[]
          %15 = IdentityMath(%continues) : bool[]
          %16 = IdentityMath(%iterations) : i64[]
          %17 = IdentityMath(%rows) : i32[]
          %18 = Assign(%rows, %12) : i32[]
          %19 = Assign(%continues, %13) : bool[]
          %20 = Assign(%iterations, %14) : i64[]
          require i_loop0 <= n "@narrow: start"
          require 1 <= -i_loop0 + n "@narrow: length"
          return previous_continues=%15, previous_iterations=%16, previous_rows=%17
        }
      %4 = LoopResult(%3) {output=0} : bool[]
      %5 = LoopResult(%3) {output=1} : i64[]
      %6 = LoopResult(%3) {output=2} : i32[]
      %7 = Cast(%6) {dtype="f32"} : f32[]
      %8 = Mul(%x, %7) : f32[n, d]
      return out=%8
    }
    */
    @GraphKernel
    static Tensor labeled(@TensorType("f32[n, d]") Tensor x, float limit) {
        int rows = 0;
        outer:
        for (int i = 0; i < x.dimension(0); i++) {
            for (int j = 0; j < x.dimension(1); j++) {
                if (x.get(i, j) > limit) {
                    continue outer;
                }
            }
            rows++;
        }
        return mul(x, rows);
    }

    /* GRAPH table(%x: f32[t, d], %scale.factor: f32[d], float scale.bias) {
      %y = Mul(%scale.factor, 2.0) : f32[d]
      %0 = Loop(%y, %x, %scale.factor) {carried=1, dims=(t), index="i_loop0"} : bool[]
        graph i_loop0(%y: f32[d], %x: f32[t, d], %scale: f32[d]) {
          %0 = TensorConstant() {sha256="0846fa44e8b51361c65aa5220fb9a8e2c033649ec1638f2b9b02fb0dd4c0bfb0"} : f32[3]
          %1 = Narrow(%0) {axis=0, length=(1), start=(-3*floorDiv(i_loop0, 3) + i_loop0)} : f32[1]
          %2 = Reshape(%1) {dims=[]} : f32[]
          %3 = Mul(%y, %2) : f32[d]
          %4 = Narrow(%x) {axis=0, length=(1), start=(i_loop0)} : f32[1, d]
          %5 = Squeeze(%4) {axes=[0]} : f32[d]
          %6 = Mul(%5, %scale) : f32[d]
          %bias = Scalar() {expression="scale.bias"} : f32[]
          %7 = Add(%6, %bias) : f32[d]
          %8 = Dimension() {dims=(i_loop0 + 1), java_type="long"} : i32[]
          %9 = FillV2(%8) {dims=[]} : i32[]
          %10 = Map(%9) {function="graph number(%x1: i32[]) {; %0 = Cast(%x1) {dtype=\"f32\"} : f32[] %1 = RealDiv(1.0, %0) : f32[] return result0=%1; }"} : f32[]
          %11 = Mul(%7, %10) : f32[d]
          %12 = Add(%3, %11) : f32[d]
          %13 = IdentityMath(%y) : f32[d]
          %14 = Assign(%y, %12) : f32[d]
          require i_loop0 <= t "@narrow: start"
          require 1 <= -i_loop0 + t "@narrow: length"
          return previous_y=%13
        }
      %1 = LoopResult(%0) {output=0} : f32[d]
      require t <= 2147483647 "@i32: i_loop0 + 1"
      return out=%1
    }
    */
    @GraphKernel
    static Tensor table(@TensorType("f32[t, d]") Tensor x, Scale scale) {
        Tensor y = mul(scale.factor(), WEIGHTS[2]);
        for (int i = 0; i < x.dimension(0); i++) {
            y = add(mul(y, WEIGHTS[i % 3]), mul(scale.apply(squeeze(narrow(x, 0, i, 1), 0)), 1f / (i + 1)));
        }
        return y;
    }

    /* GRAPH windows(%x: f32[d], int w) {
      %sum = FillV2(0.0) {dims=(w)} : f32[w]
      %0 = Loop(%sum, %x) {carried=1, dims=(floorDiv(d, w)), index="start_loop0"} : bool[]
        graph start_loop0(%sum: f32[w], %x: f32[d]) {
          %0 = Narrow(%x) {axis=0, length=(w), start=(start_loop0*w)} : f32[w]
          %1 = Add(%sum, %0) : f32[w]
          %2 = IdentityMath(%sum) : f32[w]
          %3 = Assign(%sum, %1) : f32[w]
          require start_loop0*w <= d "@narrow: start"
          require w <= -start_loop0*w + d "@narrow: length"
          return previous_sum=%2
        }
      %1 = LoopResult(%0) {output=0} : f32[w]
      require max(1, w) <= 4503599627370496 "@fillV2: the number of elements"
      require w >= 1 "@for: step"
      require floorDiv(d, w)*w - w <= d "@narrow: start"
      require w <= -floorDiv(d, w)*w + d + w "@narrow: length"
      return out=%1
    }
    */
    @GraphKernel
    static Tensor windows(@TensorType("f32[d]") Tensor x, int w) {
        Tensor sum = fillV2(0f, w);
        for (int start = 0; start + w <= x.dimension(0); start += w) {
            sum = add(sum, narrow(x, 0, start, w));
        }
        return sum;
    }

    /* GRAPH yielded(%x: f32[n], int mode) {
      %0 = Scalar() {expression="mode"} : i32[]
      %1 = FillV2(%0) {dims=[]} : i32[]
      %2 = Map(%1) {function="graph number(%x1: i32[]) {; %0 = Equal(%x1, 1:i32) : bool[] return result0=%0; }"} : bool[]
      %3 = FillV2(0:i64) {dims=[]} : i64[]
      %4 = Map(%2) {function="graph number(%x1: bool[]) {; %0 = LogicalNot(%x1) : bool[] return result0=%0; }"} : bool[]
      %5 = FillV2(0:i64) {dims=[]} : i64[]
      %6 = Scalar() {expression="(double) ((mode + 0.5f) * (mode + 0.5f))"} : f64[]
      %7 = Map(%2, %6) {function="graph number(%x1: bool[], %x2: f64[]) {; %0 = Select(%x1, %x2, 3.0:f64) : f64[] return result0=%0; }"} : f64[]
      %8 = Cast(%7) {dtype="f32"} : f32[]
      %9 = Mul(%x, %8) : f32[n]
      return out=%9
    }
    */
    @GraphKernel
    static Tensor yielded(@TensorType("f32[n]") Tensor x, int mode) {
        return mul(x, switch (mode) {
            case 1 -> {
                float half = mode + 0.5f;
                yield half * half;
            }
            default -> 3;
        });
    }

    private Jumps() {}
}
