package io.graphkernel.processor.stub;

import java.util.Optional;
import java.util.Properties;

/** What stands for GPUs in the jar, beside the kernel libraries: in a directory of its own, as a library in its platform's. */
public enum GpuFile {
    /** A complete source, which the driver compiles at load. */
    OPENCL("opencl", "source", "kernels.cl"),
    /** A module of PTX. */
    CUDA("cuda", "ptx", "kernels.ptx");

    private final String directory;
    private final String content;
    private final String fileName;

    GpuFile(String directory, String content, String fileName) {
        this.directory = directory;
        this.content = content;
        this.fileName = fileName;
    }

    /**
     * Where the file stands.
     *
     * @return a path below {@link Manifest#directory}
     */
    public String path() {
        return directory + "/" + fileName;
    }

    /**
     * The manifest's lines for the file.
     *
     * @param hash its SHA-256 in hexadecimal
     * @return lines {@code key=value}
     */
    String manifestLines(String hash) {
        return directory + "." + content + "=" + fileName + "\nsha256." + directory + "=" + hash + "\n";
    }

    /** What a manifest records as the hash of the file; empty if it does not list it. */
    Optional<String> hash(Properties manifest) {
        return Optional.ofNullable(manifest.getProperty("sha256." + directory));
    }
}
