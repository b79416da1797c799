/**
 * Twelve building blocks of networks as their users write them, one per class. {@code BLOCKS.md} shows what becomes of
 * each.
 */
package io.graphkernel.examples.blocks;
