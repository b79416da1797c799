package io.graphkernel.processor.pass.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.KnownNames;
import io.graphkernel.processor.pass.DecisionSink;
import io.graphkernel.processor.pass.PassContext;
import io.graphkernel.processor.pass.RandomGraphs;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.testing.TestTier;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("sampled")
class UnfusedEdgesTest {

    private static final long GRAPHS = Long.getLong("random.graphs", TestTier.select(40, 100, 3000));
    private static final FlagValues DEFAULT = FlagValues.DEFAULT;

    static Stream<Arguments> reasons() {
        return Stream.of(
                Arguments.of(
                        """
                        %0 = MatMul(%x, %y) {transpose_a=false, transpose_b=false} : f32[n, n]
                        %1 = ReduceMax(%0) {axes=[1], keep_dims=true} : f32[n, 1]
                        """,
                        DEFAULT,
                        "MatMul is a library call, which stores its result: its epilogue does not support ReduceMax"),
                Arguments.of(
                        """
                        %0 = MatMul(%x, %y) {transpose_a=false, transpose_b=false} : f32[n, n]
                        %1 = Add(%0, 1) : f32[n, n]
                        """,
                        DEFAULT.with(Flag.DISABLE_MATMUL_POST_FUSION, true),
                        "MatMul is a library call, which stores its result: flags disable its epilogue for Add"),
                Arguments.of(
                        """
                        %0 = Exp(%x) : f32[n, n]
                        %1 = MatMul(%0, %y) {transpose_a=false, transpose_b=false} : f32[n, n]
                        """,
                        DEFAULT,
                        "MatMul is a library call, which reads its operands from memory: a loop saves"
                                + " no memory traffic for any number of rows; --row_invariant=false allows loops for few"
                                + " declared rows"),
                Arguments.of(
                        """
                        %0 = Exp(%x) : f32[n, n]
                        %1 = Tanh(%0) : f32[n, n]
                        """,
                        DEFAULT.with(Flag.DISABLE_CLUSTER_OPS, List.of("Tanh")),
                        "Tanh must not fuse: --disable_cluster_ops names it"),
                Arguments.of(
                        """
                        %0 = Exp(%x) : f32[n, n]
                        %1 = Tanh(%0) : f32[n, n]
                        """,
                        DEFAULT.with(Flag.COMPOSITE_OP_LIMIT_SIZE, 1),
                        "together the two kernels have 2 ops, more than --composite_op_limit_size=1"),
                Arguments.of(
                        """
                        %0 = ReduceSum(%x) {axes=[0 1], keep_dims=false} : f32[]
                        %1 = Sub(%x, %0) : f32[n, n]
                        """,
                        DEFAULT,
                        "a value of Sub depends on ReduceSum over axes [0, 1] of [n, n], which is complete only"
                                + " after other rows are read"),
                Arguments.of(
                        """
                        %0 = Exp(%x) : f32[n, n]
                        %1 = Gather(%0, %i) {axis=0} : f32[n, n]
                        """,
                        DEFAULT, "Gather gathers elements of Exp in arbitrary order, so all of them are stored first"),
                Arguments.of(
                        """
                        %0 = ReduceSum(%x) {axes=[0 1], keep_dims=false} : f32[]
                        %1 = Sub(%x, %0) : f32[n, n]
                        """,
                        FlagValues.atLevel(3),
                        "a value of Sub depends on ReduceSum over axes [0, 1] of [n, n], which is complete only after other rows"
                                + " are read; both are phases of one launch"),
                Arguments.of("""
                        %0 = Exp(%b) : f32[n]
                        %1 = Add(%x, %0) : f32[n, n]
                        """, DEFAULT, "Exp would be recomputed for each row of [n, n]"),
                Arguments.of(
                        """
                        %0 = Tanh(%x) : f32[n, n]
                        %1 = Exp(%0) : f32[n, n]
                        """,
                        DEFAULT.with(Flag.DISABLE_FUSION_PATTERN, List.of("elemwise")),
                        "the fusion pattern elemwise_broadcast_fwd_depth is disabled"),
                Arguments.of(
                        """
                        %0 = Tanh(%x) : f32[n, n]
                        %1 = ReduceSum(%0) {axes=[1], keep_dims=true} : f32[n, 1]
                        """,
                        DEFAULT.with(Flag.REDUCE_FUSE_DEPTH, 0),
                        "the 1 ops before the reduction are more than --reduce_fuse_depth=0"),
                Arguments.of("""
                        %0 = Tanh(%x) : f32[n, n]
                        %1 = Exp(%0) : f32[n, n]
                        """, FlagValues.atLevel(0), "--opt_level=0 disables fusion"),
                Arguments.of(
                        """
                        %0 = Tanh(%x) : f32[n, n]
                        %1 = Exp(%0) : f32[n, n]
                        """,
                        DEFAULT.with(Flag.DISABLE_PASS, List.of("fuse_basic", "fuse_composite")),
                        "the passes that would fuse them are disabled"));
    }

