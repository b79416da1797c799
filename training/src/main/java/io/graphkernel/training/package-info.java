/**
 * What training needs around kernels, in plain Java: {@link io.graphkernel.training.Initializer initial values}, {@link
 * io.graphkernel.training.Checkpoint checkpoints}, {@link io.graphkernel.training.Schedule schedules} of the learning rate,
 * {@link io.graphkernel.training.Progress progress}, and a {@link io.graphkernel.training.GradientCheck check of gradients}
 * for tests. The loss, its gradients and the update are kernels of your own.
 */
package io.graphkernel.training;
