package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;

/** The callers of docs/gradients.md. */
final class Gradients {

    private Gradients() {}

    static void pair(Tensor x, Tensor gamma, Tensor beta, Tensor dy) {
        try (NormsKernels.LayerNormForward forward = NormsKernels.layerNormForward(x, gamma, beta, 1e-5f)) {
            Tensor y = forward.result();
            NormsKernels.LayerNormGradients g =
                    NormsKernels.layerNormGradient(forward.saved(), dy); // g.x(), g.gamma(): new tensors
            NormsKernels.layerNormGradient(forward.saved(), dy, g); // the same, into the tensors of g
            NormsKernels.layerNormAccumulateGradient(forward.saved(), dy, g); // added to what they hold
        }
    }

    static void loop(
            int steps, Tensor x, Tensor gamma, Tensor beta, Tensor y, Tensor dy, NormsKernels.LayerNormGradients g) {
        try (NormsKernels.LayerNormSaved saved = new NormsKernels.LayerNormSaved()) { // a loop that makes no tensor
            for (int step = 0; step < steps; step++) {
                NormsKernels.layerNormForward(
                        x, gamma, beta, 1e-5f, y, saved); // into y; what was saved is written over
                NormsKernels.layerNormGradient(saved, dy, g);
            }
        }
    }

    static void descend(Tensor x, Tensor w, double limit, float rate) {
        Tensor gradient;
        try (Tape tape = Tape.open(w)) {
            Tensor h = x;
            while (reduceMax(h).getDouble() < limit) {
                h = LayersKernels.layer(h, w); // gradient = true: one op of the tape, fused in both directions
            }
            gradient = tape.gradient(reduceMean(square(h)), w); // also by several tensors, or by a record of them
        }
        assign(w, sub(w, mul(gradient, rate)));
    }
}
