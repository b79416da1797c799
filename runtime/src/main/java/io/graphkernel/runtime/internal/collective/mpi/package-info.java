/**
 * MPI as the engine of {@link io.graphkernel.runtime.Communicator}: the library of the system, opened by name, moves bytes
 * between processes that {@code mpirun} has started.
 */
package io.graphkernel.runtime.internal.collective.mpi;
