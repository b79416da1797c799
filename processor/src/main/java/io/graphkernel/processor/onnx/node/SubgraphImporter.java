package io.graphkernel.processor.onnx.node;

import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import java.util.List;
import java.util.function.UnaryOperator;

/** Importer of the subgraphs of a node, which read values of the graphs around it. */
@FunctionalInterface
public interface SubgraphImporter {

    /** Importer for a node without subgraphs. */
    SubgraphImporter NONE = (subgraph, inputs, receiver, outer) -> {
        throw new UnsupportedNodeException("it has a subgraph");
    };

    /**
     * Imports the nodes of a subgraph.
     *
     * @param subgraph the graph; an output without a name is not computed
     * @param inputs values of its first inputs
     * @param receiver receives the ops
     * @param outer function from a value of the graph around the node to the value in the subgraph
     * @return outputs; null for those without a name
     * @throws UnsupportedNodeException if a node of the subgraph is unsupported
     */
    List<OnnxValue> imported(
            OnnxGraph subgraph, List<OnnxValue> inputs, GraphBuilder receiver, UnaryOperator<OnnxValue> outer)
            throws UnsupportedNodeException;
}
