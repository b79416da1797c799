/**
 * The engines of {@link io.graphkernel.runtime.Communicator}: one rank alone, and the ranks of several threads of one
 * process, which read each other's memory.
 *
 * <p>Always holds: elements are combined in the order of ranks, so that results do not depend on timing; while a rank
 * reads or writes memory of another, that one does not leave its collective, be it by a return or by an exception.
 */
package io.graphkernel.runtime.internal.collective;
