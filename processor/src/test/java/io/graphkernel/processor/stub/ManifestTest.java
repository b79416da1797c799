package io.graphkernel.processor.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.schedule.TestPlans;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ManifestTest {

    @Test
    void namesLibrariesAndCountsOpsAndLaunches() {
        String text = Manifest.text(
                "0123456789abcdef",
                3,
                new TreeMap<>(Map.of("linux-arm64", "libkernels.so", "windows-x86_64", "kernels.dll")),
                new TreeMap<>(
                        Map.of("linux-arm64", "a".getBytes(StandardCharsets.UTF_8), "windows-x86_64", new byte[0])),
                new TreeMap<>(),
                Map.of(),
                Optional.empty(),
                List.of(TestPlans.named("softmax"), TestPlans.named("biasGradient")));

        assertThat(text).isEqualTo("""
                abi=1
                tag=0123456789abcdef
                functions=3
                library.linux-arm64=libkernels.so
                sha256.linux-arm64=ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb
                library.windows-x86_64=kernels.dll
                sha256.windows-x86_64=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
                function.0=softmax_0
                function.0.method=softmax
                function.1=biasGradient_0
                function.1.method=biasGradient
                function.2=biasGradient_0_finish
                function.2.method=biasGradient
                method.softmax.ops=5
                method.softmax.launches=1
                method.biasGradient.ops=4
                method.biasGradient.launches=1
                """);
    }

    @Test
    void namesWhatGpusTake() {
        String text = Manifest.text(
                "0123456789abcdef",
                3,
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeMap<>(Map.of(GpuFile.OPENCL, new byte[0], GpuFile.CUDA, "a".getBytes(StandardCharsets.UTF_8))),
                Map.of("softmax_0", 7, "biasGradient_0", 8, "biasGradient_0_finish", 9),
                Optional.empty(),
                List.of(TestPlans.named("softmax"), TestPlans.named("biasGradient")));

        assertThat(text).isEqualTo("""
                abi=1
                tag=0123456789abcdef
                functions=3
                opencl.source=kernels.cl
                sha256.opencl=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
                cuda.ptx=kernels.ptx
                sha256.cuda=ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb
                function.0=softmax_0
                function.0.method=softmax
                slots.0=7
                function.1=biasGradient_0
                function.1.method=biasGradient
                slots.1=8
                function.2=biasGradient_0_finish
                function.2.method=biasGradient
                slots.2=9
                method.softmax.ops=5
                method.softmax.launches=1
                method.biasGradient.ops=4
                method.biasGradient.launches=1
                """);
        assertThat(GpuFile.OPENCL.path()).isEqualTo("opencl/kernels.cl");
        assertThat(GpuFile.CUDA.path()).isEqualTo("cuda/kernels.ptx");
    }

    @Test
    void tagDiffersForClassesAndSources() {
        assertThat(Manifest.tag("demo.A", "x"))
                .matches("[0-9a-f]{16}")
                .isEqualTo(Manifest.tag("demo.A", "x"))
                .isNotEqualTo(Manifest.tag("demo.B", "x"))
                .isNotEqualTo(Manifest.tag("demo.A", "y"));
    }

    @Test
    void directoryIsNamedAsTheClass() {
        assertThat(Manifest.directory("demo.Ops")).isEqualTo("META-INF/graphkernel/demo.Ops/");
    }
}
