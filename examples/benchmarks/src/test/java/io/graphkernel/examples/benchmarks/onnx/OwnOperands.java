package io.graphkernel.examples.benchmarks.onnx;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.IOException;

/** Calls a compiled model where ONNX Runtime is not loaded. */
final class OwnOperands {

    private static final int INPUTS_OF_TEXTS = 3;

    private OwnOperands() {}

    static void call(Compilation compilation, Model model, long[] dims)
            throws IOException, ReflectiveOperationException {
        int count = 1;
        for (long dim : dims) {
            count *= (int) dim;
        }
        try (TensorScope scope = TensorScope.open()) {
            Object[] operands = new Object[model.isText() ? INPUTS_OF_TEXTS : 1];
            for (int i = 0; i < operands.length; i++) {
                operands[i] = model.isText() ? Tensor.of(new long[count], dims) : Tensor.of(new float[count], dims);
            }
            compilation.method(model, operands.length).invoke(null, operands);
        }
    }
}
