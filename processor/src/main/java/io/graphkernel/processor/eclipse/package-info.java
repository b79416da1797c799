/**
 * Support for Eclipse's compiler. It passes no method bodies to processors, so an embedded javac reads the sources and
 * runs the processor. Output of the processor is written to Eclipse's filer, and its messages to Eclipse's list of problems.
 * Eclipse's classes are not a dependency, and are called reflectively.
 */
package io.graphkernel.processor.eclipse;
