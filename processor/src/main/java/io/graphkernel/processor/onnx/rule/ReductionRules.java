package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rules of reductions, running sums, argmax and argmin. */
final class ReductionRules {

    private ReductionRules() {}

    /** A step before or after a reduction. */
    private interface Step {
        Node of(OnnxCall call, Node x) throws TypeException;
    }

    private static final Step NOTHING = (call, x) -> x;
    private static final Step ABSOLUTE = (call, x) -> call.op("Abs", x);

    /** Reductions of booleans, where true is greater than false. */
    private static final Map<String, String> OF_TRUTHS = Map.of("ReduceMax", "ReduceAny", "ReduceMin", "ReduceAll");

    /**
     * Reduction with its pre- and postprocessing.
     *
     * @param before function of each element
     * @param name name of the reduction
     * @param after function of each result
     * @param ofOne function for the reduction of one element
     */
    private record Reduction(Step before, String name, Step after, Step ofOne) {

        static Reduction of(String name) {
            return new Reduction(NOTHING, name, NOTHING, NOTHING);
        }

        Node build(OnnxCall call) throws TypeException, UnsupportedNodeException {
            List<Long> axes = axes(call);
            boolean keepDims = call.flag("keepdims", true);
            Node x = before.of(call, call.in(0));
            boolean reducesNothing =
                    x.shape().rank() == 0 || axes.isEmpty() && call.flag("noop_with_empty_axes", false);
            Node reduced;
            if (reducesNothing) {
                reduced = ofOne.of(call, x);
            } else {
                String op = x.dtype() == DataType.BOOL ? OF_TRUTHS.getOrDefault(name, name) : name;
                reduced = call.reduced(op, x, axes, keepDims);
            }
            Node y = after.of(call, reduced);
            return y.isOperation() ? y : call.op("IdentityMath", y);
        }
    }

    static void addTo(OnnxOps ops) {
        for (String name : List.of("ReduceSum", "ReduceProd", "ReduceMax", "ReduceMin", "ReduceMean")) {
            ops.single(name, Reduction.of(name)::build);
        }
        ops.single("ReduceL1", new Reduction(ABSOLUTE, "ReduceSum", NOTHING, NOTHING)::build);
        ops.single("ReduceL2", new Reduction(NOTHING, "ReduceL2", NOTHING, ABSOLUTE)::build);
        Step square = (call, x) -> call.op("Mul", x, x);
        ops.single("ReduceSumSquare", new Reduction(square, "ReduceSum", NOTHING, NOTHING)::build);
        Step logarithm = (call, x) -> call.op("Log", x);
        ops.single("ReduceLogSum", new Reduction(NOTHING, "ReduceSum", logarithm, NOTHING)::build);
        ops.single("ReduceLogSumExp", Reduction.of("LogSumExp")::build);
        ops.single("ArgMax", call -> position(call, "ArgMax"));
        ops.single("ArgMin", call -> position(call, "Argmin"));
        ops.single("CumSum", call -> running(call, "CumSum"));
        ops.single("CumProd", call -> running(call, "CumProd"));
    }

    /** Returns the axes from an attribute or, in later versions, an input; empty for all. */
    static List<Long> axes(OnnxCall call) throws UnsupportedNodeException {
        return call.has(1) ? call.numbers(1) : call.integers("axes", List.of());
    }

    /** Returns the index of the first extreme, or of the last by a reversed search. */
    private static Node position(OnnxCall call, String op) throws TypeException, UnsupportedNodeException {
        Node x = call.in(0);
        int axis = call.axis(call.integer("axis", 0), x.shape().rank());
        boolean last = call.flag("select_last_index", false);
        Node from = last ? call.op("Reverse", Attributes.NONE.with("axes", List.of((long) axis)), x) : x;
        Node index = call.op(op, Attributes.NONE.with("axis", (long) axis), from);
        if (last) {
            Node end = call.add(Node.dimension(x.shape().dims().get(axis).minus(Dim.ONE), DataType.I64));
            index = call.op("Sub", end, index);
        }
        if (!call.flag("keepdims", true)) {
            return index;
        }
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        dims.set(axis, Dim.ONE);
        return call.reshaped(index, dims);
    }

    private static Node running(OnnxCall call, String op) throws TypeException, UnsupportedNodeException {
        int axis = call.axis(call.number(1).longValue(), call.rank(0));
        return call.op(
                op,
                Attributes.NONE
                        .with("axis", (long) axis)
                        .with("exclusive", call.flag("exclusive", false))
                        .with("reverse", call.flag("reverse", false)),
                call.in(0));
    }
}
