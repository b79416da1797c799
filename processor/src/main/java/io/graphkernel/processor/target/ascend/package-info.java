/** Ascend: the source of a class, which the runtime compiler of the toolkit compiles at load. */
package io.graphkernel.processor.target.ascend;
