/**
 * Access to javac: its trees, elements, attribution and rounds, and messages at trees.
 *
 * <p>Input: the environment of an annotation processor. Output: elements and positions. Method bodies are read by other
 * packages.
 */
package io.graphkernel.processor.frontend.javac;
