package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Dim;

/**
 * Elements one after the other in memory.
 *
 * @param location the memory
 * @param offset of the first of them, in elements
 */
public record Region(Location location, Dim offset) {}
