package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the size of a long method's report on disk, all files together. */
@Tag("slow")
@Tag("sampled")
class ReportSizeTest {

    private static final int OPS = TestTier.isExhaustive() ? 3_000 : 1_000;
    private static final long MAX_BYTES = TestTier.isExhaustive() ? 5_000_000 : 1_800_000;

    /** A method of many ops. */
    enum LongMethod {
        ELEMENTWISE("@TensorType(\"f32[n, d]\") Tensor x, @TensorType(\"f32[d]\") Tensor b", """
                Tensor add%1$d = add(%2$s, b);
                Tensor mul%1$d = mul(add%1$d, 0.5);
                Tensor tanh%1$d = tanh(mul%1$d);
                Tensor sub%1$d = sub(tanh%1$d, x);
                Tensor out%1$d = reLU(sub%1$d);
                """),
        LAYERS(
                "@TensorType(\"f32[n, 64]\") Tensor x, @TensorType(\"f32[64, 64]\") Tensor w, @TensorType(\"f32[64]\") Tensor b",
                """
                Tensor mean%1$d = reduceMean(%2$s, -1, KEEP_DIMS);
                Tensor centred%1$d = sub(%2$s, mean%1$d);
                Tensor square%1$d = mul(centred%1$d, centred%1$d);
                Tensor variance%1$d = reduceMean(square%1$d, -1, KEEP_DIMS);
                Tensor moved%1$d = add(variance%1$d, 1e-5);
                Tensor root%1$d = rsqrt(moved%1$d);
                Tensor normal%1$d = mul(centred%1$d, root%1$d);
                Tensor product%1$d = matMul(normal%1$d, w);
                Tensor shifted%1$d = add(product%1$d, b);
                Tensor gelu%1$d = gelu(shifted%1$d);
                Tensor softmax%1$d = softmax(gelu%1$d);
                Tensor out%1$d = add(softmax%1$d, %2$s);
                """);

        private final String parameters;
        private final String layer;

        LongMethod(String parameters, String layer) {
            this.parameters = parameters;
            this.layer = layer;
        }

        String source(int ops) {
            StringBuilder text = new StringBuilder("""
                    import static io.graphkernel.runtime.Ops.*;
                    import io.graphkernel.annotations.GraphKernel;
                    import io.graphkernel.annotations.TensorType;
                    import io.graphkernel.runtime.Tensor;

                    final class Net {
                        @GraphKernel
                        static Tensor net(""");
            text.append(parameters).append(") {\n");
            long layers = ops / layer.lines().count();
            for (int i = 0; i < layers; i++) {
                text.append(layer.formatted(i, i == 0 ? "x" : "out" + (i - 1)).indent(8));
            }
            return text + "        return out" + (layers - 1) + ";\n    }\n}\n";
        }
    }

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void reportSize_isLinearInOps(LongMethod method) {
        long quarter = bytes(method, OPS / 4);
        long total = bytes(method, OPS);

        assertThat(total).isLessThan(MAX_BYTES);
        assertThat(total).isLessThan(quarter * 42 / 10);
    }

    /** Returns the bytes for OpenCL alone, which needs no compilation of kernels; machine code is not in a report. */
    private long bytes(LongMethod method, int ops) {
        Path path = directory.resolve(method + "-" + ops);
        Path report = path.resolve("report");
        try {
            assertThat(new UserCompilation(Files.createDirectories(path))
                            .processor(new GraphKernelProcessor())
                            .option("-Agraphkernel.reportDir=" + report)
                            .option("-Agraphkernel.targets=opencl")
                            .compile("Net.java", method.source(ops))
                            .messages())
                    .noneMatch(message -> message.kind() == Diagnostic.Kind.ERROR);
            try (Stream<Path> files = Files.walk(report)) {
                return files.filter(Files::isRegularFile)
                        .mapToLong(ReportSizeTest::size)
                        .sum();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
