/**
 * Backends of {@link io.graphkernel.runtime.Communicator}: a single rank, and the threads of one process, which access
 * each other's memory.
 *
 * <p>Invariants: elements are reduced in the order of ranks, so that results do not depend on timing. While a rank
 * accesses memory of another, that one does not leave its collective, neither by returning nor by an exception.
 */
package io.graphkernel.runtime.internal.collective;
