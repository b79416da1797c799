/**
 * The profile of launches: each kernel and each library call as an event of Java Flight Recorder and as a line of a
 * trace that browsers show.
 *
 * <p>In: what runs, by its {@link io.graphkernel.runtime.internal.profile.LaunchLabel}, and the moments when it begins and ends,
 * kept by a {@link io.graphkernel.runtime.internal.profile.LaunchRecord}. Out: {@link io.graphkernel.runtime.internal.profile.KernelLaunch}
 * events and the file of {@link io.graphkernel.runtime.internal.profile.TraceFile}. Nothing here changes what is computed.
 *
 * <p>Always holds: while nobody looks, a launch makes no record, and compiled code does not even ask
 * ({@link io.graphkernel.runtime.internal.profile.LaunchProfile}).
 */
package io.graphkernel.runtime.internal.profile;
