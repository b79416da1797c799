/**
 * Environment of annotation processing: rounds, claims of annotations, wrapped environments, and the reports of failed
 * steps.
 *
 * <p>Input: the compiler's environment and its rounds. Output: decisions about rounds, and messages for exceptions. No
 * class here depends on a stage after the front end.
 */
package io.graphkernel.processor.processing;
