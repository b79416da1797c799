/** Rows of ops of neural networks over any number of spatial axes: convolution, pooling, sampling, losses. */
package io.graphkernel.op.definition.network;
