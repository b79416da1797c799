package io.graphkernel.processor.onnx.node;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sequence of tensors during import: a list, or the slices of a stack along its first axis. In the body of a loop that
 * carries it, a sequence is the list of the tensors that the iteration appends.
 */
public final class OnnxSequence {

    private final List<OnnxValue> items;
    /** Null for a list. */
    private final Node stack;

    private final boolean isCarried;

    private OnnxSequence(List<OnnxValue> items, Node stack, boolean isCarried) {
        this.items = List.copyOf(items);
        this.stack = stack;
        this.isCarried = isCarried;
    }

    public static OnnxSequence of(List<OnnxValue> items) {
        return new OnnxSequence(items, null, false);
    }

    /** Returns the slices of a stack. */
    public static OnnxSequence ofStack(Node stack) {
        return new OnnxSequence(List.of(), stack, false);
    }

    /** Returns the sequence that a loop carries, at the begin of an iteration. */
    public static OnnxSequence carried() {
        return new OnnxSequence(List.of(), null, true);
    }

    /** Returns true in the body of a loop that carries it. */
    public boolean isCarried() {
        return isCarried;
    }

    /** Returns the tensors of a list, or those that an iteration has appended. */
    public List<OnnxValue> items() {
        return items;
    }

    /** Returns the stack; empty for a list. */
    public Optional<Node> stack() {
        return Optional.ofNullable(stack);
    }

    /** Returns the tensors of a sequence that is not a stack, and is not carried by a loop. */
    public List<OnnxValue> list() throws UnsupportedNodeException {
        if (isCarried || stack != null) {
            throw new UnsupportedNodeException(
                    isCarried
                            ? "a loop carries its sequence, to which iterations only append"
                            : "its sequence has a length that a call determines");
        }
        return items;
    }

    /** Returns the number of tensors. */
    public Dim length() throws UnsupportedNodeException {
        return stack == null ? Dim.of(list().size()) : stack.shape().dims().get(0);
    }

    /** Returns the sequence with another tensor at its end. */
    public OnnxSequence with(OnnxValue item) throws UnsupportedNodeException {
        List<OnnxValue> more = new ArrayList<>(isCarried ? items : list());
        more.add(item);
        return new OnnxSequence(more, null, isCarried);
    }

    /** Returns the tensors, which have one type, along a new first axis. */
    public Node stacked(OnnxCall call) throws TypeException, UnsupportedNodeException {
        if (stack != null) {
            return stack;
        }
        List<Node> rows = new ArrayList<>();
        for (OnnxValue item : list()) {
            if (!item.type().equals(items.get(0).type())) {
                throw new UnsupportedNodeException(
                        "its sequence has tensors of " + items.get(0).type() + " and " + item.type());
            }
            List<Dim> dims = new ArrayList<>(item.dims());
            dims.add(0, Dim.ONE);
            rows.add(call.reshaped(item.whole(call), dims));
        }
        if (rows.isEmpty()) {
            throw new UnsupportedNodeException("its sequence is empty");
        }
        return call.concatenated(0, rows.toArray(Node[]::new));
    }

    /** Returns the sequence in the body of a loop. */
    OnnxSequence capturedBy(LoopBody body, OnnxCall outer) {
        return new OnnxSequence(
                items.stream().map(item -> item.capturedBy(body, outer)).toList(),
                stack == null ? null : body.capture(stack),
                isCarried);
    }
}
