package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Rules of recurrent layers, which unroll the time steps of a sequence of constant length. */
final class RecurrentRules {

    /** Maximum number of steps, at about ten ops each. */
    private static final long MAX_STEPS = 512;

    private static final List<String> DIRECTIONS = List.of("forward", "reverse", "bidirectional");

    private static final Attributes BY_TRANSPOSED =
            Attributes.NONE.with(Attributes.TRANSPOSE_A, false).with(Attributes.TRANSPOSE_B, true);

    private RecurrentRules() {}

    static void addTo(OnnxOps ops) {
        ops.add("RNN", call -> new Layer(call, 1, List.of("Tanh"), RecurrentRules::simple).outputs(false));
        ops.add("GRU", call -> new Layer(call, 3, List.of("Sigmoid", "Tanh"), RecurrentRules::gated).outputs(false));
        ops.add(
                "LSTM",
                call -> new Layer(call, 4, List.of("Sigmoid", "Tanh", "Tanh"), RecurrentRules::longShort)
                        .outputs(true));
    }

    /** State carried to the next step: the hidden state, and for some layers the cell. */
    private record State(Node hidden, Node cell) {}

    private interface Cell {
        State step(Layer layer, Direction direction, Node x, State before) throws TypeException;
    }

    /** Weights of one direction. */
    private record Direction(Node weights, Node recurrence, Node bias, Node recurrentBias, Node peepholes) {}

    private static State simple(Layer layer, Direction d, Node x, State before) throws TypeException {
        Node sum = layer.b.add(layer.inner(d, x), layer.recurrent(d.recurrence(), d.recurrentBias(), before.hidden()));
        return new State(layer.activated(0, sum), null);
    }

    private static State gated(Layer layer, Direction d, Node x, State before) throws TypeException {
        ExpansionBuilder b = layer.b;
        Node inner = layer.inner(d, x);
        Node gates = layer.recurrent(d.recurrence(), d.recurrentBias(), before.hidden());
        Node update = layer.activated(0, b.add(layer.gate(inner, 0), layer.gate(gates, 0)));
        Node reset = layer.activated(0, b.add(layer.gate(inner, 1), layer.gate(gates, 1)));
        Node wanted;
        if (layer.linearBeforeReset) {
            wanted = b.mul(reset, layer.gate(gates, 2));
        } else {
            Node third = layer.call.narrowed(
                    d.recurrence(), 0, layer.hidden.times(Dim.of(2)), layer.hidden.times(Dim.of(3)), 1);
            Node bias = d.recurrentBias() == null ? null : layer.gate(d.recurrentBias(), 2);
            wanted = layer.recurrent(third, bias, b.mul(reset, before.hidden()));
        }
        Node candidate = layer.activated(1, b.add(layer.gate(inner, 2), wanted));
        Node kept = b.mul(update, before.hidden());
        return new State(b.add(b.mul(b.sub(1, update), candidate), kept), null);
    }

    private static State longShort(Layer layer, Direction d, Node x, State before) throws TypeException {
        ExpansionBuilder b = layer.b;
        Node gates = b.add(layer.inner(d, x), layer.recurrent(d.recurrence(), d.recurrentBias(), before.hidden()));
        Node input = layer.activated(0, layer.peeped(d, layer.gate(gates, 0), before.cell(), 0));
        Node forget = layer.activated(0, layer.peeped(d, layer.gate(gates, 2), before.cell(), 2));
        Node candidate = layer.activated(1, layer.gate(gates, 3));
        Node cell = b.add(b.mul(forget, before.cell()), b.mul(input, candidate));
        Node output = layer.activated(0, layer.peeped(d, layer.gate(gates, 1), cell, 1));
        return new State(b.mul(output, layer.activated(2, cell)), cell);
    }

    /** Recurrent layer of one node. */
    private static final class Layer {

        private final OnnxCall call;
        private final ExpansionBuilder b;
        private final Cell cell;
        private final Dim hidden;
        private final boolean linearBeforeReset;
        private final List<String> activations;
        private final int gates;
        private final boolean batchFirst;
        private final String direction;

        Layer(OnnxCall call, int gates, List<String> defaults, Cell cell) throws UnsupportedNodeException {
            this.call = call;
            this.b = call.ops();
            this.cell = cell;
            this.gates = gates;
            this.linearBeforeReset = call.flag("linear_before_reset", false);
            this.batchFirst = call.flag("layout", false);
            this.direction = call.text("direction", "forward");
            if (call.rank(2) != 3) {
                throw new UnsupportedNodeException("its recurrence has " + call.rank(2) + " axes");
            }
            this.hidden = call.dims(2).get(2);
            call.ignore("hidden_size");
            call.only("input_forget", 0);
            List<String> said = call.texts("activations", defaults);
            this.activations = said.subList(0, Math.min(said.size(), defaults.size()));
            // The default of one direction is repeated for two.
            boolean twice = said.equals(repeated(activations));
            if (activations.size() < defaults.size() || said.size() > defaults.size() && !twice) {
                throw new UnsupportedNodeException("its activations are " + said);
            }
            if (!DIRECTIONS.contains(direction)) {
                throw new UnsupportedNodeException("its direction is " + direction);
            }
            for (String activation : activations) {
                if (!List.of("Sigmoid", "Tanh", "Relu").contains(activation)) {
                    throw new UnsupportedNodeException("its activations are " + activations);
                }
            }
        }

