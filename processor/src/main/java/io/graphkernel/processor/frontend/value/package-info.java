/**
 * Symbolic values of expressions, and arithmetic on constants, numbers and dims.
 *
 * <p>A method body is evaluated over these values: tensors become nodes of the graph under construction, constants are
 * folded, and numbers known only at a call become formulas.
 */
package io.graphkernel.processor.frontend.value;
