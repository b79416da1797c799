package io.graphkernel.runtime.generated.library.onednn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.common.files.PrivateDirectory;
import io.graphkernel.runtime.DType;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;

class MissingOneDnnTest {
    @Test
    void message_namesTheDependency() throws Exception {
        URL[] classes = classes();
        try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Method load =
                    loader.loadClass(OneDnnLibrary.class.getName()).getDeclaredMethod("ensureLoaded", String.class);
            load.setAccessible(true);
            assertThatThrownBy(() -> load.invoke(null, "net"))
                    .cause()
                    .hasMessageContaining(
                            "[GK-6115] oneDNN cannot be loaded: net calls oneDNN, which cannot be loaded for "
                                    + PlatformNames.current())
                    .hasMessageContaining("add org.bytedeco:dnnl-platform:" + OneDnnLibrary.VERSION + " to")
                    .satisfies(e -> assertThat(e.getClass().getSimpleName()).isEqualTo("KernelLibraryException"));
        }
    }

    @Test
    void missingDependencyOfOneDnn_isNamedAtEveryCall() throws Exception {
        URL[] classes = classes(location(dnnl.class));
        try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Method load =
                    loader.loadClass(OneDnnLibrary.class.getName()).getDeclaredMethod("ensureLoaded", String.class);
            load.setAccessible(true);
            for (int call = 0; call < 2; call++) {
                assertThatThrownBy(() -> load.invoke(null, "net"))
                        .cause()
                        .hasMessageContaining(
                                "[GK-6115] oneDNN cannot be loaded: net calls oneDNN, which cannot be loaded for "
                                        + PlatformNames.current()
                                        + "\nbecause: ")
                        .hasMessageContaining(
                                "the class org.bytedeco.opencl.presets.OpenCL is not on the class path\nfix: ")
                        .hasMessageContaining(
                                "fix: add org.bytedeco:opencl-platform:" + OneDnnLibrary.OPENCL_VERSION + " to");
            }
        }
    }

    @Test
    void int8MatMuls_nameTheDependency() throws Exception {
        URL[] classes = classes();
        try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Class<?> dtype = loader.loadClass(DType.class.getName());
            Method computes = loader.loadClass(OneDnnLibrary.class.getName())
                    .getDeclaredMethod("computes", String.class, dtype, dtype, List.class);
            computes.setAccessible(true);
            Object i8 = dtype.getField("I8").get(null);
            Object i32 = dtype.getField("I32").get(null);

            assertThat(computes.invoke(null, "net", i32, i32, List.of())).isEqualTo(false);
            assertThatThrownBy(() -> computes.invoke(null, "net", i8, i32, List.of()))
                    .cause()
                    .hasMessageContaining(
                            "[GK-6115] oneDNN cannot be loaded: net calls oneDNN, which cannot be loaded for");
        }
    }

    @Test
    void versions_areThoseOfTheBuild() throws Exception {
        String parent = Files.readString(Path.of("..", "pom.xml"));
        String javacpp = OneDnnLibrary.OPENCL_VERSION.substring("3.0-".length());
        assertThat(parent)
                .contains("<javacpp.version>" + javacpp + "</javacpp.version>")
                .contains("<opencl.version>3.0-${javacpp.version}</opencl.version>");
        assertThat(parent).contains("<dnnl.version>" + OneDnnLibrary.VERSION + "</dnnl.version>");
    }

    /** All of this library but oneDNN, with JavaCPP and its library. */
    private static URL[] classes(URL... more) throws IOException {
        JarURLConnection natives = (JarURLConnection) Loader.class
                .getResource(Loader.getPlatform() + "/" + System.mapLibraryName("jnijavacpp"))
                .openConnection();
        List<URL> classes = new ArrayList<>(List.of(
                location(OneDnnLibrary.class),
                location(PrivateDirectory.class),
                location(Loader.class),
                natives.getJarFileURL()));
        classes.addAll(List.of(more));
        return classes.toArray(new URL[0]);
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
