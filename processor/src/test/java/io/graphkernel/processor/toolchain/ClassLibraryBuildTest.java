package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphkernel.common.files.FileTree;
import io.graphkernel.processor.toolchain.ToolchainException.Kind;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ClassLibraryBuildTest {
    private static final Platform HOST = Platform.host().orElseThrow();
    private static final InstructionSet WEAKEST = HOST.instructionSets().get(0);

    @TempDir
    private Path directory;

    @Test
    @Tag("slow")
    void classLibraryBuild_buildsEveryPlatformWithItsVariantsAndNothingElseExported() throws ToolchainException {
        Map<Platform, byte[]> libraries =
                buildAll(toolchain("cache"), TestKernels.scales("test", 2, 3), EnumSet.allOf(Platform.class));

        assertThat(libraries).containsOnlyKeys(Platform.values());
        libraries.forEach((platform, library) -> {
            assertThat(ExportedSymbols.formatOf(library)).as("%s", platform).isEqualTo(platform.format());
            assertThat(ExportedSymbols.of(library))
                    .as("%s", platform)
                    .containsExactlyElementsOf(platform.instructionSets().stream()
                            .map(set -> "gk_test_" + set.variant())
                            .flatMap(table -> Stream.of(table, table + "_size"))
                            .toList());
        });
    }

    @Test
    void classLibraryBuild_holdsTheRequestedInstructionSets() throws ToolchainException {
        byte[] library = toolchain("cache")
                .buildAll(TestKernels.scales("test", 2), Set.of(HOST), platform -> List.of(WEAKEST))
                .get(HOST);

        assertThat(ExportedSymbols.of(library))
                .containsExactly("gk_test_" + WEAKEST.variant(), "gk_test_" + WEAKEST.variant() + "_size");
    }

    @Test
    @Tag("slow")
    void bytes_dependNeitherOnTheDirectoryNorOnWhatTheCacheHas() throws ToolchainException {
        Set<Platform> platforms = EnumSet.of(HOST, Platform.MACOSX_ARM64, Platform.WINDOWS_X86_64);
        Map<Platform, byte[]> first = buildAll(toolchain("one"), TestKernels.scales("test", 2, 3, 4), platforms);
        buildAll(toolchain("some/other/place"), TestKernels.scales("other", 4, 5, 2), platforms);
        Map<Platform, byte[]> second =
                buildAll(toolchain("some/other/place"), TestKernels.scales("test", 2, 3, 4), platforms);

        first.forEach((platform, library) ->
                assertThat(second.get(platform)).as("%s", platform).isEqualTo(library));
    }

    @Test
    void kernelsOfOtherClasses_areNotCompiledAgain() throws ToolchainException {
        build(toolchain("cache"), TestKernels.scales("first", 2, 3));
        CountingCompiler compiler = new CountingCompiler(directory);

        build(new NativeToolchain(directory.resolve("cache"), compiler), TestKernels.scales("second", 3, 5, 2));

        assertThat(compiler.compiledKernels()).isEqualTo(HOST.instructionSets().size());
    }

    @Test
    @Tag("slow")
    void classesThatAreBuiltAtTheSameTime_makeEachHeaderOnce() throws Exception {
        CountingCompiler compiler = new CountingCompiler(directory);
        NativeToolchain toolchain = new NativeToolchain(directory.resolve("cache"), compiler);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Callable<byte[]>> builds = Stream.of("one", "two", "three")
                    .<Callable<byte[]>>map(tag -> () -> build(toolchain, TestKernels.scales(tag, 2)))
                    .toList();
            for (Future<byte[]> library : threads.invokeAll(builds)) {
                library.get();
            }
        } finally {
            threads.shutdown();
        }

        assertThat(compiler.compiledHeaders()).isEqualTo(HOST.instructionSets().size());
    }

    @Test
    @Tag("slow")
    void build_acceptsTheHeadersThatWereBegunBefore() throws ToolchainException, IOException {
        CountingCompiler compiler = new CountingCompiler(directory);
        NativeToolchain toolchain = new NativeToolchain(directory.resolve("cache"), compiler);
        toolchain.prepareHeaders(Set.of(HOST), Platform::instructionSets);
        toolchain.awaitHeaders();
        assertThat(compiler.compiledHeaders()).isEqualTo(HOST.instructionSets().size());

        build(toolchain, TestKernels.scales("test", 2));

        assertThat(compiler.compiledHeaders()).isEqualTo(HOST.instructionSets().size());
    }

    @Test
    void headerThatCannotBeWritten_isAnErrorOfTheDirectory() throws IOException {
        Files.createDirectory(directory.resolve(WEAKEST.variant() + ".pch"));

        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() -> make(new Headers(new AtomicInteger())))
                .withMessageContaining(WEAKEST.variant() + ".pch");
    }

    @Test
    void noTask_isStartedBeforeEveryFileIsWritten() throws IOException {
        InstructionSet strongest =
                HOST.instructionSets().get(HOST.instructionSets().size() - 1);
        Files.createDirectory(directory.resolve("table_" + strongest.variant() + ".c"));
        AtomicInteger requests = new AtomicInteger();

        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() -> make(new Headers(requests)))
                .withMessageContaining("table_" + strongest.variant() + ".c");
        assertThat(requests).hasValue(0);
    }

    private void make(ClassLibraryBuild.Store store) throws ToolchainException, IOException {
        new ClassLibraryBuild(
                        TestKernels.scales("test", 2),
                        HOST,
                        HOST.instructionSets(),
                        new TreeMap<>(),
                        new TreeMap<>(),
                        store)
                .make(new EmbeddedLlvm(), directory, Runnable::run);
    }

    /**
     * An empty cache, and headers that no compiler accepts.
     *
     * @param requests number of requests
     */
    private record Headers(AtomicInteger requests) implements ClassLibraryBuild.Store {

        @Override
        public Optional<byte[]> find(String key) {
            return Optional.empty();
        }

        @Override
        public void store(String key, byte[] content) {}

        @Override
        public CompletableFuture<byte[]> header(PrecompiledHeader header) {
            requests.incrementAndGet();
            return CompletableFuture.completedFuture(new byte[0]);
        }
    }

    @Test
    @Tag("slow")
    void storedLibrary_needsNoCompiler() throws ToolchainException {
        byte[] built = build(toolchain("cache"), TestKernels.scales("test", 2));
        NativeToolchain without = new NativeToolchain(directory.resolve("cache"), TestKernels.UNAVAILABLE);

        assertThat(build(without, TestKernels.scales("test", 2))).isEqualTo(built);
        assertThatExceptionOfType(ToolchainException.class)
                .isThrownBy(() -> build(without, TestKernels.scales("other", 2)));
    }

    @Test
    @Tag("slow")
    void damagedEntries_areBuiltAgain() throws ToolchainException, IOException {
        byte[] built = build(toolchain("cache"), TestKernels.scales("test", 2, 3));
        try (Stream<Path> tree = Files.walk(directory.resolve("cache/libraries"))) {
            for (Path entry : tree.filter(Files::isRegularFile).toList()) {
                byte[] damaged = Files.readAllBytes(entry);
                damaged[damaged.length - 1] ^= 1;
                Files.write(entry, damaged);
            }
        }

        assertThat(build(toolchain("cache"), TestKernels.scales("test", 2, 3))).isEqualTo(built);
    }

    @Test
    @Tag("slow")
    void kernelThatClangRejects_isKeptWithItsCommand() throws ToolchainException {
        String wrong =
                "static void wrong_0(const gk_slot *a, gk_int64 b, gk_int64 e, void *s) {\n    int v = one;\n}\n";
        SourcePartition partition = parts("Wrong.c", wrong, "wrong_0");
        ToolchainException failure =
                catchThrowableOfType(ToolchainException.class, () -> build(toolchain("cache"), partition));

        assertThat(failure.kind()).isEqualTo(Kind.COMPILE_FAILED);
        assertThat(failure).hasMessage("clang rejects Wrong.c for %s (%s)", HOST, WEAKEST.variant());
        assertThat(failure.details()).first().asString().endsWith("error: use of undeclared identifier 'one'");
        assertThat(failure.reproduction().orElseThrow().source()).hasContent(wrong);
        assertThat(directory.resolve("cache/work")).isEmptyDirectory();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the command is run with a POSIX shell")
    @Tag("slow")
    void commandOfAFailure_showsItAgain() throws IOException {
        String wrong =
                "static void wrong_0(const gk_slot *a, gk_int64 b, gk_int64 e, void *s) {\n    int v = one;\n}\n";
        ToolchainException failure = catchThrowableOfType(
                ToolchainException.class, () -> build(toolchain("it's a cache"), parts("My$Ops.c", wrong, "wrong_0")));
        String command = failure.reproduction().orElseThrow().command();

        ProcessRunner.Result result =
                ProcessRunner.run(List.of("sh", "-c", command), directory, directory.resolve("again.log"));

        assertThat(result.succeeded()).isFalse();
        assertThat(result.output()).contains("error: use of undeclared identifier 'one'");
    }

    @Test
    @Tag("slow")
    void callOfALibraryFunction_isALinkError() {
        String text =
                "extern double sin(double);\nstatic void call_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end,"
                        + " void *scratch) {\n    *(double *) arguments[0].pointer = sin(arguments[1].wide_scalar);\n}\n";
        ToolchainException failure = catchThrowableOfType(
                ToolchainException.class, () -> build(toolchain("cache"), parts("Call.c", text, "call_0")));

        assertThat(failure.kind()).isEqualTo(Kind.LINK_FAILED);
        assertThat(failure.details()).first().asString().contains("undefined symbol", "sin");
    }

    @Test
    @Tag("slow")
    void library_isIndependentOfItsCompilation() throws ToolchainException, IOException {
        double[] factors = {2, 3, 4, 5, 6, 7, 8, 9, 10};
        byte[] together = build(toolchain("cache"), TestKernels.scales("test", factors));
        FileTree.delete(directory.resolve("cache/libraries"));
        NativeToolchain toolchain = toolchain("cache");
        build(toolchain, TestKernels.scales("single", 7));
        build(toolchain, TestKernels.scales("pair", 10, 3));

        assertThat(build(toolchain, TestKernels.scales("test", factors))).isEqualTo(together);
    }

    private static byte[] build(NativeToolchain toolchain, SourcePartition partition) throws ToolchainException {
        return buildAll(toolchain, partition, Set.of(HOST)).get(HOST);
    }

    private static Map<Platform, byte[]> buildAll(
            NativeToolchain toolchain, SourcePartition partition, Set<Platform> platforms) throws ToolchainException {
        return toolchain.buildAll(partition, platforms, Platform::instructionSets);
    }

    private static SourcePartition parts(String fileName, String text, String function) {
        KernelSource source = new KernelSource("test", fileName, text);
        return new SourcePartition(source, List.of(new SourcePartition.Part(text, List.of(function))));
    }

    private NativeToolchain toolchain(String cache) {
        return new NativeToolchain(new NativeToolchain.Settings(directory.resolve(cache), Optional.empty()));
    }
}
