package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an error reported only by javac, mostly after the last round, leaves no files. */
class LeftoverFilesTest {

    private static final String IMPORTS = """
        package user;
        import io.graphkernel.annotations.*;
        import io.graphkernel.runtime.*;
        import static io.graphkernel.runtime.Ops.*;
        """;

    @TempDir
    Path directory;

    @DisplayName("G5: after javac's own error nothing of the class stays, and no success is noted")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "static int f() { return 1; int y = 2; }",
                "static int f() { int y = 2; int y = 3; return y; }",
                "static int f() { }",
                "static int f() { int y; return y; }",
                "static int f() { return \"text\"; }",
                "static int f() { throw new Exception(); }",
                "static int f(int x) { return 1; } static int f(int y) { return 2; }",
                "static final int F; static int f() { F = 2; return F; }"
            })
    void failedClass_leavesNoFiles(String wrong) throws IOException {
        Outcome outcome = compile("""
            public final class Example {
                @GraphKernel
                public static Tensor twice(Tensor x) { return mul(x, 2); }
                %s
            }
            """.formatted(wrong));
        assertThat(outcome.success()).isFalse();
        assertThat(outcome.ours()).isEmpty();
        assertThat(outcome.messages()).hasSize(1);
        assertThat(written()).isEmpty();
    }

    @DisplayName("G5: javac writes no class after an error in another one, so no stub stays either")
    @Test
    void failedClass_leavesNoFilesOfOtherClasses() throws IOException {
        Outcome outcome = compile("""
            public final class Example {
                public static final class Inner {
                    @GraphKernel
                    public static Tensor twice(Tensor x) { return mul(x, 2); }
                }
            }
            final class Other {
                @GraphKernel
                static Tensor twice(Tensor x) { return mul(x, 2); }
                int f() { }
            }
            """);
        // Example may have been written before javac reached Other; then it is complete.
        assertThat(outcome.success()).isFalse();
        assertThat(written()).noneMatch(name -> name.contains("Other"));
        boolean whole = Files.exists(directory.resolve("classes/user/Example$Inner.class"));
        assertThat(written().stream().anyMatch(name -> name.contains("Example")))
                .isEqualTo(whole);
        assertThat(outcome.ours()).hasSize(whole ? 1 : 0);
    }

    @DisplayName("G5: a class without an error has its stub and one note at its name")
    @Test
    void finishedClass_keepsItsFiles() throws IOException {
        Outcome outcome = compile("""
            public final class Example {
                public static final class Inner {
                    @GraphKernel
                    public static Tensor twice(Tensor x) { return mul(x, 2); }
                }
            }
            """);
        assertThat(outcome.success()).isTrue();
        assertThat(outcome.ours())
                .extracting(UserCompilation.Message::id, UserCompilation.Message::line)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("GK-3001", 6L));
        assertThat(written())
                .contains("classes/user/Example_InnerKernels.java", "reports/user.Example.Inner/report.json");
    }

    @DisplayName("G5: under -proc:only, where javac writes no class file, stubs stay")
    @Test
    void procOnly_keepsStubs() throws IOException {
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-proc:only")
                .option("-Agraphkernel.targets=jvm")
                .option("-Agraphkernel.reportDir=" + directory.resolve("reports"))
                .compile("Example.java", IMPORTS + """
                    public final class Example {
                        @GraphKernel
                        public static Tensor twice(Tensor x) { return mul(x, 2); }
                    }
                    """);
        assertThat(outcome.ours()).extracting(UserCompilation.Message::id).containsExactly("GK-3001");
        assertThat(written()).contains("classes/user/ExampleKernels.java");
    }

    private Outcome compile(String source) {
        return new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.targets=jvm")
                .option("-Agraphkernel.reportDir=" + directory.resolve("reports"))
                .compile("Example.java", IMPORTS + source);
    }

    /** Returns the files written for classes; the module's page belongs to none. */
    private List<String> written() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !name.equals("Example.java") && !name.matches("reports/report\\.(html|json)"))
                    .sorted()
                    .toList();
        }
    }
}
