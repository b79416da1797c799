/**
 * Writes what is derived from the tables and checked in: the class {@code Ops} of the run time, and the pages about ops, flags,
 * fusions and rules.
 *
 * <p>In: the op table, the flags, the passes, the arithmetic rules. Out: files of the project. {@code mvn -q -pl processor -am
 * process-classes -Preferences} runs {@link io.graphkernel.processor.reference.References}; a test compares.
 */
package io.graphkernel.processor.reference;
