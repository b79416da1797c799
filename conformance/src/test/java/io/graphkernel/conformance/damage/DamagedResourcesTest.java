package io.graphkernel.conformance.damage;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Resources of a kernel class with bits flipped or the end cut off, in a process of its own: each call is right to the bit on the
 * same target, or one of our exceptions. In the exhaustive tier every bit of the manifest, and some thousands of the others.
 */
@Tag("slow")
@Tag("process")
@Tag("sampled")
class DamagedResourcesTest {

    private static final String SEED = System.getProperty("damage.seed", "1");
    private static final int FLIPS = TestTier.isExhaustive() ? 2000 : 40;
    /** Each program is compiled by the driver. */
    private static final int OPENCL_FLIPS = TestTier.isExhaustive() ? 60 : 1;

    private static final int GRAPH_FLIPS = TestTier.isExhaustive() ? 200 : 6;

    private static final String TABLES = """
            package damaged;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Tables {
                private static final float[] WEIGHT = {1, -2, 0.5f, 0.25f, 3, -0.125f, 0, 1.5f};

                @GraphKernel
                public static Tensor scaled(@TensorType("f32[n, 4]") Tensor x) {
                    return add(mul(x, gather(Tensor.of(WEIGHT, 2, 4), Tensor.of(new int[] {1}, 1), 0)), 1);
                }

                @GraphKernel
                public static Tensor normed(@TensorType("f32[n, d]") Tensor x) {
                    return softmax(mul(x, reduceSum(square(x), 1, true)), -1);
                }

                @GraphKernel
                public static Tensor columns(@TensorType("f32[n, d]") Tensor x) {
                    return reduceSum(tanh(x), 0);
                }

                /** More launches than are inlined: the plan is interpreted. */
                @GraphKernel(flags = "--opt_level=0")
                public static Tensor interpreted(@TensorType("f32[n, 4]") Tensor x) {
                    Tensor y = x;
                    for (int i = 0; i < 45; i++) {
                        y = i % 2 == 0 ? mul(y, 0.5) : add(y, Tensor.of(new float[] {1, 2, 3, 4}, 4));
                    }
                    return y;
                }
            }
            """;

    private static final String CALLER = """
            package caller;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Caller {
                @GraphKernel
                public static Tensor twice(@TensorType("f32[n, 4]") Tensor x) {
                    return mul(damaged.Tables.scaled(x), 2);
                }
            }
            """;

    @TempDir
    static Path classes;

    @BeforeAll
    static void compile() {
        assertThat(KernelCompiler.compile(classes, Map.of("Tables", TABLES), "cpu,jvm,opencl"))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
    }

    private static TargetProcess process(int flips) {
        return new TargetProcess(
                classes, DamagedResourcesProgram.class, classes.toString(), SEED, Integer.toString(flips));
    }

    @Test
    void damagedResource_onTheCpu_isRightOrAnException() throws IOException, InterruptedException {
        process(FLIPS).onCpu();
    }

    @Test
    void damagedResource_onTheJvm_isRightOrAnException() throws IOException, InterruptedException {
        process(FLIPS).onJvm();
    }

    @Test
    void damagedResource_onOpenCl_isRightOrAnException() throws IOException, InterruptedException {
        process(OPENCL_FLIPS).onOpenCl();
    }

    /** Without a device setting, Java kernels must not replace native ones. */
    @Test
    void damagedResource_withoutSetting_neverFallsBack() throws IOException, InterruptedException {
        process(FLIPS).onDefault();
    }

    /** The graphs of a class are read by compilations of others. */
    @Test
    void damagedGraphs_inAnotherCompilation_areRefused(@TempDir Path library) throws IOException {
        Path graphs = copy(library, "damaged/Tables.gk");
        copy(library, "damaged/Tables.class");
        copy(library, "damaged/Tables" + ConstantFormat.SUFFIX);
        copy(library, "META-INF/graphkernel/damaged.Tables/manifest.properties");
        byte[] content = Files.readAllBytes(graphs);
        assertThat(errors(library)).isEmpty();
        Random random = new Random(Long.parseLong(SEED));
        for (int i = 0; i < GRAPH_FLIPS; i++) {
            byte[] flipped = content.clone();
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(graphs, flipped);
            assertThat(errors(library)).first().asString().contains("[GK-1206]", "damaged.Tables", "SHA-256");
        }
    }

    private static List<String> errors(Path library) {
        String path = System.getProperty("java.class.path") + System.getProperty("path.separator") + library;
        return KernelCompiler.compile(library.resolve("caller"), Map.of("Caller", CALLER), "jvm", List.of("-cp", path))
                .stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> diagnostic.getMessage(Locale.ROOT))
                .toList();
    }

    private static Path copy(Path library, String name) throws IOException {
        Path file = library.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.copy(classes.resolve(name), file);
    }
}
