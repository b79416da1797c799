package io.graphkernel.processor.pass.chunk;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.pass.DeadCodeElimination;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.GraphRewriter;
import io.graphkernel.processor.pass.PassContext;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes the softmax of a matmul's wide rows, and all that follows from it, in chunks of rows. The logits of a loss
 * then exist for one chunk at a time, and its gradients are summed over the chunks in order. Rows whose width is unknown,
 * as of attention scores and small classifiers, are stored unless flags name the pass.
 */
public final class RowChunking implements GraphPass {

    private static final String INDEX = "rows_loop";

    @Override
    public String name() {
        return "row_chunking";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        boolean isOfAnyWidth = context.switchedOn().contains(name());
        List<RowRegion> regions = RowRegion.all(graph, columns -> isOfAnyWidth || RowChunks.isWide(columns));
        if (regions.isEmpty()) {
            return graph;
        }
        GraphRewriter rewriter = new GraphRewriter(graph);
        Set<String> indices = Loop.indices(graph);
        int number = 0;
        for (RowRegion region : regions) {
            while (indices.contains(INDEX + number)) {
                number++;
            }
            RowChunks chunks = RowChunks.of(region);
            if (!chunks.isWhole()) {
                Chunking chunking = new Chunking(region, chunks, INDEX + number++);
                try {
                    chunking.replacements().forEach(rewriter::replace);
                } catch (TypeException e) {
                    throw new IllegalStateException("chunks of " + region + ": " + e.getMessage(), e);
                }
            }
        }
        Graph next = rewriter.rewritten();
        return next == graph ? graph : DeadCodeElimination.withoutDeadCode(next);
    }

    /** The loop of one region. */
    private static final class Chunking {

        private final RowRegion region;
        private final RowChunks chunks;
        private final String index;
        private final Origin origin;
        private final GraphBuilder outer = new GraphBuilder(OpTable.get());
        private final GraphBuilder inner = new GraphBuilder(OpTable.get());
        /** Parameters of the body by the value in the graph. */
        private final Map<Node, Node> parameters = new IdentityHashMap<>();

        private final List<Node> operands = new ArrayList<>();
        private final List<Node> carried = new ArrayList<>();

        Chunking(RowRegion region, RowChunks chunks, String index) {
            this.region = region;
            this.chunks = chunks;
            this.index = index;
            this.origin = region.members().get(0).origin();
        }

        /** Returns the new value of each exit and sum. */
        Map<Node, Node> replacements() throws TypeException {
            for (Node sum : region.sums()) {
                ValueType type = new ValueType(accumulated(sum), sum.shape());
                operands.add(zeros(type));
                carried.add(inner.tensorParameter("sum" + carried.size(), type));
            }
            Node loop = loop();
            Map<Node, Node> replacements = new IdentityHashMap<>();
            for (int i = 0; i < region.sums().size(); i++) {
                Node sum = region.sums().get(i);
                replacements.put(sum, converted(outer, result(loop, i), sum.dtype()));
            }
            for (int i = 0; i < region.exits().size(); i++) {
                replacements.put(region.exits().get(i), rows(loop, carried.size() + i));
            }
            return replacements;
        }

        private Node loop() throws TypeException {
            RowCopy chunk = new RowCopy(region, chunks, new Dim.Symbol(index), inner, this::captured);
            List<Graph.Output> outputs = new ArrayList<>();
            for (Node exit : region.exits()) {
                outputs.add(new Graph.Output("rows" + outputs.size(), chunk.value(exit)));
            }
            List<Node> next = new ArrayList<>();
            for (int i = 0; i < carried.size(); i++) {
                next.add(added(chunk, region.sums().get(i), carried.get(i)));
            }
            for (int i = 0; i < carried.size(); i++) {
                inner.operation(Node.ASSIGN, List.of(carried.get(i), next.get(i)), Attributes.NONE, "", origin);
            }
            Loop loop = new Loop(inner.build(index, outputs), chunks.count(), index, carried.size());
            return outer.operation(Loop.OP, operands, loop.attributes(), "", origin);
        }

        /** Returns the sum over the rows of a chunk, plus those of the rows before it. */
        private Node added(RowCopy chunk, Node sum, Node before) throws TypeException {
            boolean isByLibrary = OpTable.get().row(sum).takesPostOps() && sum.dtype() == before.dtype();
            return isByLibrary
                    ? chunk.sum(
                            sum,
                            OpTable.get()
                                    .find(BasicOps.ADD)
                                    .flatMap(OpRow::postOp)
                                    .orElseThrow()
                                    .name(),
                            before)
                    : inner.operation(
                            BasicOps.ADD,
                            List.of(before, converted(inner, chunk.sum(sum), before.dtype())),
                            Attributes.NONE,
                            "",
                            sum.origin());
        }

        private Node captured(Node value) {
            return parameters.computeIfAbsent(value, key -> {
                operands.add(value);
                return inner.tensorParameter("value" + parameters.size(), value.type());
            });
        }

        private Node result(Node loop, int output) throws TypeException {
            Attributes attributes = Attributes.NONE.with(Attributes.OUTPUT, (long) output);
            return outer.operation(Loop.RESULT, List.of(loop), attributes, "", origin);
        }

        /** Returns the rows of all chunks. */
        private Node rows(Node loop, int output) throws TypeException {
            Attributes attributes = Attributes.NONE
                    .with(Attributes.OUTPUT, (long) output)
                    .with(Attributes.DIMS, List.of(chunks.rows()))
                    .with(Attributes.BEGIN, List.of(chunks.begin(new Dim.Symbol(index))));
            return outer.operation(Loop.RESULT, List.of(loop), attributes, "", origin);
        }

        private Node zeros(ValueType type) throws TypeException {
            Attributes dims = Attributes.NONE.with(Attributes.DIMS, type.shape().dims());
            Node zero = outer.constant(0, type.dtype());
            return outer.operation(ViewKind.BROADCAST.op(), List.of(zero), dims, "", origin);
        }

        /** Returns the dtype of a sum over chunks: 16-bit values would be rounded after each. */
        private static DataType accumulated(Node sum) {
            boolean isNarrow = sum.dtype() == DataType.F16 || sum.dtype() == DataType.BF16;
            return isNarrow ? DataType.F32 : sum.dtype();
        }

        private Node converted(GraphBuilder builder, Node value, DataType dtype) throws TypeException {
            return value.dtype() == dtype
                    ? value
                    : builder.operation(
                            BasicOps.CAST,
                            List.of(value),
                            Attributes.NONE.with(Attributes.DTYPE, dtype.text()),
                            "",
                            origin);
        }
    }
}
