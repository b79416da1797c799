package io.graphkernel.processor.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.TestPlans;
import io.graphkernel.processor.stub.manifest.KernelFile;
import io.graphkernel.processor.stub.manifest.Manifest;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ManifestTest {

    @Test
    void manifest_namesLibrariesAndCountsOpsAndLaunches() {
        String text = Manifest.text(
                "0123456789abcdef",
                List.of(
                        file("linux-arm64", "library.linux-arm64", "libkernels.so", "a"),
                        file("windows-x86_64", "library.windows-x86_64", "kernels.dll", "")),
                Optional.empty(),
                new TreeMap<>(),
                kernel -> Map.of(),
                KernelTable.of(List.of(TestPlans.named("softmax"), TestPlans.named("biasGradient"))));

        assertThat(text).isEqualTo("""
                abi=2
                tag=0123456789abcdef
                functions=3
                library.linux-arm64=libkernels.so
                sha256.linux-arm64=ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb
                library.windows-x86_64=kernels.dll
                sha256.windows-x86_64=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
                function.0=softmax_0
                function.1=biasGradient_0
                function.2=biasGradient_0_finish
                kernel.0=0 softmax softmax_0
                kernel.1=1 biasGradient biasGradient_0
                kernel.2=2 biasGradient biasGradient_0_finish
                method.softmax.ops=5
                method.softmax.launches=1
                method.biasGradient.ops=4
                method.biasGradient.launches=1
                """);
    }

    @Test
    void manifest_namesWhatGpusTake() {
        String text = Manifest.text(
                "0123456789abcdef",
                List.of(
                        file("opencl", "opencl.source", "kernels.cl", ""),
                        file("cuda", "cuda.ptx", "kernels.ptx", "a")),
                Optional.empty(),
                new TreeMap<>(),
                kernel -> Map.of("slots", kernel.name().equals("softmax_0") ? "7" : "8"),
                KernelTable.of(List.of(TestPlans.named("softmax"), TestPlans.named("biasGradient"))));

        assertThat(text).isEqualTo("""
                abi=2
                tag=0123456789abcdef
                functions=3
                opencl.source=kernels.cl
                sha256.opencl=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
                cuda.ptx=kernels.ptx
                sha256.cuda=ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb
                function.0=softmax_0
                slots.0=7
                function.1=biasGradient_0
                slots.1=8
                function.2=biasGradient_0_finish
                slots.2=8
                kernel.0=0 softmax softmax_0
                kernel.1=1 biasGradient biasGradient_0
                kernel.2=2 biasGradient biasGradient_0_finish
                method.softmax.ops=5
                method.softmax.launches=1
                method.biasGradient.ops=4
                method.biasGradient.launches=1
                """);
    }

    @Test
    void manifest_listsTheFilesOfEveryTargetWithTheirHashes() throws IOException {
        String text = Manifest.text(
                "0123456789abcdef",
                List.of(
                        file("linux-arm64", "library.linux-arm64", "libkernels.so", "a"),
                        file("opencl", "opencl.source", "kernels.cl", ""),
                        file("new1", "new1.words", "kernels.txt", "a")),
                Optional.empty(),
                new TreeMap<>(),
                kernel -> Map.of("slots", "7"),
                KernelTable.of(List.of(TestPlans.named("softmax"))));
        Properties entries = new Properties();
        entries.load(new StringReader(text));

        String a = Manifest.hash("a".getBytes(StandardCharsets.UTF_8));
        assertThat(Manifest.files(entries))
                .containsExactly(
                        Map.entry("linux-arm64/libkernels.so", a),
                        Map.entry("new1/kernels.txt", a),
                        Map.entry("opencl/kernels.cl", Manifest.hash(new byte[0])));
    }

    private static KernelFile file(String directory, String key, String name, String content) {
        return new KernelFile(directory, key, name, content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void equalKernels_areOneFunctionWithNamesOfTheirOwn() {
        KernelTable table = KernelTable.of(List.of(TestPlans.named("biasGradient"), TestPlans.parse("""
                        graph again(%g: f32[rows, columns], %y: f32[rows, columns]) {
                          %product = Mul(%g, %y) : f32[rows, columns]
                          %left = ReduceSum(%product) {axes=[0], keep_dims=false} : f32[columns]
                          %sum = ReduceSum(%g) {axes=[0], keep_dims=false} : f32[columns]
                          %right = Mul(%sum, 0.5) : f32[columns]
                          return left=%left, right=%right
                        }
                        """)));
        String text = Manifest.text(
                "0123456789abcdef", List.of(), Optional.empty(), new TreeMap<>(), kernel -> Map.of(), table);

        assertThat(text).contains("""
                function.0=biasGradient_0
                function.1=biasGradient_0_finish
                kernel.0=0 biasGradient biasGradient_0
                kernel.1=1 biasGradient biasGradient_0_finish
                kernel.2=0 again again_0
                kernel.3=1 again again_0_finish
                """);
    }

    @Test
    void tag_differsForClassesAndSources() {
        assertThat(Manifest.tag("demo.A", "x"))
                .matches("[0-9a-f]{16}")
                .isEqualTo(Manifest.tag("demo.A", "x"))
                .isNotEqualTo(Manifest.tag("demo.B", "x"))
                .isNotEqualTo(Manifest.tag("demo.A", "y"));
    }

    @Test
    void directory_isNamedAsTheClass() {
        assertThat(ManifestFormat.directory("demo.Ops")).isEqualTo("META-INF/graphkernel/demo.Ops/");
    }
}
