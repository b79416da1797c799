/**
 * What training needs around kernels: {@link io.graphkernel.training.Initializer initial values}, {@link
 * io.graphkernel.training.Checkpoint checkpoints}, {@link io.graphkernel.training.Schedule schedules} of the learning rate,
 * {@link io.graphkernel.training.Progress progress}, and a {@link io.graphkernel.training.GradientCheck check of gradients}
 * for tests, in plain Java; and {@link io.graphkernel.training.AdamW an optimizer} for kernels to call. The loss and its gradients
 * are kernels of your own.
 */
package io.graphkernel.training;
