/** Loops over chunks of rows, which keep wide intermediate values of losses out of memory. */
package io.graphkernel.processor.pass.chunk;
