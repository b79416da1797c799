/** Fixes of runtime messages, applied and checked. */
package io.graphkernel.conformance.fix;
