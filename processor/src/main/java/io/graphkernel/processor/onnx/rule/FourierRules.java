package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules of Fourier transforms. A complex tensor of the format has its parts along a last axis of size 2, a real one has a
 * last axis of size 1.
 */
final class FourierRules {

    private FourierRules() {}

    /**
     * Complex tensor without the axis of its parts.
     *
     * @param imaginary null for a real tensor
     */
    private record Parts(Node real, Node imaginary) {}

    static void addTo(OnnxOps ops) {
        ops.single("DFT", FourierRules::transformed);
        ops.single("STFT", FourierRules::ofFrames);
    }

    private static Node transformed(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Parts x = parts(call);
        int rank = call.rank(0);
        long given = call.has(2) ? call.number(2).longValue() : call.opset() < 20 ? call.integer("axis", 1) : -2;
        int axis = call.axis(given, rank);
        if (axis == rank - 1) {
            throw new UnsupportedNodeException("its axis is that of the real and imaginary parts");
        }
        boolean isInverse = call.flag("inverse", false);
        boolean isOneSided = call.flag("onesided", false);
        long size = constant(x.real(), axis);
        boolean isReal = isInverse && isOneSided;
        long length = call.has(1) ? call.number(1).longValue() : isReal ? 2 * (size - 1) : size;
        long used = isReal ? length / 2 + 1 : length;
        Node real = resized(call, x.real(), axis, used);
        if (isReal) {
            Node imaginary = resized(call, imaginary(call, x), axis, used);
            Node whole = call.op("Irfft", attributes(axis).with("n", length), real, imaginary);
            return stacked(call, List.of(whole));
        }
        if (isOneSided && x.imaginary() == null) {
            return stacked(call, call.results("Rfft", 2, attributes(axis), real));
        }
        Node imaginary = resized(call, imaginary(call, x), axis, used);
        List<Node> spectrum = call.results(isInverse ? "Ifft" : "Fft", 2, attributes(axis), real, imaginary);
        return isOneSided
                ? stacked(
                        call,
                        List.of(
                                resized(call, spectrum.get(0), axis, used / 2 + 1),
                                resized(call, spectrum.get(1), axis, used / 2 + 1)))
                : stacked(call, spectrum);
    }

    /** Transforms overlapping frames of a signal, times a window. */
    private static Node ofFrames(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Parts signal = parts(call);
        if (call.rank(0) != 3) {
            throw new UnsupportedNodeException("its signal has " + call.rank(0) + " axes");
        }
        long step = call.number(1).longValue();
        Node window = call.has(2) ? call.in(2) : null;
        long length = call.has(3) ? call.number(3).longValue() : window == null ? 0 : constant(window, 0);
        if (step < 1 || length < 1) {
            throw new UnsupportedNodeException("its frames have " + length + " elements and a step of " + step);
        }
        if (window != null) {
            call.requireEqual(window.shape().dims().get(0), Dim.of(length), "a window of the length of a frame");
        }
        boolean isOneSided = call.flag("onesided", true);
        Node real = frames(call, signal.real(), window, step, length);
        if (signal.imaginary() == null && isOneSided) {
            return stacked(call, call.results("Rfft", 2, attributes(2), real));
        }
        if (isOneSided) {
            throw new UnsupportedNodeException("its signal is complex, and its result is one-sided");
        }
        Node imaginary = signal.imaginary() == null
                ? call.op("ZerosLike", real)
                : frames(call, signal.imaginary(), window, step, length);
        return stacked(call, call.results("Fft", 2, attributes(2), real, imaginary));
    }

    /** Returns [batch, frame, element] of a signal [batch, element]. */
    private static Node frames(OnnxCall call, Node signal, Node window, long step, long length) throws TypeException {
        List<Dim> dims = signal.shape().dims();
        Dim frames = dims.get(1).minus(Dim.of(length)).floorDiv(Dim.of(step)).plus(Dim.ONE);
        List<Dim> shape = List.of(frames, Dim.of(length));
        ExpansionBuilder b = call.ops();
        Node position = b.add(b.mul(call.positions(shape, 0), step), call.positions(shape, 1));
        Node flat = call.reshaped(position, List.of(frames.times(Dim.of(length))));
        Node elements = call.op("Gather", Attributes.NONE.with(Attributes.AXIS, 1L), signal, flat);
        Node framed = call.reshaped(elements, List.of(dims.get(0), frames, Dim.of(length)));
        return window == null ? framed : b.mul(framed, call.cast(window, framed.dtype()));
    }

    private static Attributes attributes(int axis) {
        return Attributes.NONE.with(Attributes.AXIS, (long) axis).with("normalization", "BACKWARD");
    }

    private static Parts parts(OnnxCall call) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        int last = call.rank(0) - 1;
        long count = constant(x, last);
        if (last < 1 || count < 1 || count > 2) {
            throw new UnsupportedNodeException("its input has the shape " + x.shape());
        }
        Node real = call.slice(x, last, Dim.ZERO);
        return new Parts(real, count == 1 ? null : call.slice(x, last, Dim.ONE));
    }

    private static Node imaginary(OnnxCall call, Parts x) throws TypeException {
        return x.imaginary() == null ? call.op("ZerosLike", x.real()) : x.imaginary();
    }

    /** Joins parts along a new last axis. */
    private static Node stacked(OnnxCall call, List<Node> components) throws TypeException {
        List<Node> columns = new ArrayList<>();
        for (Node component : components) {
            List<Dim> dims = new ArrayList<>(component.shape().dims());
            dims.add(Dim.ONE);
            columns.add(call.reshaped(component, dims));
        }
        return call.concatenated(components.get(0).shape().rank(), columns.toArray(Node[]::new));
    }

    /** Returns the first elements along an axis, followed by zeros. */
    private static Node resized(OnnxCall call, Node x, int axis, long size)
            throws TypeException, UnsupportedNodeException {
        long present = constant(x, axis);
        return present == size
                ? x
                : size < present
                        ? call.narrowed(x, axis, Dim.ZERO, Dim.of(size), 1)
                        : call.framed(x, call.number(0, x), axis, 0, size - present);
    }

    private static long constant(Node x, int axis) throws UnsupportedNodeException {
        if (x.shape().dims().get(axis) instanceof Dim.Constant constant) {
            return constant.size();
        }
        throw new UnsupportedNodeException("the size of its axis " + axis + " is known only at a call");
    }
}
