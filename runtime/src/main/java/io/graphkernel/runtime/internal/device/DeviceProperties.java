package io.graphkernel.runtime.internal.device;

/**
 * Properties of a device, as reported by its driver.
 *
 * @param name product name
 * @param driverVersion version of the driver
 * @param memoryBytes memory size
 * @param parameterBytes maximum size of a kernel's parameters
 * @param multiprocessors minimum number of thread blocks that run concurrently
 * @param doubles true if f64 is supported
 * @param gpu true for a GPU, false for a CPU with the same interface
 */
public record DeviceProperties(
        String name,
        String driverVersion,
        long memoryBytes,
        long parameterBytes,
        int multiprocessors,
        boolean doubles,
        boolean gpu) {}
