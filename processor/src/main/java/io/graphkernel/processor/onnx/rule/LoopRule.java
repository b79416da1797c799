package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.LoopBody;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.util.ArrayList;
import java.util.List;

/** Rule of {@code Loop}, whose number of iterations is known before it starts. */
final class LoopRule {

    /** Inputs before the carried values: the maximum number of iterations, and the condition. */
    private static final int FIRST_CARRIED = 2;

    private LoopRule() {}

    static void addTo(OnnxOps ops) {
        ops.add("Loop", LoopRule::build);
    }

    private static List<OnnxValue> build(OnnxCall call) throws TypeException, UnsupportedNodeException {
        OnnxGraph body = call.subgraph("body");
        int carried = Math.max(0, call.inputCount() - FIRST_CARRIED);
        if (body.inputs().size() != carried + FIRST_CARRIED || body.outputs().size() <= carried) {
            throw new UnsupportedNodeException("its body has " + body.inputs().size() + " inputs and "
                    + body.outputs().size() + " outputs for " + carried + " carried values");
        }
        boolean starts = true;
        if (call.has(1)) {
            starts = call.value(1)
                            .number()
                            .orElseThrow(() -> dependent(call.inputName(1)))
                            .doubleValue()
                    != 0;
        }
        LoopBody loop = new LoopBody(call, "iteration");
        OnnxCall inside = loop.inside();
        List<OnnxValue> inputs = new ArrayList<>();
        inputs.add(number(body.inputs().get(0), DataType.I64, loop.iteration()));
        inputs.add(number(body.inputs().get(1), DataType.BOOL, Dim.ONE));
        List<OnnxValue> unchanged = new ArrayList<>();
        List<Node> states = new ArrayList<>();
        for (int i = 0; i < carried; i++) {
            OnnxValue value = call.value(i + FIRST_CARRIED);
            boolean changes = !body.isPassed(
                    body.inputs().get(i + FIRST_CARRIED), body.outputs().get(i + 1));
            unchanged.add(changes ? null : value);
            if (changes) {
                Node state = loop.carry(value.whole(call));
                states.add(state);
                inputs.add(OnnxValue.of(state));
            } else {
                inputs.add(loop.capture(value));
            }
        }
        List<OnnxValue> outputs = inside.imported(body, inputs, loop::capture);
        boolean continues = outputs.get(0)
                        .number()
                        .orElseThrow(() -> dependent("'" + body.outputs().get(0).name() + "'"))
                        .doubleValue()
                != 0;
        List<Node> next = new ArrayList<>();
        for (int i = 0; i < carried; i++) {
            if (unchanged.get(i) == null) {
                List<Dim> dims = states.get(next.size()).shape().dims();
                next.add(inside.matched(outputs.get(i + 1).whole(inside), dims, -1));
            }
        }
        List<Node> slices = new ArrayList<>();
        for (OnnxValue output : outputs.subList(carried + 1, outputs.size())) {
            slices.add(output.whole(inside));
        }
        List<Node> results = loop.add(trips(call, starts, continues), next, slices);
        List<OnnxValue> values = new ArrayList<>();
        int result = 0;
        for (OnnxValue value : unchanged) {
            values.add(value == null ? OnnxValue.of(results.get(result++)) : value);
        }
        results.subList(result, results.size()).forEach(stack -> values.add(OnnxValue.of(stack)));
        return values;
    }

    /** Returns a number that is an input of the body, with the axes that the body declares. */
    private static OnnxValue number(Port port, DataType dtype, Dim number) {
        List<Dim> dims = port.dims() == null || port.dims().isEmpty() ? List.of() : List.of(Dim.ONE);
        return OnnxValue.of(dtype, dims, List.of(number));
    }

    private static UnsupportedNodeException dependent(String condition) {
        return new UnsupportedNodeException(
                "its condition " + condition + " depends on elements; only the number of iterations can end it");
    }

    private static Dim trips(OnnxCall call, boolean starts, boolean continues) throws UnsupportedNodeException {
        call.has(0);
        if (!starts) {
            return Dim.ZERO;
        }
        if (!call.has(0)) {
            if (continues) {
                throw new UnsupportedNodeException(
                        "it never ends: it has neither a number of iterations nor a condition");
            }
            return Dim.ONE;
        }
        List<Dim> given = call.value(0)
                .known()
                .filter(known -> known.size() == 1)
                .orElseThrow(() -> new UnsupportedNodeException("its number of iterations " + call.inputName(0)
                        + " is computed or given by the caller; if it is an input, inputValues can"
                        + " make it a constant"));
        Dim trips = given.get(0).isNonNegative() ? given.get(0) : given.get(0).max(Dim.ZERO);
        return continues ? trips : trips.min(Dim.ONE);
    }
}
