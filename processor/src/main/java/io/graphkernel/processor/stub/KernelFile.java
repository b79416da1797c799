package io.graphkernel.processor.stub;

/**
 * A file of kernels in the jar, in a directory of its own next to the manifest.
 *
 * @param directory the directory, which the run time looks for: a platform or a target
 * @param key the key of the manifest under which the file name is: {@code library.} and the directory, or the directory, a
 *     dot and what the file holds
 * @param fileName the file name
 * @param content its bytes
 */
public record KernelFile(String directory, String key, String fileName, byte[] content) {

    /**
     * Where the file is.
     *
     * @return a path below {@link Manifest#directory}
     */
    public String path() {
        return directory + "/" + fileName;
    }
}
