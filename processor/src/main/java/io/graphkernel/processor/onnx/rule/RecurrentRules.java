package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.onnx.block.RecurrentCell;
import io.graphkernel.processor.onnx.node.LoopBody;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules of recurrent layers: loops over the steps of a sequence. The products of all steps with the weights of the input
 * are one matmul before the loop.
 */
final class RecurrentRules {

    private static final List<String> DIRECTIONS = List.of("forward", "reverse", "bidirectional");

    private static final Attributes BY_TRANSPOSED =
            Attributes.NONE.with(Attributes.TRANSPOSE_A, false).with(Attributes.TRANSPOSE_B, true);

    private RecurrentRules() {}

    static void addTo(OnnxOps ops) {
        ops.add("RNN", call -> new Layer(call, RecurrentCell.Kind.RNN).outputs());
        ops.add("GRU", call -> new Layer(call, RecurrentCell.Kind.GRU).outputs());
        ops.add("LSTM", call -> new Layer(call, RecurrentCell.Kind.LSTM).outputs());
    }

    /** Recurrent layer of one node. */
    private static final class Layer {

        private final OnnxCall call;
        private final RecurrentCell.Kind kind;
        private final Dim hidden;
        private final boolean linearBeforeReset;
        private final boolean batchFirst;
        private final String direction;
        private final int directions;
        private final Node x;
        private final Dim steps;
        private final Dim batch;
        /** Length of each sequence, as a column of i64; null if all have all steps. */
        private final Node lengths;

        private final List<Node> sequences = new ArrayList<>();
        private final List<List<Node>> last = new ArrayList<>();

        Layer(OnnxCall call, RecurrentCell.Kind kind) throws TypeException, UnsupportedNodeException {
            this.call = call;
            this.kind = kind;
            this.linearBeforeReset = kind == RecurrentCell.Kind.GRU && call.flag("linear_before_reset", false);
            this.batchFirst = call.flag("layout", false);
            this.direction = call.text("direction", "forward");
            if (call.rank(2) != 3) {
                throw new UnsupportedNodeException("its recurrence has " + call.rank(2) + " axes");
            }
            if (!DIRECTIONS.contains(direction)) {
                throw new UnsupportedNodeException("its direction is " + direction);
            }
            this.directions = direction.equals("bidirectional") ? 2 : 1;
            this.hidden = call.dims(2).get(2);
            call.ignore("hidden_size");
            call.only("input_forget", 0);
            this.x = batchFirst ? call.transposed(call.in(0), List.of(1L, 0L, 2L)) : call.in(0);
            this.steps = x.shape().dims().get(0);
            this.batch = x.shape().dims().get(1);
            this.lengths = lengths();
        }

        /** Returns the lengths, unless they are known to be all steps. */
        private Node lengths() throws TypeException, UnsupportedNodeException {
            boolean isWhole = !call.has(4)
                    || call.value(4)
                            .known()
                            .filter(known -> known.stream().allMatch(steps::equals))
                            .isPresent();
            if (isWhole) {
                return null;
            }
            Node given = call.cast(call.value(4).whole(call), DataType.I64);
            return call.reshaped(call.matched(given, List.of(batch), -1), List.of(batch, Dim.ONE));
        }

        List<OnnxValue> outputs() throws TypeException, UnsupportedNodeException {
            for (int i = 0; i < kind.states(); i++) {
                last.add(new ArrayList<>());
            }
            for (int i = 0; i < directions; i++) {
                add(i);
            }
            List<OnnxValue> outputs = new ArrayList<>();
            Node sequence = stacked(1, sequences);
            outputs.add(OnnxValue.of(batchFirst ? call.transposed(sequence, List.of(2L, 0L, 1L, 3L)) : sequence));
            for (List<Node> states : last) {
                outputs.add(OnnxValue.of(stacked(batchFirst ? 1 : 0, states)));
            }
            return outputs;
        }

