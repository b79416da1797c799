/** Tokenizers of other libraries, and generated text in place of tokens. */
@NullMarked
package io.graphkernel.generation.tokenizer;

import org.jspecify.annotations.NullMarked;
