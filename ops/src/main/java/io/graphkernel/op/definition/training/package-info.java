/** Rows of training: losses and optimizer steps. */
package io.graphkernel.op.definition.training;
