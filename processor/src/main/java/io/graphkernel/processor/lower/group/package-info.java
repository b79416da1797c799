/**
 * Kernels for targets with groups of threads: a group takes items of the loop nest by its number, and as many groups as the
 * launch has share them; nothing but the shape decides which thread of a group accumulates which elements.
 *
 * <p>Stages are those without row buffers: what a later one needs is computed again. Each thread reads an element before it
 * writes a result at the same place.
 */
package io.graphkernel.processor.lower.group;
