package io.graphkernel.conformance.onnx;

import io.graphkernel.processor.onnx.OnnxImporter;
import io.graphkernel.processor.onnx.OnnxImporter.Imported;
import io.graphkernel.processor.onnx.OnnxImporter.Settings;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A model of a suite as imported: first unchanged, and if that is rejected with constants in place of operands that may be
 * shapes.
 *
 * @param model the parsed file
 * @param known indices of the operands that are constants
 * @param settings options of the importer
 * @param imported the imported graph
 */
record SuiteModel(ParsedModel model, List<Integer> known, Settings settings, Imported imported) {

    /** Inputs with no more elements may say a shape. */
    private static final int MAX_OF_A_SHAPE = 64;

    static SuiteModel of(OnnxTestData.Case test, String method) throws OnnxException {
        ParsedModel model = test.model();
        Imported imported = OnnxImporter.run(model, method, Settings.NONE);
        if (imported.graph().isPresent()) {
            return new SuiteModel(model, List.of(), Settings.NONE, imported);
        }
        List<Integer> known = shapes(test, model);
        Map<String, OnnxTensor> constants = new HashMap<>();
        for (int input : known) {
            constants.put(model.inputs().get(input).name(), test.operands().get(input));
        }
        Settings settings = new Settings(Map.of(), constants);
        return new SuiteModel(model, known, settings, OnnxImporter.run(model, method, settings));
    }

    /** Returns the reason why the model is not supported; empty if it is. */
    String reason() {
        if (imported.graph().isPresent()) {
            return "";
        }
        OnnxImporter.UnsupportedNode first = imported.refusals().get(0);
        return first.op() + " (" + first.opset() + "): " + first.reason();
    }

    /** Returns the operands that are parameters, by their indices. */
    String parameters() {
        List<String> parameters = new ArrayList<>();
        int operand = 0;
        for (ParsedModel.Port input : model.inputs()) {
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
    private static List<Integer> shapes(OnnxTestData.Case test, ParsedModel model) throws OnnxException {
        List<Integer> inputs = new ArrayList<>();
        if (model.inputs().stream().anyMatch(input -> !input.isTensor())) {
            return inputs;
        }
        List<OnnxTensor> operands = test.operands();
        boolean weightless = model.initializers().isEmpty()
                && operands.size() <= model.inputs().size();
        for (int i = 0; weightless && i < operands.size(); i++) {
            OnnxTensor operand = operands.get(i);
            if (operand.type() != null && operand.dims().size() < 2 && operand.count() <= MAX_OF_A_SHAPE) {
                inputs.add(i);
            }
        }
        return inputs;
    }
}
