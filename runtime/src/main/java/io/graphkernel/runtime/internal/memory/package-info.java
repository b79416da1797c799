/**
 * Pooled off-heap memory: blocks by size class, and when a block's memory may really be given back. Also lines of elements
 * in raw memory, whoever owns it.
 */
package io.graphkernel.runtime.internal.memory;
