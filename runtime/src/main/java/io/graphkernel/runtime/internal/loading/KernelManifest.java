package io.graphkernel.runtime.internal.loading;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The manifest that the processor writes next to the kernel libraries of a class.
 *
 * @param resource the manifest's resource path
 * @param tag the part of the exported names that belongs to this class
 * @param functions how many functions there are in the kernel table
 * @param kernels what the stub launches: each runs one of the functions, which several may share
 * @param properties all entries
 */
public record KernelManifest(
        String resource, String tag, int functions, List<LaunchedKernel> kernels, Properties properties) {

    /**
     * What a stub launches under a number.
     *
     * @param function its number in the kernel table
     * @param method the kernel method that it belongs to
     * @param name its name in reports; that of the function, or of a kernel that is equal to the function's
     */
    public record LaunchedKernel(int function, String method, String name) {}

    /**
     * Reads the manifest from the class loader of a stub.
     *
     * @param stub the class whose class loader holds the resources
     * @param name the directory below {@code META-INF/graphkernel}
     * @throws KernelLibraryException if it is missing, damaged or of another ABI
     */
    public static KernelManifest read(Class<?> stub, String name) {
        String resource = ManifestFormat.directory(name) + ManifestFormat.FILE;
        Properties properties = new Properties();
        try (InputStream stream = stub.getResourceAsStream("/" + resource)) {
            if (stream == null) {
                throw new KernelLibraryException(RuntimeProblem.MANIFEST_MISSING, stub.getName(), resource);
            }
            properties.load(new InputStreamReader(stream, StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException e) {
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
        return new KernelManifest(resource, tag, functions, kernels(resource, properties, functions), properties);
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
     * Fails unless the kernels are those that a stub was generated with.
     *
     * @param stub the stub
     * @param build its tag
     * @param count how many kernels it calls
     * @throws KernelLibraryException if the kernels are of another build, or the manifest counts more or less of them
     */
    public void requireBuild(Class<?> stub, String build, int count) {
        if (!tag.equals(build)) {
            throw new KernelLibraryException(RuntimeProblem.ANOTHER_BUILD, stub.getName(), build, resource, tag);
        }
        if (kernels.size() != count) {
            throw damaged(resource, "it has " + kernels.size() + " kernels, where " + stub.getName() + " has " + count);
        }
    }

    /** Whether the class was compiled for the CPU of any platform. */
    public boolean isNative() {
        return !platforms().isEmpty();
    }

    /** Whether the jar holds a native build for a platform. */
    public boolean supports(String platform) {
        return properties.containsKey(ManifestFormat.LIBRARY + platform);
    }

    /**
     * The name of a function in the generated source and in programs.
     *
     * @param index its number in the kernel table
     */
    public String function(int index) {
        return identifier(ManifestFormat.FUNCTION + index);
    }

    /**
     * The file name of the library for a platform.
     *
     * @param name the class that the kernels belong to, for the message
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

    /** The recorded SHA-256 of the library for a platform, or of the program for a target. */
    String hash(String of) {
        return text(resource, properties, ManifestFormat.HASH + of);
    }

    /**
     * The file name of the program for a device.
     *
     * @param target its id, under which the manifest lists the file
     * @return null if the class was compiled without this target
     */
    String program(String target) {
        // What follows the dot says what the file holds.
        String key = properties.stringPropertyNames().stream()
                .filter(each -> each.startsWith(target + "."))
                .findFirst()
                .orElse(null);
        String file = key == null ? null : properties.getProperty(key);
        if (file != null && !file.matches("[0-9A-Za-z._-]+")) {
            throw damaged(resource, key + " is " + file);
        }
        return file;
    }

    /**
     * Why a target has no kernels, though it was asked for where that is possible.
     *
     * @return null if it has, or was not asked for
     */
    String leftOut(String target) {
        return properties.getProperty(ManifestFormat.LEFT_OUT + target);
    }

    /** The recorded SHA-256 of the file of constant tensors. */
    public String constants() {
        return text(resource, properties, ManifestFormat.CONSTANTS_HASH);
    }

    /** The name of the file of plans that are walked. */
    String plans() {
        String file = text(resource, properties, ManifestFormat.PLANS_FILE);
        if (!file.matches("[0-9A-Za-z._-]+")) {
            throw damaged(resource, ManifestFormat.PLANS_FILE + " is " + file);
        }
        return file;
    }

    /** How many slots a kernel of programs takes, at most so many. */
    int slots(int index, int most) {
        String key = ManifestFormat.SLOTS + "." + index;
        int slots = number(resource, properties, key);
        if (slots > most) {
            throw damaged(resource, key + " is " + slots);
        }
        return slots;
    }

    /** The name of a function in C, OpenCL C and PTX. */
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
