package io.graphkernel.runtime;

import io.graphkernel.abi.ManifestFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;

/**
 * What became of a kernel method when it was compiled.
 *
 * @param method the Java method
 * @param ops the number of basic ops that run, which is also the number of kernel launches if none were fused
 * @param launches the number of kernel launches of one call
 */
public record KernelInfo(String method, int ops, int launches) {

    /**
     * The kernel methods of a class.
     *
     * @param type the class with {@code @GraphKernel} methods
     * @return sorted by method; empty if the class was compiled without the annotation processor
     */
    public static List<KernelInfo> of(Class<?> type) {
        Properties manifest = new Properties();
        String resource = ManifestFormat.directory(type.getCanonicalName()) + ManifestFormat.FILE;
        try (InputStream in = type.getClassLoader().getResourceAsStream(resource)) {
            if (in != null) {
                manifest.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<KernelInfo> methods = new ArrayList<>();
        for (String key : new TreeSet<>(manifest.stringPropertyNames())) {
            if (key.startsWith(ManifestFormat.METHOD) && key.endsWith(ManifestFormat.OPS)) {
                String method =
                        key.substring(ManifestFormat.METHOD.length(), key.length() - ManifestFormat.OPS.length());
                int launches = Integer.parseInt(
                        manifest.getProperty(ManifestFormat.METHOD + method + ManifestFormat.LAUNCHES));
                methods.add(new KernelInfo(method, Integer.parseInt(manifest.getProperty(key)), launches));
            }
        }
        return methods;
    }
}
