/**
 * Reads functions of elements: lambdas and static methods over numbers, with control flow, as graphs of elementwise ops.
 */
package io.graphkernel.processor.frontend.element;