    @ParameterizedTest
    @MethodSource("reasons")
    void reason_isOneSentence(String ops, FlagValues flags, String reason) {
        Graph graph = GraphParser.parse("graph f(%x: f32[n, n], %y: f32[n, n], %b: f32[n], %i: i32[n]) {\n"
                + ops.indent(2) + "  return out=%1\n}\n");

        assertThat(new PassPipeline(flags).run(graph).unfused())
                .extracting(UnfusedEdge::reason)
                .containsExactly(reason);
    }

    @Test
    void productThatIsAlsoAResult_isTheCause() {
        Graph graph = GraphParser.parse("""
                graph f(%x: f32[n, n], %w: f32[n, n]) {
                  %pre = MatMul(%x, %w) {transpose_a=false, transpose_b=false} : f32[n, n]
                  %0 = GeLU(%pre) : f32[n, n]
                  return pre=%pre, out=%0
                }
                """);

        assertThat(new PassPipeline(DEFAULT).run(graph).unfused()).isNotEmpty().allSatisfy(edge -> {
            assertThat(edge.reason())
                    .isEqualTo(
                            "MatMul 'pre' is also a result, and a library call stores only the value after its epilogue");
            assertThat(edge.remedy()).startsWith("Do not return it");
        });
    }

    @Test
    void productReadBySeveralLines_isTheCause() {
        Graph graph = GraphParser.parse("""
                graph f(%x: f32[n, n], %w: f32[n, n]) {
                  %p = MatMul(%x, %w) {transpose_a=false, transpose_b=false} : f32[n, n]
                  %0 = Tanh(%p) : f32[n, n]  # Net.java:5
                  %1 = Exp(%p) : f32[n, n]  # Net.java:6
                  return a=%0, b=%1
                }
                """);

        assertThat(new PassPipeline(DEFAULT).run(graph).unfused())
                .isNotEmpty()
                .allSatisfy(edge -> assertThat(edge.reason())
                        .isEqualTo(
                                "MatMul 'p' is read by ops of 2 lines, and a library call stores only the value after its"
                                        + " epilogue"));
    }

    @Test
    void limitThatIsReached_isNamed() {
        assertThat(reasonsOfSum("%p#: f32[n, n]", ""))
                .isNotEmpty()
                .allMatch(reason -> reason.matches(
                        "together the two kernels access \\d+ tensors, more than the 48 that a kernel supports"));
        assertThat(reasonsOfSum("float s#", "%p# = Scalar() {expression=\"s#\"} : f32[]\n"))
                .isNotEmpty()
                .allMatch(reason -> reason.matches(
                        "together the two kernels read \\d+ scalars, more than the 64 that a kernel supports"));
    }

