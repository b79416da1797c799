/** Element functions, compiled and as plain Java. */
package io.graphkernel.conformance.element;
