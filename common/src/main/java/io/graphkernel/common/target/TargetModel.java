package io.graphkernel.common.target;

/**
 * Model of a target: the machine properties and tuning constants by which compiler and runtime decide. A decision reads
 * them here; {@code TuningConstantsTest} fails if a stage declares a number of its own.
 *
 * <p>Targets of other jars implement it as well, at least with the capabilities that determine schedules.
 */
public interface TargetModel {

    /** Returns the capabilities that affect fusion, scheduling and launches. */
    Capabilities capabilities();
}
