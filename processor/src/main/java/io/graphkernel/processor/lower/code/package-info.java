/**
 * The loop IR: functions of loops, loads, stores and scalar expressions over one element, independent of the target's
 * syntax.
 *
 * <p>Lowering builds it from kernels, and the emitters print it. Identifiers are already final. Types say what a
 * variable holds, and each target maps them to its own. The distribution of a loop's iterations over threads is
 * expressed by its start and step, in terms of {@link io.graphkernel.processor.lower.code.Builtin}.
 */
package io.graphkernel.processor.lower.code;
