package io.graphkernel.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An immutable op graph: one {@code @GraphKernel} method.
 *
 * @param name the Java method
 * @param parameters in the order of the signature
 * @param nodes every node except parameters, in topological order
 * @param outputs the results, in order
 * @param groups a partition of the ops into kernels, in execution order; empty before fusion
 * @param conditions conditions on the sizes of a call, in program order
 * @param lossParameters parameters of the losses that the method differentiates; passes drop them
 */
public record Graph(
        String name,
        List<Parameter> parameters,
        List<Node> nodes,
        List<Output> outputs,
        List<FusionGroup> groups,
        List<DimCondition> conditions,
        LossParameters lossParameters) {

    /**
     * Creates a graph without gradients of losses.
     *
     * @param name the Java method
     * @param parameters in the order of the signature
     * @param nodes every node except parameters, in topological order
     * @param outputs the results, in order
     * @param groups a partition of the ops into kernels
     * @param conditions conditions on the sizes of a call
     */
    public Graph(
            String name,
            List<Parameter> parameters,
            List<Node> nodes,
            List<Output> outputs,
            List<FusionGroup> groups,
            List<DimCondition> conditions) {
        this(name, parameters, nodes, outputs, groups, conditions, LossParameters.NONE);
    }

    /**
     * One Java parameter.
     *
     * @param name the Java name
     * @param javaType {@code Tensor}, or a primitive type for a runtime scalar
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
     * Returns the in-place updates, {@code Assign(parameter, value)}.
     *
     * @return in program order
     */
    public List<Node> assigns() {
        return nodes.stream().filter(Node::isAssign).toList();
    }

    /**
     * Returns the ops.
     *
     * @return every node of kind OPERATION, in topological order
     */
    public List<Node> operations() {
        return nodes.stream().filter(Node::isOperation).toList();
    }

    /**
     * Returns the nodes, including those of loop bodies.
     *
     * @return every node except parameters; a body follows its loop
     */
    public List<Node> allNodes() {
        return nodes.stream()
                .flatMap(node -> Stream.concat(
                        Stream.of(node), node.attributes().body().stream().flatMap(body -> body.allNodes().stream())))
                .toList();
    }

    /**
     * Returns the tensor parameters.
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
     * Returns the integer parameters that are dims: starts, lengths or sizes in the graph that no axis binds.
     *
     * @return names in the order of the signature
     */
    public List<String> numberDims() {
        List<String> numbers = parameters.stream()
                .filter(parameter -> parameter.javaType().equals("int")
                        || parameter.javaType().equals("long"))
                .map(Parameter::name)
                .toList();
        if (numbers.isEmpty()) {
            return numbers;
        }
        Set<String> symbols = new HashSet<>();
        tensorParameters().forEach(parameter -> addSymbols(parameter.shape().dims(), symbols));
        for (Node node : allNodes()) {
            addSymbols(node.shape().dims(), symbols);
            node.attributes().values().values().forEach(value -> {
                if (value instanceof List<?> list) {
                    addSymbols(list, symbols);
                }
            });
        }
        conditions.forEach(condition -> addSymbols(List.of(condition.left(), condition.right()), symbols));
        tensorParameters().stream()
                .flatMap(parameter -> parameter.shape().dims().stream())
                .flatMap(dim -> dim.multipleOf().stream())
                .forEach(symbol -> symbols.remove(symbol.name()));
        return numbers.stream().filter(symbols::contains).toList();
    }

    private static void addSymbols(List<?> attribute, Set<String> symbols) {
        attribute.stream().filter(Dim.class::isInstance).forEach(dim -> symbols.addAll(((Dim) dim).symbols()));
    }

    /**
     * Returns the users of each node.
     *
     * @return users by node, in topological order; an empty list for unused nodes
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
     * Returns the same graph with another name.
     *
     * @param newName name of the method in messages
     * @return a new graph
     */
    public Graph withName(String newName) {
        return new Graph(newName, parameters, nodes, outputs, groups, conditions, lossParameters);
    }

    /**
     * Returns the same graph with another partition into kernels.
     *
     * @param newGroups the partition
     * @return a new graph
     */
    public Graph withGroups(List<FusionGroup> newGroups) {
        return new Graph(name, parameters, nodes, outputs, newGroups, conditions, lossParameters);
    }

    /**
     * Returns the same graph with other parameters of losses.
     *
     * @param newParameters names of tensor parameters
     * @return a new graph
     */
    public Graph withLossParameters(LossParameters newParameters) {
        return new Graph(name, parameters, nodes, outputs, groups, conditions, newParameters);
    }
}
