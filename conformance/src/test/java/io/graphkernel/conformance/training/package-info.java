/** A small GPT-2 whose training step is one kernel: models as records and lists, gradients, updates in place. */
package io.graphkernel.conformance.training;
