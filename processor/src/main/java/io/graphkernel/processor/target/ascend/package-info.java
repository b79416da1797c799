/** Ascend target: the source of a class, which the toolkit's runtime compiler compiles at load time. */
package io.graphkernel.processor.target.ascend;
