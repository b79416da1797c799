/**
 * Collectives between ranks without shared memory: a transport moves bytes, and the ranks reduce them. Results are
 * bitwise equal to those between threads, for every transport.
 *
 * <p>Invariants: a transport only accesses memory of this package. A rank is at most one collective ahead of another.
 * Requests are exchanged and compared before an element is computed.
 */
package io.graphkernel.runtime.internal.collective.message;
