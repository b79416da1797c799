package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.annotations.Variants;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;

/** docs/kernel-language.md. */
final class KernelLanguage {

    private KernelLanguage() {}

    enum Activation {
        RELU,
        GELU,
        TANH
    }

    @GraphKernel(gradient = true)
    static Tensor layer(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor bias,
            Activation activation,
            @Variants({"none", "rms"}) String norm) {
        Tensor h = norm.equals("rms") ? div(x, sqrt(add(reduceMean(square(x), -1, KEEP_DIMS), 1e-6))) : x;
        h = add(h, bias);
        return switch (activation) {
            case RELU -> reLU(h);
            case GELU -> geLU(h);
            case TANH -> tanh(h);
        };
    }

    record Norm(
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta) {}

    record Weights(@TensorType("f32[d, h]") Tensor up, Norm norm) {}

    @GraphKernel
    static Tensor project(@TensorType("f32[n, d]") Tensor x, Weights w) {
        return matMul(add(mul(x, w.norm().gamma()), w.norm().beta()), w.up());
    }

    @GraphKernel(gradient = true)
    static Tensor recurrence(
            @TensorType("f32[t, b, d]") Tensor x,
            @TensorType("f32[b, h]") Tensor h0,
            @TensorType("f32[d, h]") Tensor in,
            @TensorType("f32[h, h]") Tensor w) {
        Tensor h = h0;
        Tensor[] states = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            h = tanh(add(matMul(row, in), matMul(h, w)));
            states[i] = h;
        }
        return stack(0, states);
    }

    @GraphKernel(gradient = true)
    static Tensor fixedPoint(@TensorType("f32[n]") Tensor x, @TensorType("f32[n, n]") Tensor w, float tolerance) {
        Tensor z = x;
        float change = 1;
        for (int i = 0; i < 100 && change > tolerance; i++) {
            Tensor next = tanh(add(reshape(matMul(w, reshape(z, x.dimension(0), 1)), x.dimension(0)), x));
            change = reduceMax(abs(sub(next, z))).get();
            z = next;
        }
        return change > tolerance ? x : z;
    }

    @GraphKernel(gradient = true)
    static Tensor settled(@TensorType("f32[t, n]") Tensor x, float tolerance) {
        Tensor h = squeeze(narrow(x, 0, 0, 1), 0);
        int i = 1;
        while (i < x.dimension(0)) {
            Tensor next = add(mul(h, 0.5f), mul(squeeze(narrow(x, 0, i, 1), 0), 0.5f));
            float change = reduceMax(abs(sub(next, h))).get();
            h = next;
            if (change < tolerance) {
                break;
            }
            i++;
        }
        return mul(h, i);
    }

    @GraphKernel(gradient = true)
    static Tensor trajectory(@TensorType("f32[n]") Tensor x, @TensorType("f32[t, n]") Tensor forces, float dt) {
        List<Tensor> states = new ArrayList<>();
        states.add(x);
        Tensor h = x;
        for (int i = 0; i < forces.dimension(0); i++) {
            h = add(h, mul(sub(squeeze(narrow(forces, 0, i, 1), 0), h), dt));
            states.add(h);
        }
        return stack(0, states.toArray(new Tensor[0])); // f32[t + 1, n]
    }

    record Layer(
            @TensorType("f32[d]") Tensor scale,
            @TensorType("f32[d]") Tensor shift) {}

    record Model(
            @TensorType("f32[v, d]") Tensor embedding,
            @Length(12) List<Layer> layers) {}

    @GraphKernel
    static Tensor run(@TensorType("f32[n, d]") Tensor x, Model model) {
        Tensor h = x;
        for (Layer layer : model.layers()) {
            h = tanh(add(mul(h, layer.scale()), layer.shift()));
        }
        return matMul(h, model.embedding(), false, true);
    }

    @GraphKernel
    static Tensor quantized(
            @TensorType("f32[m, k]") Tensor x,
            @TensorType("i8[n, k]") Tensor weight,
            @TensorType("f32[n, 1]") Tensor scale,
            @TensorType("f32[n]") Tensor bias) {
        return add(matMul(x, mul(cast(weight, DType.F32), scale), false, true), bias);
    }
}
