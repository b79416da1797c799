package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the fingerprint of a class: it changes with everything that the front end reads, and with nothing else. */
class SourceFingerprintTest {

    private static final String IMPORTS = """
        import static io.graphkernel.runtime.Ops.*;
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        """;

    private static final Map<String, String> FILES = files(
            "Net.java",
            "package demo;\nimport other.*;\n" + IMPORTS + """
            public final class Net {
                @GraphKernel
                public static Tensor net(Pair pair, @TensorType("f32[n, 8]") Tensor x) {
                    Tensor scaled = mul(Outer.outer(x), Scale.FACTOR * Limits.LARGE);
                    return add(scaled, matMul(pair.a(), pair.rest().b()));
                }
                @GraphKernel
                public static Tensor chosen(@TensorType("f32[n, 8]") Tensor x, Mode mode) { return neg(x); }
                @GraphKernel
                public static Tensor mapped(@TensorType("f32[n, 8]") Tensor x) {
                    return Scans.scan(Helper.shifted(Elementwise.map(x, Functions::clip)), 0, 0f, Functions::next);
                }
            }
            """,
            "Helper.java",
            "package demo;\n" + IMPORTS + """
            final class Helper {
                static Tensor shifted(Tensor x) { return add(x, 1f); }
            }
            """,
            "Functions.java",
            "package demo;\n" + """
            final class Functions {
                static float clip(float x) { return x > More.MORE ? More.MORE : x; }
                static float next(float sum, float x) { return sum + Called.called(x); }
            }
            """,
            "Called.java",
            "package demo;\n" + """
            final class Called {
                static float called(float x) { return x * 0.5f; }
            }
            """,
            "Pair.java",
            "package demo;\n" + IMPORTS + """
            public record Pair(@TensorType(Shapes.A) Tensor a, Rest rest) {}
            """,
            "Rest.java",
            "package demo;\n" + IMPORTS + """
            public record Rest(@TensorType("f32[d, 8]") Tensor b) {}
            """,
            "Shapes.java",
            "package demo;\n" + IMPORTS + """
            final class Shapes { static final String A = "f32[n, d]"; }
            """,
            "Outer.java",
            "package demo;\n" + IMPORTS + """
            public final class Outer {
                @GraphKernel
                public static Tensor outer(@TensorType("f32[n, 8]") Tensor x) { return Inner.inner(x); }
            }
            """,
            "Inner.java",
            "package demo;\n" + IMPORTS + """
            public final class Inner {
                @GraphKernel
                public static Tensor inner(@TensorType("f32[n, 8]") Tensor x) { return exp(x); }
                @GraphKernel
                @GradientOf("inner")
                public static Tensor back(
                        @TensorType("f32[n, 8]") Tensor x,
                        @TensorType("f32[n, 8]") Tensor y,
                        @TensorType("f32[n, 8]") Tensor dy) {
                    return mul(dy, y);
                }
            }
            """,
            "Scale.java",
            "package other;\n" + """
            public final class Scale { public static final float FACTOR = 2; }
            """,
            "Limits.java",
            "package demo;\n" + """
            public final class Limits { public static final float LARGE = More.MORE * 2; }
            """,
            "More.java",
            "package demo;\n" + """
            final class More { static final float MORE = 3; }
            """,
            "Mode.java",
            "package demo;\n" + """
            public enum Mode { FAST, EXACT; }
            """,
            "Unrelated.java",
            "package demo;\n" + """
            final class Unrelated { static final float NUMBER = 3; }
            """);

