/**
 * Results of the front ends: kernel classes and kernel methods with their graphs, and the Java types of their
 * parameters.
 *
 * <p>The types here are data without javac's trees; all later stages that know the front end know only this package.
 */
package io.graphkernel.processor.frontend.kernel;
