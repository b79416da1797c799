package io.graphkernel.processor.graph;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * An immutable op graph: one {@code @GraphKernel} method.
 *
 * @param name the Java method
 * @param parameters in the order of the signature
 * @param nodes every node except parameters, in topological order
 * @param outputs the results, in order
 * @param groups a partition of the ops into kernels, in an order in which they can run; empty before fusion
 * @param conditions what must hold for the sizes at a call, in program order
 */
public record Graph(
        String name,
        List<Parameter> parameters,
        List<Node> nodes,
        List<Output> outputs,
        List<Group> groups,
        List<DimCondition> conditions) {

    /**
     * One Java parameter.
     *
     * @param name the Java name
     * @param javaType {@code Tensor}, or a primitive type for a run-time scalar
     * @param node the tensor's node; null for a primitive
     */
    public record Parameter(String name, String javaType, Node node) {

        public boolean isTensor() {
            return node != null;
        }
    }

    /**
     * One result.
     *
     * @param name the record component, or {@code out} for a single result
     * @param node its value
     */
    public record Output(String name, Node node) {}

    public Graph {
        parameters = List.copyOf(parameters);
        nodes = List.copyOf(nodes);
        outputs = List.copyOf(outputs);
        groups = List.copyOf(groups);
        conditions = List.copyOf(conditions);
    }

    /**
     * The in-place updates, {@code Assign(parameter, value)}.
     *
     * @return in program order
     */
    public List<Node> assigns() {
        return nodes.stream().filter(Node::isAssign).toList();
    }

    /**
     * The ops.
     *
     * @return every node of kind OPERATION, in topological order
     */
    public List<Node> operations() {
        return nodes.stream().filter(Node::isOperation).toList();
    }

    /**
     * The tensor parameters.
     *
     * @return in the order of the signature
     */
    public List<Node> tensorParameters() {
        return parameters.stream()
                .filter(Parameter::isTensor)
                .map(Parameter::node)
                .toList();
    }

    /**
     * Who reads each node.
     *
     * @return users by node, in topological order; nodes that nobody reads map to an empty list
     */
    public Map<Node, List<Node>> users() {
        Map<Node, List<Node>> users = new IdentityHashMap<>(parameters.size() + nodes.size());
        tensorParameters().forEach(node -> users.put(node, new ArrayList<>()));
        nodes.forEach(node -> users.put(node, new ArrayList<>()));
        for (Node node : nodes) {
            for (Node operand : node.operands()) {
                List<Node> known = users.get(operand);
                if (known.isEmpty() || known.get(known.size() - 1) != node) {
                    known.add(node);
                }
            }
        }
        return users;
    }

    /**
     * The same graph with another name.
     *
     * @param newName what messages call the method
     * @return a new graph
     */
    public Graph withName(String newName) {
        return new Graph(newName, parameters, nodes, outputs, groups, conditions);
    }

    /**
     * The same graph with another partition into kernels.
     *
     * @param newGroups the partition
     * @return a new graph
     */
    public Graph withGroups(List<Group> newGroups) {
        return new Graph(name, parameters, nodes, outputs, newGroups, conditions);
    }
}
