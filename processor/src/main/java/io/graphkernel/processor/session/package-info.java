/**
 * Compilation of one javac invocation: its options, its classes in flight, and their outputs.
 *
 * <p>Input: classes that the front ends have read. Output: calls of the back end in order, and files that are kept or
 * removed once javac has accepted or rejected their classes.
 */
package io.graphkernel.processor.session;
