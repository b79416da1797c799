package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphkernel.processor.toolchain.ToolchainException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class NativeToolchainTest {
    private static final Platform HOST = Platform.host().orElseThrow();

    @TempDir
    private Path directory;

    @Test
    @Tag("slow")
    void nativeToolchain_buildsEveryPlatformWithItsVariantsAndNothingElseExported() throws ToolchainException {
        Map<Platform, byte[]> libraries =
                embedded("cache").buildAll(TestKernels.scale(2), EnumSet.allOf(Platform.class));

        assertThat(libraries).containsOnlyKeys(Platform.values());
        libraries.forEach((platform, library) -> {
            assertThat(ExportedSymbols.formatOf(library)).as("%s", platform).isEqualTo(platform.format());
            assertThat(ExportedSymbols.of(library))
                    .as("%s", platform)
                    .containsExactlyElementsOf(platform.instructionSets().stream()
                            .map(set -> "gk_test_" + set.variant())
                            .toList());
            assertThat(ExportedSymbols.importsOf(library))
                    .as("%s is loaded by itself", platform)
                    .isEmpty();
        });
    }

    @Test
    @Tag("slow")
    void sameSource_returnsTheSameBytesInAnyDirectory() throws ToolchainException {
        Map<Platform, byte[]> first = embedded("one").buildAll(TestKernels.scale(3), EnumSet.allOf(Platform.class));
        Map<Platform, byte[]> second =
                embedded("some/other/place").buildAll(TestKernels.scale(3), EnumSet.allOf(Platform.class));

        first.forEach((platform, library) ->
                assertThat(second.get(platform)).as("%s", platform).isEqualTo(library));
    }

    @Test
    @Tag("slow")
    void storedLibrary_needsNoCompiler() throws ToolchainException {
        byte[] built = embedded("cache").build(TestKernels.scale(2), HOST);

        assertThat(withoutCompiler("cache").build(TestKernels.scale(2), HOST)).isEqualTo(built);
    }

    @Test
    void anyChangeOfTheSource_isBuiltAgain() throws ToolchainException {
        embedded("cache").build(TestKernels.scale(2), HOST);
        KernelSource scale = TestKernels.scale(2);

        for (KernelSource changed : List.of(
                TestKernels.scale(4),
                new KernelSource("other", scale.fileName(), scale.text()),
                new KernelSource(scale.tag(), "Other.c", scale.text()))) {
            assertThatExceptionOfType(ToolchainException.class)
                    .isThrownBy(() -> withoutCompiler("cache").build(changed, HOST))
                    .extracting(ToolchainException::kind)
                    .isEqualTo(Kind.UNAVAILABLE);
        }
    }

    @Test
    @Tag("slow")
    void damagedEntry_isBuiltAgain() throws ToolchainException, IOException {
        byte[] built = embedded("cache").build(TestKernels.scale(2), HOST);
        Path entry = onlyEntry();
        byte[] damaged = Files.readAllBytes(entry);
        damaged[damaged.length / 2] ^= 1;
        for (byte[] content : List.of(damaged, new byte[7], new byte[0])) {
            Files.write(entry, content);

            assertThatExceptionOfType(ToolchainException.class)
                    .isThrownBy(() -> withoutCompiler("cache").build(TestKernels.scale(2), HOST));
            assertThat(embedded("cache").build(TestKernels.scale(2), HOST)).isEqualTo(built);
            assertThat(withoutCompiler("cache").build(TestKernels.scale(2), HOST))
                    .isEqualTo(built);
        }
    }

    @Test
    void compileError_reportsTheFirstDiagnosticsAndHowToSeeThemAgain() throws IOException {
        String wrong = "int a = one;\nint b = two;\nint c = three;\nint d = four;\n";
        ToolchainException failure = failure(new KernelSource("test", "Wrong.c", wrong));

        assertThat(failure.kind()).isEqualTo(Kind.COMPILE_FAILED);
        assertThat(failure).hasMessage("clang rejects Wrong.c for %s (%s)", HOST, weakestVariant());
        assertThat(failure.details())
                .hasSize(3)
                .first()
                .asString()
                .isEqualTo("Wrong.c:1:9: error: use of undeclared identifier 'one'");
        ToolchainException.Reproduction reproduction = failure.reproduction().orElseThrow();
        assertThat(failure.toString())
                .as("what a build without javac prints")
                .contains("Wrong.c:1:9: error: use of undeclared identifier 'one'", reproduction.command());
        assertThat(reproduction.source()).hasContent(wrong);
        assertThat(reproduction.command())
                .startsWith("cd " + reproduction.source().getParent() + " && ")
                .endsWith("-c Wrong.c -o " + weakestVariant() + ".o");
        assertThat(directory.resolve("cache/work")).isEmptyDirectory();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the command is run with a POSIX shell")
    @Tag("slow")
    void commandOfAFailure_showsItAgain() throws IOException {
        KernelSource wrong = new KernelSource("test", "My$Ops.c", "int a = one;\n");
        ToolchainException failure = catchThrowableOfType(
                ToolchainException.class, () -> embedded("it's a cache").build(wrong, HOST));
        String command = failure.reproduction().orElseThrow().command();

        ProcessRunner.Result result =
                ProcessRunner.run(List.of("sh", "-c", command), directory, directory.resolve("again.log"));

        assertThat(result.succeeded()).isFalse();
        assertThat(result.output()).startsWith("My$Ops.c:1:9: error: use of undeclared identifier 'one'");
    }

    @Test
    @Tag("slow")
    void failure_isKeptOnceHoweverOftenItHappens() throws IOException {
        KernelSource wrong = new KernelSource("test", "Wrong.c", "#error wrong\n");
        failure(wrong);
        failure(wrong);

        try (Stream<Path> kept = Files.list(directory.resolve("cache/failed"))) {
            assertThat(kept).hasSize(1);
        }
    }

    @Test
    void unknownHeader_isReportedAtItsLine() {
        ToolchainException failure = failure(new KernelSource("test", "Wrong.c", "\n#include \"nowhere.h\"\n"));

        assertThat(failure.details()).containsExactly("Wrong.c:2:10: fatal error: 'nowhere.h' file not found");
    }

    @Test
    void callOfALibraryFunction_isALinkError() {
        String text = "extern double sin(double);\n"
                + "__attribute__((visibility(\"default\"))) double twice(double x) { return 2 * sin(x); }\n";
        for (Platform platform : Platform.values()) {
            ToolchainException failure = catchThrowableOfType(
                    ToolchainException.class,
                    () -> embedded("cache").buildBaseline("twice", "Twice.c", text, platform));

            assertThat(failure.kind()).as("%s", platform).isEqualTo(Kind.LINK_FAILED);
            assertThat(failure.details()).as("%s", platform).first().asString().contains("undefined symbol", "sin");
        }
    }

    @Test
    void cacheThatIsNoDirectory_isReported() throws IOException {
        Files.writeString(directory.resolve("cache"), "a file");
        ToolchainException failure = failure(TestKernels.scale(2));

        assertThat(failure.kind()).isEqualTo(Kind.CACHE);
        assertThat(failure).hasMessageContaining(directory.resolve("cache").toString());
    }

    @Test
    @Tag("slow")
    void oneToolchain_servesSeveralThreads() throws Exception {
        NativeToolchain toolchain = embedded("cache");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<byte[]>> builds = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                double factor = 1 + i % 2;
                builds.add(() -> toolchain.build(TestKernels.scale(factor), HOST));
            }
            // Waits for all: no thread may write into the directory when it is deleted.
            List<Future<byte[]>> libraries = threads.invokeAll(builds);
            assertThat(libraries.get(0).get())
                    .isEqualTo(libraries.get(2).get())
                    .isNotEqualTo(libraries.get(1).get());
            assertThat(libraries.get(1).get()).isEqualTo(libraries.get(3).get());
        } finally {
            threads.shutdown();
        }
    }

    private NativeToolchain embedded(String cache) {
        return new NativeToolchain(new NativeToolchain.Settings(directory.resolve(cache), Optional.empty()));
    }

    private NativeToolchain withoutCompiler(String cache) {
        return new NativeToolchain(directory.resolve(cache), TestKernels.UNAVAILABLE);
    }

    private ToolchainException failure(KernelSource source) {
        return catchThrowableOfType(
                ToolchainException.class, () -> embedded("cache").build(source, HOST));
    }

    private static String weakestVariant() {
        return HOST.instructionSets().get(0).variant();
    }

    private Path onlyEntry() throws IOException {
        try (Stream<Path> tree = Files.walk(directory.resolve("cache/libraries"))) {
            List<Path> entries = tree.filter(Files::isRegularFile).toList();
            assertThat(entries).hasSize(1);
            return entries.get(0);
        }
    }
}
