package io.graphkernel.runtime.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.loading.Platform;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;

class MissingOneDnnTest {
    @Test
    void theMessageNamesTheDependency() throws Exception {
        URL[] classes = {location(OneDnnLibrary.class), location(Loader.class)};
        try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Method load =
                    loader.loadClass(OneDnnLibrary.class.getName()).getDeclaredMethod("ensureLoaded", String.class);
            load.setAccessible(true);
            assertThatThrownBy(() -> load.invoke(null, "net"))
                    .cause()
                    .hasMessageContaining(
                            "[GK-6115] net calls oneDNN, which cannot be loaded for " + Platform.current())
                    .hasMessageContaining("add org.bytedeco:dnnl-platform:" + OneDnnLibrary.VERSION + " to")
                    .satisfies(e -> assertThat(e.getClass().getSimpleName()).isEqualTo("KernelLibraryException"));
        }
    }

    @Test
    void theVersionIsThatOfTheBuild() throws Exception {
        String parent = Files.readString(Path.of("..", "pom.xml"));
        assertThat(parent).contains("<dnnl.version>" + OneDnnLibrary.VERSION + "</dnnl.version>");
    }

    private static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
