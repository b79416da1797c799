package io.graphkernel.runtime.internal.loading;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The manifest that the processor writes for the kernel libraries of a class.
 *
 * @param resource resource path of the manifest
 * @param tag component of the exported names that identifies this class
 * @param functions number of functions in the kernel table
 * @param kernels kernels that the stub launches; several may share one function
 * @param properties all entries
 * @param hash SHA-256 of the file in hexadecimal
 */
public record KernelManifest(
        String resource, String tag, int functions, List<LaunchedKernel> kernels, Properties properties, String hash) {

    /**
     * Kernel that a stub launches by index.
     *
     * @param function its index in the kernel table
     * @param method its method
     * @param name its name in reports: that of the function, or of a kernel with an equal function
     */
    public record LaunchedKernel(int function, String method, String name) {}

    /**
     * Reads the manifest from the class loader of a stub.
     *
     * @param stub class whose class loader finds the resources
     * @param name directory below {@code META-INF/graphkernel}
     * @throws KernelLibraryException if it is missing, damaged or of another ABI
     */
    public static KernelManifest read(Class<?> stub, String name) {
        String resource = ManifestFormat.directory(name) + ManifestFormat.FILE;
        Properties properties = new Properties();
        byte[] content;
        try (InputStream stream = stub.getResourceAsStream("/" + resource)) {
            if (stream == null) {
                throw RenamedClasses.missing(stub, name, resource);
            }
            content = stream.readAllBytes();
            properties.load(new InputStreamReader(new ByteArrayInputStream(content), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw LoadFailures.unreadable(resource, e);
        } catch (IllegalArgumentException e) {
            throw new KernelLibraryException(e, RuntimeProblem.MANIFEST_DAMAGED, resource, e.getMessage());
        }
        int abi = number(resource, properties, ManifestFormat.ABI);
        if (abi != KernelAbi.VERSION) {
            throw new KernelLibraryException(RuntimeProblem.ABI_MISMATCH, resource, abi, KernelAbi.VERSION);
        }
        String tag = text(resource, properties, ManifestFormat.TAG);
        if (!tag.matches("[0-9A-Za-z_]+")) {
            throw damaged(resource, "tag is " + tag);
        }
        int functions = number(resource, properties, ManifestFormat.FUNCTIONS);
        return new KernelManifest(
                resource,
                tag,
                functions,
                kernels(resource, properties, functions),
                properties,
                NativeDirectory.hash(content));
    }

    private static List<LaunchedKernel> kernels(String resource, Properties properties, int functions) {
        List<LaunchedKernel> kernels = new ArrayList<>();
        for (String key = ManifestFormat.KERNEL + 0;
                properties.containsKey(key);
                key = ManifestFormat.KERNEL + kernels.size()) {
            String entry = text(resource, properties, key);
            String[] words = entry.split(" ");
            if (words.length != 3 || !words[0].matches("[0-9]{1,9}") || Integer.parseInt(words[0]) >= functions) {
                throw damaged(resource, key + " is " + entry);
            }
            kernels.add(new LaunchedKernel(Integer.parseInt(words[0]), words[1], words[2]));
        }
        return List.copyOf(kernels);
    }

    /**
     * Checks that the kernels are those that a stub was generated with.
     *
     * @param stub stub class
     * @param build tag of the stub
     * @param count number of kernels that it calls
     * @throws KernelLibraryException if the kernels belong to another build, or their number differs
     */
    public void requireBuild(Class<?> stub, String build, int count) {
        if (!tag.equals(build)) {
            throw new KernelLibraryException(RuntimeProblem.ANOTHER_BUILD, stub.getName(), build, resource, tag);
        }
        if (kernels.size() != count) {
            throw damaged(resource, "it has " + kernels.size() + " kernels, where " + stub.getName() + " has " + count);
        }
    }

    /**
     * Checks that the file is the one that a stub was generated with, since it determines the launched kernels and the
     * file locations.
     *
     * @param recorded SHA-256 in the stub
     * @throws KernelLibraryException if the hash of the file differs
     */
    public void requireHash(String recorded) {
        if (!hash.equals(recorded)) {
            throw damaged(resource, "it has the SHA-256 " + hash + ", and that in the stub is " + recorded);
        }
    }

    /** Returns true if the class was compiled for the CPU of any platform. */
    public boolean isNative() {
        return !platforms().isEmpty();
    }

    /** Returns true if the jar has a native build for a platform. */
    public boolean supports(String platform) {
        return properties.containsKey(ManifestFormat.LIBRARY + platform);
    }

    /**
     * Returns the name of a function in the generated source and in programs.
     *
     * @param index its index in the kernel table
     */
    public String function(int index) {
        return identifier(ManifestFormat.FUNCTION + index);
    }

    /**
     * Returns the file name of the library for a platform.
     *
     * @param name class of the kernels for messages
     */
    String library(String name, String platform) {
        String file = properties.getProperty(ManifestFormat.LIBRARY + platform);
        if (file == null) {
            throw new KernelLibraryException(
                    RuntimeProblem.PLATFORM_MISSING, name, platform, String.join(", ", platforms()));
        }
        if (!file.matches("[0-9A-Za-z._-]+")) {
            throw damaged(resource, ManifestFormat.LIBRARY + platform + " is " + file);
        }
        return file;
    }

    /** Returns the recorded SHA-256 of the library for a platform, or of the program for a target. */
    String hash(String of) {
        return text(resource, properties, ManifestFormat.HASH + of);
    }

    /**
     * Returns the file name of the program for a device.
     *
     * @param target id under which the manifest lists the file
     * @return null if the class was compiled without this target
     */
    String program(String target) {
        // The suffix after the dot is the format of the file.
        String key = properties.stringPropertyNames().stream()
                .filter(candidate -> candidate.startsWith(target + "."))
                .findFirst()
                .orElse(null);
        String file = key == null ? null : properties.getProperty(key);
        if (file != null && !file.matches("[0-9A-Za-z._-]+")) {
            throw damaged(resource, key + " is " + file);
        }
        return file;
    }

    /**
     * Returns the reason why a requested target has no kernels.
     *
     * @return null if it has kernels, or was not requested
     */
    String leftOut(String target) {
        return properties.getProperty(ManifestFormat.LEFT_OUT + target);
    }

    /** Returns the recorded SHA-256 of the file of constant tensors. */
    public String constants() {
        return text(resource, properties, ManifestFormat.CONSTANTS_HASH);
    }

    /** Returns the name of the file of interpreted plans. */
    String plans() {
        String file = text(resource, properties, ManifestFormat.PLANS_FILE);
        if (!file.matches("[0-9A-Za-z._-]+")) {
            throw damaged(resource, ManifestFormat.PLANS_FILE + " is " + file);
        }
        return file;
    }

    /** Returns the number of slots of a program's kernel, up to a maximum. */
    int slots(int index, int maxSlots) {
        String key = ManifestFormat.SLOTS + "." + index;
        int slots = number(resource, properties, key);
        if (slots > maxSlots) {
            throw damaged(resource, key + " is " + slots);
        }
        return slots;
    }

    /** Returns the name of a function in C, OpenCL C and PTX. */
    private String identifier(String key) {
        String name = text(resource, properties, key);
        if (!name.matches("[0-9A-Za-z_]+")) {
            throw damaged(resource, key + " is " + name);
        }
        return name;
    }

    private List<String> platforms() {
        return properties.stringPropertyNames().stream()
                .filter(key -> key.startsWith(ManifestFormat.LIBRARY))
                .map(key -> key.substring(ManifestFormat.LIBRARY.length()))
                .sorted()
                .toList();
    }

    private static String text(String resource, Properties properties, String key) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw damaged(resource, "it has no entry " + key);
        }
        return value.strip();
    }

    private static int number(String resource, Properties properties, String key) {
        String value = text(resource, properties, key);
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw damaged(resource, key + " is " + value);
        }
        throw damaged(resource, key + " is " + value);
    }

    private static KernelLibraryException damaged(String resource, String detail) {
        return new KernelLibraryException(RuntimeProblem.MANIFEST_DAMAGED, resource, detail);
    }
}
