package io.graphkernel.conformance.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.processor.Targets;
import io.graphkernel.processor.target.Target;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.internal.setting.FurtherPlugin;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target that neither the processor nor the run time knows: a line in each list, and it works from javac to the call. */
class FurtherTargetTest {

    private static final String DEVICE = "graphkernel.device";

    private static final String SOURCE = """
            package demo;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.annotations.TensorType;
            import io.graphkernel.runtime.Tensor;

            public final class MyOps {
                @GraphKernel
                public static Tensor myOp(
                        @TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
                    return mul(sub(x, y), add(x, 2.0));
                }
            }
            """;

    @TempDir
    Path directory;

    private String device;
    private FurtherPlugin plugin;

    @BeforeEach
    void addThePlugin() {
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
    void itsKernelsRunWhereASettingAsksForThem() throws Exception {
        assertThat(compile("jvm,words")).isEmpty();
        System.setProperty(DEVICE, "words");

        assertThat(call()).containsExactly(-27f, -72f, -135f, -216f);
    }

    @Test
    void itsKernelsRunWhereThereAreNoOthers() throws Exception {
        assumeThat(System.getenv("GRAPHKERNEL_DEVICE"))
                .as("a device that is asked for")
                .isNull();
        assertThat(compile("words")).isEmpty();
        System.clearProperty(DEVICE);

        assertThat(call()).containsExactly(-27f, -72f, -135f, -216f);
        plugin.close();
        assertThatThrownBy(this::call)
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll("[GK-6116]", "demo.MyOps has no kernels for the host", "add cpu to");
    }

    @Test
    void aClassWithoutItsKernelsSaysSo() throws Exception {
        assertThat(compile("jvm")).isEmpty();
        System.setProperty(DEVICE, "words");

        assertThatThrownBy(this::call)
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll("[GK-6114]", "for the device words", "add words to");
        plugin.close();
        assertThatThrownBy(this::call)
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContainingAll("[GK-6061]", "cpu, jvm, cuda:0, opencl:0 or auto");
    }

    @Test
    void theOptionTheManifestAndTheReportKnowIt() throws Exception {
        assertThat(compile("wards"))
                .singleElement()
                .asString()
                .contains("[GK-0102]", "the targets are cpu, cuda, jvm, opencl, words");
        assertThat(compile("words")).isEmpty();

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

    private List<String> compile(String targets) throws IOException {
        List<Target> all = new ArrayList<>(Targets.ALL);
        all.add(new WordsTarget());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> messages = new DiagnosticCollector<>();
        List<String> options = List.of(
                "-d",
                directory.toString(),
                "-s",
                directory.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Agraphkernel.targets=" + targets,
                "-Agraphkernel.reportDir=" + directory.resolve("report"));
        var source = new SimpleJavaFileObject(URI.create("string:///MyOps.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return SOURCE;
            }
        };
        JavaCompiler.CompilationTask task = compiler.getTask(null, null, messages, options, null, List.of(source));
        task.setProcessors(List.of(Targets.processor(all)));
        task.call();
        return messages.getDiagnostics().stream()
                .filter(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .map(message -> message.getMessage(Locale.ROOT))
                .toList();
    }

    /** In a loader of its own, so that its kernels are loaded anew. */
    private float[] call() throws Exception {
        URL[] classes = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader());
                Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
                Tensor y = Tensor.of(new float[] {10, 20, 30, 40}, 2, 2)) {
            Class<?> stub = loader.loadClass("demo.MyOpsKernels");
            try (Tensor result =
                    (Tensor) stub.getMethod("myOp", Tensor.class, Tensor.class).invoke(null, x, y)) {
                return result.toFloatArray();
            }
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }
}