        /** Adds the loop of one direction. */
        private void add(int number) throws TypeException, UnsupportedNodeException {
            boolean backwards = number == 1 || direction.equals("reverse");
            LoopBody loop = new LoopBody(call, "step");
            OnnxCall inside = loop.inside();
            Dim step = backwards ? steps.minus(Dim.ONE).minus(loop.iteration()) : loop.iteration();
            Weights weights = new Weights(number);
            Node product = inside.slice(loop.capture(inner(weights)), 0, step);
            List<Node> states = new ArrayList<>();
            for (int i = 0; i < kind.states(); i++) {
                states.add(loop.carry(initial(5 + i, number)));
            }
            RecurrentCell cell = new RecurrentCell(
                    inside,
                    kind,
                    hidden,
                    number,
                    directions,
                    weights.recurrence.stream().map(loop::capture).toList(),
                    weights.recurrentBias == null
                            ? null
                            : weights.recurrentBias.stream().map(loop::capture).toList(),
                    weights.peepholes == null ? null : loop.capture(weights.peepholes));
            List<Node> next = new ArrayList<>(cell.step(product, states));
            Node output = next.get(0);
            if (lengths != null) {
                Node position = inside.add(Node.dimension(step, DataType.I64));
                Node isInside = inside.op("Greater", Attributes.NONE, loop.capture(lengths), position);
                output = inside.ops().select(isInside, output, 0);
                for (int i = 0; i < next.size(); i++) {
                    next.set(i, inside.ops().select(isInside, next.get(i), states.get(i)));
                }
            }
            List<Node> results = loop.add(steps, next, List.of(output));
            Node stack = results.get(states.size());
            Attributes first = Attributes.NONE.with(Attributes.AXES, List.of(0L));
            sequences.add(backwards ? call.op(ViewKind.REVERSE.op(), first, stack) : stack);
            for (int i = 0; i < states.size(); i++) {
                last.get(i).add(results.get(i));
            }
        }

        /** Weights of one direction. */
        private final class Weights {

            private final Node input;
            private final List<Node> recurrence;
            private final Node bias;
            private final List<Node> recurrentBias;
            private final Node peepholes;

            Weights(int number) throws TypeException, UnsupportedNodeException {
                input = slice(call.in(1), 0, number);
                recurrence = byProduct(slice(call.in(2), 0, number));
                Node both = call.has(3) ? slice(call.in(3), 0, number) : null;
                Dim half = hidden.times(Dim.of(kind.gates()));
                bias = both == null ? null : call.narrowed(both, 0, Dim.ZERO, half, 1);
                recurrentBias = both == null ? null : byProduct(call.narrowed(both, 0, half, half.times(Dim.of(2)), 1));
                peepholes = kind.hasPeepholes() && call.has(7) ? slice(call.in(7), 0, number) : null;
            }
        }

        /** Returns the rows of each product with the hidden state, which is sliced outside the loop. */
        private List<Node> byProduct(Node rows) throws TypeException {
            List<Node> products = new ArrayList<>();
            Dim begin = Dim.ZERO;
            for (int gates : kind.products(linearBeforeReset)) {
                Dim end = begin.plus(hidden.times(Dim.of(gates)));
                products.add(gates == kind.gates() ? rows : call.narrowed(rows, 0, begin, end, 1));
                begin = end;
            }
            return products;
        }

        /** Returns the products of all steps with the weights of the input, plus the bias. */
        private Node inner(Weights weights) throws TypeException {
            Dim size = x.shape().dims().get(2);
            Node rows = call.reshaped(x, List.of(steps.times(batch), size));
            Node product = call.op("MatMul", BY_TRANSPOSED, rows, weights.input);
            Node sum = weights.bias == null ? product : call.ops().add(product, weights.bias);
            return call.reshaped(sum, List.of(steps, batch, hidden.times(Dim.of(kind.gates()))));
        }

        /** Returns an initial state: given, or zeros. */
        private Node initial(int input, int number) throws TypeException, UnsupportedNodeException {
            return call.has(input)
                    ? call.matched(slice(call.in(input), batchFirst ? 1 : 0, number), List.of(batch, hidden), -1)
                    : call.expanded(call.number(0, x), List.of(batch, hidden));
        }

        private Node slice(Node tensor, int axis, long index) throws TypeException {
            Node slice = call.narrowed(tensor, axis, Dim.of(index), Dim.of(index + 1), 1);
            List<Dim> dims = new ArrayList<>(tensor.shape().dims());
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
    }
}
