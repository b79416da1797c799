/**
 * A target of a test, to show what a new one takes: a class in the processor's list, a class in the run time's list, and
 * nothing else.
 */
package io.graphkernel.conformance.target;
