import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;

/** Records that a signature uses several times, each time with dims of its own. */
final class RecordsUsedTwice {
    record Dense(@TensorType("f32[i, o]") Tensor weight, @TensorType("f32[o]") Tensor bias) {}

    record Block(Dense up, Dense down, @TensorType("f32[d]") Tensor scale) {}

    record Model(@Length(2) List<Block> blocks, Dense head) {}

    record Part(@TensorType("f32[m + 1, d]") Tensor rows, int m) {}

    record Pair(Tensor first, Tensor second) {}

    static Tensor dense(Tensor x, Dense dense) {
        return add(matMul(x, dense.weight()), dense.bias());
    }

    /* GRAPH mlp(%x: f32[n, i], %up.weight: f32[i, up.o], %up.bias: f32[up.o], %down.weight: f32[up.o, down.o], %down.bias: f32[down.o]) {
      %0 = MatMul(%x, %up.weight) {transpose_a=false, transpose_b=false} : f32[n, up.o]
      %1 = Add(%0, %up.bias) : f32[n, up.o]
      %2 = ReLU(%1) : f32[n, up.o]
      %3 = MatMul(%2, %down.weight) {transpose_a=false, transpose_b=false} : f32[n, down.o]
      %4 = Add(%3, %down.bias) : f32[n, down.o]
      return out=%4
    }
    */
    @GraphKernel
    static Tensor mlp(@TensorType("f32[n, i]") Tensor x, Dense up, Dense down) {
        return dense(reLU(dense(x, up)), down);
    }

    /* GRAPH model(%x: f32[n, d], %model.blocks.0.up.weight: f32[d, model.blocks.up.o], %model.blocks.0.up.bias: f32[model.blocks.up.o], %model.blocks.0.down.weight: f32[model.blocks.up.o, d], %model.blocks.0.down.bias: f32[d], %model.blocks.0.scale: f32[d], %model.blocks.1.up.weight: f32[d, model.blocks.up.o], %model.blocks.1.up.bias: f32[model.blocks.up.o], %model.blocks.1.down.weight: f32[model.blocks.up.o, d], %model.blocks.1.down.bias: f32[d], %model.blocks.1.scale: f32[d], %model.head.weight: f32[d, model.head.o], %model.head.bias: f32[model.head.o]) {
      %0 = MatMul(%x, %model.blocks.0.up.weight) {transpose_a=false, transpose_b=false} : f32[n, model.blocks.up.o]
      %1 = Add(%0, %model.blocks.0.up.bias) : f32[n, model.blocks.up.o]
      %2 = ReLU(%1) : f32[n, model.blocks.up.o]
      %3 = MatMul(%2, %model.blocks.0.down.weight) {transpose_a=false, transpose_b=false} : f32[n, d]
      %4 = Add(%3, %model.blocks.0.down.bias) : f32[n, d]
      %5 = Mul(%4, %model.blocks.0.scale) : f32[n, d]
      %h = Add(%x, %5) : f32[n, d]
      %6 = MatMul(%h, %model.blocks.1.up.weight) {transpose_a=false, transpose_b=false} : f32[n, model.blocks.up.o]
      %7 = Add(%6, %model.blocks.1.up.bias) : f32[n, model.blocks.up.o]
      %8 = ReLU(%7) : f32[n, model.blocks.up.o]
      %9 = MatMul(%8, %model.blocks.1.down.weight) {transpose_a=false, transpose_b=false} : f32[n, d]
      %10 = Add(%9, %model.blocks.1.down.bias) : f32[n, d]
      %11 = Mul(%10, %model.blocks.1.scale) : f32[n, d]
      %12 = Add(%h, %11) : f32[n, d]
      %13 = MatMul(%12, %model.head.weight) {transpose_a=false, transpose_b=false} : f32[n, model.head.o]
      %14 = Add(%13, %model.head.bias) : f32[n, model.head.o]
      return out=%14
    }
    */
    @GraphKernel
    static Tensor model(@TensorType("f32[n, d]") Tensor x, Model model) {
        Tensor h = x;
        for (Block block : model.blocks()) {
            h = add(h, mul(mlp(h, block.up(), block.down()), block.scale()));
        }
        return dense(h, model.head());
    }

    /* GRAPH apart(%x: f32[n, i], %left.weight: f32[i, left.o], %left.bias: f32[left.o], %right.weight: f32[i, right.o], %right.bias: f32[right.o]) {
      %0 = MatMul(%x, %left.weight) {transpose_a=false, transpose_b=false} : f32[n, left.o]
      %1 = Add(%0, %left.bias) : f32[n, left.o]
      %2 = MatMul(%x, %right.weight) {transpose_a=false, transpose_b=false} : f32[n, right.o]
      %3 = Add(%2, %right.bias) : f32[n, right.o]
      return first=%1, second=%3
    }
    */
    @GraphKernel
    static Pair apart(@TensorType("f32[n, i]") Tensor x, Dense left, Dense right) {
        return new Pair(dense(x, left), dense(x, right));
    }

    /* GRAPH descend(%weights.weight: f32[weights.i, weights.o], %weights.bias: f32[weights.o], %gradient.weight: f32[weights.i, weights.o], %gradient.bias: f32[weights.o], float rate) {
      %rate = Scalar() {expression="rate"} : f32[]
      %0 = Mul(%gradient.weight, %rate) : f32[weights.i, weights.o]
      %1 = Sub(%weights.weight, %0) : f32[weights.i, weights.o]
      %2 = Assign(%weights.weight, %1) : f32[weights.i, weights.o]
      %3 = Mul(%gradient.bias, %rate) : f32[weights.o]
      %4 = Sub(%weights.bias, %3) : f32[weights.o]
      %5 = Assign(%weights.bias, %4) : f32[weights.o]
      return 
    }
    */
    @GraphKernel
    static void descend(Dense weights, Dense gradient, float rate) {
        Parameters.forEach(weights, gradient, (w, g) -> assign(w, sub(w, mul(g, rate))));
    }

    /* GRAPH constant(%x: f32[n, 8], %first.weight: f32[8, first.o], %first.bias: f32[first.o], %second.weight: f32[n, 8], %second.bias: f32[8]) {
      %0 = MatMul(%x, %first.weight) {transpose_a=false, transpose_b=false} : f32[n, first.o]
      %1 = Add(%0, %first.bias) : f32[n, first.o]
      %2 = Mul(%1, 2.0) : f32[n, first.o]
      %3 = MatMul(%second.weight, %first.weight) {transpose_a=false, transpose_b=false} : f32[n, first.o]
      %4 = Add(%3, %first.bias) : f32[n, first.o]
      %5 = Add(%2, %4) : f32[n, first.o]
      return out=%5
    }
    */
    @GraphKernel
    static Tensor constant(@TensorType("f32[n, 8]") Tensor x, Dense first, Dense second) {
        return add(mul(dense(x, first), 2), dense(second.weight(), first));
    }

    /* GRAPH parts(%first.rows: f32[first.m + 1, first.d], int first.m, %second.rows: f32[second.m + 1, first.d], int second.m) {
      %0 = Exp(%first.rows) : f32[first.m + 1, first.d]
      %1 = Concat(%0, %second.rows) {axis=0} : f32[first.m + second.m + 2, first.d]
      return out=%1
    }
    */
    @GraphKernel
    static Tensor parts(Part first, Part second) {
        return concat(0, exp(first.rows()), second.rows());
    }
}