    /** Returns the reasons of a sum of a tensor and of 80 operands; {@code #} is the index of the operand. */
    private static List<String> reasonsOfSum(String parameter, String node) {
        StringBuilder parameters = new StringBuilder("%x: f32[n, n]");
        StringBuilder ops = new StringBuilder();
        String sum = "%x";
        for (int i = 0; i < 80; i++) {
            String number = String.valueOf(i);
            parameters.append(", ").append(parameter.replace("#", number));
            ops.append(node.replace("#", number));
            ops.append("%sum").append(i).append(" = Add(").append(sum).append(", %p");
            ops.append(i).append(") : f32[n, n]\n");
            sum = "%sum" + i;
        }
        Graph graph = GraphParser.parse("graph f(" + parameters + ") {\n" + ops + "return out=" + sum + "\n}\n");
        return new PassPipeline(DEFAULT)
                .run(graph).unfused().stream().map(UnfusedEdge::reason).toList();
    }

    @Test
    void undeclaredShapes_areNamed() {
        Graph graph = GraphParser.parse("""
                graph f(%x: f32[x..], %y: f32[y..]) {
                  %b = Exp(%x) : f32[x..]
                  %0 = Mul(%b, %y) : f32[x.. y..]
                  return b=%b, out=%0
                }
                """);

        assertThat(new PassPipeline(DEFAULT).run(graph).unfused())
                .extracting(UnfusedEdge::reason)
                .containsExactly(
                        "the shapes of Exp 'b' and Mul are not declared and may differ at a call; with @TensorType"
                                + " on the parameters they can be fused");
    }

    @Test
    void everyEdgeBetweenKernels_hasItsReason() {
        LongStream.range(0, GRAPHS)
                .forEach(seed -> assertThat(new PassPipeline(DEFAULT)
                                .run(RandomGraphs.of(seed))
                                .unfused())
                        .as("seed %s", seed)
                        .allMatch(edge -> !edge.reason().contains("disabled")
                                && edge.remedy().matches("[A-Z].*\\.")));
    }

    @Test
    void patternsOfTheDocuments_areKnownOrRejectedWithAReason() {
        KnownNames names = FusionPattern.names().get(Flag.DISABLE_FUSION_PATTERN);

        assertThat(List.of(
                        "bind_virtual_node",
                        "reshape",
                        "elemwise_fwd_depth",
                        "elemwise_fwd_width",
                        "elemwise_broadcast_fwd_depth",
                        "elemwise_broadcast_fwd_width",
                        "reduce_fwd_depth",
                        "reduce_fwd_width",
                        "elemwise_broadcast_bwd_depth",
                        "elemwise_broadcast_bwd_width",
                        "isolate_reshape",
                        "elemany_addn",
                        "slice",
                        "matmul_depth",
                        "allreduce_fwd",
                        "allreduce_bwd",
                        "reduce_bwd",
                        "transdata",
                        "conv"))
                .allMatch(
                        name -> names.known().contains(name) ^ names.rejected().containsKey(name));
    }

    @Test
    void everyPattern_canBeSwitchedOffByAPartOfItsName() {
        for (FusionPattern pattern : FusionPattern.values()) {
            FlagValues off = DEFAULT.with(Flag.DISABLE_FUSION_PATTERN, List.of(pattern.patternName()));
            Set<FusionPattern> rest = EnumSet.allOf(FusionPattern.class);
            rest.removeIf(other -> other.patternName().contains(pattern.patternName()));

            assertThat(FusionPattern.enabled(new PassContext(off, DecisionSink.DISCARDING)))
                    .isEqualTo(rest);
        }
        FlagValues only = DEFAULT.with(Flag.ENABLE_FUSION_PATTERN_ONLY, List.of("reduce", "reshape"));
        assertThat(FusionPattern.enabled(new PassContext(only, DecisionSink.DISCARDING)))
                .isEqualTo(EnumSet.copyOf(Arrays.asList(
                        FusionPattern.RESHAPE,
                        FusionPattern.REDUCE_FWD_DEPTH,
                        FusionPattern.REDUCE_FWD_WIDTH,
                        FusionPattern.REDUCE_OUTPUT,
                        FusionPattern.REDUCE_STITCH)));
    }
}
