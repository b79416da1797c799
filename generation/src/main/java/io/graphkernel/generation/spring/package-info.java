/** Models of this library as those of Spring AI, by the artifact {@code org.springframework.ai:spring-ai-model}. */
@NullMarked
package io.graphkernel.generation.spring;

import org.jspecify.annotations.NullMarked;
