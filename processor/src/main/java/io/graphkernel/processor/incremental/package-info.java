/**
 * What a compilation finds of an earlier one, so that a class that nobody has changed is neither read nor compiled.
 *
 * <p>In: what a class is read from, or what the front end has read, with the options, the targets and the code of the
 * compiler; after a compilation the files of the class and its report. Out: these files, and what an earlier build has left in
 * the directory of the class files.
 *
 * <p>From one class to the next: {@code ClassKey} is the hash of all that the files follow from, and {@code CompilerCode} of that
 * the compiler; {@code KeptClasses} asks the build cache for it; {@code KeptClass} is what the cache has, and {@code ClassFiles}
 * of that what goes into the jar. {@code ListedFiles} are those of an earlier build, which are removed if this one does not write
 * them.
 *
 * <p>Always holds: what is found is, byte for byte, what a compilation would write, but for the times in its logs; no message is
 * lost; and a file is removed only if it has the hash that its manifest says.
 */
package io.graphkernel.processor.incremental;
