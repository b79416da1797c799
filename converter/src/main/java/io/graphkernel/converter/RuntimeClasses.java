package io.graphkernel.converter;

import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.common.files.PrivateDirectory;
import io.graphkernel.converter.model.ModelMain;
import io.graphkernel.op.OpTable;
import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Locator of the runtime dependencies of a converted model on the converter's own class path: jars, or directories of
 * classes.
 */
final class RuntimeClasses {

    private static final List<String> PLATFORMS = List.of(Conversion.ALL_PLATFORMS.split(","));

    private RuntimeClasses() {}

    /** Returns the class path that javac needs to compile a stub. */
    static List<Path> classPath() throws IOException {
        return List.of(
                origin(Tensor.class),
                origin(OnnxModel.class),
                origin(PrivateDirectory.class),
                origin(OpTable.class),
                javaCpp());
    }

    /** Returns the contents of the jar except for the command. */
    static Set<Path> all() throws IOException {
        Set<Path> paths = new LinkedHashSet<>(classPath());
        add(paths, "io/graphkernel/bridge/NativeBridge.class");
        add(paths, "org/bytedeco/dnnl/presets/dnnl.class");
        add(paths, "org/bytedeco/opencl/presets/OpenCL.class");
        for (String platform : PLATFORMS) {
            String mapped = platform.startsWith("windows")
                    ? "%s.dll"
                    : platform.startsWith("macosx") ? "lib%s.dylib" : "lib%s.so";
            for (String library : List.of("javacpp/%s/jnijavacpp", "dnnl/%s/jnidnnl", "opencl/%s/jniOpenCL")) {
                String path = "org/bytedeco/" + String.format(library, platform);
                int slash = path.lastIndexOf('/') + 1;
                add(paths, path.substring(0, slash) + String.format(mapped, path.substring(slash)));
            }
        }
        return paths;
    }

    /** Returns the location of a model's command. */
    static Path command() throws IOException {
        return origin(ModelMain.class);
    }

    private static Path javaCpp() throws IOException {
        List<Path> found = new ArrayList<>();
        add(found, "org/bytedeco/javacpp/Pointer.class");
        return found.get(0);
    }

    private static Path origin(Class<?> type) throws IOException {
        List<Path> found = new ArrayList<>();
        add(found, type.getName().replace('.', '/') + ".class");
        return found.get(0);
    }

    private static void add(Collection<Path> found, String resource) throws IOException {
        Enumeration<URL> urls = RuntimeClasses.class.getClassLoader().getResources(resource);
        while (urls.hasMoreElements()) {
            URL url = urls.nextElement();
            try {
                if (url.openConnection() instanceof JarURLConnection jar) {
                    found.add(Path.of(jar.getJarFileURL().toURI()));
                } else {
                    Path file = Path.of(url.toURI());
                    found.add(file.getRoot()
                            .resolve(file.subpath(
                                    0, file.getNameCount() - Path.of(resource).getNameCount())));
                }
            } catch (URISyntaxException e) {
                throw new IOException(e);
            }
        }
    }
}
