/** Layout of the local memory of tile kernels. */
package io.graphkernel.processor.lower.tile.memory;
