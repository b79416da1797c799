package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.Loop;
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

/**
 * Rule of {@code Loop}. A loop whose condition or number of iterations is computed has no stacked outputs and no grown
 * sequences, since their length would be known only after the call.
 */
final class LoopRule {

    /** Inputs before the carried values: the maximum number of iterations, and the condition. */
    private static final int FIRST_CARRIED = 2;

    private static final String AND = "LogicalAnd";
    private static final String LESS = "Less";

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
        return new LoopRule(call, body, carried).outputs();
    }

    private List<OnnxValue> outputs() throws TypeException, UnsupportedNodeException {
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
        List<Node> results = added(outputs.get(0), next, slices);
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

    private List<Node> added(OnnxValue continues, List<Node> next, List<Node> slices)
            throws TypeException, UnsupportedNodeException {
        OnnxValue starts = call.has(1) ? call.value(1) : scalar(DataType.BOOL, Dim.ONE);
        Optional<Dim> trips = trips();
        if (starts.number().isPresent() && continues.number().isPresent() && trips.isPresent()) {
            return loop.add(trips(trips.get(), isTrue(starts), isTrue(continues)), next, slices);
        }
        if (!slices.isEmpty()) {
            String open = trips.isEmpty()
                    ? "number of iterations " + call.inputName(0)
                    : "condition "
                            + (starts.number().isPresent()
                                    ? "'" + body.outputs().get(0).name() + "'"
                                    : call.inputName(1));
            throw new UnsupportedNodeException(
                    "its " + open + " is computed or given by the caller, and stacked outputs"
                            + " have a slice per iteration; inputValues can make an input a constant");
        }
        Node first = scalar(call, starts);
        Node another = scalar(inside, continues);
        if (trips.isEmpty()) {
            Node bound = scalar(call, call.value(0));
            Node zero = scalar(call, scalar(DataType.I64, Dim.ZERO));
            Node count = scalar(inside, scalar(DataType.I64, loop.iteration().plus(Dim.ONE)));
            first = call.op(AND, first, call.op(LESS, zero, bound));
            another = inside.op(AND, another, inside.op(LESS, count, loop.capture(bound)));
        }
        return loop.add(trips.orElse(Loop.UNBOUNDED), first, another, next);
    }

    private static boolean isTrue(OnnxValue condition) {
        return condition.number().orElseThrow().doubleValue() != 0;
    }

    private static OnnxValue scalar(DataType dtype, Dim value) {
        return OnnxValue.of(dtype, List.of(), List.of(value));
    }

    private static Node scalar(OnnxCall call, OnnxValue value) throws TypeException {
        return call.reshaped(value.whole(call), List.of());
    }

    /** Returns the maximum number of iterations; empty if it is computed or given by the caller. */
    private Optional<Dim> trips() throws UnsupportedNodeException {
        if (!call.has(0)) {
            return Optional.of(Loop.UNBOUNDED);
        }
        Optional<List<Dim>> given = call.value(0).known().filter(known -> known.size() == 1);
        return given.map(known -> known.get(0)).map(trips -> {
            boolean isUnbounded =
                    trips instanceof Dim.Constant constant && constant.size() >= DimCondition.MAX_ELEMENTS;
            return isUnbounded ? Loop.UNBOUNDED : trips.isNonNegative() ? trips : trips.max(Dim.ZERO);
        });
    }

    /** Returns the number of iterations of a loop whose condition is constant. */
    private static Dim trips(Dim bound, boolean starts, boolean continues) throws UnsupportedNodeException {
        if (!starts) {
            return Dim.ZERO;
        }
        if (!continues) {
            return bound.min(Dim.ONE);
        }
        if (bound.equals(Loop.UNBOUNDED)) {
            throw new UnsupportedNodeException("it never ends: it has neither a number of iterations nor a condition");
        }
        return bound;
    }
}
