package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.conformance.AlsoOnOpenCl;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Tests of interfaces with {@code @OnnxModel}, compiled as a user's are, with their weights in the directory of the class file. */
@Tag("process")
@Tag("peer")
class OnnxModelTest implements AlsoOnOpenCl {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("onnx-model");
    private static final Path CLASSES = DIRECTORY.resolve("classes");
    private static final Map<String, String> MODELS = Map.of(
            "Convolution", "pytorch-converted/test_Conv2d_groups",
            "Perceptron", "pytorch-converted/test_Linear");
    private static boolean installed;

    @BeforeAll
    static void compile() throws IOException {
        installed = OnnxTestData.find().isPresent();
        if (!installed) {
            return;
        }
        Path sources = Files.createDirectories(DIRECTORY.resolve("sources"));
        Map<String, String> texts = new LinkedHashMap<>();
        StringBuilder calls = new StringBuilder();
        for (Map.Entry<String, String> entry : MODELS.entrySet()) {
            String file = entry.getKey() + ".onnx";
            Files.write(
                    sources.resolve(file),
                    Files.readAllBytes(
                            OnnxTestData.of(entry.getValue()).directory().resolve("model.onnx")));
            texts.put("demo/" + entry.getKey(), """
                    package demo;

                    import io.graphkernel.annotations.OnnxModel;

                    @OnnxModel("%s")
                    public interface %s {}
                    """.formatted(file, entry.getKey()));
            calls.append("demo.%sKernels\trun\t%s\t0\n".formatted(entry.getKey(), entry.getValue()));
        }
        Files.writeString(DIRECTORY.resolve("calls.txt"), calls);
        assertThat(KernelCompiler.compile(
                        CLASSES, texts, "cpu,cuda,jvm,opencl", List.of("-sourcepath", sources.toString())))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
        assertThat(CLASSES.resolve("demo/Convolution" + ConstantFormat.SUFFIX)).exists();
    }

    @Override
    public TargetProcess process() {
        assumeThat(installed).as("the tests of the format are installed").isTrue();
        return new TargetProcess(
                CLASSES, OnnxSuiteProgram.class, DIRECTORY.resolve("calls.txt").toString());
    }
}
