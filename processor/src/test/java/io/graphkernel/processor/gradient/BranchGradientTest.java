package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gradients of branches that are launched only if their condition holds. */
@Tag("slow")
class BranchGradientTest {

    private static final Pattern OPS = Pattern.compile("(\\d+) ops in");

    @TempDir
    Path directory;

    /** Each return is a branch in the alternative of the one before it. */
    @Test
    void ops_ofManyReturns_growLinearly() {
        List<Integer> ops = Stream.of(3, 6, 9).map(this::ops).toList();
        assertThat(ops.get(2) - ops.get(1)).isPositive().isEqualTo(ops.get(1) - ops.get(0));
    }

    private int ops(int returns) {
        String branches = IntStream.range(0, returns)
                .mapToObj(i -> "if (a.get(0) < " + i + ") { return matMul(x, mul(x, " + (i + 2) + ")); }")
                .collect(Collectors.joining("\n"));
        Outcome outcome = new UserCompilation(directory.resolve(Integer.toString(returns)))
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.targets=jvm")
                .compile("Net.java", """
                        import static io.graphkernel.runtime.Ops.*;
                        import io.graphkernel.annotations.*;
                        import io.graphkernel.runtime.*;
                        final class Net {
                            @GraphKernel(gradient = true)
                            static Tensor f(
                                    @TensorType("f32[n, n]") Tensor x, @NoGradient @TensorType("f32[1]") Tensor a) {
                                %s
                                return sin(x);
                            }
                        }
                        """.formatted(branches));
        assertThat(outcome.success()).as(() -> outcome.messages().toString()).isTrue();
        return outcome.ours().stream()
                .map(Message::text)
                .flatMap(text -> OPS.matcher(text).results())
                .map((MatchResult match) -> Integer.parseInt(match.group(1)))
                .findFirst()
                .orElseThrow();
    }
}
