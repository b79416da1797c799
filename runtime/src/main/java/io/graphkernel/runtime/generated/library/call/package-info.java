/** Call sites of library ops: stubs call them between kernels, eager ops on tensors. Each selects the library for its device. */
package io.graphkernel.runtime.generated.library.call;
