package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/**
 * Gives the values that a forward call stores their memory: that of the call before, if it fits. Values of one dtype and of
 * the same dims share a method, so that the call of a model of many layers stays short.
 */
final class StoredMemory {

    private final ClassName saved;
    private final String name;
    private final String values;
    private final TensorOverloads overloads;
    private final ShapeCode shapes;
    private final MethodNames names;
    private final String number;
    private final String stored;
    /** By what they do. */
    private final Map<String, MethodSpec> methods = new LinkedHashMap<>();

    /**
     * The memory of the overloads of a forward call.
     *
     * @param saved the class of the saved values
     * @param name what the methods are called, before their numbers
     * @param values the variable of the saved values
     * @param overloads the overloads of the forward call
     * @param names those of the overload that stores them
     */
    StoredMemory(
            ClassName saved, String name, String values, TensorOverloads overloads, Graph graph, MethodNames names) {
        this.saved = saved;
        this.name = name;
        this.values = values;
        this.overloads = overloads;
        this.shapes = new ShapeCode(graph, names);
        this.names = names;
        this.number = names.unique("number");
        this.stored = names.unique("stored");
    }

    /**
     * Java text that gives the memory of a value.
     *
     * @param index its number among the saved values
     * @param result its number among the results of the graph
     */
    CodeBlock of(int index, int result, Node value) {
        Set<String> tensors = new LinkedHashSet<>();
        tensors.add(names.home);
        shapes.first(value.shape()).ifPresent(first -> tensors.add(names.parameter(first.label())));
        Set<String> sizes = value.shape().trailing().stream()
                .flatMap(dim -> dim.symbols().stream())
                .map(symbol -> names.dim(new Dim.Symbol(symbol)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        CodeBlock body = body(result, value);
        MethodSpec method =
                methods.computeIfAbsent(body.toString(), any -> method(name + methods.size(), tensors, sizes, body));
        String arguments = Stream.concat(tensors.stream(), sizes.stream()).collect(Collectors.joining(", "));
        return CodeBlock.of("$N($N, $L, $L)", method, values, index, arguments);
    }

    private MethodSpec method(String method, Set<String> tensors, Set<String> sizes, CodeBlock body) {
        MethodSpec.Builder spec = MethodSpec.methodBuilder(method)
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(RuntimeTypes.TENSOR)
                .addParameter(saved, values)
                .addParameter(TypeName.INT, number);
        tensors.forEach(tensor -> spec.addParameter(RuntimeTypes.TENSOR, tensor));
        sizes.forEach(size -> spec.addParameter(TypeName.LONG, size));
        return spec.addCode(body).build();
    }

    private CodeBlock body(int result, Node value) {
        CodeBlock leading = shapes.leading(value.shape());
        return CodeBlock.builder()
                .addStatement(
                        "final $T $N = $T.stored($N, $N, $N.device())",
                        RuntimeTypes.TENSOR,
                        stored,
                        RuntimeTypes.SAVED_VALUES,
                        values,
                        number,
                        names.home)
                .beginControlFlow(
                        "if ($N != null && $T.fit($N$L$L))",
                        stored,
                        leading.isEmpty() ? RuntimeTypes.RESULT_DIMS : RuntimeTypes.LEADING_DIMS,
                        stored,
                        leading,
                        shapes.trailing(value.shape()))
                .addStatement("return $N", stored)
                .endControlFlow()
                .addStatement(
                        "return $T.store($N, $N, $L)",
                        RuntimeTypes.SAVED_VALUES,
                        values,
                        number,
                        overloads.empty(result, names))
                .build();
    }

    /** The methods that the texts so far call. */
    Collection<MethodSpec> methods() {
        return methods.values();
    }
}
