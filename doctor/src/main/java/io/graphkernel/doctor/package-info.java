/**
 * Command that reports the capabilities of this machine, and runs a self-test on each device.
 *
 * <p>In: the machine and the settings of the runtime. Out: lines of text and an exit status. {@code Doctor} is the
 * command, {@code HostReport} reads properties of the host. A {@code Trial} runs the {@code SelfTest} on one device in
 * a separate process, so that a driver that crashes or hangs is reported like any other failure. A
 * {@code StreamingMeasurement} by {@code TimedCopies} recommends a setting for the size of the last-level cache.
 */
package io.graphkernel.doctor;
