package io.graphkernel.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One build for several platforms: each library has the format of its platform and its hash in the manifest. */
class CrossCompilationTest {

    private static final String SOURCE = """
            package shapes;

            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.annotations.TensorType;
            import io.graphkernel.runtime.Ops;
            import io.graphkernel.runtime.Tensor;

            public final class Norms {
                @GraphKernel
                public static Tensor rowSums(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor w) {
                    return Ops.reduceSum(Ops.exp(Ops.mul(x, w)), -1);
                }

                @GraphKernel
                public static Tensor shifted(Tensor x, Tensor y) {
                    return Ops.maximum(Ops.sub(x, y), 0.0);
                }
            }
            """;

    @TempDir
    private static Path directory;

    private Path resources;
    private final Properties manifest = new Properties();

    @BeforeEach
    void compile() throws IOException {
        Compilation compilation = new Compilation(directory)
                .option("-Agraphkernel.platforms=linux-x86_64,linux-arm64,macosx-arm64")
                .source("shapes/Norms", SOURCE);
        resources = compilation.classes().resolve("META-INF/graphkernel/shapes.Norms");
        if (!Files.exists(resources)) {
            compilation.load().close();
        }
        try (Reader reader = Files.newBufferedReader(resources.resolve("manifest.properties"))) {
            manifest.load(reader);
        }
    }

    private ByteBuffer library(String platform) throws Exception {
        Path file = resources.resolve(platform).resolve(manifest.getProperty("library." + platform));
        byte[] content = Files.readAllBytes(file);
        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        assertThat(manifest.getProperty("sha256." + platform)).isEqualTo(hash);
        return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void linuxOnX86_isElf() throws Exception {
        ByteBuffer library = library("linux-x86_64");
        assertThat(library.getInt(0)).isEqualTo(0x464c457f);
        assertThat(library.getShort(16)).as("shared object").isEqualTo((short) 3);
        assertThat(library.getShort(18)).as("x86-64").isEqualTo((short) 62);
    }

    @Test
    void linuxOnArm_isElf() throws Exception {
        ByteBuffer library = library("linux-arm64");
        assertThat(library.getInt(0)).isEqualTo(0x464c457f);
        assertThat(library.getShort(16)).as("shared object").isEqualTo((short) 3);
        assertThat(library.getShort(18)).as("AArch64").isEqualTo((short) 183);
    }

    @Test
    void macOnArm_isMachO() throws Exception {
        ByteBuffer library = library("macosx-arm64");
        assertThat(library.getInt(0)).isEqualTo(0xfeedfacf);
        assertThat(library.getInt(4)).as("ARM64").isEqualTo(0x0100000c);
        assertThat(library.getInt(12)).as("dynamic library").isEqualTo(6);
    }
}
