/** The threads that share a launch. */
package io.graphkernel.runtime.internal.parallel;
