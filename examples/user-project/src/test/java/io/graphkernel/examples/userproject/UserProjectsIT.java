package io.graphkernel.examples.userproject;

import static io.graphkernel.examples.userproject.UserProjects.ROOT;
import static io.graphkernel.examples.userproject.UserProjects.copy;
import static io.graphkernel.examples.userproject.UserProjects.page;
import static io.graphkernel.examples.userproject.UserProjects.project;
import static io.graphkernel.examples.userproject.UserProjects.setting;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.userproject.UserProject.Build;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("it")
@Tag("process")
class UserProjectsIT {

    private static final String REGRESSION = """
            package demo;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.annotations.NoGradient;
            import io.graphkernel.annotations.TensorType;
            import io.graphkernel.runtime.Tensor;
            import io.graphkernel.runtime.TensorScope;
            import java.util.Locale;

            public final class MyOps {
                public record Model(@TensorType("f32[d]") Tensor w, @TensorType("f32[]") Tensor b) {}

                @GraphKernel(gradient = true)
                public static Tensor loss(
                        Model model,
                        @TensorType("f32[n, d]") @NoGradient Tensor x,
                        @TensorType("f32[n]") @NoGradient Tensor y) {
                    Tensor error = sub(add(reduceSum(mul(x, model.w()), -1), model.b()), y);
                    return reduceMean(mul(error, error));
                }

                @GraphKernel
                public static void descend(Model model, Model gradient, float rate) {
                    assign(model.w(), sub(model.w(), mul(gradient.w(), rate)));
                    assign(model.b(), sub(model.b(), mul(gradient.b(), rate)));
                }

                public static void main(String[] arguments) {
                    try (TensorScope scope = TensorScope.open()) {
                        Tensor x = Tensor.of(new float[] {0, 0, 1, 0, 0, 1, 1, 1, -1, 2}, 5, 2);
                        Tensor y = Tensor.of(new float[] {0.5f, 2.5f, -0.5f, 1.5f, -3.5f}, 5);
                        Model model = new Model(Tensor.zeros(2), Tensor.scalar(0));
                        for (int step = 0; step < 400; step++) {
                            try (MyOpsKernels.LossForward forward = MyOpsKernels.lossForward(model, x, y);
                                    MyOpsKernels.LossGradients gradient =
                                            MyOpsKernels.lossGradient(forward.saved(), Tensor.scalar(1))) {
                                MyOpsKernels.descend(model, gradient.model(), 0.2f);
                            }
                        }
                        System.out.printf(
                                Locale.ROOT,
                                "w = [%.2f, %.2f], b = %.2f%n",
                                model.w().get(0),
                                model.w().get(1),
                                model.b().get());
                    }
                    Layers.print();
                }
            }
            """;

    /** A loop in Java between kernels; the place of the block of docs/gradients.md is a line. */
    private static final String LOOP = """
            package demo;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.annotations.TensorType;
            import io.graphkernel.runtime.Tape;
            import io.graphkernel.runtime.Tensor;
            import io.graphkernel.runtime.TensorScope;
            import java.util.Locale;

            public final class Layers {
                @GraphKernel(gradient = true)
                public static Tensor layer(@TensorType("f32[d]") Tensor h, @TensorType("f32[d]") Tensor w) {
                    return mul(h, w);
                }

                static void descend(Tensor x, Tensor w, double limit, float rate) {
                    %s
                }

                static void print() {
                    try (TensorScope scope = TensorScope.open()) {
                        Tensor w = Tensor.full(2, 3);
                        descend(Tensor.full(1, 3), w, 5, 0.01f);
                        System.out.printf(Locale.ROOT, "w = %%.2f%%n", w.get(0));
                    }
                }
            }
            """;

    private static UserRepository repository;
    private static Page firstOp;

    @BeforeAll
    static void installArtifacts() throws IOException {
        repository = UserProjects.installed();
        firstOp = page("first-op.md");
    }

    /** The directory that users copy, which docs/first-op.md quotes; built with all warnings as errors. */
    @Test
    void firstOp_isTestedAndRunsAsWritten() throws Exception {
        String strict = """
                <compilerArgs>
                  <arg>-Xlint:all</arg>
                  <arg>-Werror</arg>
                  <arg>%s</arg>
                </compilerArgs>
                """.formatted(firstOp.text("With `-Xlint:all -Werror`, add `([^`]*)`"));
        String pom = Files.readString(ROOT.resolve("examples/first-op/pom.xml"));
        assertThat(firstOp.block("xml", "<project")).isEqualTo(pom);
        UserProject project = project("first-op")
                .copyFrom(ROOT.resolve("examples/first-op"))
                .write("pom.xml", pom.replace("</annotationProcessorPaths>", "</annotationProcessorPaths>" + strict));

        Build build = project.maven("test");

        assertThat(build.output())
                .contains("BUILD SUCCESS")
                .contains("[GK-3001] kernels compiled: demo.MyOps:")
                .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0");
        assertThat(project.file("target/graph-kernel/demo.MyOps"))
                .isDirectoryContaining("glob:**/kernels.c")
                .isDirectoryRecursivelyContaining("glob:**/myNet/6_validate.dot");
        project.write(
                "src/main/java/demo/Other.java",
                "package demo; class Other { public static void main(String[] a) { System.out.println(\"other\"); } }");
        Build run = project.maven("-q", "compile", "exec:java");
        assertThat(run.succeeded()).as(run.output()).isTrue();
        assertThat(firstOp.block("text", "Tensor ").lines())
                .allSatisfy(line -> assertThat(run.output()).contains(line));
        Build other = project.maven("-q", "exec:java", "-Dexec.mainClass=demo.Other");
        assertThat(other.output()).contains("other").doesNotContain("Tensor f32");
    }

