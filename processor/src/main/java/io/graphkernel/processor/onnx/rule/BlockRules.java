package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.List;

/** Rules of ops that move blocks of an image to its channels and back. */
final class BlockRules {
    private BlockRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("DepthToSpace", BlockRules::depthToSpace);
        ops.single("SpaceToDepth", BlockRules::spaceToDepth);
    }

    private static Node depthToSpace(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Dim> dims = image(call);
        Dim block = Dim.of(call.integer("blocksize", 0));
        Dim depth = dims.get(1).floorDiv(block.times(block));
        String mode = call.text("mode", "DCR");
        boolean columnsFirst = mode.equals("CRD");
        if (!columnsFirst && !mode.equals("DCR")) {
            throw new UnsupportedNodeException("its mode is " + mode);
        }
        List<Dim> apart = columnsFirst
                ? List.of(dims.get(0), depth, block, block, dims.get(2), dims.get(3))
                : List.of(dims.get(0), block, block, depth, dims.get(2), dims.get(3));
        List<Long> order = columnsFirst ? List.of(0L, 1L, 4L, 2L, 5L, 3L) : List.of(0L, 3L, 4L, 1L, 5L, 2L);
        Node moved = call.transposed(call.reshaped(call.in(0), apart), order);
        return call.reshaped(
                moved,
                List.of(
                        dims.get(0),
                        depth,
                        dims.get(2).times(block),
                        dims.get(3).times(block)));
    }

    private static Node spaceToDepth(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Dim> dims = image(call);
        Dim block = Dim.of(call.integer("blocksize", 0));
        Dim rows = dims.get(2).floorDiv(block);
        Dim columns = dims.get(3).floorDiv(block);
        Node apart = call.reshaped(call.in(0), List.of(dims.get(0), dims.get(1), rows, block, columns, block));
        Node moved = call.transposed(apart, List.of(0L, 3L, 5L, 1L, 2L, 4L));
        return call.reshaped(
                moved, List.of(dims.get(0), dims.get(1).times(block).times(block), rows, columns));
    }

    private static List<Dim> image(OnnxCall call) throws UnsupportedNodeException {
        if (call.rank(0) != 4) {
            throw new UnsupportedNodeException("its input has " + call.rank(0) + " axes, not 4");
        }
        return call.dims(0);
    }
}
