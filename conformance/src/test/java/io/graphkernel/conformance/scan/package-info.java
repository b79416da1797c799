/** Tests of scans and reductions by Java functions. */
package io.graphkernel.conformance.scan;
