package io.graphkernel.processor.target;

import io.graphkernel.processor.schedule.KernelTable;

/**
 * The kernels of a class, as a target takes them.
 *
 * @param className the qualified name of the class
 * @param packageName its package; empty for the unnamed one
 * @param simpleName its simple name
 * @param stubName the simple name of its stub, which is in the same package
 * @param table its kernels, each distinct one once, in the order of their numbers
 */
public record ClassKernels(
        String className, String packageName, String simpleName, String stubName, KernelTable table) {

    /**
     * The name of a source file, which messages of compilers show.
     *
     * @param extension with the dot
     * @return letters, digits and underscores, as every file system and tool takes them
     */
    public String fileName(String extension) {
        return simpleName.replaceAll("[^A-Za-z0-9_]", "_") + extension;
    }
}
