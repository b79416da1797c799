/** Numbers in place of tensors: eager ops and stubs convert and reject them alike. */
package io.graphkernel.conformance.number;
