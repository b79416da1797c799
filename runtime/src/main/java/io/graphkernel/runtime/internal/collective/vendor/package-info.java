/**
 * Vendors' libraries as engines of {@link io.graphkernel.runtime.Communicator}: NCCL and HCCL, opened by name, compute over
 * memory of devices in the order of streams.
 */
package io.graphkernel.runtime.internal.collective.vendor;
