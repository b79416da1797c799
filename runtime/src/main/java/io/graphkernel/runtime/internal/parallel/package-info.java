/** Kernel threads, which share launches. */
package io.graphkernel.runtime.internal.parallel;
