/** Text generation with models of the Llama family. */
package io.graphkernel.examples.llm;
