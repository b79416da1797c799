/** Built-in kernels of the CPU: {@code native/src/main/c/gk_*.c}. */
package io.graphkernel.runtime.generated.library.cpu;
