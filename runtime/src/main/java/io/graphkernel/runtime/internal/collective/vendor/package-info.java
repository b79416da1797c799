/**
 * Vendors' libraries as backends of {@link io.graphkernel.runtime.Communicator}: NCCL and HCCL, opened by name, compute
 * over device memory in stream order.
 */
package io.graphkernel.runtime.internal.collective.vendor;
