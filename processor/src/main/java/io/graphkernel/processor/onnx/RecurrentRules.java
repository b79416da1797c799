package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.ExpansionBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Recurrent layers, unrolled: each time step of a sequence, whose length is known, is ops of its own. */
final class RecurrentRules {

    /** Each step is some ten ops. */
    private static final long MOST_STEPS = 512;

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

    /** What a step hands to the next: the hidden state, and of some layers the cell. */
    private record State(Node hidden, Node cell) {}

    private interface Cell {
        State step(Layer layer, Direction direction, Node x, State before) throws TypeException;
    }

    /** The weights of one direction. */
    private record Direction(Node weights, Node recurrence, Node bias, Node recurrentBias, Node peepholes) {}

    private static State simple(Layer layer, Direction d, Node x, State before) throws TypeException {
        Node sum = layer.b.add(layer.inner(d, x), layer.recurrent(d.recurrence(), d.recurrentBias(), before.hidden()));
        return new State(layer.activated(0, sum), null);
    }

    private static State gated(Layer layer, Direction d, Node x, State before) throws TypeException {
        ExpansionBuilder b = layer.b;
        Node inner = layer.inner(d, x);
        Node all = layer.recurrent(d.recurrence(), d.recurrentBias(), before.hidden());
        Node update = layer.activated(0, b.add(layer.gate(inner, 0), layer.gate(all, 0)));
        Node reset = layer.activated(0, b.add(layer.gate(inner, 1), layer.gate(all, 1)));
        Node wanted;
        if (layer.linearBeforeReset) {
            wanted = b.mul(reset, layer.gate(all, 2));
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
        Node all = b.add(layer.inner(d, x), layer.recurrent(d.recurrence(), d.recurrentBias(), before.hidden()));
        Node input = layer.activated(0, layer.peeped(d, layer.gate(all, 0), before.cell(), 0));
        Node forget = layer.activated(0, layer.peeped(d, layer.gate(all, 2), before.cell(), 2));
        Node candidate = layer.activated(1, layer.gate(all, 3));
        Node cell = b.add(b.mul(forget, before.cell()), b.mul(input, candidate));
        Node output = layer.activated(0, layer.peeped(d, layer.gate(all, 1), cell, 1));
        return new State(b.mul(output, layer.activated(2, cell)), cell);
    }

    /** One node. */
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

        Layer(OnnxCall call, int gates, List<String> defaults, Cell cell) throws Refused {
            this.call = call;
            this.b = call.ops();
            this.cell = cell;
            this.gates = gates;
            this.linearBeforeReset = call.flag("linear_before_reset", false);
            this.batchFirst = call.flag("layout", false);
            this.direction = call.text("direction", "forward");
            if (call.rank(2) != 3) {
                throw new Refused("its recurrence has " + call.rank(2) + " axes");
            }
            this.hidden = call.dims(2).get(2);
            call.ignore("hidden_size");
            call.only("input_forget", 0);
            List<String> said = call.texts("activations", defaults);
            this.activations = said.subList(0, Math.min(said.size(), defaults.size()));
            boolean twice = direction.equals("bidirectional") && said.equals(repeated(activations));
            if (activations.size() < defaults.size() || said.size() > defaults.size() && !twice) {
                throw new Refused("its activations are " + said);
            }
            if (!DIRECTIONS.contains(direction)) {
                throw new Refused("its direction is " + direction);
            }
            for (String activation : activations) {
                if (!List.of("Sigmoid", "Tanh", "Relu").contains(activation)) {
                    throw new Refused("its activations are " + activations);
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

        /** The part of the last axis that belongs to one gate. */
        Node gate(Node all, int number) throws TypeException {
            int last = all.shape().rank() - 1;
            return call.narrowed(all, last, hidden.times(Dim.of(number)), hidden.times(Dim.of(number + 1)), 1);
        }

        Node peeped(Direction d, Node gate, Node cellState, int number) throws TypeException {
            return d.peepholes() == null ? gate : b.add(gate, b.mul(cellState, gate(d.peepholes(), number)));
        }

        private Node slice(Node x, int axis, long index) throws TypeException {
            Node part = call.narrowed(x, axis, Dim.of(index), Dim.of(index + 1), 1);
            List<Dim> dims = new ArrayList<>(x.shape().dims());
            dims.remove(axis);
            return call.reshaped(part, dims);
        }

        private Node stacked(int axis, List<Node> parts) throws TypeException {
            List<Node> apart = new ArrayList<>();
            for (Node part : parts) {
                List<Dim> dims = new ArrayList<>(part.shape().dims());
                dims.add(axis, Dim.ONE);
                apart.add(call.reshaped(part, dims));
            }
            return call.concatenated(axis, apart.toArray(Node[]::new));
        }

        private Direction direction(int number) throws TypeException, Refused {
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

        /** The state before the first step: given, or zeros. */
        private Node initial(int input, int number, Dim batch, Node like) throws TypeException, Refused {
            return call.has(input)
                    ? slice(call.in(input), batchFirst ? 1 : 0, number)
                    : call.expanded(call.number(0, like), List.of(batch, hidden));
        }

        List<OnnxValue> outputs(boolean withCell) throws TypeException, Refused {
            Node x = batchFirst ? call.transposed(call.in(0), List.of(1L, 0L, 2L)) : call.in(0);
            if (!(x.shape().dims().get(0) instanceof Dim.Constant steps)
                    || steps.size() > MOST_STEPS
                    || steps.size() < 1) {
                throw new Refused("it is unrolled, and has " + x.shape().dims().get(0) + " steps; at most " + MOST_STEPS
                        + " can be had");
            }
            if (call.has(4) && !call.numbers(4).stream().allMatch(length -> length == steps.size())) {
                throw new Refused("its sequences have different lengths");
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
                List<Node> all = new ArrayList<>();
                for (long i = 0; i < steps.size(); i++) {
                    state = cell.step(this, weights, slice(x, 0, backwards ? steps.size() - 1 - i : i), state);
                    all.add(state.hidden());
                }
                if (backwards) {
                    Collections.reverse(all);
                }
                sequences.add(stacked(0, all));
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
