/**
 * Building blocks of training around kernels: {@link io.graphkernel.training.Initializer initial values},
 * {@link io.graphkernel.training.Checkpoint checkpoints},
 * {@link io.graphkernel.training.LearningRateSchedule learning rate schedules} and
 * {@link io.graphkernel.training.AdamW an optimizer} and {@link io.graphkernel.training.LossScaling loss scaling} for calls from kernels. The loss and its gradients are kernels of
 * the user.
 */
@NullMarked
package io.graphkernel.training;

import org.jspecify.annotations.NullMarked;
