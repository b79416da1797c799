/**
 * Models of the targets: all tuning constants of compiler and runtime, each with its unit and its source. One record per
 * target implements {@link io.graphkernel.common.target.TargetModel}; {@link io.graphkernel.common.target.ReferenceModel}
 * has the assumptions that are the same for all of them. This package depends on the JDK only.
 *
 * <p>The source of a value is a benchmark note in {@code docs/bench}, a vendor's document, another constant, or
 * <i>estimate</i>: a value that was chosen by reasoning and not measured separately.
 */
package io.graphkernel.common.target;
