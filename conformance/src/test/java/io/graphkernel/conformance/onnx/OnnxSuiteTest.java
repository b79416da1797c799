package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.GraphListProcessor;
import io.graphkernel.conformance.GraphTextProcessor;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tests that others wrote: every model is either right or rejected, and the list says which and why. */
@Tag("process")
@Tag("peer")
@Tag("sampled")
class OnnxSuiteTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("onnx-suite");
    private static final Path REFUSED = Path.of("src/test/resources/onnx/rejected.txt");
    private static final Path REFUSED_OF_THE_NEWEST = Path.of("src/test/resources/onnx/rejected-newest.txt");

    /** Minimum number of compiled tests among the newest. */
    private static final int MIN_NEWEST = 400;

    private static final int GRAPHS_OF_A_CLASS = 30;

    /** Compilation stride of models. */
    private static final int SHARE = TestTier.select(64, 16, 1);

    /** Compilation stride of models for devices, whose compilers are slow. */
    private static final int SHARE_ON_DEVICES = TestTier.select(256, 128, 16);

    /** Ops of Ascend's vector cores; unsupported ones are listed elsewhere. */
    private static final Set<String> ON_ASCEND = Set.of(
            "node/test_add",
            "node/test_clip_example",
            "node/test_exp",
            "node/test_reduce_sum_do_not_keepdims_random",
            "node/test_relu",
            "node/test_softmax_axis_2");

    /** Compilation stride of models with loops, branches or sequences. */
    private static final int SHARE_OF_CONTROL_FLOW = TestTier.select(8, 1, 1);

    /** The same for devices but Ascend. */
    private static final int SHARE_OF_CONTROL_FLOW_ON_DEVICES = TestTier.select(16, 4, 1);

    /** Ops of loops, branches and sequences, and of results whose sizes depend on elements. */
    private static final Set<String> CONTROL_FLOW = Set.of(
            "If",
            "Loop",
            "Scan",
            "LSTM",
            "GRU",
            "RNN",
            "SequenceConstruct",
            "SequenceEmpty",
            "SplitToSequence",
            "OptionalHasElement",
            "NonZero",
            "Compress",
            "Unique",
            "NonMaxSuppression");

    /** Tests whose results do not follow from their model. */
    private static final Map<String, String> FAULTY = Map.of(
            "node/test_adam_multiple",
            "Data: its results are for an epsilon of 0.01, which its model does not say",
            "newest/node/test_gridsample_bicubic",
            "Data: its results have four digits");

    private static final Map<String, String> REASONS = new TreeMap<>();
    private static final Map<String, String> REASONS_OF_THE_NEWEST = new TreeMap<>();
    private static final Map<String, List<Graph>> CLASSES = new LinkedHashMap<>();
    private static final List<String> CALLS = new ArrayList<>();
    private static final List<String> DEVICE_CALLS = new ArrayList<>();
    private static final List<Graph> DEVICE_GRAPHS = new ArrayList<>();
    private static final List<String> ASCEND_CALLS = new ArrayList<>();
    private static final List<Graph> ASCEND_GRAPHS = new ArrayList<>();
    private static boolean installed;
    private static boolean hasNewest;
    private static int compiled;
    private static int newestCompiled;

    @BeforeAll
    static void importAndCompile() throws IOException, OnnxException {
        List<OnnxTestData.Case> cases = OnnxTestData.find().orElse(List.of());
        List<OnnxTestData.Case> newest = OnnxTestData.findNewest().orElse(List.of());
        installed = !cases.isEmpty();
        hasNewest = !newest.isEmpty();
        addAll(cases, REASONS);
        newestCompiled = -compiled;
        addAll(newest, REASONS_OF_THE_NEWEST);
        newestCompiled += compiled;
        if (compiled > 0) {
            compile("classes", CLASSES, CALLS, System.getProperty("conformance.onnx.targets", "cpu,jvm"));
            compile("devices", Map.of("OnDevices", DEVICE_GRAPHS), DEVICE_CALLS, "cuda,opencl");
            compile("ascend", Map.of("OnAscend", ASCEND_GRAPHS), ASCEND_CALLS, "ascend");
        }
    }

    private static void addAll(List<OnnxTestData.Case> cases, Map<String, String> reasons) throws OnnxException {
        for (OnnxTestData.Case test : cases) {
            String reason = add(test, compiled);
            if (!reason.isEmpty()) {
                reasons.put(test.name(), reason);
            } else {
                compiled++;
            }
        }
    }

    private static void compile(String directory, Map<String, List<Graph>> classes, List<String> calls, String targets)
            throws IOException {
        Files.createDirectories(DIRECTORY);
        Files.write(DIRECTORY.resolve(directory + ".txt"), calls);
        assertThat(KernelCompiler.compile(
                        new GraphListProcessor(classes, DIRECTORY.resolve("report-" + directory)),
                        DIRECTORY.resolve(directory),
                        Map.of("Models", "public final class Models {}"),
                        targets,
                        List.of()))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
    }

    /** Returns true if the model has operands or results of a tensor's type: the data of bf16 may be uint16. */
    private static boolean isDeclared(ParsedModel model, OnnxTensor tensor) {
        return Stream.concat(model.inputs().stream(), model.outputs().stream())
                .anyMatch(port -> port.elementType() == tensor.elementType());
    }

    /** Returns the reason why a model is unsupported; empty if supported. */
    private static String add(OnnxTestData.Case testCase, int number) throws OnnxException {
        if (FAULTY.containsKey(testCase.name())) {
            return FAULTY.get(testCase.name());
        }
        ParsedModel model = testCase.model();
        if (model.outputs().stream().allMatch(ParsedModel.Port::isTensor)
                && model.inputs().stream().allMatch(ParsedModel.Port::isTensor)) {
            for (OnnxTensor tensor : testCase.all()) {
                if (tensor.type() == null || !isDeclared(model, tensor)) {
                    return "Data: the operands and results of the test are of " + tensor.elementType();
                }
            }
        }
        String method = "m" + number;
        SuiteModel imported = SuiteModel.of(testCase, method);
        if (imported.imported().graph().isEmpty()) {
            return imported.reason();
        }
        Graph graph = imported.imported().graph().get();
        String parameters = imported.parameters();
        boolean always = number % SHARE_OF_CONTROL_FLOW == 0
                && model.nodes().stream().anyMatch(node -> CONTROL_FLOW.contains(node.op()));
        if (always || number % SHARE == 0) {
            String name = always ? "ControlFlow" : "Suite" + number / SHARE / GRAPHS_OF_A_CLASS;
            CLASSES.computeIfAbsent(name, key -> new ArrayList<>()).add(graph);
            CALLS.add(call(name, method, testCase, parameters));
        }
        if (always && number % SHARE_OF_CONTROL_FLOW_ON_DEVICES == 0 || number % SHARE_ON_DEVICES == 0) {
            DEVICE_GRAPHS.add(graph);
            DEVICE_CALLS.add(call("OnDevices", method, testCase, parameters));
        }
        if (ON_ASCEND.contains(testCase.name())) {
            ASCEND_GRAPHS.add(graph);
            ASCEND_CALLS.add(call("OnAscend", method, testCase, parameters));
        }
        return "";
    }

    private static String call(String stub, String method, OnnxTestData.Case testCase, String parameters) {
        return String.join(
                "\t", GraphTextProcessor.PACKAGE + "." + stub + "Kernels", method, testCase.name(), parameters);
    }

    @Test
    void rejectedModels_areListed() throws IOException {
        assumeThat(installed).as("the tests of the format are installed").isTrue();
        requireListed(REASONS, REFUSED);
    }

    @Test
    void newest_refused_areListed() throws IOException {
        assumeThat(hasNewest).as("the newest tests of the format are here").isTrue();
        requireListed(REASONS_OF_THE_NEWEST, REFUSED_OF_THE_NEWEST);
        assertThat(newestCompiled).isGreaterThanOrEqualTo(MIN_NEWEST);
    }

    private static void requireListed(Map<String, String> reasons, Path list) throws IOException {
        List<String> lines = new ArrayList<>();
        reasons.forEach((name, reason) -> lines.add(name + ": " + reason));
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(list.getParent());
            Files.write(list, lines);
        }
        assertThat(lines).isEqualTo(Files.readAllLines(list));
    }

    @Test
    void models_onTheCpu_areRight() throws IOException, InterruptedException {
        process("classes").onCpu();
    }

    @Test
    void models_onTheJvm_areRight() throws IOException, InterruptedException {
        process("classes").onJvm();
    }

    @Test
    @Tag("slow")
    void sampledModels_onOpenCl_areRight() throws IOException, InterruptedException {
        process("devices").onOpenCl();
    }

    @Test
    void sampledModels_onEmulatedCuda_areRight() throws IOException, InterruptedException {
        process("devices").onEmulatedCuda();
    }

    @Test
    void sampledModels_onEmulatedAscend_areRight() throws IOException, InterruptedException {
        process("ascend").onEmulatedAscend();
    }

    private static TargetProcess process(String directory) {
        assumeThat(compiled).as("the tests of the format are installed").isPositive();
        return new TargetProcess(
                DIRECTORY.resolve(directory),
                OnnxSuiteProgram.class,
                DIRECTORY.resolve(directory + ".txt").toString());
    }
}
