/** Arguments that a call computes from dims: the stub and the eager op accept and reject the same ones. */
package io.graphkernel.conformance.argument;
