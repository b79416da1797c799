package io.graphkernel.processor.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("C8: a kernel class that is deleted leaves no library after an incremental build")
class StaleOutputCleanerTest {

    private static final String KERNELS = "META-INF/graphkernel/";

    @TempDir
    Path directory;

    private Path classes;

    @BeforeEach
    void compileBoth() throws IOException {
        classes = directory.resolve("classes");
        assertThat(compile("Kept").success()).isTrue();
        assertThat(compile("Gone").success()).isTrue();
        assertThat(files())
                .contains(
                        KERNELS + "user.Gone/manifest.properties",
                        KERNELS + "user.Gone/opencl/kernels.cl",
                        "user/Gone.gk",
                        "user/Gone.gkc",
                        "user/Gone$Inner.class",
                        KERNELS + "user.Gone.Inner/manifest.properties");
    }

    private Outcome compile(String name) {
        return new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.targets=jvm,opencl")
                .option("-Agraphkernel.reportDir=" + directory.resolve("reports"))
                .compile(name + ".java", """
                    package user;
                    import io.graphkernel.annotations.*;
                    import io.graphkernel.runtime.*;
                    import static io.graphkernel.runtime.Ops.*;
                    public final class %s {
                        @GraphKernel
                        public static Tensor twice(Tensor x) { return mul(x, Tensor.of(new float[] {2}, 1)); }
                        public static final class Inner {
                            @GraphKernel
                            public static Tensor thrice(Tensor x) { return mul(x, 3); }
                        }
                    }
                    """.formatted(name));
    }

    /** Deletes class files like a build tool that maps sources to class files. */
    private void deleteClassFiles(String name) throws IOException {
        for (String file : files()) {
            if (file.matches("user/" + name + "([$_].*|Kernels.*)?\\.class")) {
                Files.delete(classes.resolve(file));
            }
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> classes.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void kernelsOfClassesThatAreGone_areRemoved() throws IOException {
        deleteClassFiles("Gone");
        assertThat(compile("Kept").success()).isTrue();
        assertThat(files()).noneMatch(name -> name.startsWith(KERNELS + "user.Gone"));
        assertThat(classes.resolve(KERNELS + "user.Gone")).doesNotExist();
        assertThat(classes.resolve("user/Gone.gk")).doesNotExist();
        assertThat(classes.resolve("user/Gone.gkc")).doesNotExist();
        assertThat(files())
                .contains(
                        KERNELS + "user.Kept/manifest.properties",
                        KERNELS + "user.Kept/opencl/kernels.cl",
                        KERNELS + "user.Kept.Inner/manifest.properties");
    }

    @Test
    @Tag("slow")
    void kernelsOfACompilationThatRunsNow_stay() throws IOException {
        Path manifest = classes.resolve(KERNELS + "user.Gone/manifest.properties");
        deleteClassFiles("Gone");
        Files.delete(directory.resolve("reports/user.Gone/class-files.written"));
        assertThat(compile("Kept").success()).isTrue();
        assertThat(manifest).exists();
        assertThat(classes.resolve(KERNELS + "user.Gone.Inner")).doesNotExist();
    }

    @Test
    @Tag("slow")
    void kernelsOfClassesThatAreThere_stay() throws IOException {
        List<String> before = files();
        assertThat(compile("Kept").success()).isTrue();
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void fileOfAnotherWriter_stays() throws IOException {
        Path gone = classes.resolve(KERNELS + "user.Gone");
        Files.writeString(gone.resolve("notes.txt"), "ours");
        Files.writeString(gone.resolve("opencl/kernels.cl"), "changed");
        Path other = Files.createDirectories(classes.resolve(KERNELS + "user.Other"));
        Files.writeString(other.resolve("manifest.properties"), "name=foreign");
        deleteClassFiles("Gone");
        assertThat(compile("Kept").success()).isTrue();
        assertThat(files())
                .contains(
                        KERNELS + "user.Gone/notes.txt",
                        KERNELS + "user.Gone/opencl/kernels.cl",
                        KERNELS + "user.Other/manifest.properties")
                .doesNotContain(KERNELS + "user.Gone/manifest.properties");
    }

    @Test
    @Tag("slow")
    void withoutClassFilesNothing_isKnown() throws IOException {
        deleteClassFiles("Gone");
        deleteClassFiles("Kept");
        List<String> before = files();
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-proc:only")
                .option("-Agraphkernel.targets=jvm,opencl")
                .option("-Agraphkernel.reportDir=" + directory.resolve("reports"))
                .compile("Kept.java", Files.readString(directory.resolve("Kept.java")));
        assertThat(outcome.ours()).isNotEmpty();
        assertThat(files()).containsAll(before);
    }
}
