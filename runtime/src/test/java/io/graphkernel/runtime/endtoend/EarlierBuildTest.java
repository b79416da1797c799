package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.KernelLibraryException;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The classes of {@code earlier.jar}, as the build of 27 November 2026 compiled {@code Earlier.java}, for the JVM and
 * {@code linux-x86_64}. They are not compiled again: docs/release.md promises that they work as long as the number of the kernel
 * ABI is the same. Whoever changes what stubs call raises it, and has this jar made anew.
 */
class EarlierBuildTest {
    private static final String DEVICE = "graphkernel.device";
    private static final String STUB = "earlier.EarlierKernels";
    private static final String MANIFEST = "META-INF/graphkernel/earlier.Earlier/manifest.properties";

    @TempDir
    private Path directory;

    private String settingBefore;

    @BeforeEach
    void unpack() throws IOException {
        settingBefore = System.getProperty(DEVICE);
        try (JarInputStream jar = new JarInputStream(getClass().getResourceAsStream("/earlier/earlier.jar"))) {
            for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
                Path file = directory.resolve(entry.getName());
                if (!entry.isDirectory()) {
                    Files.createDirectories(file.getParent());
                    Files.copy(jar, file);
                }
            }
        }
    }

    @AfterEach
    void restoreTheSetting() {
        if (settingBefore == null) {
            System.clearProperty(DEVICE);
        } else {
            System.setProperty(DEVICE, settingBefore);
        }
    }

    private static void use(String device) {
        assumeThat(device.equals("jvm") || Loader.getPlatform().equals("linux-x86_64"))
                .as("kernels for this platform")
                .isTrue();
        System.setProperty(DEVICE, device);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "jvm"})
    void kernelsOfTheSameAbiRun(String device) throws Throwable {
        use(device);
        try (URLClassLoader loader = loader();
                Tensor x = Tensor.of(new float[] {0, 0, 0, (float) Math.log(3)}, 2, 2);
                Tensor w = Tensor.of(new float[] {1, 0, 0, 2}, 2, 2);
                Tensor b = Tensor.of(new float[] {-1, 1}, 2);
                Tensor point = Tensor.of(new float[] {1, 2, 3}, 3);
                Tensor one = Tensor.scalar(1)) {
            Class<?> stub = loader.loadClass(STUB);
            Constructor<?> layer = loader.loadClass("earlier.Earlier$Layer").getConstructor(Tensor.class, Tensor.class);

            try (Tensor scaled = (Tensor) call(stub, "scaled", x, 1f);
                    Tensor dense = (Tensor) call(stub, "dense", x, layer.newInstance(w, b));
                    AutoCloseable forward = (AutoCloseable) call(stub, "lossForward", point);
                    AutoCloseable gradients = (AutoCloseable) call(stub, "lossGradient", get(forward, "saved"), one)) {
                assertThat(scaled.toFloatArray())
                        .containsExactly(new float[] {0.5f, 0.5f, 0.25f, 0.75f}, within(1e-6f));
                assertThat(dense.toFloatArray())
                        .containsExactly(new float[] {0, 1, 0, 1 + 2 * (float) Math.log(3)}, within(1e-6f));
                call(stub, "descend", point, get(gradients, "w"), 0.25f);
                assertThat(point.toFloatArray()).containsExactly(0.5f, 1, 1.5f);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "jvm"})
    void kernelsOfAnotherAbiAreRefusedAtEachCall(String device) throws Exception {
        use(device);
        replace("abi=1", "abi=2");
        failsAtEachCall("[GK-6109] " + MANIFEST + " speaks kernel ABI 2, this runtime 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "jvm"})
    void kernelsOfALaterBuildAreRefusedAtEachCall(String device) throws Exception {
        use(device);
        replace("tag=", "tag=0");
        failsAtEachCall("[GK-6124] " + STUB);
    }

    private void replace(String text, String replacement) throws IOException {
        Path manifest = directory.resolve(MANIFEST);
        String before = Files.readString(manifest);
        assertThat(before).contains(text);
        Files.writeString(manifest, before.replace(text, replacement));
    }

    /** A method with a kernel, and one that calls a library and has none: the class itself can be loaded. */
    private void failsAtEachCall(String message) throws Exception {
        try (URLClassLoader loader = loader();
                Tensor x = Tensor.zeros(2, 2);
                Tensor b = Tensor.zeros(2)) {
            Class<?> stub = Class.forName(STUB, true, loader);
            Object layer = loader.loadClass("earlier.Earlier$Layer")
                    .getConstructor(Tensor.class, Tensor.class)
                    .newInstance(x, b);
            for (int call = 0; call < 2; call++) {
                assertThatThrownBy(() -> call(stub, "scaled", x, 1f))
                        .isInstanceOf(KernelLibraryException.class)
                        .hasMessageStartingWith(message)
                        .hasMessageContaining("mvn clean compile");
                assertThatThrownBy(() -> call(stub, "dense", x, layer))
                        .isInstanceOf(KernelLibraryException.class)
                        .hasMessageStartingWith(message);
            }
        }
    }

    private static Object call(Class<?> stub, String name, Object... arguments) throws Throwable {
        Method method = Arrays.stream(stub.getMethods())
                .filter(each -> each.getName().equals(name)
                        && each.getParameterCount() == arguments.length
                        && each.getParameterTypes()[0].isInstance(arguments[0]))
                .findFirst()
                .orElseThrow();
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object get(Object holder, String name) throws Exception {
        return holder.getClass().getMethod(name).invoke(holder);
    }

    /** Resources come from the copy: nothing of its names is on the class path. */
    private URLClassLoader loader() throws IOException {
        return new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
    }
}
