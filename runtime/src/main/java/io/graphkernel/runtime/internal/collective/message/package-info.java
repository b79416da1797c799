/**
 * Collectives between ranks that do not share memory: an engine moves bytes, and the ranks combine them. So the results
 * have the bits of those between threads, whatever the engine.
 *
 * <p>Always holds: an engine sees memory of this package only; a rank is at most one collective ahead of another; what
 * all ranks must agree on they have told each other before an element is computed.
 */
package io.graphkernel.runtime.internal.collective.message;
