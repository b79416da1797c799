package io.graphkernel.processor.schedule;

import io.graphkernel.graph.iteration.AccessMap;

/**
 * A value in memory, either a whole buffer or a region of one.
 *
 * @param location the memory
 * @param access access of the value's elements, with one stride per axis
 */
public record Region(Location location, AccessMap access) {}
