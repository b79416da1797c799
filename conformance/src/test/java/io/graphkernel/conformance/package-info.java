/**
 * The conformance suite: each case is an op, a dtype and a variant of its operands. Kernel methods are generated from the cases
 * as a user would write them; every target runs them over all shape classes and is compared with
 * {@link io.graphkernel.conformance.oracle}.
 */
package io.graphkernel.conformance;
