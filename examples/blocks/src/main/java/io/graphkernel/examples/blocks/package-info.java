/**
 * Building blocks of networks as their users write them, one per class. {@code BLOCKS.md} shows the fused kernels of
 * each.
 */
package io.graphkernel.examples.blocks;
