package io.graphkernel.conformance.onnx;

import static io.graphkernel.conformance.onnx.OwnModel.BOOL;
import static io.graphkernel.conformance.onnx.OwnModel.FLOAT;
import static io.graphkernel.conformance.onnx.OwnModel.INT64;
import static io.graphkernel.conformance.onnx.OwnModel.dims;
import static io.graphkernel.processor.onnx.ModelBytes.graph;
import static io.graphkernel.processor.onnx.ModelBytes.integer;
import static io.graphkernel.processor.onnx.ModelBytes.integers;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Scans, loops and branches of models on every target, against ONNX Runtime. */
@Tag("slow")
@Tag("process")
@Tag("peer")
class OnnxControlFlowTest implements OnEveryTarget {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("onnx-control-flow");

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

    @BeforeAll
    static void compile() throws IOException, OnnxException, OrtException {
        MODELS.clear();
        GRAPHS.clear();
        MODELS.addAll(scans());
        MODELS.addAll(loops());
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
            boolean isLoop = !name.contains("if_") && !name.contains("OneStep");
            assertThat(GRAPHS.get(i).nodes().stream().filter(Loop::isLoop))
                    .as(name)
                    .hasSize(isLoop ? 1 : 0);
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
