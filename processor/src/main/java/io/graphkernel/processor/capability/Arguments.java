package io.graphkernel.processor.capability;

/**
 * How much a kernel takes.
 *
 * @param tensors the most tensors that it reads and stores
 * @param ranklessTensors the most tensors if some are of rankless shapes, which take all their strides with them
 * @param numbers the most numbers, each of which takes a slot
 */
public record Arguments(int tensors, int ranklessTensors, int numbers) {

    /**
     * With dims, they fit into the {@link io.graphkernel.abi.KernelAbi#FRAME_SLOTS slots} of a launch, and nearly always into
     * 1 KiB, the least that OpenCL devices take (OpenCL 3.0, {@code CL_DEVICE_MAX_PARAMETER_SIZE}).
     */
    public static final Arguments USUAL = new Arguments(48, 12, 64);

    /** The least of each: what every target takes. */
    Arguments or(Arguments other) {
        return new Arguments(
                Math.min(tensors, other.tensors),
                Math.min(ranklessTensors, other.ranklessTensors),
                Math.min(numbers, other.numbers));
    }
}
