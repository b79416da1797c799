package io.graphkernel.examples.benchmarks.recurrence;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.narrow;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.squeeze;
import static io.graphkernel.runtime.Ops.stack;
import static io.graphkernel.runtime.Ops.tanh;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Recurrent networks with tanh, as loops. */
final class NetworkOps {

    private NetworkOps() {}

    /** The product of an input with its weights is in the loop. */
    @GraphKernel(gradient = true)
    static Tensor cell(
            @TensorType("f32[t, b, d]") Tensor x,
            @TensorType("f32[b, h]") Tensor h0,
            @TensorType("f32[d, h]") Tensor in,
            @TensorType("f32[h, h]") Tensor w,
            @TensorType("f32[h]") Tensor bias) {
        Tensor h = h0;
        Tensor[] states = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < states.length; i++) {
            Tensor input = squeeze(narrow(x, 0, i, 1), 0);
            h = tanh(add(add(matMul(input, in), matMul(h, w)), bias));
            states[i] = h;
        }
        return stack(0, states);
    }

    /** The products of all inputs with their weights are one, before the loop. */
    @GraphKernel(gradient = true)
    static Tensor projected(
            @TensorType("f32[t, b, d]") Tensor x,
            @TensorType("f32[b, h]") Tensor h0,
            @TensorType("f32[d, h]") Tensor in,
            @TensorType("f32[h, h]") Tensor w,
            @TensorType("f32[h]") Tensor bias) {
        Tensor rows = reshape(x, x.dimension(0) * x.dimension(1), x.dimension(2));
        Tensor inputs = reshape(add(matMul(rows, in), bias), x.dimension(0), x.dimension(1), h0.dimension(1));
        Tensor h = h0;
        Tensor[] states = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < states.length; i++) {
            h = tanh(add(squeeze(narrow(inputs, 0, i, 1), 0), matMul(h, w)));
            states[i] = h;
        }
        return stack(0, states);
    }
}
