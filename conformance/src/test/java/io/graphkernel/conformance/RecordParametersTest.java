package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kernels whose parameters are records, with more tensors than a Java method has parameters, on every target. */
@Tag("slow")
@Tag("process")
class RecordParametersTest implements OnEveryTarget {

    /** Number of records in each, and of tensors in the innermost. */
    static final int WIDTH = 10;

    static final int BLOCKS = 3;

    private static final Path CLASSES = KernelClasses.target().resolve("records");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, RecordParametersProgram.class);

    private static final String SOURCE = """
            package records;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Nets {
                public record Norm(@TensorType("f32[d]") Tensor gamma, @TensorType("f32[d]") Tensor beta, float epsilon) {}
                public record Weights(
                        @TensorType("f32[d, h]") Tensor up, @TensorType("f32[h, d]") Tensor down, Norm norm) {}
                public record Sums(Tensor gamma, Tensor beta) {}
                public record Result(Tensor up, Tensor down, Sums norm) {}

                @GraphKernel
                public static Tensor normed(@TensorType("f32[n, d]") Tensor x, Norm norm) {
                    var centred = sub(x, reduceMean(x, -1, true));
                    var variance = reduceMean(mul(centred, centred), -1, true);
                    return add(mul(mul(centred, rsqrt(add(variance, norm.epsilon()))), norm.gamma()), norm.beta());
                }

                /** A step: weights in records in, and out again, one of them in place. */
                @GraphKernel
                public static Result step(@TensorType("f32[n, d]") Tensor x, Weights w, Norm more, float rate) {
                    Norm norm = new Norm(mul(w.norm().gamma(), 2), more.beta(), w.norm().epsilon() + more.epsilon());
                    var y = matMul(normed(normed(x, norm), more), w.up());
                    assign(w.down(), mul(w.down(), rate));
                    return new Result(w.up(), w.down(), new Sums(reduceSum(y, 0), reduceMean(w.down(), 0)));
                }
            }
            """;

    /** A separate class: an OpenCL driver takes seconds to build kernels with that many operands. */
    private static final String DEEP = """
            package records;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Deep {
                public record Layer(%s) {}
                public record Block(%s) {}
                public record Net(%s) {}

                /** Three hundred parameters in place: each pair of the six hundred tensors must not share memory. */
                @GraphKernel
                public static void update(Net net, Net gradients, float rate) {
            %s
                }

                @GraphKernel
                public static Tensor net(@TensorType("f32[n, d]") Tensor x, Net net) {
                    var y = x;
            %s
                    return y;
                }
            }
            """;

    @BeforeAll
    static void compile() {
        assertThat(KernelCompiler.compile(CLASSES, Map.of("Nets", SOURCE, "Deep", deep()), "cpu,cuda,jvm,opencl"))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
    }

    private static String deep() {
        String tensors = list("@TensorType(\"f32[d]\") Tensor t%d", WIDTH);
        return String.format(
                DEEP,
                tensors,
                list("Layer l%d", WIDTH),
                list("Block b%d", BLOCKS),
                steps(i -> String.format("assign(net.%1$s, sub(net.%1$s, mul(gradients.%1$s, rate)));", tensor(i))),
                steps(i -> String.format("y = %s(y, net.%s);", i % 2 == 0 ? "mul" : "add", tensor(i))));
    }

    private static String tensor(int index) {
        return String.format("b%d().l%d().t%d()", index / (WIDTH * WIDTH), index / WIDTH % WIDTH, index % WIDTH);
    }

    private static String steps(IntFunction<String> step) {
        return IntStream.range(0, BLOCKS * WIDTH * WIDTH).mapToObj(step).collect(Collectors.joining("\n"));
    }

    private static String list(String format, int count) {
        return IntStream.range(0, count).mapToObj(i -> String.format(format, i)).collect(Collectors.joining(", "));
    }

    @Test
    @Override
    public void program_onOpenCl_isRight() throws IOException, InterruptedException {
        PROCESS.onOpenCl(RecordParametersProgram.SMALL_RECORDS_PROPERTY + "=true");
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
