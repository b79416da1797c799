package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.compilation.KernelClassCompiler;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of cached classes. A recompiled class comes from the build cache, and only then. The pass log shows it, because its times
 * differ between compilations.
 */
class ClassCacheTest {

    private static final String LOG = "report/demo.Net/scaled/passes.log";

    private static final String STUB = "classes/demo/NetKernels.class";
    private static final String CLASS_FILES = "first/report/demo.Net/class-files.bin";
    private static final String MARKER =
            HexFormat.of().formatHex("OldKernels.java".getBytes(StandardCharsets.US_ASCII));

    private static final String SOURCE = """
        package demo;
        import static io.graphkernel.runtime.Ops.*;
        import io.graphkernel.annotations.GraphKernel;
        import io.graphkernel.annotations.TensorType;
        import io.graphkernel.runtime.Tensor;
        public final class Net {
            /** Scaled rows. */
            @GraphKernel
            public static Tensor scaled(@TensorType("f32[n, d]") Tensor x, float scale) {
                return softmax(mul(x, scale), -1);
            }

            @GraphKernel(gradient = true)
            public static Tensor squares(@TensorType("f32[n, d]") Tensor x) {
                return reduceSum(square(x), -1);
            }
        }
        """;

    @TempDir
    Path directory;

    private SortedMap<String, String> first;
    private final List<Message> messages = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();

    @BeforeEach
    void compileOnce() {
        first = compile("first", SOURCE);
    }

    @Test
    void sameClass_isRestoredWithAllFiles() {
        assertThat(first.keySet())
                .anyMatch(name -> name.endsWith("demo/NetKernels.java"))
                .anyMatch(name -> name.endsWith("manifest.properties"))
                .anyMatch(name -> name.endsWith("manifest.path"))
                .contains(LOG);
        assertThat(calls).contains("restore", "compile");
        assertThat(compile("again", SOURCE)).isEqualTo(first);
        assertThat(calls).contains("restore").doesNotContain("compile");
    }

    @Test
    void classFilesOfStub_areReusedInTheirDirectory() throws IOException {
        assertThat(compile("first", SOURCE)).isEqualTo(first);

        mark(CLASS_FILES);
        assertThat(compile("first", SOURCE).get(STUB)).contains(MARKER);
        assertThat(compile("first", SOURCE.replace("square(x)", "abs(x)")).get(STUB))
                .doesNotContain(MARKER);
        assertThat(compile("first", SOURCE)).isEqualTo(first);
    }

    @Test
    @Tag("slow")
    void classFilesOfStub_thatAreIncompleteOrOfAnotherRelease_areGenerated() throws IOException {
        Path stored = directory.resolve(CLASS_FILES);
        byte[] complete = Files.readAllBytes(stored);
        for (int length : new int[] {0, 1, 100, complete.length / 2, complete.length - 1}) {
            Files.write(stored, Arrays.copyOf(complete, length));
            assertThat(compile("first", SOURCE)).as("%d bytes", length).isEqualTo(first);
        }

        mark(CLASS_FILES);
        Path runtime = runtimeClass();
        Instant modified = Files.getLastModifiedTime(runtime).toInstant();
        Files.setLastModifiedTime(runtime, FileTime.from(modified.plusSeconds(1)));
        assertThat(compile("first", SOURCE).get(STUB)).as("another runtime").isEqualTo(first.get(STUB));
    }

    @Test
    @Tag("slow")
    void phases_areTimedOnRequest() throws IOException {
        compile("again", SOURCE, "-Agraphkernel.times=true");

        String times = Files.readString(directory.resolve("again/report/times.txt"));
        assertThat(times).contains(" 1  look up unchanged classes\n", " 1  restore unchanged classes\n");
        assertThat(messages).anyMatch(message -> message.text().contains("look up unchanged classes"));
        assertThat(first).doesNotContainKey("report/times.txt");
    }

