package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.LowRank;
import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.examples.pages.AdaptedKernels.Adapters;
import io.graphkernel.examples.pages.TunedKernels.Trainable;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.AdamW;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.LoraFile;
import java.nio.file.Path;
import java.util.Map;

@OnnxModel("classifier.onnx")
interface Classifier {}

/** Its last layer is given at each call. */
@OnnxModel(value = "classifier.onnx", trainable = "head.*")
interface Tuned {}

/** Its layers have low-rank adapters. */
@OnnxModel(value = "classifier.onnx", adapters = @LowRank(weights = "*.weight", rank = 2, scale = 2))
interface Adapted {}

/** Example of docs/onnx.md: compiling and running models. */
final class Models {

    private Models() {}

    @GraphKernel
    static Tensor probabilities(@TensorType("f32[n, 4]") Tensor measures) {
        return softmax(ClassifierKernels.run(measures).logits(), -1);
    }

    record Moments(Trainable first, Trainable second) {}

    @GraphKernel
    static Tensor loss(Trainable head, @TensorType("f32[n, 4]") Tensor measures, @TensorType("i32[n]") Tensor labels) {
        Tensor logits = TunedKernels.run(head, measures).logits();
        return sparseSoftmaxCrossEntropyWithLogits(logits, labels).loss();
    }

    @GraphKernel
    static Tensor step(
            Trainable head,
            Moments moments,
            @TensorType("f32[n, 4]") Tensor measures,
            @TensorType("i32[n]") Tensor labels,
            float rate,
            int step) {
        var loss = valueAndGradient(() -> loss(head, measures, labels), head);
        Parameters.forEach(
                head,
                moments.first(),
                moments.second(),
                loss.gradient(),
                (w, m, v, g) -> AdamW.update(w, m, v, g, rate, step, 0.01));
        return loss.value();
    }

    static float[] train(Tensor measures, Tensor labels, int steps, Path file) {
        Trainable head = TunedKernels.trainable();
        Moments moments = new Moments(
                Parameters.map(head, (path, w) -> Tensor.zeros(w.dimensions())),
                Parameters.map(head, (path, w) -> Tensor.zeros(w.dimensions())));
        float[] losses = new float[steps];
        for (int step = 0; step < steps; step++) {
            losses[step] = ModelsKernels.step(head, moments, measures, labels, 0.02f, step + 1)
                    .get();
        }
        Checkpoint.write(file, head.named(), Map.of());
        return losses;
    }

    @GraphKernel
    static Tensor adaptedLoss(
            Adapters adapters, @TensorType("f32[n, 4]") Tensor measures, @TensorType("i32[n]") Tensor labels) {
        Tensor logits = AdaptedKernels.run(adapters, measures).logits();
        return sparseSoftmaxCrossEntropyWithLogits(logits, labels).loss();
    }

    record AdapterMoments(Adapters first, Adapters second) {}

    @GraphKernel
    static Tensor adaptedStep(
            Adapters adapters,
            AdapterMoments moments,
            @TensorType("f32[n, 4]") Tensor measures,
            @TensorType("i32[n]") Tensor labels,
            float rate,
            int step) {
        var loss = valueAndGradient(() -> adaptedLoss(adapters, measures, labels), adapters);
        Parameters.forEach(
                adapters,
                moments.first(),
                moments.second(),
                loss.gradient(),
                (w, m, v, g) -> AdamW.update(w, m, v, g, rate, step, 0));
        return loss.value();
    }

    static float[] adapt(Tensor measures, Tensor labels, int steps, Path directory) {
        Adapters adapters = AdaptedKernels.adapters(42); // A is random, B is zero
        AdapterMoments moments = new AdapterMoments(
                Parameters.map(adapters, (path, w) -> Tensor.zeros(w.dimensions())),
                Parameters.map(adapters, (path, w) -> Tensor.zeros(w.dimensions())));
        float[] losses = new float[steps];
        for (int step = 0; step < steps; step++) {
            losses[step] = ModelsKernels.adaptedStep(adapters, moments, measures, labels, 0.02f, step + 1)
                    .get();
        }
        LoraFile.of(adapters.named(), Adapters.scales()).write(directory, "classifier");
        return losses;
    }

    static Tensor adapted(Tensor measures, Path directory) {
        Adapters adapters = Adapters.of(LoraFile.read(directory).named(Adapters.scales()));
        return AdaptedKernels.run(adapters, measures).logits();
    }

    static void write(Path file) {
        Checkpoint.write(file, ClassifierKernels.weights(), Map.of());
    }
}
