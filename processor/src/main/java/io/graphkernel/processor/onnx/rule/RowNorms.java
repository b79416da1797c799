package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Normalizations of rows, computed in f32 or f64, and their statistics. */
enum RowNorms {
    /** Results: rows with mean 0 and deviation 1, scaled and shifted; their means; the reciprocals of the deviations. */
    LAYER {
        @Override
        List<OnnxValue> of(OnnxCall call, Node x, Node scale, Node bias, List<Long> axes, double epsilon)
                throws TypeException {
            ExpansionBuilder b = call.ops();
            Node own = wide(call, x);
            Node mean = call.reduced("ReduceMean", own, axes, true);
            Node variance = NormalizationRules.variance(call, own, mean, axes);
            Node inverse = call.op("Reciprocal", call.op("Sqrt", b.add(variance, epsilon)));
            Node y = b.mul(call.cast(b.mul(b.sub(own, mean), inverse), x.dtype()), scale);
            return List.of(OnnxValue.of(bias == null ? y : b.add(y, bias)), OnnxValue.of(mean), OnnxValue.of(inverse));
        }
    },

    /** Results: rows with root mean square 1, scaled; none; the reciprocals of the root mean squares. */
    ROOT_MEAN_SQUARE {
        @Override
        List<OnnxValue> of(OnnxCall call, Node x, Node scale, Node bias, List<Long> axes, double epsilon)
                throws TypeException {
            ExpansionBuilder b = call.ops();
            Node own = wide(call, x);
            Node mean = call.reduced("ReduceMean", b.mul(own, own), axes, true);
            Node norm = call.op("Sqrt", b.add(mean, epsilon));
            Node y = b.mul(call.cast(b.div(own, norm), x.dtype()), scale);
            return Arrays.asList(OnnxValue.of(y), null, OnnxValue.of(call.op("Reciprocal", norm)));
        }
    };

    /**
     * Builds a normalization.
     *
     * @param bias null for none
     * @param axes axes of a row
     */
    abstract List<OnnxValue> of(OnnxCall call, Node x, Node scale, Node bias, List<Long> axes, double epsilon)
            throws TypeException;

    /** Builds the normalization of input 0 with a scale and an optional bias, from an axis on. */
    List<OnnxValue> ofInputs(OnnxCall call) throws TypeException, UnsupportedNodeException {
        requireWide(call);
        int rank = call.rank(0);
        int axis = call.axis(call.integer("axis", -1), rank);
        return of(
                call,
                call.in(0),
                call.in(1),
                this == LAYER && call.has(2) ? call.in(2) : null,
                LongStream.range(axis, rank).boxed().toList(),
                call.real("epsilon", 1e-5f));
    }

    /** Rejects a node that is not computed in f32. */
    static void requireWide(OnnxCall call) throws UnsupportedNodeException {
        if (call.integer("stash_type", 1) != 1 || !call.dtype(0).isFloating()) {
            throw new UnsupportedNodeException("its stash_type is " + call.integer("stash_type", 1));
        }
    }

    /** Returns an operand in f32 or f64. */
    static Node wide(OnnxCall call, Node x) throws TypeException {
        return x.dtype() == DataType.F64 ? x : call.cast(x, DataType.F32);
    }
}
