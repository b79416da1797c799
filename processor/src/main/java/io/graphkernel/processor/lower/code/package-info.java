/**
 * The loop language: functions of loops, loads, stores and scalar expressions over one element, without any target's
 * syntax.
 *
 * <p>Lowering makes it out of kernels, and a target prints it. Names are chosen already; types say what a variable holds,
 * and the target decides how. Who shares a loop's iterations is said by where a loop begins and by its step, in numbers that
 * the target knows ({@link io.graphkernel.processor.lower.code.Builtin}).
 */
package io.graphkernel.processor.lower.code;
