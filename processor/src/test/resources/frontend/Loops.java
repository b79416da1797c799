package demo;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Loops that remain loops, since their number of iterations is known only at the call or is large. */
public final class Loops {

    public record Pair(
            @TensorType("f32[b, c]") Tensor h,
            @TensorType("f32[b, c]") Tensor s) {}

    /** A carried tensor, a slice at the index, and stacked results. */
    /* GRAPH rnn(%x: f32[t, b, c], %h0: f32[b, c], %w: f32[c, c]) {
      %0 = Loop(%h0, %x, %w) {carried=1, dims=(t), index="i_loop0"} : bool[]
        graph i_loop0(%h: f32[b, c], %x: f32[t, b, c], %w: f32[c, c]) {
          %0 = Narrow(%x) {axis=0, length=(1), start=(i_loop0)} : f32[1, b, c]
          %1 = Squeeze(%0) {axes=[0]} : f32[b, c]
          %2 = MatMul(%h, %w) {transpose_a=false, transpose_b=false} : f32[b, c]
          %3 = Add(%1, %2) : f32[b, c]
          %4 = Tanh(%3) : f32[b, c]
          %5 = IdentityMath(%h) : f32[b, c]
          %6 = Assign(%h, %4) : f32[b, c]
          require i_loop0 <= t "@narrow: start"
          require 1 <= -i_loop0 + t "@narrow: length"
          return states=%4, saved_0=%2, previous_h=%5
        }
      %1 = LoopResult(%0) {output=0} : f32[b, c]
      %2 = LoopResult(%0) {output=1} : f32[t, b, c]
      require 2147483647 >= t "cast (int) x.dimension(0)"
      return out=%2
    }
    */
    @GraphKernel
    public static Tensor rnn(
            @TensorType("f32[t, b, c]") Tensor x,
            @TensorType("f32[b, c]") Tensor h0,
            @TensorType("f32[c, c]") Tensor w) {
        int steps = (int) x.dimension(0);
        Tensor h = h0;
        Tensor[] states = new Tensor[steps];
        for (int i = 0; i < steps; i++) {
            h = tanh(add(squeeze(narrow(x, 0, i, 1), 0), matMul(h, w)));
            states[i] = h;
        }
        return stack(0, states);
    }

    /** A record is carried as its tensors; the index may start anywhere. */
    /* GRAPH pair(%x: f32[t, b, c], %start.h: f32[b, c], %start.s: f32[b, c]) {
      %0 = Loop(%start.h, %start.s) {carried=2, dims=(max(0, t - 1)), index="i_loop0"} : bool[]
        graph i_loop0(%pair: f32[b, c], %pair0: f32[b, c]) {
          %0 = Dimension() {dims=(i_loop0 + 2)} : f32[]
          %1 = Mul(%pair0, %0) : f32[b, c]
          %s = Add(%pair, %1) : f32[b, c]
          %2 = IdentityMath(%pair0) : f32[b, c]
          %3 = IdentityMath(%pair) : f32[b, c]
          %4 = IdentityMath(%pair0) : f32[b, c]
          %5 = Assign(%pair, %2) : f32[b, c]
          %6 = Assign(%pair0, %s) : f32[b, c]
          return previous_pair=%3, previous_pair0=%4
        }
      %1 = LoopResult(%0) {output=0} : f32[b, c]
      %2 = LoopResult(%0) {output=1} : f32[b, c]
      return h=%1, s=%2
    }
    */
    @GraphKernel
    public static Pair pair(@TensorType("f32[t, b, c]") Tensor x, Pair start) {
        Pair pair = start;
        for (long i = 2; i <= x.dimension(0); i++) {
            pair = new Pair(pair.s(), add(pair.h(), mul(pair.s(), i)));
        }
        return pair;
    }

    /** A kernel with a loop is inlined into a loop, with an index of its own. */
    /* GRAPH powers(%n: f32[k], %x: f32[c]) {
      %0 = Loop(%x) {carried=1, dims=(k), index="i_loop0"} : bool[]
        graph i_loop0(%y: f32[c]) {
          %0 = Loop(%y, %y) {carried=1, dims=(k), index="i_loop1"} : bool[]
            graph i_loop1(%y: f32[c], %x: f32[c]) {
              %0 = Mul(%y, %x) : f32[c]
              %1 = IdentityMath(%y) : f32[c]
              %2 = Assign(%y, %0) : f32[c]
              return previous_y=%1
            }
          %1 = LoopResult(%0) {output=0} : f32[c]
          %2 = IdentityMath(%y) : f32[c]
          %3 = Assign(%y, %1) : f32[c]
          return previous_y=%2
        }
      %1 = LoopResult(%0) {output=0} : f32[c]
      return out=%1
    }
    */
    @GraphKernel
    public static Tensor powers(@TensorType("f32[k]") Tensor n, @TensorType("f32[c]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < n.dimension(0); i++) {
            y = power(n, y);
        }
        return y;
    }

    /* GRAPH power(%n: f32[m], %x: f32[d]) {
      %0 = Loop(%x, %x) {carried=1, dims=(m), index="i_loop0"} : bool[]
        graph i_loop0(%y: f32[d], %x: f32[d]) {
          %0 = Mul(%y, %x) : f32[d]
          %1 = IdentityMath(%y) : f32[d]
          %2 = Assign(%y, %0) : f32[d]
          return previous_y=%1
        }
      %1 = LoopResult(%0) {output=0} : f32[d]
      return out=%1
    }
    */
    @GraphKernel
    public static Tensor power(@TensorType("f32[m]") Tensor n, @TensorType("f32[d]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < n.dimension(0); i++) {
            y = mul(y, x);
        }
        return y;
    }

    /** A parameter that is updated in place, and a large constant. */
    /* GRAPH update(%state: f32[c], %x: f32[c]) {
      %0 = Loop(%state, %x) {carried=1, dims=(5000), index="i_loop0"} : bool[]
        graph i_loop0(%state: f32[c], %x: f32[c]) {
          %0 = Mul(%state, 0.5) : f32[c]
          %1 = Add(%0, %x) : f32[c]
          %2 = Assign(%state, %1) : f32[c]
          %3 = IdentityMath(%1) : f32[c]
          return previous_state=%3
        }
      %1 = LoopResult(%0) {output=0} : f32[c]
      %2 = Assign(%state, %1) : f32[c]
      return 
    }
    */
    @GraphKernel
    public static void update(@TensorType("f32[c]") Tensor state, @TensorType("f32[c]") Tensor x) {
        for (int i = 0; i < 5000; i++) {
            assign(state, add(mul(state, 0.5f), x));
        }
    }

    /** A small constant is unrolled, and so is a loop whose iterations differ. */
    /* GRAPH unrolled(%x: f32[c]) {
      %y = Mul(%x, %x) : f32[c]
      %0 = Mul(%y, %x) : f32[c]
      %1 = Mul(%0, 1.0) : f32[c]
      return out=%1
    }
    */
    @GraphKernel
    public static Tensor unrolled(@TensorType("f32[c]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < 2; i++) {
            y = mul(y, x);
        }
        float scale = 1;
        for (int i = 0; i < 100; i++) {
            scale = -scale;
        }
        return mul(y, scale);
    }
}
