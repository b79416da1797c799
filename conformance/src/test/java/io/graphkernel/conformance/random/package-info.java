/** Random kernel methods: fused, unfused and plain Java runs against the definitions of their ops. */
package io.graphkernel.conformance.random;
