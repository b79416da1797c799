package io.graphkernel.processor.op;

import static org.assertj.core.api.Assertions.assertThat;

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
 * The row of an op says what it is, and nobody else asks for its name. A file that does so all the same is listed here with
 * the reason; patterns and rules, which are texts of their own, are no literals.
 */
class OpNamesTest {

    private static final Path SOURCES = Path.of("src/main/java/io/graphkernel/processor");
    private static final Pattern LITERAL = Pattern.compile("\"([A-Z]\\w+)\"");

    private static final Map<String, Set<String>> LISTED = Map.ofEntries(
            // The only op that the graph itself knows: an update in place is no value.
            Map.entry("graph/Node.java", Set.of("Assign")),
            // Sums of contributions and masks belong to no op.
            Map.entry("gradient/Adjoint.java", Set.of("AddN", "BroadcastLike")),
            Map.entry("gradient/Contribution.java", Set.of("LogicalAnd", "LogicalNot", "Select")),
            // A recomputation that waits for the cotangent has to read it.
            Map.entry("gradient/ComputedAgain.java", Set.of("IsNan", "ReduceSum")),
            // The cotangent of a loss is one.
            Map.entry("frontend/GradientCalls.java", Set.of("OnesLike")),
            // Its subject is how a product is called in Java.
            Map.entry("frontend/ProductAdvice.java", Set.of("BatchMatMul", "MatMul")),
            // Which documented pass takes what follows which product.
            Map.entry("pass/LibraryPostOp.java", Set.of("Add", "BatchMatMul", "BiasAdd", "GeLU", "MatMul", "ReLU")),
            // A family of rules about comparisons, written once.
            Map.entry("pass/arithmetic/GroupOneRules.java", Set.of("Greater", "GreaterEqual", "Less", "LessEqual")),
            // Named fusions: the documents name these ops.
            Map.entry("pass/pattern/FlashAttentionFusionV1.java", Set.of("Div", "Mul", "RealDiv", "Sub")),
            // The number that scales has another value in a product than in a quotient.
            Map.entry("pass/pattern/GeluFusion.java", Set.of("Mul")),
            Map.entry("pass/pattern/AllGatherMatmulFusion.java", Set.of("AllGatherMatmul")),
            Map.entry("pass/pattern/MatMulAllReduceFusion.java", Set.of("MatMulAllReduce")),
            Map.entry("pass/pattern/MatmulReduceScatterFusion.java", Set.of("MatmulReduceScatter")),
            Map.entry(
                    "pass/pattern/MatMulSplitFusion.java",
                    Set.of("Add", "BiasAdd", "MatMul", "QuantBatchMatmul", "Reshape", "Split", "SplitWithSize")),
            // What the target's language writes in a way of its own.
            Map.entry(
                    "emit/ascend/InstructionCall.java",
                    Set.of("Abs", "Add", "Cast", "Div", "Exp", "Mul", "Select", "Sqrt", "Sub")),
            // Which library calls are kernels of ours there, and which ones a chip has.
            Map.entry(
                    "target/ascend/AscendLibrary.java",
                    Set.of("BatchMatMul", "Conv2D", "GatherGrad", "MatMul", "MatMulInteger")),
            Map.entry("emit/jvm/JavaPrinter.java", Set.of("LogicalNot", "Select")),
            // The call of the run time for each op of a library.
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
                            "ReduceScatter")));

    @Test
    void nobodyButTheTableNamesOps() throws IOException {
        assertThat(found()).isEqualTo(new TreeMap<>(LISTED));
    }

    private static SortedMap<String, Set<String>> found() throws IOException {
        Path root = Path.of(System.getProperty("basedir", "")).resolve(SOURCES);
        SortedMap<String, Set<String>> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    (Iterable<Path>) files.filter(file -> file.toString().endsWith(".java"))::iterator) {
                String name = root.relativize(file).toString().replace('\\', '/');
                // Rules for the ops of models say which of ours they are.
                boolean isMadeOfOps = name.startsWith("op/") || name.startsWith("onnx/");
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