        private static List<String> repeated(List<String> texts) {
            return Stream.concat(texts.stream(), texts.stream()).toList();
        }

        Node activated(int number, Node x) throws TypeException {
            String name = activations.get(number);
            return call.op(name.equals("Relu") ? "ReLU" : name, x);
        }

        Node inner(Direction d, Node x) throws TypeException {
            Node product = call.op("MatMul", BY_TRANSPOSED, x, d.weights());
            return d.bias() == null ? product : b.add(product, d.bias());
        }

        Node recurrent(Node weights, Node bias, Node state) throws TypeException {
            Node product = call.op("MatMul", BY_TRANSPOSED, state, weights);
            return bias == null ? product : b.add(product, bias);
        }

        /** Returns the slice of the last axis for one gate. */
        Node gate(Node gates, int number) throws TypeException {
            int last = gates.shape().rank() - 1;
            return call.narrowed(gates, last, hidden.times(Dim.of(number)), hidden.times(Dim.of(number + 1)), 1);
        }

        Node peeped(Direction d, Node gate, Node cellState, int number) throws TypeException {
            return d.peepholes() == null ? gate : b.add(gate, b.mul(cellState, gate(d.peepholes(), number)));
        }

        private Node slice(Node x, int axis, long index) throws TypeException {
            Node slice = call.narrowed(x, axis, Dim.of(index), Dim.of(index + 1), 1);
            List<Dim> dims = new ArrayList<>(x.shape().dims());
            dims.remove(axis);
            return call.reshaped(slice, dims);
        }

        private Node stacked(int axis, List<Node> nodes) throws TypeException {
            List<Node> apart = new ArrayList<>();
            for (Node node : nodes) {
                List<Dim> dims = new ArrayList<>(node.shape().dims());
                dims.add(axis, Dim.ONE);
                apart.add(call.reshaped(node, dims));
            }
            return call.concatenated(axis, apart.toArray(Node[]::new));
        }

        private Direction direction(int number) throws TypeException, UnsupportedNodeException {
            Node bias = null;
            Node recurrentBias = null;
            if (call.has(3)) {
                Node both = slice(call.in(3), 0, number);
                Dim half = hidden.times(Dim.of(gates));
                bias = call.narrowed(both, 0, Dim.ZERO, half, 1);
                recurrentBias = call.narrowed(both, 0, half, half.times(Dim.of(2)), 1);
            }
            Node peepholes = gates == 4 && call.has(7) ? slice(call.in(7), 0, number) : null;
            return new Direction(
                    slice(call.in(1), 0, number), slice(call.in(2), 0, number), bias, recurrentBias, peepholes);
        }

        /** Returns the initial state: given, or zeros. */
        private Node initial(int input, int number, Dim batch, Node like)
                throws TypeException, UnsupportedNodeException {
            return call.has(input)
                    ? slice(call.in(input), batchFirst ? 1 : 0, number)
                    : call.expanded(call.number(0, like), List.of(batch, hidden));
        }

        List<OnnxValue> outputs(boolean withCell) throws TypeException, UnsupportedNodeException {
            Node x = batchFirst ? call.transposed(call.in(0), List.of(1L, 0L, 2L)) : call.in(0);
            if (!(x.shape().dims().get(0) instanceof Dim.Constant steps)
                    || steps.size() > MAX_STEPS
                    || steps.size() < 1) {
                throw new UnsupportedNodeException("it is unrolled, and has "
                        + x.shape().dims().get(0) + " steps; at most " + MAX_STEPS + " are supported");
            }
            if (call.has(4) && !call.numbers(4).stream().allMatch(length -> length == steps.size())) {
                throw new UnsupportedNodeException("its sequences have different lengths");
            }
            int directions = direction.equals("bidirectional") ? 2 : 1;
            Dim batch = x.shape().dims().get(1);
            List<Node> sequences = new ArrayList<>();
            List<Node> lastHidden = new ArrayList<>();
            List<Node> lastCells = new ArrayList<>();
            for (int number = 0; number < directions; number++) {
                boolean backwards = number == 1 || direction.equals("reverse");
                Direction weights = direction(number);
                State state = new State(initial(5, number, batch, x), withCell ? initial(6, number, batch, x) : null);
                List<Node> nodes = new ArrayList<>();
                for (long i = 0; i < steps.size(); i++) {
                    state = cell.step(this, weights, slice(x, 0, backwards ? steps.size() - 1 - i : i), state);
                    nodes.add(state.hidden());
                }
                if (backwards) {
                    Collections.reverse(nodes);
                }
                sequences.add(stacked(0, nodes));
                lastHidden.add(state.hidden());
                lastCells.add(state.cell());
            }
            List<OnnxValue> outputs = new ArrayList<>();
            Node sequence = stacked(1, sequences);
            outputs.add(OnnxValue.of(batchFirst ? call.transposed(sequence, List.of(2L, 0L, 1L, 3L)) : sequence));
            outputs.add(OnnxValue.of(stacked(batchFirst ? 1 : 0, lastHidden)));
            if (withCell) {
                outputs.add(OnnxValue.of(stacked(batchFirst ? 1 : 0, lastCells)));
            }
            return outputs;
        }
    }
}
