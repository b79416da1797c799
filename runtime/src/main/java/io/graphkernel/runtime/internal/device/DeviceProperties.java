package io.graphkernel.runtime.internal.device;

/**
 * What a driver says about a device.
 *
 * @param name the product's name
 * @param driverVersion the version of the driver
 * @param memoryBytes the size of its memory
 * @param parameterBytes how many bytes of parameters a kernel takes, at most
 * @param multiprocessors how many groups of threads it runs side by side, at least
 * @param doubles whether it computes in f64
 * @param gpu whether it is a GPU, rather than a CPU with the same interface
 */
public record DeviceProperties(
        String name,
        String driverVersion,
        long memoryBytes,
        long parameterBytes,
        int multiprocessors,
        boolean doubles,
        boolean gpu) {}
