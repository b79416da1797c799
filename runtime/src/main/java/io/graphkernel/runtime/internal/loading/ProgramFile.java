package io.graphkernel.runtime.internal.loading;

import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** The program of a class for one kind of device, as it is in the jar. */
public final class ProgramFile {
    private final KernelManifest manifest;
    private final String resource;
    private final byte[] content;

    private ProgramFile(KernelManifest manifest, String resource, byte[] content) {
        this.manifest = manifest;
        this.resource = resource;
        this.content = content;
    }

    /**
     * Reads the program of a class.
     *
     * @param stub the class whose class loader holds the resources
     * @param name the directory below {@code META-INF/graphkernel}
     * @param manifest the manifest of that directory
     * @param target its id
     * @param device the device, for messages
     * @throws KernelLibraryException if the class was compiled without the target, or the file is missing or damaged
     */
    public static ProgramFile read(Class<?> stub, String name, KernelManifest manifest, String target, String device) {
        String fileName = manifest.program(target);
        if (fileName == null) {
            throw new KernelLibraryException(RuntimeProblem.DEVICE_TARGET_MISSING, name, device, target);
        }
        String resource = ManifestFormat.directory(name) + target + "/" + fileName;
        byte[] content = KernelFunctions.content(stub, resource, manifest, manifest.hash(target));
        return new ProgramFile(manifest, resource, content);
    }

    /** The path of the resource. */
    public String resource() {
        return resource;
    }

    /** What the target has compiled, in its own form. */
    public byte[] content() {
        return content;
    }

    /** The name of a kernel, by its number in the kernel table. */
    public String function(int index) {
        return manifest.function(index);
    }

    /**
     * How many slots a kernel takes.
     *
     * @param most as many as a launch has
     * @throws KernelLibraryException if the manifest says more, or nothing
     */
    public int slots(int index, int most) {
        return manifest.slots(index, most);
    }
}
