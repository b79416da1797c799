package io.graphkernel.processor.stub;

import io.graphkernel.abi.ManifestFormat;

/**
 * A file of kernels in the jar, in a directory of its own next to the manifest.
 *
 * @param directory the directory, which the run time looks for: a platform, a target or {@code plans}
 * @param key the key of the manifest under which the file name is: {@code library.} and the directory, or the directory, a
 *     dot and what the file holds
 * @param fileName the file name
 * @param content its bytes
 */
public record KernelFile(String directory, String key, String fileName, byte[] content) {

    /**
     * The file of plans that the run time walks.
     *
     * @param content its bytes
     * @return the file
     */
    public static KernelFile ofPlans(byte[] content) {
        return new KernelFile(ManifestFormat.PLANS, ManifestFormat.PLANS_FILE, "plans.gkp", content);
    }

    /**
     * Where the file is.
     *
     * @return a path below {@link ManifestFormat#directory}
     */
    public String path() {
        return directory + "/" + fileName;
    }
}
