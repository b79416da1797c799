/** Common part of GPU targets: one language, and the launch information of a kernel. */
package io.graphkernel.processor.target.gpu;
