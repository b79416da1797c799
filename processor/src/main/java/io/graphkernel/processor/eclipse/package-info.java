/**
 * Eclipse's compiler: it gives processors no method bodies, so a javac of our own reads the sources that it compiles. That javac
 * runs the processor alone; what the processor writes goes to Eclipse's filer, and what it says to Eclipse's list of problems.
 * Eclipse's classes are not among our dependencies, and are called by name.
 */
package io.graphkernel.processor.eclipse;
