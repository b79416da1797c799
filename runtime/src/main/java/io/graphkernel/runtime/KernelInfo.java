package io.graphkernel.runtime;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.LoadFailures;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;

/**
 * Compilation summary of a kernel method.
 *
 * @param method name of the Java method
 * @param ops number of basic ops, which equals the number of kernel launches without fusion
 * @param launches number of kernel launches per call
 */
public record KernelInfo(String method, int ops, int launches) {

    /**
     * Returns the kernels of a class.
     *
     * @param type class with {@code @GraphKernel} methods
     * @return summaries sorted by method; empty if the class was compiled without the annotation processor
     * @throws KernelLibraryException if the output of the processor is damaged
     */
    public static List<KernelInfo> of(Class<?> type) {
        Properties manifest = new Properties();
        String resource = ManifestFormat.directory(type.getCanonicalName()) + ManifestFormat.FILE;
        try (InputStream in = type.getClassLoader().getResourceAsStream(resource)) {
            if (in != null) {
                manifest.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw LoadFailures.unreadable(resource, e);
        } catch (IllegalArgumentException e) {
            throw new KernelLibraryException(e, RuntimeProblem.MANIFEST_DAMAGED, resource, e.getMessage());
        }
        List<KernelInfo> methods = new ArrayList<>();
        for (String key : new TreeSet<>(manifest.stringPropertyNames())) {
            if (key.startsWith(ManifestFormat.METHOD) && key.endsWith(ManifestFormat.OPS)) {
                String method =
                        key.substring(ManifestFormat.METHOD.length(), key.length() - ManifestFormat.OPS.length());
                String launches = ManifestFormat.METHOD + method + ManifestFormat.LAUNCHES;
                methods.add(
                        new KernelInfo(method, number(resource, manifest, key), number(resource, manifest, launches)));
            }
        }
        return methods;
    }

    private static int number(String resource, Properties manifest, String key) {
        String value = manifest.getProperty(key, "");
        if (!value.matches("[0-9]{1,9}")) {
            throw new KernelLibraryException(RuntimeProblem.MANIFEST_DAMAGED, resource, key + " is " + value);
        }
        return Integer.parseInt(value);
    }
}
