package io.graphkernel.conformance.argument;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.testing.TestTier;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Numbers that a call computes from dims are accepted and rejected by stubs as by eager ops, with the same message, whatever
 * they are. The system properties {@code conformance.arguments.seed} and {@code conformance.arguments.seeds} draw more.
 */
@Tag("slow")
@Tag("process")
@Tag("sampled")
class ComputedArgumentsTest implements OnEveryTarget {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("argument");
    private static final String SEED = System.getProperty("conformance.arguments.seed", "1");
    private static final String SEEDS =
            System.getProperty("conformance.arguments.seeds", TestTier.isExhaustive() ? "2000" : "10");

    /** A plan that is interpreted has the same checks. */
    private static final String INTERPRETED = "Interpreted";

    private static final TargetProcess PROCESS = new TargetProcess(
            CLASSES, ComputedArgumentsProgram.class, ComputedArgumentsProgram.CLASS + "," + INTERPRETED, SEED, SEEDS);

    /** A computed number cannot be one that the shapes of other operands say. */
    private static final Set<String> UNPROVABLE = Set.of("LayerNormExt.normalizedShape");

    @BeforeAll
    static void compile() {
        compile(ComputedArgumentsProgram.CLASS);
        compile(INTERPRETED, "-Agraphkernel.inlineLaunchLimit=0");
    }

    private static void compile(String className, String... options) {
        String methods = IntStream.range(0, ComputedArguments.all().size())
                .filter(i -> !UNPROVABLE.contains(name(ComputedArguments.all().get(i))))
                .mapToObj(i -> ComputedArguments.all().get(i).method("call" + i))
                .collect(Collectors.joining("\n    "));
        String source = """
            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class %s {
                %s
            }
            """.formatted(className, methods.replace("(, ", "("));
        assertThat(
                        KernelCompiler.compile(
                                        CLASSES, Map.of(className, source), "cpu,cuda,jvm,opencl", List.of(options))
                                .stream()
                                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                                .map(diagnostic ->
                                        diagnostic.getLineNumber() + ": " + diagnostic.getMessage(Locale.ROOT)))
                .isEmpty();
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }

    @Test
    void dimParameters_haveACall() {
        Set<String> parameters = OpTable.get().rows().stream()
                .flatMap(row -> row.parameters().stream()
                        .filter(parameter -> takesDims(parameter))
                        .map(parameter -> row.name() + "." + parameter.name()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(ComputedArguments.all().stream()
                        .map(ComputedArgumentsTest::name)
                        .collect(Collectors.toSet()))
                .isEqualTo(parameters);
    }

    private static boolean takesDims(OpParameter parameter) {
        return Stream.of(Kind.DIM, Kind.DIMS).anyMatch(kind -> kind == parameter.kind());
    }

    private static String name(ComputedArgument argument) {
        return argument.op() + "." + argument.parameter();
    }
}