    /** Replaces the name of the stub's source file, which the JVM does not verify. */
    private void mark(String file) throws IOException {
        Path stored = directory.resolve(file);
        String content = Files.readString(stored, StandardCharsets.ISO_8859_1);
        assertThat(content).contains("NetKernels.java");
        byte[] marked = content.replace("NetKernels.java", "OldKernels.java").getBytes(StandardCharsets.ISO_8859_1);
        CRC32 checksum = new CRC32();
        checksum.update(marked, Long.BYTES, marked.length - Long.BYTES);
        Files.write(stored, ByteBuffer.wrap(marked).putLong(checksum.getValue()).array());
    }

    private static Path runtimeClass() {
        String directory = RuntimeClasses.classPath().split(File.pathSeparator)[0];
        return Path.of(directory).resolve("io/graphkernel/runtime/Tensor.class");
    }

    @Test
    @Tag("slow")
    void restoredClass_repeatsItsWarning() {
        String source = SOURCE.replace("return softmax", "Tensor unused = exp(x);\n        return softmax");

        SortedMap<String, String> once = compile("once", source);
        List<Message> warnings = List.copyOf(messages);

        assertThat(warnings).anyMatch(message -> message.kind() == Diagnostic.Kind.WARNING);
        assertThat(compile("again", source)).isEqualTo(once);
        assertThat(withoutPaths(messages)).isEqualTo(withoutPaths(warnings));
        assertThat(calls).contains("compile");
    }

    @Test
    @Tag("slow")
    void classRejectedByJavac_leavesNoFiles() {
        String source = SOURCE.replace("/** Scaled", "static int broken() {}\n\n    /** Scaled");

        for (String call : List.of("compile", "restore")) {
            assertThat(files(call, source).keySet()).noneMatch(name -> name.contains("Net"));
            assertThat(messages).anyMatch(message -> message.text().contains("missing return"));
            assertThat(calls).contains(call);
        }
        assertThat(calls).doesNotContain("compile");
    }

    @Test
    @Tag("slow")
    void oldFiles_ofAnotherBuild_areRemoved() {
        compile("again", SOURCE, "-Agraphkernel.targets=cpu,jvm,opencl");

        assertThat(jar(compile("again", SOURCE))).isEqualTo(jar(first));
        assertThat(calls).doesNotContain("compile");
    }

    @Test
    @Tag("slow")
    void changedOptions_recompile() {
        List<String> changed = List.of(
                SOURCE.replace("square(x)", "abs(x)"),
                SOURCE.replace("/** Scaled", "\n    /** Scaled"),
                SOURCE.replace("@GraphKernel\n", "@GraphKernel(flags = \"--opt_level=1\")\n"),
                SOURCE.replace("f32[n, d]\") Tensor x)", "f32[n, 8]\") Tensor x)"),
                SOURCE.replace("public final class", "final class"));
        for (String source : changed) {
            assertThat(source).isNotEqualTo(SOURCE);
            assertThat(compile("again", source).get(LOG)).as(source).isNotEqualTo(first.get(LOG));
        }
        assertThat(compile("again", SOURCE, "-Agraphkernel.inlineLaunchLimit=0").get(LOG))
                .isNotEqualTo(first.get(LOG));
    }

    /** The option is a set: its order, and the names of all sets, do not change a file. */
    @Test
    @Tag("slow")
    void instructionSets_areResolved() {
        assertThat(compile("all", SOURCE, "-Agraphkernel.instructionSets=v4,v2,v3"))
                .isEqualTo(first);
        assertThat(calls).doesNotContain("compile");
        compile("one", SOURCE, "-Agraphkernel.instructionSets=v3");
        assertThat(calls).contains("compile");
    }

    @Test
    @Tag("slow")
    void passLog_isComplete() {
        assertThat(compile("again", SOURCE, "-Agraphkernel.saveGraphs=1").get(LOG))
                .isNotEqualTo(first.get(LOG));
        assertThat(compile("again", SOURCE, "-Agraphkernel.verbose=true").get(LOG))
                .isNotEqualTo(first.get(LOG));
    }

