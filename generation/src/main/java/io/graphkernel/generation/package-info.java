/** Text generation with language models whose layers are kernels. */
@NullMarked
package io.graphkernel.generation;

import org.jspecify.annotations.NullMarked;
