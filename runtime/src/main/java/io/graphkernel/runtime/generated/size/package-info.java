/** Sizes and scalar arguments of ops: saturating arithmetic, and checks that stubs and eager ops share. */
package io.graphkernel.runtime.generated.size;
