/**
 * Results of the front ends: kernel classes and kernel methods with their graphs, and the Java types of their
 * parameters.
 *
 * <p>The types here are data without javac's trees; later stages depend only on this package of the front end.
 */
package io.graphkernel.processor.frontend.kernel;