    @Test
    @Tag("slow")
    void damagedEntry_isRecompiled() throws IOException {
        try (Stream<Path> entries = Files.walk(directory.resolve("cache/libraries"))) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                byte[] bytes = Files.readAllBytes(entry);
                bytes[bytes.length - 1] ^= 1;
                Files.write(entry, bytes);
            }
        }
        SortedMap<String, String> again = compile("again", SOURCE);

        assertThat(again.remove(LOG)).isNotEqualTo(first.remove(LOG));
        again.keySet().removeIf(name -> name.endsWith("passes.log"));
        first.keySet().removeIf(name -> name.endsWith("passes.log"));
        assertThat(again).isEqualTo(first);
    }

    @Test
    @Tag("slow")
    void classWithConstantTensors_isRecompiled() {
        String source = SOURCE.replace("square(x)", "mul(x, Tensor.of(new float[] {1, 2, 3, 4}, 4))")
                .replace("n, d]", "n, 4]");

        SortedMap<String, String> once = compile("constants", source);
        SortedMap<String, String> again = compile("again", source);

        assertThat(once.keySet()).anyMatch(name -> name.endsWith(ConstantFormat.SUFFIX));
        assertThat(jar(again)).isEqualTo(jar(once));
        assertThat(calls).contains("compile");
    }

    /** Returns the files of the jar except for classes, which javac writes. */
    private static Set<String> jar(SortedMap<String, String> files) {
        return files.keySet().stream()
                .filter(name -> name.startsWith("classes/") && !name.endsWith(".class"))
                .collect(Collectors.toSet());
    }

    /** Removes paths: the summary names the report. */
    private List<String> withoutPaths(List<Message> printed) {
        return printed.stream()
                .map(message -> message.text().replaceAll(" report .*", ""))
                .toList();
    }

    /** Returns a compiler whose calls are recorded. */
    private KernelClassCompiler compiler() {
        return recorded(KernelClassCompiler.class, Pipeline.of(Targets.ALL));
    }

    private <T> T recorded(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    calls.add(method.getName());
                    Object result = method.invoke(target, arguments);
                    return result instanceof KernelClassCompiler.Invocation invocation
                            ? recorded(KernelClassCompiler.Invocation.class, invocation)
                            : result;
                }));
    }

    private SortedMap<String, String> compile(String name, String source, String... options) {
        SortedMap<String, String> files = files(name, source, options);
        assertThat(messages).noneMatch(message -> message.kind() == Diagnostic.Kind.ERROR);
        return files;
    }

    private SortedMap<String, String> files(String name, String source, String... options) {
        messages.clear();
        calls.clear();
        Path path = directory.resolve(name);
        UserCompilation compilation = new UserCompilation(path)
                .processor(new GraphKernelProcessor(compiler()))
                .option("-s")
                .option(path.resolve("generated").toString())
                .option("-Agraphkernel.reportDir=" + path.resolve("report"))
                .option("-Agraphkernel.cacheDir=" + directory.resolve("cache"))
                .option("-Agraphkernel.platforms=linux-x86_64");
        List<String> arguments = List.of(options);
        arguments.forEach(compilation::option);
        if (arguments.stream().noneMatch(option -> option.contains(".targets="))) {
            compilation.option("-Agraphkernel.targets=cpu");
        }
        SortedMap<String, String> files = new TreeMap<>();
        try {
            Files.createDirectories(path.resolve("generated"));
            Outcome outcome = compilation.compile("Net.java", source);
            messages.addAll(outcome.messages());
            for (String folder : new String[] {"generated", "report", "classes"}) {
                read(path.resolve(folder), path, files);
            }
            files.keySet().removeIf(file -> file.endsWith("class-files.bin"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static void read(Path root, Path directory, SortedMap<String, String> files) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path file : paths.filter(Files::isRegularFile).toList()) {
                String name = directory.relativize(file).toString().replace('\\', '/');
                files.put(name, HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
    }
}
