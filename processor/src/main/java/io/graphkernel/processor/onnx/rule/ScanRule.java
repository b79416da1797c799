package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.onnx.node.LoopBody;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rule of {@code Scan}: a loop over the positions of an axis of its inputs. */
final class ScanRule {

    /** First version whose operands have no batch axis. */
    private static final long WITHOUT_BATCH = 9;

    private ScanRule() {}

    static void addTo(OnnxOps ops) {
        ops.add("Scan", call -> call.opset() < WITHOUT_BATCH ? batched(call) : new Scan(call).build(call));
    }

    /** Axes and directions of one node. */
    private static final class Scan {

        private final OnnxGraph body;
        private final int states;
        private final List<Long> axes;
        private final List<Long> backwards;
        private final List<Long> outputAxes;
        private final List<Long> prepended;

        Scan(OnnxCall call) throws UnsupportedNodeException {
            boolean batched = call.opset() < WITHOUT_BATCH;
            int first = batched ? 1 : 0;
            int scanned = (int) call.integer("num_scan_inputs", 0);
            this.body = call.subgraph("body");
            this.states = call.inputCount() - first - scanned;
            int inputs = call.inputCount() - first;
            if (scanned < 1
                    || states < 0
                    || body.inputs().size() != inputs
                    || body.outputs().size() < states
                    || body.outputs().size() != call.outputCount()) {
                throw new UnsupportedNodeException("its body has "
                        + body.inputs().size() + " inputs and " + body.outputs().size() + " outputs, and it has "
                        + inputs + " and " + call.outputCount());
            }
            int stacks = body.outputs().size() - states;
            this.axes = batched ? zeros(scanned) : list(call, "scan_input_axes", scanned);
            this.backwards = list(call, batched ? "directions" : "scan_input_directions", scanned);
            this.outputAxes = batched ? zeros(stacks) : list(call, "scan_output_axes", stacks);
            this.prepended = batched ? zeros(stacks) : list(call, "scan_output_directions", stacks);
        }

        private static List<Long> list(OnnxCall call, String name, int size) throws UnsupportedNodeException {
            List<Long> numbers = call.integers(name, zeros(size));
            if (numbers.size() != size) {
                throw new UnsupportedNodeException("its " + name + " are " + numbers);
            }
            return numbers;
        }

        private static List<Long> zeros(int count) {
            return Collections.nCopies(count, 0L);
        }

        List<OnnxValue> build(OnnxCall call) throws TypeException, UnsupportedNodeException {
            List<Node> inputs = new ArrayList<>();
            for (int i = 0; i < call.inputCount(); i++) {
                inputs.add(call.value(i).whole(call));
            }
            return add(call, inputs, UnaryOperator.identity()).stream()
                    .map(OnnxValue::of)
                    .toList();
        }

        /**
         * Adds the loop.
         *
         * @param call receives the loop
         * @param inputs initial states, then the scanned inputs
         * @param outer function from a value of the graph around the node to the value in the graph of the call
         * @return final states, then the stacks
         */
        List<Node> add(OnnxCall call, List<Node> inputs, UnaryOperator<OnnxValue> outer)
                throws TypeException, UnsupportedNodeException {
            LoopBody loop = new LoopBody(call, "position");
            OnnxCall inside = loop.inside();
            List<OnnxValue> values = new ArrayList<>();
            List<Node> carried = new ArrayList<>();
            for (Node state : inputs.subList(0, states)) {
                carried.add(loop.carry(state));
                values.add(OnnxValue.of(carried.get(carried.size() - 1)));
            }
            Dim trips = null;
            for (int i = 0; i < axes.size(); i++) {
                Node x = inputs.get(states + i);
                int axis = call.axis(axes.get(i), x.shape().rank());
                Dim size = x.shape().dims().get(axis);
                if (trips == null) {
                    trips = size;
                }
                call.requireEqual(trips, size, "its inputs have unequal sizes along the scanned axes");
                if (axis > 0 && axis == x.shape().rank() - 1) {
                    x = leading(call, x, axis);
                    axis = 0;
                }
                Dim position = backwards.get(i) != 0 ? size.minus(Dim.ONE).minus(loop.iteration()) : loop.iteration();
                values.add(OnnxValue.of(inside.slice(loop.capture(x), axis, position)));
            }
            List<OnnxValue> outputs = inside.imported(body, values, value -> loop.capture(outer.apply(value)));
            List<Node> next = new ArrayList<>();
            for (int i = 0; i < states; i++) {
                List<Dim> dims = carried.get(i).shape().dims();
                next.add(inside.matched(outputs.get(i).whole(inside), dims, -1));
            }
            List<Node> slices = new ArrayList<>();
            for (OnnxValue output : outputs.subList(states, outputs.size())) {
                slices.add(output.whole(inside));
            }
            List<Node> results = new ArrayList<>(loop.add(trips, next, slices));
            for (int i = 0; i < slices.size(); i++) {
                results.set(states + i, ordered(call, results.get(states + i), i));
            }
            return results;
        }

        /** Returns an operand with its last axis in front, so that the slice of a position is contiguous. */
        private static Node leading(OnnxCall call, Node x, long axis) throws TypeException {
            List<Long> permutation = new ArrayList<>(List.of(axis));
            for (long other = 0; other < axis; other++) {
                permutation.add(other);
            }
            return call.op(BasicOps.COPY, Attributes.NONE, call.transposed(x, permutation));
        }

        /** Returns a stack in the order of the output, with the new axis at its position. */
        private Node ordered(OnnxCall call, Node stack, int output) throws TypeException, UnsupportedNodeException {
            Attributes first = Attributes.NONE.with(Attributes.AXES, List.of(0L));
            Node ascending = prepended.get(output) != 0 ? call.op(ViewKind.REVERSE.op(), first, stack) : stack;
            return call.moved(
                    ascending, call.axis(outputAxes.get(output), stack.shape().rank()));
        }
    }

    /** Builds a scan of version 8, whose operands have a batch axis that its body lacks: a loop over the batch. */
    private static List<OnnxValue> batched(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Scan scan = new Scan(call);
        Node first = call.value(1).whole(call);
        Dim batch = first.shape().dims().get(0);
        LoopBody loop = new LoopBody(call, "batch");
        List<Node> inputs = new ArrayList<>();
        for (int i = 1; i < call.inputCount(); i++) {
            Node x = call.value(i).whole(call);
            call.requireEqual(batch, x.shape().dims().get(0), "its inputs have unequal batch sizes");
            inputs.add(loop.inside().slice(loop.capture(x), 0, loop.iteration()));
            if (i > scan.states) {
                requireLength(call, x.shape().dims().get(1));
            }
        }
        List<Node> results = scan.add(loop.inside(), inputs, loop::capture);
        return loop.add(batch, List.of(), results).stream().map(OnnxValue::of).toList();
    }

    private static void requireLength(OnnxCall call, Dim length) throws UnsupportedNodeException {
        if (call.has(0) && !call.sizes(0).stream().allMatch(length::equals)) {
            throw new UnsupportedNodeException("its sequences have different lengths");
        }
    }
}
