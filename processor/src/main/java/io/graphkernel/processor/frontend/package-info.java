/**
 * From javac's trees to op graphs.
 *
 * <p>In: the elements and trees of a class with {@code @GraphKernel} methods. Out: a
 * {@link io.graphkernel.processor.frontend.KernelClass} with one {@link io.graphkernel.processor.graph.Graph} per
 * method, or diagnostics at the smallest tree at fault. Alone in knowing {@code com.sun.source}. The graphs go to the
 * passes next.
 *
 * <p>Always holds: a graph that leaves this package was built op by op under the type rules; locals, loops, conditions
 * and calls of other kernels are gone; for a type of kind ERROR nothing is said, because javac does.
 */
package io.graphkernel.processor.frontend;
