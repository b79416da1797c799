/** Memory and identity of operands and results: plain Java and stubs agree in them, too. */
package io.graphkernel.conformance.identity;
