package io.graphkernel.processor.stub.manifest;

import io.graphkernel.common.abi.ManifestFormat;

/**
 * File of kernels in the jar, in its own subdirectory of the manifest's directory.
 *
 * @param directory directory that the runtime searches: a platform, a target or {@code plans}
 * @param key key of the file name in the manifest: {@code library.} and the directory, or the directory, a dot and the
 *     content type
 * @param fileName the file name
 * @param content its bytes
 */
public record KernelFile(String directory, String key, String fileName, byte[] content) {

    /**
     * Returns the file of interpreted plans.
     *
     * @param content its bytes
     * @return the file
     */
    public static KernelFile ofPlans(byte[] content) {
        return new KernelFile(ManifestFormat.PLANS, ManifestFormat.PLANS_FILE, "plans.gkp", content);
    }

    /**
     * Returns the file of the graphs of element functions, which the runtime differentiates.
     *
     * @param content its bytes
     * @return the file
     */
    public static KernelFile ofElementFunctions(byte[] content) {
        return new KernelFile(
                ManifestFormat.ELEMENTS, ManifestFormat.ELEMENTS_KEY, ManifestFormat.ELEMENTS_FILE, content);
    }

    /**
     * Returns the path of the file.
     *
     * @return a path below {@link ManifestFormat#directory}
     */
    public String path() {
        return directory + "/" + fileName;
    }
}
