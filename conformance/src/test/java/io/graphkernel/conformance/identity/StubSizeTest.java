package io.graphkernel.conformance.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.ExhaustiveOnly;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Methods of as many tensors as Java and the documents allow: what a stub checks grows with their number, not with the pairs. */
@Tag("process")
class StubSizeTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("stub-size");

    /** Results and parameters of a method without records, of which Java allows 255 together. */
    private static final int MANY = 127;

    private static final int IN_LISTS = 1000;

    @Test
    void manyArrays_areResultsAndUpdatedParameters() throws Exception {
        String updates = repeated(MANY, "; ", i -> "assign(x%d, add(x%d, %d))".formatted(i, i, i));
        run("ManyArrays", """
                    record Many(%s) {}

                    @GraphKernel
                    static Many results(@TensorType("f32[n]") Tensor x) {
                        return new Many(%s);
                    }

                    @GraphKernel
                    static void updates(%s) {
                        %s;
                    }

                    public static void main(String[] arguments) {
                        float[] x = {1, 2};
                        float[][] y = new float[%d][2];
                        ManyArraysKernels.results(x, %s);
                        ManyArraysKernels.updates(%s);
                        for (int i = 0; i < y.length; i++) {
                            if (y[i][1] != 2 + 2 * i) {
                                throw new AssertionError(i + ": " + y[i][1]);
                            }
                        }
                        try {
                            ManyArraysKernels.updates(%s);
                        } catch (OverlapException e) {
                            return;
                        }
                        throw new AssertionError("one array for two parameters");
                    }
                """.formatted(
                        repeated(MANY, ", ", i -> "Tensor o" + i),
                        repeated(MANY, ", ", i -> "add(x, " + i + ")"),
                        repeated(MANY, ", ", i -> "@TensorType(\"f32[n]\") Tensor x" + i),
                        updates,
                        MANY,
                        repeated(MANY, ", ", i -> "y[" + i + "]"),
                        repeated(MANY, ", ", i -> "y[" + i + "]"),
                        repeated(MANY, ", ", i -> "y[" + (i == 60 ? 3 : i) + "]")));
    }

    @Test
    @ExhaustiveOnly
    void longLists_areResultsAndUpdatedParameters() throws Exception {
        run("LongLists", """
                    record Many(@Length(%1$d) List<Tensor> values) {}

                    @GraphKernel
                    static Many results(@TensorType("f32[n]") Tensor x) {
                        return new Many(List.of(%2$s));
                    }

                    @GraphKernel
                    static void updates(@Length(%1$d) @TensorType("f32[n]") List<Tensor> x) {
                        for (Tensor one : x) {
                            assign(one, mul(one, 2));
                        }
                    }

                    public static void main(String[] arguments) {
                        try (TensorScope scope = TensorScope.open()) {
                            List<Tensor> y = LongListsKernels.results(Tensor.full(1, 2)).values();
                            LongListsKernels.updates(y);
                            for (int i = 0; i < y.size(); i++) {
                                if (y.get(i).toFloatArray()[1] != 2 * (i + 1)) {
                                    throw new AssertionError(i + ": " + y.get(i));
                                }
                            }
                        }
                    }
                """.formatted(IN_LISTS, repeated(IN_LISTS, ", ", i -> "add(x, " + i + ")")));
    }

    private static String repeated(int count, String separator, IntFunction<String> generator) {
        return IntStream.range(0, count).mapToObj(generator).collect(Collectors.joining(separator));
    }

    private static void run(String name, String body) throws Exception {
        String text = """
                import static io.graphkernel.runtime.Ops.*;

                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.*;
                import io.graphkernel.runtime.exception.*;
                import java.util.List;

                public final class %s {
                %s}
                """.formatted(name, body);
        assertThat(KernelCompiler.compile(CLASSES, Map.of(name, text), "cpu,jvm"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
        new TargetProcess(CLASSES, name).onCpu();
    }
}
