/**
 * Builds of targets: the list of targets, kernel sources by language, and parallel builds with their messages.
 *
 * <p>Input: planned methods and the kernel table of a class. Output: the files of each target, or messages about targets
 * that support no kernel of the class or fail to build.
 */
package io.graphkernel.processor.build;
