package io.graphkernel.processor.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static io.graphkernel.processor.onnx.ModelBytes.INT64;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Models over ragged batches, with inputs {@code ids} and {@code mask}, some weights, and the output {@code y}. */
final class RaggedNet {

    private static final int BOOL = 9;
    private static final int INT32 = 6;
    private static final int FLOAT16 = 10;

    /** Newest version that all ops of the models have. */
    private static final long OPSET = 17;

    /** First version with attention. */
    private static final long OPSET_OF_ATTENTION = 23;

    private RaggedNet() {}

    /** Returns a graph that reads a value outside of it. */
    private static ModelBytes branch(String name, String op) {
        return ModelBytes.graph(
                name, ModelBytes.message().node(op + " mask -> " + name).output(name, FLOAT));
    }

    /**
     * Compiles a model.
     *
     * @param nodes nodes, whose attributes may follow the op, such as {@code "Gather{axis=1} x first -> y"}
     * @param ragged name of the mask
     */
    static Outcome compile(
            Path directory, List<String> nodes, Object[] idDims, Object[] maskDims, String ragged, int maskType)
            throws IOException {
        ModelBytes graph = ModelBytes.message();
        nodes.forEach(node -> add(graph, node));
        graph.weight("words", new long[] {9, 4}, new float[36])
                .weight("table", new long[] {12, 4}, new float[48])
                .weight("unit", new long[0], 1)
                .weight("half", new long[0], 0.5f)
                .weight("lowest", new long[0], -10_000)
                .weight("small", new long[0], -100)
                .weight("billion", new long[0], -1e9f)
                .weight("nought", new long[0], 0)
                .weight("infinite", new long[0], Float.NEGATIVE_INFINITY)
                .weight("deep", new long[] {1, 1, 1, 1, 1}, 1)
                .weight("gamma", new long[] {4}, 1, 1, 1, 1)
                .weight("projection", new long[] {4, 12}, new float[48])
                .weight("shift", new long[] {12}, new float[12])
                .message(5, ModelBytes.tensor("unit16", FLOAT16, new byte[] {0, 0x3c}))
                .message(5, ModelBytes.tensor("half16", FLOAT16, new byte[] {0, 0x38}))
                .message(5, ModelBytes.tensor("lowest16", FLOAT16, new byte[] {(byte) 0xff, (byte) 0xfb}))
                .message(5, ModelBytes.tensor("true", BOOL, new byte[] {1}))
                .message(5, ModelBytes.tensor("first", INT64, new byte[8]))
                .numbers("zero", 0)
                .numbers("one", 1)
                .numbers("two", 2)
                .numbers("four", 4)
                .numbers("both", 1, 2)
                .numbers("queries", 1, 3)
                .numbers("flat", -1, 4)
                .input("ids", INT64, idDims)
                .input("mask", maskType, maskDims)
                .output("y", FLOAT);
        boolean hasAttention =
                nodes.stream().anyMatch(node -> node.startsWith("Attention{") || node.startsWith("Attention "));
        Path sources = Files.createDirectories(directory.resolve("models"));
        Files.write(sources.resolve("net.onnx"), ModelBytes.model(graph, hasAttention ? OPSET_OF_ATTENTION : OPSET));
        UserCompilation compilation = new UserCompilation(directory);
        compilation.option("-sourcepath");
        compilation.option(sources.toString());
        return compilation.compile("Net.java", """
                package demo;

                import io.graphkernel.annotations.*;

                @OnnxModel(value = "net.onnx", ragged = "%s")
                interface Net {}
                """.formatted(ragged));
    }

    private static void add(ModelBytes graph, String node) {
        int brace = node.indexOf('{');
        if (brace >= 0) {
            int end = node.indexOf('}');
            ModelBytes[] attributes = Stream.of(node.substring(brace + 1, end).split(","))
                    .map(RaggedNet::attribute)
                    .toArray(ModelBytes[]::new);
            graph.node(node.substring(0, brace) + node.substring(end + 1), attributes);
            return;
        }
        switch (node.split(" ")[0]) {
            case "Transpose" -> graph.node(node, ModelBytes.integers("perm", 0, 1, 3, 2));
            case "Concat" -> graph.node(node, ModelBytes.integer("axis", 2));
            case "Cast" -> graph.node(node, ModelBytes.integer("to", FLOAT));
            case "CastHalf" -> graph.node(node.replace("CastHalf", "Cast"), ModelBytes.integer("to", FLOAT16));
            case "CastBool" -> graph.node(node.replace("CastBool", "Cast"), ModelBytes.integer("to", BOOL));
            case "CastInt" -> graph.node(node.replace("CastInt", "Cast"), ModelBytes.integer("to", INT32));
            case "CastLong" -> graph.node(node.replace("CastLong", "Cast"), ModelBytes.integer("to", INT64));
            case "IfMask" ->
                graph.node(node.replace("IfMask", "If"), branch("then_branch", "Abs"), branch("else_branch", "Neg"));
            case "ConcatDims" -> graph.node(node.replace("ConcatDims", "Concat"), ModelBytes.integer("axis", 0));
            case "ReduceSum" -> graph.node(node, ModelBytes.integer("keepdims", 0));
            case "ReduceMax" -> graph.node(node, ModelBytes.integers("axes", 1), ModelBytes.integer("keepdims", 0));
            case "GatherFirst" -> graph.node(node.replace("GatherFirst", "Gather"), ModelBytes.integer("axis", 1));
            default -> graph.node(node);
        }
    }

    private static ModelBytes attribute(String text) {
        String[] words = text.split("=");
        return words[1].contains(".")
                ? ModelBytes.real(words[0], Float.parseFloat(words[1]))
                : ModelBytes.integer(words[0], Long.parseLong(words[1]));
    }

    /** Compiles a model of the named dims of both inputs. */
    static Outcome compile(Path directory, List<String> nodes) throws IOException {
        Object[] dims = {"b", "s"};
        return compile(directory, nodes, dims, dims, "mask", FLOAT);
    }

    /** Returns the text of the graph of a model that was accepted. */
    static String graph(Outcome outcome) {
        assertThat(outcome.ours()).as(() -> outcome.messages().toString()).isEmpty();
        return GraphPrinter.print(outcome.classes().get(0).methods().get(0).graph())
                .replaceAll("sha256=\"[0-9a-f]{64}\"", "…");
    }

    /** Requires that a model was rejected for a reason. */
    static void requireReport(Outcome outcome, String cause) {
        assertThat(outcome.ours()).as(() -> outcome.messages().toString()).hasSize(1);
        Message message = outcome.ours().get(0);
        assertThat(message.id()).isEqualTo("GK-2415");
        assertThat(message.line()).isEqualTo(5);
        assertThat(message.text()).contains(cause);
    }
}
