package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** The program of a class for one kind of device as stored in the jar. */
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
     * @param stub class whose class loader finds the resources
     * @param name directory below {@code META-INF/graphkernel}
     * @param manifest manifest of that directory
     * @param target id of the target
     * @param device device for messages
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

    /** Returns the path of the resource. */
    public String resource() {
        return resource;
    }

    /** Returns the target's output, in its own format. */
    public byte[] content() {
        return content;
    }

    /** Returns the name of a kernel by its index in the kernel table. */
    public String function(int index) {
        return manifest.function(index);
    }

    /**
     * Returns the number of slots of a kernel.
     *
     * @param index index of the kernel
     * @param maxSlots maximum number of slots of a launch
     * @throws KernelLibraryException if the manifest has a larger number, or none
     */
    public int slots(int index, int maxSlots) {
        return manifest.slots(index, maxSlots);
    }
}
