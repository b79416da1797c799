/** Ascend: the source of a class, which the runtime compiler of the toolkit compiles at load. Compiled for where it is asked for. */
package io.graphkernel.processor.target.ascend;
