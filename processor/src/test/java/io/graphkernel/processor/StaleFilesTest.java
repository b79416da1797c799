package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A build into the directory of an earlier one leaves no files of kernels that its manifest does not list. */
class StaleFilesTest {

    @TempDir
    Path directory;

    private Path kernels;

    @BeforeEach
    void compileWithPlansAndGpu() throws IOException {
        kernels = directory.resolve("classes/META-INF/graphkernel/user.Twice");
        compile("jvm,opencl", 1);
        assertThat(files()).containsExactly("manifest.properties", "opencl/kernels.cl", "plans/plans.gkp");
    }

    @Test
    void fileThatTheManifestNoLongerLists_isRemoved() throws IOException {
        compile("jvm", 40);

        assertThat(files()).containsExactly("manifest.properties");
        assertThat(kernels.resolve("opencl")).doesNotExist();
    }

    @Test
    void sameBuild_leavesTheSameFiles() throws IOException {
        compile("jvm,opencl", 1);

        assertThat(files()).containsExactly("manifest.properties", "opencl/kernels.cl", "plans/plans.gkp");
    }

    @Test
    void fileOfAnotherWriter_stays() throws IOException {
        Files.writeString(kernels.resolve("opencl/notes.txt"), "ours");
        Files.writeString(kernels.resolve("plans/plans.gkp"), "changed");
        compile("jvm", 40);

        assertThat(files()).containsExactly("manifest.properties", "opencl/notes.txt", "plans/plans.gkp");
    }

    @Test
    @Tag("slow")
    void constantsThatNoKernelHas_areRemoved() {
        Path constants = directory.resolve("classes/user/Shifted.gkc");
        compileShifted("Tensor.of(new float[] {1, 2}, 2)");
        assertThat(constants).exists();
        compileShifted("Tensor.of(new float[] {3, 2}, 2)");
        assertThat(constants).exists();
        compileShifted("x");
        assertThat(constants).doesNotExist();
        assertThat(constants.resolveSibling("Shifted.gk")).exists();
    }

    private void compileShifted(String by) {
        assertThat(new UserCompilation(directory)
                        .processor(new GraphKernelProcessor())
                        .option("-Agraphkernel.targets=jvm")
                        .compile("Shifted.java", """
                            package user;
                            import io.graphkernel.annotations.*;
                            import io.graphkernel.runtime.*;
                            import static io.graphkernel.runtime.Ops.*;
                            public final class Shifted {
                                @GraphKernel
                                public static Tensor shifted(@TensorType("f32[n, 2]") Tensor x) {
                                    return add(x, %s);
                                }
                            }
                            """.formatted(by))
                        .success())
                .isTrue();
    }

    @Test
    void manifestThatIsNotText_isNotOurs() throws IOException {
        Files.write(kernels.resolve("manifest.properties"), new byte[] {'n', '=', (byte) 0xfc});
        compile("jvm", 40);

        assertThat(files()).containsExactly("manifest.properties", "opencl/kernels.cl", "plans/plans.gkp");
    }

    private void compile(String targets, int inlineLaunchLimit) {
        assertThat(new UserCompilation(directory)
                        .processor(new GraphKernelProcessor())
                        .option("-Agraphkernel.targets=" + targets)
                        .option("-Agraphkernel.inlineLaunchLimit=" + inlineLaunchLimit)
                        .compile("Twice.java", """
                            package user;
                            import io.graphkernel.annotations.*;
                            import io.graphkernel.runtime.*;
                            import static io.graphkernel.runtime.Ops.*;
                            public final class Twice {
                                @GraphKernel
                                public static Tensor twice(@TensorType("f32[n, n]") Tensor x) {
                                    return softmax(matMul(softmax(x), x));
                                }
                            }
                            """)
                        .success())
                .isTrue();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(kernels)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> kernels.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }
}
