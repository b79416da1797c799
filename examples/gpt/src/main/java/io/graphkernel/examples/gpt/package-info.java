/**
 * GPT-2 (Radford, Wu, Child, Luan, Amodei and Sutskever, Language Models are Unsupervised Multitask Learners, 2019), trained on
 * text: {@link io.graphkernel.examples.gpt.Gpt2} is the model, {@link io.graphkernel.examples.gpt.Gpt2Training} its steps,
 * {@link io.graphkernel.examples.gpt.TrainGpt2} the program.
 */
package io.graphkernel.examples.gpt;
