/**
 * MPI as a backend of {@link io.graphkernel.runtime.Communicator}: the library of the system, opened by name,
 * transports bytes between processes that {@code mpirun} has started.
 */
package io.graphkernel.runtime.internal.collective.mpi;
