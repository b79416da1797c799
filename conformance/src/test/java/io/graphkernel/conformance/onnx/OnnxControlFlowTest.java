package io.graphkernel.conformance.onnx;

import static io.graphkernel.conformance.onnx.OwnModel.BOOL;
import static io.graphkernel.conformance.onnx.OwnModel.FLOAT;
import static io.graphkernel.conformance.onnx.OwnModel.INT32;
import static io.graphkernel.conformance.onnx.OwnModel.INT64;
import static io.graphkernel.conformance.onnx.OwnModel.dims;
import static io.graphkernel.processor.onnx.ModelBytes.graph;
import static io.graphkernel.processor.onnx.ModelBytes.integer;
import static io.graphkernel.processor.onnx.ModelBytes.integers;
import static io.graphkernel.processor.onnx.ModelBytes.real;
import static io.graphkernel.processor.onnx.ModelBytes.word;
import static io.graphkernel.processor.onnx.ModelBytes.words;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtException;
import io.graphkernel.conformance.GraphListProcessor;
import io.graphkernel.conformance.GraphTextProcessor;
import io.graphkernel.conformance.OnEveryTarget;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.processor.onnx.ModelBytes;
import io.graphkernel.processor.onnx.reader.OnnxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scans, loops, branches and recurrent layers of models on every target, against ONNX Runtime. */
@Tag("slow")
@Tag("process")
@Tag("peer")
class OnnxControlFlowTest implements OnEveryTarget {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("onnx-control-flow");

    /** Size of the hidden state of layers. */
    private static final int HIDDEN = 3;

    private static final List<OwnModel> MODELS = new ArrayList<>();
    private static final List<Graph> GRAPHS = new ArrayList<>();

    /** Weighted running sums and products of rows, with a weight of the graph around the scan. */
    private static ModelBytes sums() {
        return ModelBytes.message()
                .node("Mul next w -> scaled")
                .node("Add sum scaled -> sum_out")
                .node("Mul product next -> product_out")
                .node("Identity sum_out -> sums")
                .node("Add sum product -> both")
                .input("sum", FLOAT, 2)
                .input("product", FLOAT, 2)
                .input("next", FLOAT, 2)
                .output("sum_out", FLOAT, 2)
                .output("product_out", FLOAT, 2)
                .output("sums", FLOAT, 2)
                .output("both", FLOAT, 2);
    }

    private static OwnModel scan(String name, ModelBytes... attributes) {
        ModelBytes[] withBody = new ModelBytes[attributes.length + 2];
        withBody[0] = graph("body", sums());
        withBody[1] = integer("num_scan_inputs", 1);
        System.arraycopy(attributes, 0, withBody, 2, attributes.length);
        return new OwnModel(name, 16)
                .node("Scan s p x -> sum product sums both", withBody)
                .weight("w", FLOAT, dims(2), 0.5, 2)
                .input("s", FLOAT, dims(2), 1, -1)
                .input("p", FLOAT, dims(2), 1, 0.5)
                .solved("sum", FLOAT)
                .solved("product", FLOAT)
                .solved("sums", FLOAT)
                .solved("both", FLOAT);
    }

    private static List<OwnModel> scans() {
        double[] x = {1, 2, 3, -0.5, 0.25, 1.5};
        return List.of(
                scan("scan_ofAnOpenSequence").open("x", FLOAT, new Object[] {"t", 2L}, dims(3, 2), x),
                scan("scan_ofTheLastAxis", integers("scan_input_axes", 1), integers("scan_output_axes", 1, 0))
                        .open("x", FLOAT, new Object[] {2L, "t"}, dims(2, 3), x),
                scan(
                                "scan_inReverse",
                                integers("scan_input_directions", 1),
                                integers("scan_output_directions", 0, 1),
                                integers("scan_output_axes", -1, 0))
                        .open("x", FLOAT, new Object[] {"t", 2L}, dims(3, 2), x),
                scan("scan_ofOneStep").input("x", FLOAT, dims(1, 2), 3, 4),
                new OwnModel("scan_ofTwoInputsWithoutState", 11)
                        .node(
                                "Scan a b -> y",
                                graph(
                                        "body",
                                        ModelBytes.message()
                                                .node("MatMul a_t b_t -> y_t")
                                                .input("a_t", FLOAT, 2, 2)
                                                .input("b_t", FLOAT, 2, 1)
                                                .output("y_t", FLOAT, 2, 1)),
                                integer("num_scan_inputs", 2),
                                integers("scan_input_axes", 0, -1),
                                integers("scan_input_directions", 0, 1))
                        .open("a", FLOAT, new Object[] {"t", 2L, 2L}, dims(2, 2, 2), 1, 2, 3, 4, 5, 6, 7, 8)
                        .open("b", FLOAT, new Object[] {2L, 1L, "u"}, dims(2, 1, 2), 1, -1, 2, 0.5)
                        .solved("y", FLOAT),
                new OwnModel("scan_ofVersion8_overABatch", 8)
                        .node(
                                "Scan  s x -> last all",
                                graph(
                                        "body",
                                        ModelBytes.message()
                                                .node("Add h x_t -> h_next")
                                                .node("Mul h_next h -> out")
                                                .input("h", FLOAT, 2)
                                                .input("x_t", FLOAT, 2)
                                                .output("h_next", FLOAT, 2)
                                                .output("out", FLOAT, 2)),
                                integer("num_scan_inputs", 1),
                                integers("directions", 1))
                        .open("s", FLOAT, new Object[] {"b", 2L}, dims(2, 2), 1, 2, 3, 4)
                        .open(
                                "x",
                                FLOAT,
                                new Object[] {"b", "t", 2L},
                                dims(2, 3, 2),
                                1,
                                2,
                                3,
                                4,
                                5,
                                6,
                                -1,
                                -2,
                                -3,
                                1,
                                2,
                                3)
                        .solved("last", FLOAT)
                        .solved("all", FLOAT));
    }

