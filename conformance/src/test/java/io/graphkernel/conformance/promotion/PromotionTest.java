package io.graphkernel.conformance.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.graph.DataType;
import io.graphkernel.op.PromotionTable;
import io.graphkernel.testing.TestTier;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Kernels with operands of different dtypes on every target: a sample of the pairs of dtypes, and the kinds of ops. */
@Tag("slow")
@Tag("sampled")
@Tag("process")
class PromotionTest implements OnEveryTarget {

    private static final int STRIDE = TestTier.select(11, 11, 1);

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("promotion");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "promotion.PromotionProgram");

    @BeforeAll
    static void compile() {
        Map<String, String> sources = KernelCompiler.sources("promotion", "Promotions", "PromotionProgram");
        sources.put("Pairs", pairs());
        assertThat(KernelCompiler.compile(CLASSES, sources, "cpu,cuda,jvm,opencl"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }

    private static String pairs() {
        StringBuilder text = new StringBuilder("""
                import static io.graphkernel.runtime.Ops.*;

                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.*;

                public final class Pairs {
                """);
        int count = 0;
        for (PromotionTable table : PromotionTable.values()) {
            for (DataType first : DataType.values()) {
                for (DataType second : DataType.values()) {
                    Optional<DataType> promoted = table.promoted(List.of(first, second));
                    if (first != second && promoted.isPresent() && count++ % STRIDE == 0) {
                        text.append(kernel(table, first, second, promoted.get()));
                    }
                }
            }
        }
        return text + "}\n";
    }

    private static String kernel(PromotionTable table, DataType first, DataType second, DataType promoted) {
        return """
                    @GraphKernel(promote = Promotion.%s)
                    public static Tensor %s_%s_%s_%s(@TensorType("%s[n]") Tensor x, @TensorType("%s[n]") Tensor y) {
                        return select(equal(x, y), x, y);
                    }
                """.formatted(
                        table,
                        table.name().toLowerCase(Locale.ROOT),
                        first.name(),
                        second.name(),
                        promoted.name(),
                        first,
                        second);
    }
}
