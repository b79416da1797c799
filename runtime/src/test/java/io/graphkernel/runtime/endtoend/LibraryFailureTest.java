package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stubs whose library is damaged or missing: every call says which file, and how it is rebuilt. */
class LibraryFailureTest {
    private static final String DEVICE = "graphkernel.device";
    private static final String STUB = FullKernelsKernels.class.getName();
    private static final String RESOURCES = "META-INF/graphkernel/" + FullKernels.class.getName() + "/";
    private static final String PROPERTY = "graphkernel.native.dir";

    @TempDir
    private Path directory;

    private Path jar;
    private Path natives;
    private String settingBefore;

    @BeforeEach
    void copyTheClass() throws Exception {
        settingBefore = System.getProperty(PROPERTY);
        natives = directory.resolve("natives");
        System.setProperty(PROPERTY, natives.toString());
        jar = Files.createDirectories(directory.resolve("jar"));
        Path classes = Path.of(URI.create(FullKernels.class
                .getResource("/" + RESOURCES + "manifest.properties")
                .toString()
                .replace(RESOURCES + "manifest.properties", "")));
        List<Path> files;
        try (Stream<Path> walk = Files.walk(classes)) {
            files = walk.filter(Files::isRegularFile)
                    .filter(file -> classes.relativize(file)
                                    .toString()
                                    .replace('\\', '/')
                                    .startsWith(RESOURCES)
                            || file.getFileName().toString().startsWith("FullKernels"))
                    .toList();
        }
        for (Path file : files) {
            Path target = jar.resolve(classes.relativize(file).toString());
            Files.createDirectories(target.getParent());
            Files.copy(file, target);
        }
    }

