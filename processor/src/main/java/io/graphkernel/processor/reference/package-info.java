/**
 * Generation of checked-in files derived from the tables: the class {@code Ops} of the runtime, and the pages about
 * ops, flags, fusions and rules.
 *
 * <p>Input: the op table, the flags, the passes, the arithmetic rules. Output: files of the project. {@code mvn -q -pl
 * processor -am test-compile -Preferences} runs {@link io.graphkernel.processor.reference.References}; a test
 * compares the files.
 */
package io.graphkernel.processor.reference;
