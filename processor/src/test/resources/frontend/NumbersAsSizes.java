import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Integer parameters as starts, lengths and dims, and sizes as {@code int}. */
final class NumbersAsSizes {
    record Window(int start, long length) {}

    /* GRAPH window(%x: f32[n, d], int start, int length) {
      %0 = Narrow(%x) {axis=1, length=(length), start=(start)} : f32[n, length]
      require start <= d "@narrow: start"
      require length <= d - start "@narrow: length"
      return out=%0
    }
    */
    @GraphKernel
    static Tensor window(@TensorType("f32[n, d]") Tensor x, int start, int length) {
        return narrow(x, 1, start, length);
    }

    /* GRAPH component(%x: f32[n, d], int window.start, long window.length) {
      %0 = Narrow(%x) {axis=1, length=(min(d - window.start, window.length)), start=(window.start)} : f32[n, min(d - window.start, window.length)]
      require window.start <= d "@narrow: start"
      require min(d - window.start, window.length) >= 0 "@narrow: length"
      return out=%0
    }
    */
    @GraphKernel
    static Tensor component(@TensorType("f32[n, d]") Tensor x, Window window) {
        return narrow(x, 1, window.start(), Math.min(window.length(), x.dimension(1) - window.start()));
    }

    /* GRAPH dim(%x: f32[m + 1, d], int m) {
      %0 = Exp(%x) : f32[m + 1, d]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor dim(@TensorType("f32[m + 1, d]") Tensor x, int m) {
        return exp(x);
    }

    /* GRAPH called(%x: f32[n, d], int s) {
      %0 = Narrow(%x) {axis=1, length=(-floorDiv(max(-s + 5, 0), 2) + floorDiv(max(0, s - 5), 2) + 2), start=(s + 1)} : f32[n, -floorDiv(max(-s + 5, 0), 2) + floorDiv(max(0, s - 5), 2) + 2]
      %1 = Narrow(%x) {axis=1, length=(2), start=(1)} : f32[n, 2]
      %2 = ReduceSum(%1) {axes=[], keep_dims=false} : f32[]
      %3 = Add(%0, %2) : f32[n, -floorDiv(max(-s + 5, 0), 2) + floorDiv(max(0, s - 5), 2) + 2]
      require s + 1 <= d "@narrow: start"
      require -floorDiv(max(-s + 5, 0), 2) + floorDiv(max(0, s - 5), 2) + 2 >= 0 "@narrow: length"
      require -floorDiv(max(-s + 5, 0), 2) + floorDiv(max(0, s - 5), 2) + 2 <= d - s - 1 "@narrow: length"
      require 1 <= d "@narrow: start"
      require 2 <= d - 1 "@narrow: length"
      return out=%3
    }
    */
    @GraphKernel
    static Tensor called(@TensorType("f32[n, d]") Tensor x, int s) {
        return add(window(x, s + 1, (s - 5) / 2 + 2), reduceSum(window(x, 1, 2)));
    }

    /* GRAPH ofInt(%x: f32[n, d], long rows) {
      %0 = Reshape(%x) {dims=(rows, -1)} : f32[rows, floorDiv(d*n, rows)]
      %1 = Dimension() {dims=(d - 2)} : f32[]
      %2 = Mul(%0, %1) : f32[rows, floorDiv(d*n, rows)]
      require 2147483647 >= d "cast (int) x.dimension(1)"
      require rows >= 1 "@reshape: the product of the other dims"
      require floorDiv(d*n, rows)*rows == d*n "@reshape: the product of dims"
      return out=%2
    }
    */
    @GraphKernel
    static Tensor ofInt(@TensorType("f32[n, d]") Tensor x, long rows) {
        int last = (int) x.dimension(1) - 1;
        last -= 1;
        return mul(reshape(x, rows, -1), last);
    }

    /* GRAPH alone(%x: f32[n, d], int k) {
      %0 = Dimension() {dims=(n), java_type="long"} : i32[]
      %1 = FillV2(%0) {dims=(-4*floorDiv(k, 4) + k, 2)} : i32[-4*floorDiv(k, 4) + k, 2]
      require 2147483647 >= n "cast (int) Math.toIntExact(x.dimension(0))"
      return out=%1
    }
    */
    @GraphKernel
    static Tensor alone(@TensorType("f32[n, d]") Tensor x, int k) {
        return fillV2(Math.toIntExact(x.dimension(0)), Math.floorMod(k, 4), 2);
    }

    /* GRAPH firstRow(%x: f32[t, d]) {
      %0 = Narrow(%x) {axis=0, length=(1), start=(0)} : f32[1, d]
      %1 = Squeeze(%0) {axes=[0]} : f32[d]
      require 1 <= t "@narrow: length"
      return out=%1
    }
    */
    @GraphKernel
    static Tensor firstRow(@TensorType("f32[t, d]") Tensor x) {
        return squeeze(narrow(x, 0, 0, 1), 0);
    }

    /* GRAPH computedSize(%x: f32[t, d]) {
      %0 = StridedSlice(%x) {begin=(0, 0), end=(1, 3), strides=[1 1]} : f32[min(1, t), min(3, d)]
      %1 = Squeeze(%0) {axes=[0]} : f32[min(3, d)]
      require min(1, t) == 1 "@squeeze: dim 0 of x"
      require min(3, d) == min(1, t)*min(3, d) "@reshape: the product of dims"
      return out=%1
    }
    */
    @GraphKernel
    static Tensor computedSize(@TensorType("f32[t, d]") Tensor x) {
        return squeeze(stridedSlice(x, new long[] {0, 0}, new long[] {1, 3}, new long[] {1, 1}), 0);
    }

    /* GRAPH namedSize(%weights: f32[n, d]) {
      %0 = ExpandDims(%weights) {axis=-2} : f32[n, 1, d]
      %1 = Squeeze(%0) {axes=[0]} : f32[1, d]
      require n == 1 "@squeeze: dim 0 of x"
      return out=%1
    }
    */
    @GraphKernel
    static Tensor namedSize(@TensorType("f32[n, d]") Tensor weights) {
        return squeeze(unsqueeze(weights, -2), 0);
    }
}
