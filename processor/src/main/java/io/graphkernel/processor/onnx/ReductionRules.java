package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.List;

/** Reductions, running sums, and positions of extremes. */
final class ReductionRules {

    private ReductionRules() {}

    /** A step before or after a reduction. */
    private interface Step {
        Node of(OnnxCall call, Node x) throws TypeException;
    }

    private static final Step NOTHING = (call, x) -> x;

    static void addTo(OnnxOps ops) {
        reduction(ops, "ReduceSum", NOTHING, "ReduceSum", NOTHING);
        reduction(ops, "ReduceProd", NOTHING, "ReduceProd", NOTHING);
        reduction(ops, "ReduceMax", NOTHING, "ReduceMax", NOTHING);
        reduction(ops, "ReduceMin", NOTHING, "ReduceMin", NOTHING);
        reduction(ops, "ReduceMean", NOTHING, "ReduceMean", NOTHING);
        reduction(ops, "ReduceL2", NOTHING, "ReduceL2", NOTHING);
        reduction(ops, "ReduceL1", (call, x) -> call.op("Abs", x), "ReduceSum", NOTHING);
        reduction(ops, "ReduceSumSquare", (call, x) -> call.op("Mul", x, x), "ReduceSum", NOTHING);
        reduction(ops, "ReduceLogSum", NOTHING, "ReduceSum", (call, x) -> call.op("Log", x));
        reduction(ops, "ReduceLogSumExp", NOTHING, "LogSumExp", NOTHING);
        ops.single("ArgMax", call -> position(call, "ArgMax"));
        ops.single("ArgMin", call -> position(call, "Argmin"));
        ops.single("CumSum", ReductionRules::runningSum);
    }

    private static void reduction(OnnxOps ops, String name, Step before, String reduction, Step after) {
        ops.single(name, call -> {
            List<Long> axes = axes(call);
            boolean keepDims = call.flag("keepdims", true);
            Node x = call.in(0);
            if (axes.isEmpty() && call.flag("noop_with_empty_axes", false)) {
                return call.op("IdentityMath", x);
            }
            if (x.shape().rank() == 0) {
                return after.of(call, call.op("IdentityMath", before.of(call, x)));
            }
            return after.of(call, call.reduced(reduction, before.of(call, x), axes, keepDims));
        });
    }

    /** The axes as an attribute or, later, as an input; none for all. */
    static List<Long> axes(OnnxCall call) throws Refused {
        return call.has(1) ? call.numbers(1) : call.integers("axes", List.of());
    }

    /** Of equal elements the first counts, or the last: that is the first from the end. */
    private static Node position(OnnxCall call, String op) throws TypeException, Refused {
        Node x = call.in(0);
        int axis = call.axis(call.integer("axis", 0), x.shape().rank());
        boolean last = call.flag("select_last_index", false);
        Node from = last ? call.op("Reverse", Attributes.NONE.with("axes", List.of((long) axis)), x) : x;
        Node index = call.op(op, Attributes.NONE.with("axis", (long) axis), from);
        if (last) {
            Node end = call.add(Node.dimension(x.shape().dims().get(axis).minus(Dim.ONE), DType.I64));
            index = call.op("Sub", end, index);
        }
        if (!call.flag("keepdims", true)) {
            return index;
        }
        List<Dim> dims = new ArrayList<>(x.shape().dims());
        dims.set(axis, Dim.ONE);
        return call.reshaped(index, dims);
    }

    private static Node runningSum(OnnxCall call) throws TypeException, Refused {
        int axis = call.axis(call.number(1).longValue(), call.rank(0));
        return call.op(
                "CumSum",
                Attributes.NONE
                        .with("axis", (long) axis)
                        .with("exclusive", call.flag("exclusive", false))
                        .with("reverse", call.flag("reverse", false)),
                call.in(0));
    }
}
