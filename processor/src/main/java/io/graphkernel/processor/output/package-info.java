/**
 * Files of compiled classes: written with the class, kept or removed with its class file.
 *
 * <p>Input: the results of a compilation, and the class files that javac writes. Output: stubs and resources in the class
 * directory. Files of rejected or deleted classes are removed.
 */
package io.graphkernel.processor.output;