    /** One step of a recurrence that reads the row of its iteration. */
    private static ModelBytes recurrence() {
        return ModelBytes.message()
                .node("Gather x i -> row", integer("axis", 0))
                .node("Cast i -> real", integer("to", FLOAT))
                .node("Mul h a -> kept")
                .node("Add kept row -> sum")
                .node("Add sum real -> h_next")
                .node("Neg h_next -> out")
                .node("Identity keep -> keep_next")
                .input("i", INT64)
                .input("keep", BOOL)
                .input("h", FLOAT, 2)
                .input("passed", FLOAT, 2)
                .output("keep_next", BOOL)
                .output("h_next", FLOAT, 2)
                .output("passed", FLOAT, 2)
                .output("out", FLOAT, 2);
    }

    private static OwnModel recurrent(String name) {
        return new OwnModel(name, 13)
                .weight("a", FLOAT, dims(2), 0.5, -0.25)
                .input("h0", FLOAT, dims(2), 1, 2)
                .solved("last", FLOAT)
                .solved("passed_last", FLOAT)
                .solved("all", FLOAT);
    }

    private static List<OwnModel> loops() {
        String loop = "Loop trips keep0 h0 a -> last passed_last all";
        ModelBytes body = graph("body", recurrence());
        Object[] rows = {"t", 2L};
        return List.of(
                recurrent("loop_overASize")
                        .node("Shape x -> shape")
                        .node("Gather shape zero -> trips")
                        .node(loop, body)
                        .weight("zero", INT64, dims(), 0)
                        .weight("keep0", BOOL, dims(), 1)
                        .open("x", FLOAT, rows, dims(3, 2), 1, 2, 3, 4, 5, 6),
                recurrent("loop_ofAConstantNumber")
                        .node(loop.replace("keep0", ""), body)
                        .weight("trips", INT64, dims(), 3)
                        .input("x", FLOAT, dims(5, 2), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
                recurrent("loop_withAFalseCondition_hasNoIteration")
                        .node(loop, body)
                        .weight("trips", INT64, dims(), 3)
                        .weight("keep0", BOOL, dims(), 0)
                        .input("x", FLOAT, dims(5, 2), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
                nested());
    }

    /** Doubles a vector until its sum exceeds a limit. */
    private static ModelBytes doubling() {
        return graph(
                "body",
                ModelBytes.message()
                        .node("Add h h -> h_next")
                        .node("ReduceSum h_next -> sum", integer("keepdims", 0))
                        .node("Cast i -> real", integer("to", FLOAT))
                        .node("Add total real -> total_next")
                        .node("Less sum limit -> keep_next")
                        .input("i", INT64)
                        .input("keep", BOOL)
                        .input("h", FLOAT, 2)
                        .input("total", FLOAT)
                        .output("keep_next", BOOL)
                        .output("h_next", FLOAT, 2)
                        .output("total_next", FLOAT));
    }

    private static OwnModel conditional(OwnModel model, String trips, String condition) {
        return model.node("Loop " + trips + " " + condition + " h0 start -> last count", doubling())
                .weight("limit", FLOAT, dims(), 20)
                .weight("start", FLOAT, dims(), 0)
                .input("h0", FLOAT, dims(2), 1, 0.5)
                .solved("last", FLOAT)
                .solved("count", FLOAT);
    }

    private static List<OwnModel> conditionalLoops() {
        ModelBytes counted = graph(
                "body",
                ModelBytes.message()
                        .node("Mul h h -> square")
                        .node("Add square h -> h_next")
                        .node("Identity keep -> keep_next")
                        .input("i", INT64)
                        .input("keep", BOOL)
                        .input("h", FLOAT, 2)
                        .output("keep_next", BOOL)
                        .output("h_next", FLOAT, 2));
        String computed = "ReduceMax numbers -> trips";
        return List.of(
                conditional(new OwnModel("loop_untilACondition", 13), "", ""),
                conditional(new OwnModel("loop_untilAConditionOrABound", 13), "trips", "")
                        .weight("trips", INT64, dims(1), 3),
                conditional(new OwnModel("loop_withAHugeBound", 13), "trips", "always")
                        .weight("trips", INT64, dims(), Long.MAX_VALUE)
                        .weight("always", BOOL, dims(), 1),
                conditional(
                                new OwnModel("loop_whoseFirstConditionIsComputed", 13).node("Less x limit -> starts"),
                                "",
                                "starts")
                        .input("x", FLOAT, dims(), 3),
                conditional(
                                new OwnModel("loop_untilAConditionOrAComputedNumber", 13)
                                        .node(computed, integer("keepdims", 0)),
                                "trips",
                                "")
                        .input("numbers", INT64, dims(3), 1, 2, -4),
                new OwnModel("loop_ofAComputedNumber", 13)
                        .node(computed, integer("keepdims", 0))
                        .node("Loop trips  h0 -> last", counted)
                        .input("numbers", INT64, dims(3), 4, 2, -4)
                        .input("h0", FLOAT, dims(2), 0.1, -0.25)
                        .solved("last", FLOAT));
    }

    /** Sums of the rows of a matrix, each by an inner loop that reads the index of the outer one. */
    private static OwnModel nested() {
        ModelBytes inner = ModelBytes.message()
                .node("Gather row j -> element", integer("axis", 0))
                .node("Add s element -> s_next")
                .node("Identity keep_inner -> keep_inner_next")
                .input("j", INT64)
                .input("keep_inner", BOOL)
                .input("s", FLOAT)
                .output("keep_inner_next", BOOL)
                .output("s_next", FLOAT);
        ModelBytes outer = ModelBytes.message()
                .node("Gather x i -> row", integer("axis", 0))
                .node("Loop columns always zero -> sum", graph("body", inner))
                .node("Add total sum -> total_next")
                .node("Identity keep -> keep_next")
                .input("i", INT64)
                .input("keep", BOOL)
                .input("total", FLOAT)
                .output("keep_next", BOOL)
                .output("total_next", FLOAT)
                .output("sum", FLOAT);
        return new OwnModel("loop_inALoop", 13)
                .node("Shape x -> shape")
                .node("Gather shape first -> rows")
                .node("Gather shape second -> columns")
                .node("Loop rows always zero -> total sums", graph("body", outer))
                .weight("first", INT64, dims(), 0)
                .weight("second", INT64, dims(), 1)
                .weight("always", BOOL, dims(), 1)
                .weight("zero", FLOAT, dims(), 0)
                .open("x", FLOAT, new Object[] {"n", "m"}, dims(2, 3), 1, 2, 3, 4, 5, 6.5)
                .solved("total", FLOAT)
                .solved("sums", FLOAT);
    }

    /** Rows that a loop splits off, changes and appends to a sequence. */
    private static OwnModel appending(String name, ModelBytes... concatenation) {
        ModelBytes body = ModelBytes.message()
                .node("SequenceAt parts i -> row")
                .node("Exp row -> changed")
                .node("SequenceInsert grown changed -> grown_next")
                .node("Identity keep -> keep_next")
                .input("i", INT64)
                .input("keep", BOOL)
                .message(11, sequence("grown"))
                .output("keep_next", BOOL)
                .message(12, sequence("grown_next"));
        return new OwnModel(name, 13)
                .node("SplitToSequence x -> parts", integer("axis", 0), integer("keepdims", 0))
                .node("SequenceLength parts -> trips")
                .node("SequenceEmpty -> none")
                .node("Loop trips always none -> rows", graph("body", body))
                .node("ConcatFromSequence rows -> y", concatenation)
                .node("SequenceAt rows last -> z")
                .weight("always", BOOL, dims(), 1)
                .weight("last", INT64, dims(), -1)
                .open("x", FLOAT, new Object[] {"t", 2L}, dims(3, 2), 1, 2, -3, -0.5, 0.25, 1.5)
                .solved("y", FLOAT)
                .solved("z", FLOAT);
    }

    private static ModelBytes sequence(String name) {
        ModelBytes tensor = ModelBytes.message().message(1, ModelBytes.message().number(1, FLOAT));
        ModelBytes type = ModelBytes.message().message(4, ModelBytes.message().message(1, tensor));
        return ModelBytes.message().text(1, name).message(2, type);
    }

    private static List<OwnModel> sequences() {
        return List.of(
                appending("sequence_appendedByALoop", integer("axis", 0)),
                appending("sequence_appendedByALoop_stacked", integer("axis", -1), integer("new_axis", 1)),
                new OwnModel("sequence_ofALoopThatReadsAList", 13)
                        .node("SequenceConstruct a b a -> list")
                        .node("SequenceInsert list b zero -> longer")
                        .node(
                                "Loop four always start -> y",
                                graph(
                                        "body",
                                        ModelBytes.message()
                                                .node("SequenceAt longer i -> item")
                                                .node("Mul h half -> kept")
                                                .node("Add kept item -> h_next")
                                                .node("Identity keep -> keep_next")
                                                .input("i", INT64)
                                                .input("keep", BOOL)
                                                .input("h", FLOAT, 2)
                                                .output("keep_next", BOOL)
                                                .output("h_next", FLOAT, 2)))
                        .weight("zero", INT64, dims(), 0)
                        .weight("four", INT64, dims(), 4)
                        .weight("half", FLOAT, dims(), 0.5)
                        .weight("always", BOOL, dims(), 1)
                        .input("a", FLOAT, dims(2), 1, 2)
                        .input("b", FLOAT, dims(2), -3, 4)
                        .input("start", FLOAT, dims(2), 0, 1)
                        .solved("y", FLOAT));
    }

    private static OwnModel branch(String name, double... elements) {
        ModelBytes then = ModelBytes.message()
                .node("Mul x w -> then_y")
                .node("Identity five -> then_k")
                .weight("w", new long[] {2}, 3, -2)
                .output("then_y", FLOAT, 2)
                .output("then_k", INT64, 1);
        ModelBytes otherwise = ModelBytes.message()
                .node("Sqrt x -> else_y")
                .node("Identity six -> else_k")
                .output("else_y", FLOAT, 2)
                .output("else_k", INT64, 1);
        return new OwnModel(name, 16)
                .node("ReduceSum x -> sum", integer("keepdims", 0))
                .node("Less sum zero -> negative")
                .node("If negative -> y k", graph("then_branch", then), graph("else_branch", otherwise))
                .weight("zero", FLOAT, dims(), 0)
                .weight("five", INT64, dims(1), 5)
                .weight("six", INT64, dims(1), 6)
                .input("x", FLOAT, dims(2), elements)
                .solved("y", FLOAT)
                .solved("k", INT64);
    }

    /** A layer over an open sequence of three inputs, in a batch of two. */
    private static OwnModel layer(String name, String op, int gates, boolean both, ModelBytes... attributes) {
        ModelBytes[] withSize = new ModelBytes[attributes.length + 1];
        withSize[0] = integer("hidden_size", HIDDEN);
        System.arraycopy(attributes, 0, withSize, 1, attributes.length);
        int directions = both ? 2 : 1;
        boolean isLstm = op.equals("LSTM");
        OwnModel model = new OwnModel("layer_" + name, 14)
                .node(op + " x w r b lengths h0" + (isLstm ? " c0 p -> y last cell" : " -> y last"), withSize)
                .open("x", FLOAT, new Object[] {"t", "n", 2L}, dims(3, 2, 2), numbers(12, 1))
                .weight("w", FLOAT, dims(directions, gates * HIDDEN, 2), numbers(directions * gates * HIDDEN * 2, 2))
                .weight(
                        "r",
                        FLOAT,
                        dims(directions, gates * HIDDEN, HIDDEN),
                        numbers(directions * gates * HIDDEN * HIDDEN, 3))
                .weight("b", FLOAT, dims(directions, 2 * gates * HIDDEN), numbers(directions * 2 * gates * HIDDEN, 4))
                .open(
                        "h0",
                        FLOAT,
                        new Object[] {(long) directions, "n", (long) HIDDEN},
                        dims(directions, 2, HIDDEN),
                        numbers(directions * 2 * HIDDEN, 5))
                .solved("y", FLOAT)
                .solved("last", FLOAT);
        return isLstm
                ? model.weight("c0", FLOAT, dims(directions, 2, HIDDEN), numbers(directions * 2 * HIDDEN, 6))
                        .weight("p", FLOAT, dims(directions, 3 * HIDDEN), numbers(directions * 3 * HIDDEN, 7))
                        .solved("cell", FLOAT)
                : model;
    }

    private static double[] numbers(int count, long seed) {
        return new Random(seed).doubles(count, -1, 1).map(x -> (float) x).toArray();
    }

    private static List<OwnModel> layers() {
        ModelBytes backwards = word("direction", "reverse");
        ModelBytes both = word("direction", "bidirectional");
        double[] whole = {3, 3};
        double[] unequal = {3, 2};
        return List.of(
                layer("lstm", "LSTM", 4, false).weight("lengths", INT32, dims(2), whole),
                layer("lstm_backwards_ofGivenLengths", "LSTM", 4, false, backwards)
                        .input("lengths", INT32, dims(2), unequal),
                layer("lstm_bothWays_ofGivenLengths", "LSTM", 4, true, both).input("lengths", INT32, dims(2), unequal),
                layer("lstm_clipped", "LSTM", 4, false, real("clip", 0.4f)).weight("lengths", INT32, dims(2), whole),
                layer(
                                "lstm_ofOtherActivations",
                                "LSTM",
                                4,
                                true,
                                both,
                                words("activations", "Sigmoid", "Tanh", "Relu", "Sigmoid", "Relu", "Tanh"))
                        .weight("lengths", INT32, dims(2), whole),
                layer("gru_ofKnownLengths", "GRU", 3, false).weight("lengths", INT32, dims(2), unequal),
                layer("gru_bothWays", "GRU", 3, true, both, integer("linear_before_reset", 1))
                        .input("lengths", INT32, dims(2), unequal),
                layer("gru_clipped", "GRU", 3, false, real("clip", 0.3f)).input("lengths", INT32, dims(2), whole),
                layer("rnn", "RNN", 1, false, words("activations", "Relu")).weight("lengths", INT32, dims(2), whole),
                layer("rnn_bothWays", "RNN", 1, true, both).input("lengths", INT32, dims(2), unequal));
    }

    @BeforeAll
    static void compile() throws IOException, OnnxException, OrtException {
        MODELS.clear();
        GRAPHS.clear();
        MODELS.addAll(scans());
        MODELS.addAll(loops());
        MODELS.addAll(conditionalLoops());
        MODELS.addAll(layers());
        MODELS.addAll(sequences());
        MODELS.add(branch("if_ofATensor_takesThen", -1, -3));
        MODELS.add(branch("if_ofATensor_takesElse", 4, 9));
        List<String> calls = new ArrayList<>();
        for (OwnModel model : MODELS) {
            String method = "m" + GRAPHS.size();
            SuiteModel imported = SuiteModel.of(model.solve().write(), method);
            assertThat(imported.reason()).as(model.name()).isEmpty();
            assertThat(imported.known()).as(model.name()).isEmpty();
            String stub = GraphTextProcessor.PACKAGE + ".ControlFlowKernels";
            calls.add(String.join("\t", stub, method, model.name(), imported.parameters()));
            GRAPHS.add(imported.imported().graph().orElseThrow());
        }
        Files.createDirectories(DIRECTORY);
        Files.write(DIRECTORY.resolve("calls.txt"), calls);
        assertThat(KernelCompiler.compile(
                        new GraphListProcessor(Map.of("ControlFlow", GRAPHS), DIRECTORY.resolve("report")),
                        DIRECTORY.resolve("classes"),
                        Map.of("Models", "public final class Models {}"),
                        "cpu,cuda,jvm,opencl",
                        List.of()))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
    }

    /** A loop is one op whatever its length, and a single iteration is none. */
    @Test
    void loops_areOneOpOfTheGraph() {
        for (int i = 0; i < MODELS.size(); i++) {
            String name = MODELS.get(i).name();
            boolean twice = name.contains("bothWays") || name.contains("ofOtherActivations");
            int loops = name.contains("if_") || name.contains("ofOneStep") ? 0 : 1;
            assertThat(GRAPHS.get(i).nodes().stream().filter(Loop::isLoop))
                    .as(name)
                    .hasSize(twice ? 2 : loops);
        }
    }

    @Override
    public TargetProcess process() {
        return new TargetProcess(
                DIRECTORY.resolve("classes"),
                OnnxSuiteProgram.class,
                DIRECTORY.resolve("calls.txt").toString());
    }
}
