package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.bridge.NativeBridge;
import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelLibraryTest {
    private static final String PLATFORM = PlatformNames.current();
    private static final String DEVICE = "graphkernel.device";

    @TempDir
    Path jar;

    private final List<StubLoader> loaders = new ArrayList<>();

    /** Stands for a generated stub; the tests define it in a class loader that sees the resources. */
    static final class Stub {}

    private static final class StubLoader extends URLClassLoader {
        StubLoader(URL resources) {
            super(new URL[] {resources}, KernelLibraryTest.class.getClassLoader());
        }

        Class<?> define() throws IOException {
            String name = Stub.class.getName();
            try (InputStream stream = Stub.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] code = stream.readAllBytes();
                return defineClass(name, code, 0, code.length);
            }
        }
    }

    private KernelLibrary library(String manifest) throws IOException {
        Path directory = Files.createDirectories(jar.resolve("META-INF/graphkernel/MyOps"));
        Files.writeString(directory.resolve("manifest.properties"), manifest);
        StubLoader loader = new StubLoader(jar.toUri().toURL());
        loaders.add(loader);
        return KernelLibrary.of(
                loader.define(), "MyOps", "0", 1, NativeDirectory.hash(manifest.getBytes(StandardCharsets.UTF_8)));
    }

    @AfterEach
    void close() throws IOException {
        for (StubLoader loader : loaders) {
            loader.close();
        }
    }

    private static String manifest(String hash) {
        return "abi=2\ntag=0\nfunctions=1\nkernel.0=0 f f_0\nlibrary." + PLATFORM + "=libmy.so\nsha256." + PLATFORM
                + "=" + hash + "\n";
    }

    private byte[] place(byte[] content) throws IOException {
        Path directory = Files.createDirectories(
                jar.resolve("META-INF/graphkernel/MyOps").resolve(PLATFORM));
        Files.write(directory.resolve("libmy.so"), content);
        return content;
    }

    private static void assertFails(KernelLibrary library, String... fragments) {
        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() -> library.kernel(0))
                    .isInstanceOf(KernelLibraryException.class)
                    .hasMessageContainingAll(fragments);
        }
    }

    @Test
    void missingManifest_pointsToTheProcessor() {
        assertFails(
                KernelLibrary.of(KernelLibraryTest.class, "Absent", "0", 1, ""),
                "[GK-6101]",
                "META-INF/graphkernel/Absent/manifest.properties",
                "annotation processor",
                "mvn clean compile");
    }

    @Test
    void damagedManifest_isNamed() throws IOException {
        assertFails(library("abi=2\n"), "[GK-6102]", "manifest.properties", "no entry tag", "mvn clean compile");
        assertFails(library("abi=one\n"), "[GK-6102]", "abi is one");
        assertFails(library("abi=2\ntag=0\nfunctions=-1\n"), "[GK-6102]", "functions is -1");
        assertFails(library("abi=2\ntag=../x\nfunctions=1\nkernel.0=0 f f_0\n"), "[GK-6102]", "tag is ../x");
        assertFails(library("a=\\u00\n"), "[GK-6102]");
        assertFails(
                library("abi=2\ntag=0\nfunctions=1\nkernel.0=0 f f_0\nlibrary." + PLATFORM + "=../lib.so\n"),
                "[GK-6102]",
                "../lib.so");
        assertFails(library("abi=9\n"), "[GK-6109]", "has kernel ABI 9, but this runtime requires 2");
    }

    @Test
    void anotherPlatform_isNamed() throws IOException {
        assertFails(
                library("abi=2\ntag=0\nfunctions=1\nkernel.0=0 f f_0\nlibrary.plan9-mips=lib.so\n"),
                "[GK-6103]",
                "no kernels for this platform: MyOps on " + PLATFORM,
                "compiled for plan9-mips",
                "-Agraphkernel.platforms");
    }

    @Test
    void classWithoutKernelsForAnyCpu_requestsTheTarget() throws IOException {
        String before = System.getProperty(DEVICE);
        KernelLibrary library = library("abi=2\ntag=0\nfunctions=1\nkernel.0=0 f f_0\n");
        try {
            System.setProperty(DEVICE, "cpu");
            assertFails(
                    library,
                    "[GK-6114] no kernels for the configured device: MyOps has no kernels for cpu, which graphkernel.device or GRAPHKERNEL_DEVICE ",
                    "add cpu to -Agraphkernel.targets");
            System.setProperty(DEVICE, "");
            assertFails(
                    library,
                    "[GK-6116] no kernels for the device of the tensors: MyOps on the host",
                    "add cpu to -Agraphkernel.targets");
        } finally {
            if (before == null) {
                System.clearProperty(DEVICE);
            } else {
                System.setProperty(DEVICE, before);
            }
        }
    }

    @Test
    void missingOrDamagedLibrary_isNamed() throws IOException {
        assertFails(library(manifest("00")), "[GK-6104]", PLATFORM + "/libmy.so\n", "mvn clean compile");
        place(new byte[] {1, 2, 3});
        assertFails(library(manifest("00")), "[GK-6105]", "libmy.so", "but 00 was expected", "mvn clean compile");
    }

    @Test
    void fileThatIsNoLibrary_isNamed() throws IOException {
        byte[] content = place("this is not a library".getBytes());
        assertFails(library(manifest(NativeDirectory.hash(content))), "[GK-6107]", "libmy.so");
    }

    @Test
    void libraryOfAnotherManifest_isNamed() throws IOException {
        byte[] content = place(bridge());
        assertFails(library(manifest(NativeDirectory.hash(content))), "[GK-6108]", "libmy.so", "gk_0_");
    }

    private static byte[] bridge() throws IOException {
        String[] names = {"libgraphkernel-bridge.so", "libgraphkernel-bridge.dylib", "graphkernel-bridge.dll"};
        for (String name : names) {
            try (InputStream stream = NativeBridge.class.getResourceAsStream(PLATFORM + "/" + name)) {
                if (stream != null) {
                    return stream.readAllBytes();
                }
            }
        }
        throw new AssertionError("no bridge for " + PLATFORM);
    }

    @Test
    void everyClassLoader_loadsTheBridge() throws ReflectiveOperationException, IOException {
        LaunchFrame.current();
        for (int i = 0; i < 2; i++) {
            try (URLClassLoader loader = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
                Class<?> frame = loader.loadClass(LaunchFrame.class.getName());
                assertThat(frame).isNotSameAs(LaunchFrame.class);
                assertThat(frame.getMethod("current").invoke(null)).isNotNull();
            }
        }
    }

    private static URL[] classPath() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(new URL[0]);
    }
}
