package io.graphkernel.processor.onnx.block;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.List;

/** One step of a recurrent layer in one direction. */
public final class RecurrentCell {

    private static final List<String> ACTIVATIONS = List.of("Sigmoid", "Tanh", "Relu");

    private static final Attributes BY_TRANSPOSED =
            Attributes.NONE.with(Attributes.TRANSPOSE_A, false).with(Attributes.TRANSPOSE_B, true);

    /** Layers by the gates of their steps. */
    public enum Kind {
        RNN(1, 1, List.of("Tanh")),
        GRU(3, 1, List.of("Sigmoid", "Tanh")),
        LSTM(4, 2, List.of("Sigmoid", "Tanh", "Tanh"));

        private final int gates;
        private final int states;
        private final List<String> activations;

        Kind(int gates, int states, List<String> activations) {
            this.gates = gates;
            this.states = states;
            this.activations = activations;
        }

        public int gates() {
            return gates;
        }

        /** Returns the number of carried values: the hidden state, and for some layers the cell. */
        public int states() {
            return states;
        }

        /** Returns the number of gates in each product with the hidden state. */
        public List<Integer> products(boolean linearBeforeReset) {
            return this == GRU && !linearBeforeReset ? List.of(2, 1) : List.of(gates);
        }

        public boolean hasPeepholes() {
            return this == LSTM;
        }
    }

    private final OnnxCall call;
    private final ExpansionBuilder b;
    private final Kind kind;
    private final Dim hidden;
    private final List<Node> recurrence;
    private final List<Node> bias;
    private final Node peepholes;
    private final List<String> activations;
    private final boolean isClipped;
    private final double clip;

    /**
     * Creates the step of one direction.
     *
     * @param call receives the ops
     * @param hidden size of the hidden state
     * @param direction index of the direction
     * @param directions number of directions
     * @param recurrence weights of the hidden state, by product
     * @param bias bias of the hidden state, by product, or null
     * @param peepholes weights of the cell in the gates, or null
     */
    public RecurrentCell(
            OnnxCall call,
            Kind kind,
            Dim hidden,
            int direction,
            int directions,
            List<Node> recurrence,
            List<Node> bias,
            Node peepholes)
            throws UnsupportedNodeException {
        this.call = call;
        this.b = call.ops();
        this.kind = kind;
        this.hidden = hidden;
        this.recurrence = recurrence;
        this.bias = bias;
        this.peepholes = peepholes;
        this.isClipped = call.has("clip");
        this.clip = call.real("clip", 0);
        this.activations = activations(direction, directions);
    }

    private List<String> activations(int direction, int directions) throws UnsupportedNodeException {
        List<String> given = call.texts("activations", kind.activations);
        int count = kind.activations.size();
        List<String> first = given.subList(0, Math.min(count, given.size()));
        List<String> second = given.size() == 2 * count ? given.subList(count, 2 * count) : first;
        // The default of one direction is repeated for two.
        boolean fits = first.size() == count
                && (given.size() == count || given.size() == 2 * count)
                && (directions == 2 || second.equals(first));
        if (!fits || !ACTIVATIONS.containsAll(given)) {
            throw new UnsupportedNodeException("its activations are " + given);
        }
        return direction == 0 ? first : second;
    }

    /**
     * Adds the ops of a step.
     *
     * @param inner product of the input with its weights, plus the bias
     * @param states the hidden state before the step, and for some layers the cell
     * @return the states after it
     */
    public List<Node> step(Node inner, List<Node> states) throws TypeException {
        return switch (kind) {
            case RNN -> List.of(activated(0, b.add(inner, recurrent(0, states.get(0)))));
            case GRU -> List.of(gated(inner, states.get(0)));
            case LSTM -> longShort(inner, states.get(0), states.get(1));
        };
    }

    private Node gated(Node inner, Node before) throws TypeException {
        Node gates = recurrent(0, before);
        Node update = activated(0, b.add(gate(inner, 0), gate(gates, 0)));
        Node reset = activated(0, b.add(gate(inner, 1), gate(gates, 1)));
        Node candidateSum = recurrence.size() == 1 ? b.mul(reset, gate(gates, 2)) : recurrent(1, b.mul(reset, before));
        Node candidate = activated(1, b.add(gate(inner, 2), candidateSum));
        return b.add(b.mul(b.sub(1, update), candidate), b.mul(update, before));
    }

    private List<Node> longShort(Node inner, Node hiddenBefore, Node before) throws TypeException {
        Node gates = b.add(inner, recurrent(0, hiddenBefore));
        Node input = activated(0, peeped(gate(gates, 0), before, 0));
        Node forget = activated(0, peeped(gate(gates, 2), before, 2));
        Node candidate = activated(1, gate(gates, 3));
        Node cell = b.add(b.mul(forget, before), b.mul(input, candidate));
        Node output = activated(0, peeped(gate(gates, 1), cell, 1));
        return List.of(b.mul(output, function(2, cell)), cell);
    }

    private Node activated(int number, Node x) throws TypeException {
        return function(number, isClipped ? call.ops().op("Minimum", b.op("Maximum", x, -clip), clip) : x);
    }

    private Node function(int number, Node x) throws TypeException {
        String name = activations.get(number);
        return call.op(name.equals("Relu") ? "ReLU" : name, x);
    }

    private Node recurrent(int product, Node state) throws TypeException {
        Node gates = call.op("MatMul", BY_TRANSPOSED, state, recurrence.get(product));
        return bias == null ? gates : b.add(gates, bias.get(product));
    }

    /** Returns the slice of the last axis for one gate. */
    private Node gate(Node gates, int number) throws TypeException {
        int last = gates.shape().rank() - 1;
        return call.narrowed(gates, last, hidden.times(Dim.of(number)), hidden.times(Dim.of(number + 1)), 1);
    }

    private Node peeped(Node gate, Node cellState, int number) throws TypeException {
        return peepholes == null ? gate : b.add(gate, b.mul(cellState, gate(peepholes, number)));
    }
}
