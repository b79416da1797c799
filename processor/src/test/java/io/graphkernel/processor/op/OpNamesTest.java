package io.graphkernel.processor.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.op.OpTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that op names occur in the op table only. Other files with names are listed with a reason; patterns and rules in text
 * form are not literals.
 */
class OpNamesTest {

    private static final Path SOURCES = Path.of("src/main/java/io/graphkernel/processor");
    private static final Pattern LITERAL = Pattern.compile("\"([A-Z]\\w+)\"");

    private static final Map<String, Set<String>> LISTED = Map.ofEntries(
            // Sums of contributions and masks belong to no op.
            Map.entry("gradient/Adjoint.java", Set.of("AddN", "BroadcastLike")),
            Map.entry("gradient/AdjointContribution.java", Set.of("LogicalAnd", "LogicalNot", "Select")),
            // A recomputation that waits for the cotangent has to read it.
            Map.entry("gradient/RecomputedOps.java", Set.of("IsNan", "ReduceSum")),
            // An element whose loop has ended keeps its state.
            Map.entry("lower/ElementLoopLowering.java", Set.of("LogicalAnd", "Select")),
            // The cotangent of a loss is one.
            Map.entry("frontend/expression/GradientCalls.java", Set.of("OnesLike")),
            // The ops that join and select the results of a loop.
            Map.entry("frontend/expression/OpCalls.java", Set.of("Concat", "Stack")),
            Map.entry("frontend/expression/ScanBuilder.java", Set.of("FillV2")),
            Map.entry("gradient/LoopGradient.java", Set.of("FillV2", "Less")),
            // The slices that a loop has read, and their positions.
            Map.entry(
                    "gradient/LoopSlices.java", Set.of("Concat", "Index", "IndexAdd", "Maximum", "Minimum", "Narrow")),
            Map.entry("gradient/GradientRuleEvaluator.java", Set.of("Index", "IndexAdd", "Narrow")),
            Map.entry("gradient/IndexExpression.java", Set.of("Add", "FloorDiv", "Maximum", "Minimum", "Mul")),
            // The iterations that have run, and the values of the branch that holds.
            Map.entry(
                    "gradient/ExecutedIterations.java",
                    Set.of("Greater", "GreaterEqual", "Less", "Range", "Select", "Sub")),
            Map.entry("frontend/flow/LoopControl.java", Set.of("FillV2")),
            // The elements of an array that an ended loop has assigned.
            Map.entry("frontend/flow/StackedValues.java", Set.of("Index", "Less", "Select")),
            Map.entry("frontend/value/ElementStacks.java", Set.of("Concat")),
            Map.entry("frontend/expression/ElementReads.java", Set.of("StopGradient")),
            // Advice about the literal that a tensor is filled with.
            Map.entry("frontend/advice/PromotionAdvice.java", Set.of("FillV2")),
            // Its subject is the name of matmul in Java.
            Map.entry("frontend/advice/MatMulAdvice.java", Set.of("BatchMatMul", "MatMul")),
            // Documented passes by the epilogue that they fuse.
            Map.entry("pass/EpilogueOp.java", Set.of("Add", "BatchMatMul", "BiasAdd", "GeLU", "MatMul", "ReLU")),
            // A matmul is multiplications and sums.
            Map.entry("pass/ContractionLowering.java", Set.of("Mul", "ReduceSum")),
            // The first rows of a chunk, and what a loss computes.
            Map.entry("pass/chunk/RowCopy.java", Set.of("GreaterEqual", "Index")),
            Map.entry("pass/chunk/RowRegion.java", Set.of("Exp", "MatMul", "ReduceSum")),
            // A family of rules about comparisons, written once.
            Map.entry("pass/arithmetic/GroupOneRules.java", Set.of("Greater", "GreaterEqual", "Less", "LessEqual")),
            // Named fusions: the documents name these ops.
            Map.entry("pass/pattern/matmul/FlashAttentionFusionV1.java", Set.of("Div", "Mul", "RealDiv", "Sub")),
            // The scaling number has another value in a multiplication than in a division.
            Map.entry("pass/pattern/GeluFusion.java", Set.of("Mul")),
            Map.entry("pass/pattern/matmul/AllGatherMatmulFusion.java", Set.of("AllGatherMatmul")),
            Map.entry("pass/pattern/matmul/MatMulAllReduceFusion.java", Set.of("MatMulAllReduce")),
            Map.entry("pass/pattern/matmul/MatmulReduceScatterFusion.java", Set.of("MatmulReduceScatter")),
            Map.entry(
                    "pass/pattern/matmul/MatMulSplitFusion.java",
                    Set.of("Add", "BiasAdd", "MatMul", "QuantBatchMatmul", "Reshape", "Split", "SplitWithSize")),
            // Ops with special syntax in the language of the target.
            Map.entry(
                    "emit/ascend/InstructionCallPrinter.java",
                    Set.of("Abs", "Add", "Cast", "Div", "Exp", "Mul", "Select", "Sqrt", "Sub")),
            // Library calls that are compiled kernels there, and those that a chip supports.
            Map.entry(
                    "target/ascend/AscendLibrary.java",
                    Set.of("BatchMatMul", "Conv2D", "GatherGrad", "MatMul", "MatMulInteger", "SortOrder")),
            // The class that runs attention by a score function has the name of the op.
            Map.entry("emit/jvm/JavaPrinter.java", Set.of("LogicalNot", "ScoredAttention", "Select")),
            // The runtime call of each library op.
            Map.entry(
                    "launch/LibraryCallSite.java",
                    Set.of(
                            "AllGather",
                            "AllGatherMatmul",
                            "AllReduce",
                            "AllToAll",
                            "BatchMatMul",
                            "Broadcast",
                            "Conv2D",
                            "GatherGrad",
                            "MatMul",
                            "MatMulAllReduce",
                            "MatMulInteger",
                            "MatmulReduceScatter",
                            "OnRank",
                            "PromptFlashAttention",
                            "PromptFlashAttentionGrad",
                            "ReduceScatter",
                            "SortOrder")));

    @Test
    void opNames_areInTheTableAlone() throws IOException {
        assertThat(found()).isEqualTo(new TreeMap<>(LISTED));
    }

    private static SortedMap<String, Set<String>> found() throws IOException {
        Path root = Path.of(System.getProperty("basedir", "")).resolve(SOURCES);
        SortedMap<String, Set<String>> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    (Iterable<Path>) files.filter(file -> file.toString().endsWith(".java"))::iterator) {
                String name = root.relativize(file).toString().replace('\\', '/');
                // Rules for ops of models, and for operators and methods of Java, name the ops that they map to; the
                // facade has a method for each op.
                boolean isMadeOfOps = Stream.of("onnx/", "frontend/element/", "reference/facade/")
                        .anyMatch(name::startsWith);
                Set<String> ops = isMadeOfOps ? Set.of() : opsIn(Files.readString(file));
                if (!ops.isEmpty()) {
                    found.put(name, ops);
                }
            }
        }
        return found;
    }

    private static Set<String> opsIn(String source) {
        Set<String> ops = new TreeSet<>();
        for (Matcher literal = LITERAL.matcher(source); literal.find(); ) {
            if (OpTable.get().find(literal.group(1)).isPresent()) {
                ops.add(literal.group(1));
            }
        }
        return ops;
    }
}
