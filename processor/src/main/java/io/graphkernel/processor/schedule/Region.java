package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Access;

/**
 * A value in memory that it may share with others: a whole buffer, or a part of one.
 *
 * @param location the memory
 * @param access where the value's elements lie in it, with one stride per axis of the value
 */
public record Region(Location location, Access access) {}
