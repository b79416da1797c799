/**
 * BERT (Devlin, Chang, Lee and Toutanova, BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding,
 * 2019), trained to name masked tokens: {@link io.graphkernel.examples.bert.Bert} is the model, {@link
 * io.graphkernel.examples.bert.BertTraining} its step, {@link io.graphkernel.examples.bert.OptLevels} the same step at other
 * levels of optimization, {@link io.graphkernel.examples.bert.TimeBert} the program that times them.
 */
package io.graphkernel.examples.bert;
