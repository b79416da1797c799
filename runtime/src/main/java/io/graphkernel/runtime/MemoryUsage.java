package io.graphkernel.runtime;

/**
 * Memory usage of a device at one moment, in bytes.
 *
 * @param usedBytes memory of tensors and running calls, rounded up to the size classes of the pool, without foreign
 *     memory
 * @param pooledBytes memory of closed tensors that is available for reuse
 * @param limitBytes limit of the sum of both: for the host JavaCPP's {@code org.bytedeco.javacpp.maxBytes}, or
 *     {@link Long#MAX_VALUE} without a limit, for other devices the size of their memory
 * @param leakedTensors number of tensors since the start of the process that were not closed and whose memory the
 *     garbage collector freed; a tensor and its views count once
 */
public record MemoryUsage(long usedBytes, long pooledBytes, long limitBytes, long leakedTensors) {}
