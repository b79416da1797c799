package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A method of a thousand launches, which the runtime walks, on every target. Each is a process of its own. Its loops have
 * so few iterations that they are unrolled.
 */
@Tag("slow")
@Tag("process")
class LongPlanTest implements OnEveryTarget {

    private static final Path CLASSES = KernelClasses.target().resolve("long");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, LongPlanProgram.class);

    private static final String SOURCE = """
            package longplan;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Layers {
                @GraphKernel
                public static Tensor layers(
                        @TensorType("f32[n, 8]") Tensor x,
                        @TensorType("f32[8, 8]") Tensor w,
                        @TensorType("f32[8]") Tensor b,
                        float scale) {
                    Tensor y = x;
                    for (int i = 0; i < 10; i++) {
                        for (int j = 0; j < 10; j++) {
                            for (int k = 0; k < 5; k++) {
                                y = softmax(mul(add(matMul(y, w), b), scale), -1);
                            }
                        }
                    }
                    return y;
                }
            }
            """;

    @BeforeAll
    static void compile() {
        assertThat(KernelCompiler.compile(CLASSES, Map.of("Layers", SOURCE), "cpu,cuda,jvm,opencl"))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
    }

    @Test
    void longPlan_hasAThousandLaunchesOfFewFunctions() throws IOException {
        Properties manifest = new Properties();
        try (var in =
                Files.newInputStream(CLASSES.resolve("META-INF/graphkernel/longplan.Layers/manifest.properties"))) {
            manifest.load(in);
        }
        assertThat(manifest.getProperty("method.layers.launches")).isEqualTo("1000");
        assertThat(Integer.parseInt(manifest.getProperty("method.layers.ops"))).isGreaterThanOrEqualTo(3000);
        assertThat(Integer.parseInt(manifest.getProperty("functions"))).isLessThan(5);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
