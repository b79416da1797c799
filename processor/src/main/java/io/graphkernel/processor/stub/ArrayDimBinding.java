package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Binding of the dims of a method to the lengths of its arrays. */
final class ArrayDimBinding {

    private final Graph graph;
    private final MethodNames names;
    private final Set<String> known = new LinkedHashSet<>();
    /** Array whose length determines a dim, by the dim's name. */
    private final Map<String, String> givers = new LinkedHashMap<>();

    private final CodeBlock.Builder binding = CodeBlock.builder();

    ArrayDimBinding(Graph graph, MethodNames names) {
        this.graph = graph;
        this.names = names;
    }

    /** Returns the code that declares the dims. */
    CodeBlock code() {
        return binding.build();
    }

    /** Binds each symbolic dim to an array length, and returns those that no length determines. */
    List<String> bind() {
        List<String> requested = new ArrayList<>();
        known.addAll(graph.numberDims());
        binding.add(new DimBinding(graph, names).numberDims());
        Set<Node> unbound = new LinkedHashSet<>(graph.tensorParameters());
        while (!unbound.isEmpty()) {
            Node next = unbound.stream().filter(this::isBindable).findFirst().orElse(null);
            if (next != null) {
                bind(next);
                unbound.remove(next);
                continue;
            }
            List<String> unknown = unknown(unbound.iterator().next());
            String last = unknown.get(unknown.size() - 1);
            known.add(last);
            requested.add(names.dim(new Dim.Symbol(last)));
        }
        return requested;
    }

    /** Returns the unbound symbols of an array's dims, once per dim. */
    private List<String> unknown(Node node) {
        return node.shape().dims().stream()
                .flatMap(dim -> dim.symbols().stream())
                .filter(symbol -> !known.contains(symbol))
                .toList();
    }

    /** Returns true if the length can be checked, or determines the only unbound dim. */
    private boolean isBindable(Node node) {
        List<String> unknown = unknown(node);
        return unknown.isEmpty()
                || (unknown.size() == 1 && multiple(node, unknown.get(0)).isPresent());
    }

    /** Returns the dim of an array that is a multiple of a symbol. */
    private static Optional<Dim> multiple(Node node, String symbol) {
        return node.shape().dims().stream()
                .filter(dim ->
                        dim.multipleOf().filter(new Dim.Symbol(symbol)::equals).isPresent())
                .findFirst();
    }

    private void bind(Node node) {
        List<String> unknown = unknown(node);
        String name = node.label();
        if (unknown.isEmpty()) {
            length(binding, name, names.parameter(name), count(node.shape().dims()));
            return;
        }
        Dim.Symbol symbol = new Dim.Symbol(unknown.get(0));
        List<Dim> others = new ArrayList<>(node.shape().dims());
        Dim multiple = multiple(node, symbol.name()).orElseThrow();
        others.remove(multiple);
        if (!multiple.equals(symbol)) {
            others.add(multiple.exactQuotient(symbol).orElseThrow());
        }
        String given = given(others);
        known.add(symbol.name());
        givers.put(symbol.name(), name);
        binding.addStatement(
                "final long $L = $T.quotient($S, $S, $S, $N, $L$L)",
                names.dim(symbol),
                RuntimeTypes.CHECKS,
                graph.name(),
                name,
                symbol.name(),
                names.parameter(name),
                count(others),
                given.isEmpty() ? CodeBlock.of("") : CodeBlock.of(", $S", given));
    }

    /** Returns the dims that other arrays have bound: {@code array scale gives d}. */
    private String given(List<Dim> dims) {
        return dims.stream()
                .flatMap(dim -> dim.symbols().stream())
                .distinct()
                .filter(givers::containsKey)
                .map(symbol -> "array " + givers.get(symbol) + " gives " + symbol)
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns Java text of a product of dims that does not overflow, since a length does not bound dims multiplied by
     * 0.
     */
    CodeBlock count(List<Dim> factors) {
        CodeBlock product = CodeBlock.of("$L", factors.isEmpty() ? "1L" : names.dim(factors.get(0)));
        for (int i = 1; i < factors.size(); i++) {
            product = CodeBlock.of("$T.product($L, $L)", RuntimeTypes.SIZES, product, names.dim(factors.get(i)));
        }
        return product;
    }

    /** Emits the check of an array's length. */
    void length(CodeBlock.Builder code, String name, String variable, CodeBlock length) {
        code.addStatement("$T.arrayLength($S, $S, $N, $L)", RuntimeTypes.CHECKS, graph.name(), name, variable, length);
    }
}
