/**
 * Messages that explain a rejected call or expression in the words of the source.
 *
 * <p>Input: a tree with the op or the arguments that do not fit. Output: text of a message. Nothing is read or
 * changed.
 */
package io.graphkernel.processor.frontend.advice;
