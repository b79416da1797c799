package io.graphkernel.training;

import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;

/**
 * State of dynamic loss scaling, which {@link LossScaling} updates. It belongs to the state of a training, as the model does: {@link
 * Checkpoint} stores it.
 *
 * @param factor factor of the loss, a power of two
 * @param steps number of steps since the last change of the factor
 */
public record LossScale(
        @TensorType("f32[]") Tensor factor,
        @TensorType("f32[]") Tensor steps) {

    /** Initial factor of most trainings with f16. */
    public static final float DEFAULT_FACTOR = 0x1p15f;

    /**
     * Returns the scale before the first step.
     *
     * @param factor a power of two, such as {@link #DEFAULT_FACTOR}
     * @param device device of the training
     */
    public static LossScale initial(float factor, Device device) {
        return new LossScale(scalar(factor, device), scalar(0, device));
    }

    private static Tensor scalar(float value, Device device) {
        try (Tensor host = Tensor.scalar(value)) {
            return host.to(device);
        }
    }
}