    private static Map<String, String> files(String... namesAndTexts) {
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            files.put(namesAndTexts[i], namesAndTexts[i + 1]);
        }
        return files;
    }

    @TempDir
    Path directory;

    private int compilations;

    @Test
    void sameFiles_areTheSame() {
        assertThat(sources(FILES)).isPresent().isEqualTo(sources(FILES));
    }

    @ParameterizedTest
    @CsvSource({
        "Net.java, add(scaled, sub(scaled",
        "Pair.java, Rest rest, Rest  rest",
        "Rest.java, 'f32[d, 8]', 'f32[e, 8]'",
        "Shapes.java, 'f32[n, d]', 'f32[n, e]'",
        "Outer.java, Inner.inner(x), exp(Inner.inner(x))",
        "Inner.java, return exp(x), return sin(x)",
        "Inner.java, 'mul(dy, y)', 'mul(y, dy)'",
        "Inner.java, '@GradientOf(\"inner\")', ''",
        "Scale.java, 2, 4",
        "More.java, 3, 5",
        "Helper.java, 'add(x, 1f)', 'add(x, 2f)'",
        "Functions.java, x > More, x >= More",
        "Functions.java, sum + Called, sum - Called",
        "Called.java, 0.5f, 0.25f",
        "Mode.java, 'EXACT', 'EXACT, SLOW'",
    })
    void readDeclarations_changeTheFingerprint(String file, String from, String to) {
        assertThat(sources(changed(file, from, to))).isPresent().isNotEqualTo(sources(FILES));
    }

    @ParameterizedTest
    @CsvSource({"Unrelated.java, 3, 4", "Limits.java, public final, final", "Shapes.java, class, /* names */ class"})
    void unreadDeclarations_keepTheFingerprint(String file, String from, String to) {
        assertThat(sources(changed(file, from, to))).isPresent().isEqualTo(sources(FILES));
    }

    @Test
    void classThatHidesAnother_counts() {
        Map<String, String> hidden = new HashMap<>(FILES);
        hidden.put("demo/Scale.java", "package demo;\nfinal class Scale { static final float FACTOR = 5; }\n");

        assertThat(sources(hidden)).isPresent().isNotEqualTo(sources(FILES));
    }

    @Test
    @Tag("slow")
    void kernelsOfLibraries_changeTheFingerprint() {
        String source = "package user;\nimport demo.*;\n" + IMPORTS + """
            public final class User {
                @GraphKernel
                public static Tensor user(@TensorType("f32[n, 8]") Tensor x) { return Outer.outer(x); }
            }
            """;
        Path library = library(FILES);
        Optional<String> sources = sources(Map.of("User.java", source), library);

        assertThat(sources).isPresent().isEqualTo(sources(Map.of("User.java", source), library(FILES)));
        Path other = library(changed("Inner.java", "return exp(x)", "return sin(x)"));
        assertThat(sources(Map.of("User.java", source), other)).isPresent().isNotEqualTo(sources);
        // The gradient is in another file of the library, which the kernel's graph names.
        Path gradient = library(changed("Inner.java", "mul(dy, y)", "mul(y, dy)"));
        assertThat(sources(Map.of("User.java", source), gradient)).isPresent().isNotEqualTo(sources);
    }

    @Test
    void filesOfFlags_changeTheFingerprint() throws IOException {
        Path flags = directory.resolve("flags.json");
        Map<String, String> files =
                changed("Net.java", "@GraphKernel", "@GraphKernel(flags = \"--path=" + flags + "\")");
        Files.writeString(flags, "{\"opt_level\": \"1\"}");
        Optional<String> sources = sources(files);
        Files.writeString(flags, "{\"opt_level\": \"2\"}");

        assertThat(sources(files)).isPresent().isNotEqualTo(sources);
    }

    @Test
    void nothing_isKnownOfWhatJavacDoesNotKnow() {
        assertThat(sources(changed("Net.java", "Scale.FACTOR", "Scale.MISSING"), directory))
                .isEmpty();
    }

    private static Map<String, String> changed(String file, String from, String to) {
        Map<String, String> files = new HashMap<>(FILES);
        assertThat(files.get(file)).contains(from);
        files.put(file, files.get(file).replace(from, to));
        return files;
    }

    private Optional<String> sources(Map<String, String> files) {
        return sources(files, directory);
    }

    /** Returns the sources of the class that uses the others. */
    private Optional<String> sources(Map<String, String> files, Path library) {
        Map<String, String> sources = compilation(files, library, false).sources();
        return Optional.ofNullable(sources.getOrDefault("demo.Net", sources.get("user.User")));
    }

    private Path library(Map<String, String> files) {
        Outcome outcome = compilation(files, directory, true);
        assertThat(outcome.success()).as("%s", outcome.messages()).isTrue();
        return directory.resolve("build" + compilations).resolve("classes");
    }

    private Outcome compilation(Map<String, String> files, Path library, boolean complete) {
        Path path = directory.resolve("build" + ++compilations);
        UserCompilation compilation = new UserCompilation(path).library(library);
        if (complete) {
            compilation
                    .processor(new GraphKernelProcessor())
                    .option("-Agraphkernel.targets=jvm")
                    .option("-Agraphkernel.reportDir=" + path.resolve("report"));
        }
        try {
            Files.createDirectories(path.resolve("demo"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String last = files.containsKey("Net.java") ? "Net.java" : "User.java";
        files.forEach((name, text) -> {
            if (!name.equals(last)) {
                compilation.source(name, text);
            }
        });
        return compilation.compile(last, files.get(last));
    }
}
