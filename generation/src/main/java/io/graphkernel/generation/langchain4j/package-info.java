/** Models of this library as those of LangChain4j, by the artifact {@code dev.langchain4j:langchain4j-core}. */
@NullMarked
package io.graphkernel.generation.langchain4j;

import org.jspecify.annotations.NullMarked;