    /** A regression, and the tape of docs/gradients.md: after three layers of three elements the gradient is {@code 2 w³ · 3 w² / 3}, 64. */
    @Test
    @Tag("slow")
    void user_trainsWithGradients() throws Exception {
        UserProject project = project("gradients")
                .write("pom.xml", firstOp.block("xml", "<project"))
                .write("src/main/java/demo/MyOps.java", REGRESSION)
                .write(
                        "src/main/java/demo/Layers.java",
                        LOOP.formatted(page("gradients.md").block("java", "Tensor gradient;\n")));

        Build run = project.maven("-q", "compile", "exec:java");

        assertThat(run.succeeded()).as(run.output()).isTrue();
        assertThat(run.output()).contains("w = [2.00, -1.00], b = 0.50", "w = 1.36");
    }

    @Test
    void pages_nameTheTestedVersions() throws IOException {
        assertThat(firstOp.block("xml", "<project"))
                .contains("<version>" + setting("junitVersion") + "</version>")
                .contains("<version>" + setting("surefireVersion") + "</version>");
        assertThat(page("kernel-language.md")
                        .text("<artifactId>dnnl-platform</artifactId>\\s*<version>([^<]*)</version>"))
                .isEqualTo(setting("dnnlVersion"));
    }

    @Test
    @Tag("slow")
    void mistakes_stopTheBuildAtTheirLines() throws Exception {
        UserProject project = copy("mistakes");

        Build build = project.maven("compile");

        assertThat(build.succeeded()).as(build.output()).isFalse();
        assertThat(build.output())
                .contains(firstOp.block("text", "Mistakes.java:").lines().toList())
                .contains("Mistakes.java:[27,16] [GK-1232] endless loop: its condition is always true")
                .contains("Mistakes.java:[37,27] [GK-1106] field is not a compile-time constant: 'scale'")
                .contains("Mistakes.java:[43,19] [GK-1201] unknown op: 'rsqr'", "fix: did you mean 'rsqrt'?")
                .doesNotContain("cannot find symbol", "at io.graphkernel");
        assertThat(project.file("target/classes/META-INF")).doesNotExist();
        List<String> source = Files.readAllLines(project.file("src/main/java/demo/Mistakes.java"));
        assertThat(firstOp.block("java", "/* 13 */").lines().filter(line -> !line.isEmpty()))
                .hasSize(8)
                .allSatisfy(line -> assertThat(source.get(Integer.parseInt(line.substring(3, 5)) - 1))
                        .isEqualTo("    " + line.substring("/* 13 */ ".length())));
    }

    @Test
    @Tag("slow")
    void oneJar_servesSeveralPlatforms() throws Exception {
        UserProject project = copy("cross");

        Build build = project.maven("package");

        assertThat(build.succeeded()).as(build.output()).isTrue();
        try (JarFile jar = new JarFile(project.file("target/cross-1.0.jar").toFile())) {
            List<String> libraries = jar.stream()
                    .map(entry -> entry.getName().replaceFirst("^META-INF/graphkernel/demo\\.Scaling/", ""))
                    .filter(name -> name.matches(".*\\.(so|dylib|dll)"))
                    .sorted()
                    .toList();
            assertThat(libraries)
                    .containsExactly(
                            "linux-arm64/libkernels.so",
                            "linux-x86_64/libkernels.so",
                            "macosx-arm64/libkernels.dylib",
                            "windows-x86_64/kernels.dll");
        }
    }

    @Test
    @Tag("slow")
    void kernelOfALibrary_isInlined() throws Exception {
        Build library = copy("library").maven("install");
        assertThat(library.succeeded()).as(library.output()).isTrue();

        Build application = copy("application").maven("-q", "compile", "exec:java");

        assertThat(application.succeeded()).as(application.output()).isTrue();
        assertThat(application.output())
                .contains("Tensor f32[2, 2] [[-0.015104, -0.015104], [-0.015104, -0.015104]]")
                .contains("slopes [2.0, 4.0]")
                .contains("4 ops in 1 launch");
    }

    @Test
    void everyArtifact_isAModuleWithAName() throws IOException {
        assertThat(repository.jars())
                .hasSize(6)
                .extracting(jar -> ModuleFinder.of(jar)
                        .findAll()
                        .iterator()
                        .next()
                        .descriptor()
                        .name())
                .containsExactlyInAnyOrder(
                        "io.graphkernel.annotations",
                        "io.graphkernel.common",
                        "io.graphkernel.ops",
                        "io.graphkernel.processor",
                        "io.graphkernel.bridge",
                        "io.graphkernel.runtime");
    }
}
