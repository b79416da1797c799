package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.CaseCalls;
import io.graphkernel.conformance.GraphListProcessor;
import io.graphkernel.conformance.GraphTextProcessor;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.onnx.OnnxException;
import io.graphkernel.processor.onnx.OnnxImporter;
import io.graphkernel.processor.onnx.OnnxImporter.Imported;
import io.graphkernel.processor.onnx.OnnxImporter.Settings;
import io.graphkernel.processor.onnx.OnnxModel;
import io.graphkernel.processor.onnx.OnnxTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tests that others wrote: every model is either right or refused, and the list says which and why. */
class OnnxSuiteTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("onnx-suite");
    private static final Path REFUSED = Path.of("src/test/resources/onnx/refused.txt");
    private static final int GRAPHS_OF_A_CLASS = 30;

    /** Of so many models one is compiled in the short run. */
    private static final int SHARE = CaseCalls.isExhaustive() ? 1 : 8;

    /** Of so many models one is compiled for devices, whose compilers take long. */
    private static final int SHARE_ON_DEVICES = CaseCalls.isExhaustive() ? 16 : 64;

    /** What the vector cores of Ascend have, since what is missing there is listed by op elsewhere. */
    private static final Set<String> ON_ASCEND = Set.of(
            "node/test_add",
            "node/test_clip_example",
            "node/test_exp",
            "node/test_reduce_sum_do_not_keepdims_random",
            "node/test_relu",
            "node/test_softmax_axis_2");

    /** Inputs with no more elements may say a shape. */
    private static final int MOST_OF_A_SHAPE = 64;

    /** Tests whose results do not follow from their model. */
    private static final Map<String, String> FAULTY = Map.of(
            "node/test_adam_multiple", "Data: its results are for an epsilon of 0.01, which its model does not say");

    private static final Map<String, String> REASONS = new TreeMap<>();
    private static final Map<String, List<Graph>> CLASSES = new LinkedHashMap<>();
    private static final List<String> CALLS = new ArrayList<>();
    private static final List<String> DEVICE_CALLS = new ArrayList<>();
    private static final List<Graph> DEVICE_GRAPHS = new ArrayList<>();
    private static final List<String> ASCEND_CALLS = new ArrayList<>();
    private static final List<Graph> ASCEND_GRAPHS = new ArrayList<>();
    private static boolean installed;

    @BeforeAll
    static void importAndCompile() throws IOException, OnnxException {
        List<OnnxTestData.Case> cases = OnnxTestData.find().orElse(List.of());
        installed = !cases.isEmpty();
        int number = 0;
        for (OnnxTestData.Case each : cases) {
            String reason = add(each, number);
            if (!reason.isEmpty()) {
                REASONS.put(each.name(), reason);
            } else {
                number++;
            }
        }
        if (installed) {
            compile("classes", CLASSES, CALLS, System.getProperty("conformance.onnx.targets", "cpu,jvm"));
            compile("devices", Map.of("OnDevices", DEVICE_GRAPHS), DEVICE_CALLS, "cuda,opencl");
            compile("ascend", Map.of("OnAscend", ASCEND_GRAPHS), ASCEND_CALLS, "ascend");
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

    /** Why a model cannot be had; empty if it can. */
    private static String add(OnnxTestData.Case each, int number) throws OnnxException {
        if (FAULTY.containsKey(each.name())) {
            return FAULTY.get(each.name());
        }
        OnnxModel model = each.model();
        if (model.outputs().stream().allMatch(OnnxModel.Port::isTensor)
                && model.inputs().stream().allMatch(OnnxModel.Port::isTensor)) {
            for (OnnxTensor tensor : each.all()) {
                if (tensor.type() == null) {
                    return "Data: the operands and results of the test are of " + tensor.elementType();
                }
            }
        }
        String method = "m" + number;
        Imported imported = OnnxImporter.run(model, method, Settings.NONE);
        List<Integer> known = List.of();
        if (imported.graph().isEmpty()) {
            known = shapes(each, model);
            Map<String, OnnxTensor> constants = new HashMap<>();
            for (int input : known) {
                constants.put(model.inputs().get(input).name(), each.operands().get(input));
            }
            imported = OnnxImporter.run(model, method, new Settings(Map.of(), constants));
        }
        if (imported.graph().isEmpty()) {
            OnnxImporter.Refusal first = imported.refusals().get(0);
            return first.op() + " (" + first.opset() + "): " + first.reason();
        }
        Graph graph = imported.graph().get();
        String parameters = parameters(model, known);
        if (number % SHARE == 0) {
            String name = "Suite" + number / SHARE / GRAPHS_OF_A_CLASS;
            CLASSES.computeIfAbsent(name, any -> new ArrayList<>()).add(graph);
            CALLS.add(call(name, method, each, parameters));
        }
        if (number % SHARE_ON_DEVICES == 0) {
            DEVICE_GRAPHS.add(graph);
            DEVICE_CALLS.add(call("OnDevices", method, each, parameters));
        }
        if (ON_ASCEND.contains(each.name())) {
            ASCEND_GRAPHS.add(graph);
            ASCEND_CALLS.add(call("OnAscend", method, each, parameters));
        }
        return "";
    }

    private static String call(String stub, String method, OnnxTestData.Case each, String parameters) {
        return String.join("\t", GraphTextProcessor.PACKAGE + "." + stub + "Kernels", method, each.name(), parameters);
    }

    /** The operands that are parameters, by their numbers. */
    private static String parameters(OnnxModel model, List<Integer> known) {
        List<String> parameters = new ArrayList<>();
        int operand = 0;
        for (OnnxModel.Port input : model.inputs()) {
            if (!model.initializers().containsKey(input.name())) {
                if (!known.contains(operand)) {
                    parameters.add(Integer.toString(operand));
                }
                operand++;
            }
        }
        return String.join(",", parameters);
    }

    /** Inputs that may say a shape: small ones, not the first, whose values a model would have as constants. */
    private static List<Integer> shapes(OnnxTestData.Case each, OnnxModel model) throws OnnxException {
        List<Integer> inputs = new ArrayList<>();
        if (model.inputs().stream().anyMatch(input -> !input.isTensor())) {
            return inputs;
        }
        List<OnnxTensor> operands = each.operands();
        boolean weightless = model.initializers().isEmpty()
                && operands.size() <= model.inputs().size();
        for (int i = 0; weightless && i < operands.size(); i++) {
            OnnxTensor operand = operands.get(i);
            if (operand.type() != null && operand.dims().size() < 2 && operand.count() <= MOST_OF_A_SHAPE) {
                inputs.add(i);
            }
        }
        return inputs;
    }

    @Test
    void whatIsRefusedIsListed() throws IOException {
        assumeThat(installed).as("the tests of the format are installed").isTrue();
        List<String> lines = new ArrayList<>();
        REASONS.forEach((name, reason) -> lines.add(name + ": " + reason));
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(REFUSED.getParent());
            Files.write(REFUSED, lines);
        }
        assertThat(lines).isEqualTo(Files.readAllLines(REFUSED));
    }

    @Test
    void everyOtherIsRightOnTheCpu() throws IOException, InterruptedException {
        process("classes").onCpu();
    }

    @Test
    void everyOtherIsRightOnTheJvm() throws IOException, InterruptedException {
        process("classes").onJvm();
    }

    @Test
    void aShareIsRightOnOpenCl() throws IOException, InterruptedException {
        process("devices").onOpenCl();
    }

    @Test
    void aShareIsRightOnEmulatedCuda() throws IOException, InterruptedException {
        process("devices").onEmulatedCuda();
    }

    @Test
    void someAreRightOnEmulatedAscend() throws IOException, InterruptedException {
        process("ascend").onEmulatedAscend();
    }

    private static TargetProcess process(String directory) {
        assumeThat(installed).as("the tests of the format are installed").isTrue();
        return new TargetProcess(
                DIRECTORY.resolve(directory),
                OnnxSuiteProgram.class,
                DIRECTORY.resolve(directory + ".txt").toString());
    }
}
