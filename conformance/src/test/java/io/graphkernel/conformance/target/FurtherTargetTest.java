package io.graphkernel.conformance.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.internal.setting.FurtherPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target that neither the processor nor the runtime knows: a line in each list, and it works from javac to the call. */
class FurtherTargetTest {

    private static final String DEVICE = "graphkernel.device";

    @TempDir
    Path directory;

    private DemoClass demo;
    private String device;
    private FurtherPlugin plugin;

    @BeforeEach
    void addThePlugin() {
        demo = new DemoClass(directory, new WordsTarget());
        device = System.getProperty(DEVICE);
        plugin = new FurtherPlugin(new WordsPlugin());
    }

    @AfterEach
    void removeThePlugin() {
        plugin.close();
        if (device == null) {
            System.clearProperty(DEVICE);
        } else {
            System.setProperty(DEVICE, device);
        }
    }

    @Test
    void kernels_ofTheSettingsTarget_run() throws Exception {
        assertThat(demo.compile("jvm,words")).isEmpty();
        System.setProperty(DEVICE, "words");

        assertThat(call()).containsExactly(-27f, -72f, -135f, -216f);
    }

    @Test
    void kernels_ofTheOnlyTarget_run() throws Exception {
        assumeThat(System.getenv("GRAPHKERNEL_DEVICE"))
                .as("a device that is requested")
                .isNull();
        assertThat(demo.compile("words")).isEmpty();
        System.clearProperty(DEVICE);

        assertThat(call()).containsExactly(-27f, -72f, -135f, -216f);
        plugin.close();
        assertThatThrownBy(this::call)
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll("[GK-6116]", "demo.MyOps on the host", "add cpu to");
    }

    @Test
    void classWithoutKernels_isReported() throws Exception {
        assertThat(demo.compile("jvm")).isEmpty();
        System.setProperty(DEVICE, "words");

        assertThatThrownBy(this::call)
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll("[GK-6114]", "has no kernels for words", "add words to");
        plugin.close();
        assertThatThrownBy(this::call)
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContainingAll("[GK-6061]", "cpu, jvm, cuda:0, opencl:0, ascend:0 or auto");
    }

    @Test
    void target_isInOptionManifestAndReport() throws Exception {
        assertThat(demo.compile("wards"))
                .singleElement()
                .asString()
                .contains("[GK-0102]", "the targets are ascend, cpu, cuda, jvm, opencl, words");
        assertThat(demo.compile("words")).isEmpty();

        Path files = directory.resolve("META-INF/graphkernel/demo.MyOps");
        String words = "load 0 load 1 Sub load 0 2.0 Add Mul store 2";
        assertThat(Files.readString(files.resolve("words/kernels.words"))).contains(words);
        assertThat(Files.readString(files.resolve("manifest.properties")))
                .contains("words.postfix=kernels.words\nsha256.words=")
                .doesNotContain("library.", "slots.");
        assertThat(Files.readString(directory.resolve("report/demo.MyOps/kernels.words")))
                .contains(words);
        assertThat(Files.readString(directory.resolve("report/demo.MyOps/report.json")))
                .contains("\"target\":\"words\",\"language\":\"Words\"");
    }

    private float[] call() throws Exception {
        try (Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
                Tensor y = Tensor.of(new float[] {10, 20, 30, 40}, 2, 2)) {
            return demo.use("myOp", method -> {
                try (Tensor result = method.call(x, y)) {
                    return result.toFloatArray();
                }
            });
        }
    }
}
