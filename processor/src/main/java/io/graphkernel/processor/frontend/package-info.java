/**
 * Front end: from javac's trees to op graphs.
 *
 * <p>Input: the elements and trees of a class with {@code @GraphKernel} methods. Output: a {@link
 * io.graphkernel.processor.frontend.kernel.KernelClass} with one {@link io.graphkernel.graph.Graph} per method, or
 * diagnostics at the smallest offending tree. No other package uses {@code com.sun.source}. The passes process the
 * graphs next.
 *
 * <p>Invariants: the graphs are built op by op under the type rules. Locals, loops, conditions and calls of other
 * kernel methods are resolved. Types of kind ERROR are not reported, because javac reports them.
 */
package io.graphkernel.processor.frontend;
