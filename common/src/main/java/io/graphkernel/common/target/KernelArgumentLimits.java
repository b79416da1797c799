package io.graphkernel.common.target;

/**
 * Limits of a kernel's arguments.
 *
 * @param maxTensors maximum number of tensors that it reads and stores
 * @param maxUnrankedTensors maximum number of tensors if some have unranked shapes, whose strides are arguments as well
 * @param maxScalars maximum number of scalars, each of which needs a slot
 */
public record KernelArgumentLimits(int maxTensors, int maxUnrankedTensors, int maxScalars) {

    /**
     * Together with dims they fit the {@link io.graphkernel.common.abi.KernelAbi#FRAME_SLOTS slots} of a launch, and nearly
     * always 1 KiB, the minimum of OpenCL devices (OpenCL 3.0, {@code CL_DEVICE_MAX_PARAMETER_SIZE}).
     */
    public static final KernelArgumentLimits DEFAULT =
            new KernelArgumentLimits(/* maxTensors= */ 48, /* maxUnrankedTensors= */ 12, /* maxScalars= */ 64);

    /** Returns the limits that both targets support. */
    KernelArgumentLimits intersect(KernelArgumentLimits other) {
        return new KernelArgumentLimits(
                Math.min(maxTensors, other.maxTensors),
                Math.min(maxUnrankedTensors, other.maxUnrankedTensors),
                Math.min(maxScalars, other.maxScalars));
    }
}
