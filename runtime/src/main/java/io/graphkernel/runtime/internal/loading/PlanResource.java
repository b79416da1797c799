package io.graphkernel.runtime.internal.loading;

import io.graphkernel.abi.ManifestFormat;

/**
 * The plans of a class that are walked, as they are in the jar.
 *
 * @param path the path of the resource
 * @param content a plan file
 */
public record PlanResource(String path, byte[] content) {

    /**
     * Reads the plans of a class.
     *
     * @param stub the class whose class loader holds the resources
     * @param name the directory below {@code META-INF/graphkernel}
     * @param manifest the manifest of that directory
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if the file is missing or damaged
     */
    public static PlanResource read(Class<?> stub, String name, KernelManifest manifest) {
        String path = ManifestFormat.directory(name) + ManifestFormat.PLANS + "/" + manifest.plans();
        return new PlanResource(
                path, KernelFunctions.content(stub, path, manifest, manifest.hash(ManifestFormat.PLANS)));
    }
}
