/**
 * A command that says what this machine offers to kernels, and tries one on each device.
 *
 * <p>In: the machine, the settings of the run time. Out: lines of text and an exit status. {@code Doctor} is the command,
 * {@code HostReport} what it says before it tries anything; a {@code Trial} runs the {@code SelfTest} on one device, in a
 * process of its own, so that a driver that ends the process, or never answers, is a line like any other. A {@code
 * StreamingMeasurement} by {@code TimedCopies} says what to set as the size of the last-level cache.
 */
package io.graphkernel.doctor;
