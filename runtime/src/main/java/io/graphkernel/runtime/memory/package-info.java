/** Pooled off-heap memory: blocks by size class, and when a block's memory may really be given back. */
package io.graphkernel.runtime.memory;
