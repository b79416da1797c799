package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.LoopBody;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxSequence;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rule of {@code Loop}, whose number of iterations is known before it starts. */
final class LoopRule {

    /** Inputs before the carried values: the maximum number of iterations, and the condition. */
    private static final int FIRST_CARRIED = 2;

    private final OnnxCall call;
    private final OnnxGraph body;
    private final int carried;
    private final LoopBody loop;
    private final OnnxCall inside;
    /** Parameters of the body for carried tensors; null for sequences, and for values that iterations pass on. */
    private final List<Node> states = new ArrayList<>();
    /** True for carried values that are sequences. */
    private final List<Boolean> sequences = new ArrayList<>();

    private LoopRule(OnnxCall call, OnnxGraph body, int carried) {
        this.call = call;
        this.body = body;
        this.carried = carried;
        this.loop = new LoopBody(call, "iteration");
        this.inside = loop.inside();
    }

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
        return new LoopRule(call, body, carried).outputs(starts);
    }

    private List<OnnxValue> outputs(boolean starts) throws TypeException, UnsupportedNodeException {
        List<OnnxValue> inputs = new ArrayList<>();
        inputs.add(number(body.inputs().get(0), DataType.I64, loop.iteration()));
        inputs.add(number(body.inputs().get(1), DataType.BOOL, Dim.ONE));
        for (int i = 0; i < carried; i++) {
            inputs.add(input(i));
        }
        List<Port> used = new ArrayList<>(body.outputs());
        for (int i = carried; i < call.outputCount() && i + 1 < used.size(); i++) {
            used.set(i + 1, call.isUsed(i) ? used.get(i + 1) : Port.NONE);
        }
        List<OnnxValue> outputs = inside.imported(body.withOutputs(used), inputs, loop::capture);
        boolean continues = outputs.get(0)
                        .number()
                        .orElseThrow(() -> dependent("'" + body.outputs().get(0).name() + "'"))
                        .doubleValue()
                != 0;
        List<Node> next = new ArrayList<>();
        List<Node> slices = new ArrayList<>();
        for (int i = 0; i < carried; i++) {
            OnnxValue output = outputs.get(i + 1);
            if (states.get(i) != null) {
                requireTensor(output);
                next.add(inside.matched(
                        output.whole(inside), states.get(i).shape().dims(), -1));
            } else if (sequences.get(i)) {
                slices.add(appended(output).whole(inside));
            }
        }
        for (OnnxValue output : outputs.subList(carried + 1, outputs.size())) {
            if (output != null) {
                requireTensor(output);
                slices.add(output.whole(inside));
            }
        }
        List<Node> results = loop.add(trips(call, starts, continues), next, slices);
        return results(results.subList(0, next.size()), results.subList(next.size(), results.size()), outputs);
    }

    /** Returns a carried value at the begin of an iteration. */
    private OnnxValue input(int number) throws UnsupportedNodeException, TypeException {
        OnnxValue value = call.any(number + FIRST_CARRIED);
        boolean passed = body.isPassed(
                body.inputs().get(number + FIRST_CARRIED), body.outputs().get(number + 1));
        boolean isSequence = value.sequence().isPresent();
        sequences.add(isSequence && !passed);
        states.add(passed || isSequence ? null : loop.carry(value.whole(call)));
        if (passed) {
            return loop.capture(value);
        }
        if (!isSequence) {
            return OnnxValue.of(states.get(number));
        }
        if (value.sequence().get().stack().isPresent()
                || value.sequence().get().isCarried()
                || !value.sequence().get().items().isEmpty()) {
            throw new UnsupportedNodeException("it changes a sequence that has tensors before the loop");
        }
        return OnnxValue.of(OnnxSequence.carried());
    }

    private static void requireTensor(OnnxValue value) throws UnsupportedNodeException {
        if (value.sequence().isPresent()) {
            throw new UnsupportedNodeException("its body gives a sequence for a tensor");
        }
    }

    /** Returns the tensor that an iteration appends to a sequence. */
    private static OnnxValue appended(OnnxValue output) throws UnsupportedNodeException {
        Optional<OnnxSequence> sequence = output.sequence()
                .filter(value -> value.isCarried() && value.items().size() == 1);
        if (sequence.isEmpty()) {
            throw new UnsupportedNodeException("an iteration does not append one tensor to the sequence it carries");
        }
        OnnxValue item = sequence.get().items().get(0);
        requireTensor(item);
        return item;
    }

    /** Returns the outputs of the node: final carried values, then stacks. */
    private List<OnnxValue> results(List<Node> last, List<Node> stacks, List<OnnxValue> outputs)
            throws UnsupportedNodeException {
        List<OnnxValue> results = new ArrayList<>();
        int state = 0;
        int stack = 0;
        for (int i = 0; i < carried; i++) {
            if (states.get(i) != null) {
                results.add(OnnxValue.of(last.get(state++)));
            } else {
                results.add(
                        sequences.get(i)
                                ? OnnxValue.of(OnnxSequence.ofStack(stacks.get(stack++)))
                                : call.any(i + FIRST_CARRIED));
            }
        }
        for (OnnxValue output : outputs.subList(carried + 1, outputs.size())) {
            results.add(output == null ? null : OnnxValue.of(stacks.get(stack++)));
        }
        return results;
    }

    /** Returns a number that is an input of the body, with the axes that the body declares. */
    private static OnnxValue number(Port port, DataType dtype, Dim number) {
        List<Dim> dims = port.dims() == null || port.dims().isEmpty() ? List.of() : List.of(Dim.ONE);
        return OnnxValue.of(dtype, dims, List.of(number));
    }

    private static UnsupportedNodeException dependent(String condition) {
        return new UnsupportedNodeException("its condition " + condition
                + " is computed or given by the caller; only a number of iterations can end a loop");
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
