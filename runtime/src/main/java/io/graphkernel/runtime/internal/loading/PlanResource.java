package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.abi.ManifestFormat;

/**
 * The interpreted plans of a class as stored in the jar.
 *
 * @param path path of the resource
 * @param content contents of the plan file
 */
public record PlanResource(String path, byte[] content) {

    /**
     * Reads the plans of a class.
     *
     * @param stub class whose class loader finds the resources
     * @param name directory below {@code META-INF/graphkernel}
     * @param manifest manifest of that directory
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if the file is missing or damaged
     */
    public static PlanResource read(Class<?> stub, String name, KernelManifest manifest) {
        String path = ManifestFormat.directory(name) + ManifestFormat.PLANS + "/" + manifest.plans();
        return new PlanResource(
                path, KernelFunctions.content(stub, path, manifest, manifest.hash(ManifestFormat.PLANS)));
    }
}
