package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import org.bytedeco.javacpp.Loader;

/** Detection of class names that a packaging tool has relocated, as in shaded jars. */
final class RenamedClasses {
    /** Split, since such tools also relocate names in string constants. */
    private static final List<String> OURS =
            List.of("io", "graphkernel", "runtime", "internal", "loading", "RenamedClasses");

    private static final List<String> JAVACPP = List.of("org", "bytedeco", "javacpp", "Loader");

    /** Number of leading name components that belong to the library. */
    private static final int PARTS_OF_LIBRARY = 2;

    private RenamedClasses() {}

    /**
     * Checks that native code is bound to the original names of our and JavaCPP's classes.
     *
     * @throws KernelLibraryException with the original and relocated names
     */
    static void requireOwnNames() {
        require(RenamedClasses.class, OURS);
        require(Loader.class, JAVACPP);
    }

    private static void require(Class<?> type, List<String> components) {
        String name = String.join(".", components);
        if (!type.getName().equals(name)) {
            throw new KernelLibraryException(
                    RuntimeProblem.RUNTIME_RENAMED,
                    type.getName(),
                    name,
                    String.join(".", components.subList(0, PARTS_OF_LIBRARY)));
        }
    }

    /**
     * Returns the exception for a stub without kernels.
     *
     * @param name class whose kernels it looks up
     * @param resource the missing manifest
     */
    static KernelLibraryException missing(Class<?> stub, String name, String resource) {
        return earlierName(stub, name)
                .map(earlier -> new KernelLibraryException(RuntimeProblem.KERNELS_RENAMED, name, earlier))
                .orElseGet(() -> new KernelLibraryException(RuntimeProblem.MANIFEST_MISSING, stub.getName(), resource));
    }

    /** Returns the class with kernels in the jar of a stub that has the same simple name, if any. */
    private static Optional<String> earlierName(Class<?> stub, String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return classesWithKernels(stub).stream()
                .filter(other -> other.substring(other.lastIndexOf('.') + 1).equals(simple))
                .findFirst();
    }

    private static List<String> classesWithKernels(Class<?> stub) {
        // With a single trailing slash, since class names are not empty.
        String directory = ManifestFormat.directory("").replaceFirst("/+$", "/");
        try {
            CodeSource source = stub.getProtectionDomain().getCodeSource();
            if (source == null || source.getLocation() == null) {
                return List.of();
            }
            File origin = new File(source.getLocation().toURI());
            if (origin.isDirectory()) {
                File[] kernels = new File(origin, directory).listFiles();
                return kernels == null
                        ? List.of()
                        : Arrays.stream(kernels)
                                .filter(kernelDirectory -> new File(kernelDirectory, ManifestFormat.FILE).isFile())
                                .map(File::getName)
                                .sorted()
                                .toList();
            }
            try (JarFile jar = new JarFile(origin)) {
                return jar.stream()
                        .map(entry -> entry.getName())
                        .filter(entry -> entry.startsWith(directory) && entry.endsWith("/" + ManifestFormat.FILE))
                        .map(entry -> entry.substring(directory.length(), entry.lastIndexOf('/')))
                        .sorted()
                        .toList();
            }
        } catch (IOException | URISyntaxException | IllegalArgumentException | SecurityException e) {
            // Classes that are not in a file cannot be listed; the general message applies.
            return List.of();
        }
    }
}
