/** The Java of README.md and of the pages under docs/, which quote it: it is compiled, and {@code CodeBlocksTest} compares the texts. */
package io.graphkernel.examples.pages;
