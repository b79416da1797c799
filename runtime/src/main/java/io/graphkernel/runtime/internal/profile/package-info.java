/**
 * Profiling of launches: each kernel and library call as an event of Java Flight Recorder and as an entry of a trace
 * that browsers display.
 *
 * <p>In: the operation, by its {@link io.graphkernel.runtime.internal.profile.LaunchLabel}, and its start and end, kept
 * by a {@link io.graphkernel.runtime.internal.profile.LaunchRecord}. Out:
 * {@link io.graphkernel.runtime.internal.profile.KernelLaunch} events and the file of
 * {@link io.graphkernel.runtime.internal.profile.TraceFile}. Results are not affected.
 *
 * <p>Invariant: without a recording or trace, a launch does not create a record, and compiled code does not even check
 * ({@link io.graphkernel.runtime.internal.profile.LaunchProfile}).
 */
package io.graphkernel.runtime.internal.profile;
