/**
 * The conformance suite: each case is an op, a dtype and a form of its operands. From the cases come kernel methods as a
 * user would write them; every target runs them over all shape classes and is compared with
 * {@link io.graphkernel.conformance.oracle}.
 */
package io.graphkernel.conformance;