    @AfterEach
    void restoreTheSetting() {
        if (settingBefore == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, settingBefore);
        }
    }

    private float sumOfSquares() throws Throwable {
        try (OwnLoader loader = new OwnLoader(jar, FullKernels.class)) {
            return sumOfSquares(loader.loadClass(STUB));
        }
    }

    private static float sumOfSquares(Class<?> stub) throws Throwable {
        try (Tensor x = Tensor.full(2, 3, 5);
                Tensor out = Tensor.empty()) {
            stub.getMethod("sumOfSquares", Tensor.class, Tensor.class).invoke(null, x, out);
            return out.get();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void failsAtEveryCall(String... fragments) throws Exception {
        try (OwnLoader loader = new OwnLoader(jar, FullKernels.class)) {
            Class<?> stub = loader.loadClass(STUB);
            for (int call = 0; call < 2; call++) {
                assertThatThrownBy(() -> sumOfSquares(stub))
                        .as("call " + call)
                        .isInstanceOf(KernelLibraryException.class)
                        .hasMessageContainingAll(fragments)
                        .hasMessageContaining("mvn clean compile");
            }
        }
    }

    private Path library() throws IOException {
        try (Stream<Path> walk = Files.walk(jar.resolve(RESOURCES))) {
            return walk.filter(file -> file.getParent()
                                    .getParent()
                                    .equals(jar.resolve(RESOURCES).normalize())
                            && Files.isRegularFile(file))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void copiedLibrary_works() throws Throwable {
        assertThat(sumOfSquares()).isEqualTo(60);
    }

    @Test
    void damagedLibrary_isNamed() throws Exception {
        byte[] content = Files.readAllBytes(library());
        content[content.length / 2] ^= 1;
        Files.write(library(), content);
        failsAtEveryCall("[GK-6105]", RESOURCES, library().getFileName().toString());
    }

    @Test
    void truncatedLibrary_isNamed() throws Exception {
        Files.write(library(), new byte[0]);
        failsAtEveryCall("[GK-6105]", RESOURCES, library().getFileName().toString());
    }

    @Test
    void missingLibrary_isNamed() throws Exception {
        String name = library().getFileName().toString();
        Files.delete(library());
        failsAtEveryCall("[GK-6104]", RESOURCES, name);
    }

    @Test
    void missingManifest_isNamed() throws Exception {
        Files.delete(jar.resolve(RESOURCES).resolve("manifest.properties"));
        failsAtEveryCall("[GK-6101]", STUB, RESOURCES + "manifest.properties", "annotationProcessorPaths");
    }

    @Test
    void anotherPlatform_isNamedWhereNativeKernelsAreDemanded() throws Exception {
        String platform = buildForAnotherPlatform();
        System.setProperty(DEVICE, "cpu");
        try {
            failsAtEveryCall("[GK-6103]", platform, "plan9-mips", "graphkernel.platforms");
        } finally {
            System.clearProperty(DEVICE);
        }
    }

    @Test
    void kernels_withoutNativeBuild_runAsJavaMethodsWithAWarning() throws Throwable {
        assumeThat(System.getenv("GRAPHKERNEL_DEVICE"))
                .as("a device that is requested")
                .isNull();
        String platform = buildForAnotherPlatform();
        List<String> lines = new ArrayList<>();
        Logger logger = Logger.getLogger("io.graphkernel");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                lines.add(new SimpleFormatter().formatMessage(entry));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try (OwnLoader loader = new OwnLoader(jar, FullKernels.class)) {
            Class<?> stub = loader.loadClass(STUB);
            assertThat(sumOfSquares(stub)).isEqualTo(60);
            assertThat(sumOfSquares(stub)).isEqualTo(60);
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(lines).singleElement().asString().contains(platform, "Java methods");
    }

    /** Makes the jar one that was built elsewhere; returns this platform. */
    private String buildForAnotherPlatform() throws IOException {
        Path manifest = jar.resolve(RESOURCES).resolve("manifest.properties");
        String platform = library().getParent().getFileName().toString();
        String before = NativeDirectory.hash(Files.readAllBytes(manifest));
        Files.writeString(manifest, Files.readString(manifest).replace(platform, "plan9-mips"));
        Path stub = jar.resolve(STUB.replace('.', '/') + ".class");
        String code = Files.readString(stub, StandardCharsets.ISO_8859_1);
        assertThat(code).contains(before);
        String after = NativeDirectory.hash(Files.readAllBytes(manifest));
        Files.writeString(stub, code.replace(before, after), StandardCharsets.ISO_8859_1);
        return platform;
    }

    /** As relocated in a shaded jar: the names change in classes and texts, but not in META-INF. */
    @Test
    void kernelsOfARenamedClass_areNamed() throws Exception {
        String before = "runtime/endtoend/FullKernels";
        String after = "runtime/endtoene/FullKernels";
        Path classes = jar.resolve("io/graphkernel/runtime/endtoend");
        Path renamed = Files.createDirectory(classes.resolveSibling("endtoene"));
        try (Stream<Path> files = Files.list(classes)) {
            for (Path file : files.toList()) {
                String code = Files.readString(file, StandardCharsets.ISO_8859_1)
                        .replace(before, after)
                        .replace(before.replace('/', '.'), after.replace('/', '.'));
                Files.writeString(renamed.resolve(file.getFileName()), code, StandardCharsets.ISO_8859_1);
            }
        }
        String stub = STUB.replace("endtoend", "endtoene");
        try (OwnLoader loader = new OwnLoader(jar, FullKernels.class)) {
            Class<?> type = loader.loadClass(stub);
            assertThatThrownBy(() -> sumOfSquares(type))
                    .isInstanceOf(KernelLibraryException.class)
                    .hasMessageContainingAll(
                            "[GK-6134] class with kernels was relocated: "
                                    + FullKernels.class.getName().replace("endtoend", "endtoene"),
                            "but " + FullKernels.class.getName() + " has",
                            "<exclude>" + FullKernels.class.getName() + "*</exclude>");
        }
    }

    /** Without the platform in it the kernels would run as Java methods. */
    @Test
    void manifestThatTheStubDoesNotKnow_isRejected() throws Exception {
        Path manifest = jar.resolve(RESOURCES).resolve("manifest.properties");
        String platform = library().getParent().getFileName().toString();
        Files.writeString(manifest, Files.readString(manifest).replace(platform, "plan9-mips"));
        failsAtEveryCall("[GK-6102]", "manifest.properties", "SHA-256");
    }

    @Test
    void damagedFileOfThePrivateDirectory_isReplaced() throws Throwable {
        assertThat(sumOfSquares()).isEqualTo(60);
        List<Path> placed;
        try (Stream<Path> walk = Files.walk(natives)) {
            placed = walk.filter(Files::isRegularFile).toList();
        }
        assertThat(placed).isNotEmpty();
        for (Path file : placed) {
            // The process has mapped the old file: it is replaced, not changed.
            Files.delete(file);
            Files.writeString(file, "no library");
        }
        assertThat(sumOfSquares()).isEqualTo(60);
    }

    @Test
    void library_isRepairedWithoutARestart() throws Throwable {
        byte[] content = Files.readAllBytes(library());
        Path library = library();
        Files.write(library, new byte[] {1, 2, 3});
        try (OwnLoader loader = new OwnLoader(jar, FullKernels.class)) {
            Class<?> stub = loader.loadClass(STUB);
            assertThatThrownBy(() -> sumOfSquares(stub)).isInstanceOf(KernelLibraryException.class);
            Files.write(library, content);
            assertThat(sumOfSquares(stub)).isEqualTo(60);
        }
    }

    @Test
    @DisplayName("A2: classes of one build with META-INF of another")
    void kernelsOfAnotherBuild_areRejected() throws Exception {
        Path resources = jar.resolve(RESOURCES);
        Path others = Path.of(FullKernels.class
                .getResource("/META-INF/graphkernel/" + RowKernels.class.getName() + "/manifest.properties")
                .toURI());
        String own = tag(resources.resolve("manifest.properties"));
        Files.copy(others, resources.resolve("manifest.properties"), StandardCopyOption.REPLACE_EXISTING);
        for (String device : List.of("cpu", "jvm")) {
            System.setProperty(DEVICE, device);
            try {
                failsAtEveryCall(
                        "[GK-6124]",
                        STUB,
                        "of build " + own,
                        RESOURCES + "manifest.properties",
                        "of build " + tag(others));
            } finally {
                System.clearProperty(DEVICE);
            }
        }
    }

    private static String tag(Path manifest) throws IOException {
        Properties properties = new Properties();
        try (InputStream stream = Files.newInputStream(manifest)) {
            properties.load(stream);
        }
        return properties.getProperty("tag");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "jvm"})
    @DisplayName("A7: a manifest with one entry that is not right")
    @Tag("slow")
    void noManifest_doesMoreThanFail(String device) throws Throwable {
        Path file = jar.resolve(RESOURCES).resolve("manifest.properties");
        List<String> lines = Files.readAllLines(file);
        System.setProperty(DEVICE, device);
        try {
            for (int i = 0; i < lines.size(); i++) {
                // The lines of the other kernels are as those of the first one.
                boolean another = lines.get(i).matches("(function|slots)\\.([2-9]|1\\d).*|method\\.[^s].*");
                for (String value : another ? new String[0] : WRONG) {
                    List<String> wrong = new ArrayList<>(lines);
                    if (value == null) {
                        wrong.remove(i);
                    } else {
                        wrong.set(i, lines.get(i).replaceFirst("=.*", "=" + value));
                    }
                    Files.write(file, wrong);
                    assertFailsOrIsRight(lines.get(i) + " as " + value);
                }
            }
        } finally {
            System.clearProperty(DEVICE);
        }
        Files.writeString(file, "");
        assertThatThrownBy(this::sumOfSquares).isInstanceOf(KernelLibraryException.class);
    }

    /** Invalid values of a line; null for a missing line. */
    private static final String[] WRONG = {
        null,
        "",
        "-1",
        "0",
        "12",
        "14",
        "100000",
        "2147483647",
        "99999999999999999999",
        "x",
        "../x",
        "libkernels.so",
        "sumOfSquares_0_finish",
        "\u0000"
    };

    private void assertFailsOrIsRight(String change) throws Throwable {
        try {
            assertThat(sumOfSquares()).as(change).isEqualTo(60);
        } catch (KernelLibraryException e) {
            assertThat(e).as(change).hasMessageMatching("(?s)\\[GK-61\\d\\d] .*fix: .*");
        }
    }
}
