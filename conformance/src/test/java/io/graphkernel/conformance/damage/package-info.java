/** Kernel jars and caches with wrong bytes: a call is right or throws one of our exceptions. */
package io.graphkernel.conformance.damage;
