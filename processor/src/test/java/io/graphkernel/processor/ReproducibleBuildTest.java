package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same source gives the same bytes wherever it is compiled. */
@Tag("slow")
class ReproducibleBuildTest {

    private static final String SOURCE = """
            package demo;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.annotations.TensorType;
            import io.graphkernel.runtime.Tensor;

            public final class Net {
                @GraphKernel
                public static Tensor softmaxRows(@TensorType("f32[n, d]") Tensor x, float scale) {
                    return softmax(mul(x, scale), -1);
                }

                @GraphKernel
                public static void update(@TensorType("f32[n]") Tensor p, @TensorType("f32[n]") Tensor g) {
                    assign(p, sub(p, mul(clipped(g), 0.1)));
                }

                @GraphKernel
                static Tensor clipped(Tensor g) {
                    return tanh(g);
                }
            }
            """;

    @TempDir
    Path first;

    @TempDir
    Path second;

    @Test
    void builds_inTwoDirectories_areEqual() {
        SortedMap<String, String> once = compile(first);
        SortedMap<String, String> again = compile(second);

        assertThat(once.keySet())
                .anyMatch(name -> name.endsWith("demo/NetKernels.java"))
                .anyMatch(name -> name.endsWith("manifest.properties"))
                .anyMatch(name -> name.endsWith("kernels.c"))
                .anyMatch(name -> name.endsWith("report/demo.Net/kernels.cl"))
                .anyMatch(name -> name.endsWith("report/demo.Net/sources.json.gz"))
                .anyMatch(name -> name.endsWith("META-INF/graphkernel/demo.Net/opencl/kernels.cl"))
                .anyMatch(name -> name.endsWith("META-INF/graphkernel/demo.Net/cuda/kernels.ptx"))
                .anyMatch(name -> name.startsWith("classes/") && name.endsWith(".gk"))
                .anyMatch(name -> name.contains("META-INF/graphkernel/demo.Net/linux-x86_64/"));
        assertThat(again).isEqualTo(once);
    }

    /** Compiles with a separate build cache, so that the native compiler runs, too. */
    private static SortedMap<String, String> compile(Path directory) {
        Path generated = directory.resolve("generated");
        try {
            Files.createDirectories(generated);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-s")
                .option(generated.toString())
                .option("-Agraphkernel.reportDir=" + directory.resolve("report"))
                .option("-Agraphkernel.cacheDir=" + directory.resolve("cache"))
                .option("-Agraphkernel.platforms=linux-x86_64")
                .compile("Net.java", SOURCE);
        assertThat(outcome.messages()).noneMatch(message -> message.kind() == Diagnostic.Kind.ERROR);
        SortedMap<String, String> files = new TreeMap<>();
        for (String name : new String[] {"generated", "report", "classes"}) {
            read(directory.resolve(name), directory, files);
        }
        return files;
    }

    private static void read(Path root, Path directory, SortedMap<String, String> files) {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path file : paths.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("passes.log")) {
                    String name = directory.relativize(file).toString().replace('\\', '/');
                    files.put(name, HexFormat.of().formatHex(Files.readAllBytes(file)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
