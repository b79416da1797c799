/** What the targets of GPUs share: one language, and what a launch has to know of a kernel. */
package io.graphkernel.processor.target.gpu;
