package io.graphkernel.processor.target;

import io.graphkernel.processor.schedule.KernelTable;

/**
 * Kernels of a class, the input of a target.
 *
 * @param className qualified name of the class
 * @param packageName its package; empty for the unnamed one
 * @param simpleName simple name of the class
 * @param stubName simple name of its stub, which is in the same package
 * @param table distinct kernels, in index order
 */
public record ClassKernels(
        String className, String packageName, String simpleName, String stubName, KernelTable table) {

    /**
     * Returns the name of a source file for messages of compilers.
     *
     * @param extension extension with the dot
     * @return portable name of letters, digits and underscores
     */
    public String fileName(String extension) {
        return simpleName.replaceAll("[^A-Za-z0-9_]", "_") + extension;
    }
}
