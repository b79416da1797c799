/**
 * Pooled off-heap memory: blocks by size class, and the epoch-based reclamation that defers their release. Also
 * transfers of elements in raw memory of any owner.
 */
package io.graphkernel.runtime.internal.memory;
