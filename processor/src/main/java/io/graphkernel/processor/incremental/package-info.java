/**
 * Reuse of an earlier compilation's output, so that an unchanged class is neither read nor compiled.
 *
 * <p>Input: the source fingerprint of a class or the front end's output, with the options, the targets and the
 * fingerprint of the compiler; after a compilation, the files and the report of the class. Output: the cached files.
 * Stale files of earlier builds are removed from the class directory.
 *
 * <p>{@code ClassKey} hashes all inputs, including {@code CompilerFingerprint}; {@code ClassCache} looks the key up in
 * the build cache; {@code CachedClass} is an entry, with the jar's files as {@code ClassFiles}. {@code OutputIndex}
 * lists the files of an earlier build, which are removed unless this build writes them.
 *
 * <p>Invariants: an entry is byte for byte the output of a compilation, except for times in its logs. No message is
 * lost. A file is removed only if it has the hash in its manifest.
 */
package io.graphkernel.processor.incremental;
