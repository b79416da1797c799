package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.kernel.AggregateType;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.ResultKind;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Plan;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import javax.lang.model.element.Modifier;

/** Overloads of a stub over tensors, with result arguments or allocated results. */
final class TensorOverloads {

    final KernelMethod method;
    final Plan plan;
    final Graph graph;
    /** Empty if the stub inlines the launches. */
    final Optional<InterpretedPlans.InterpretedPlan> interpreted;

    final ConstantTable constants;

    /** Name of the overloads in Java. */
    final String name;

    final SortedSet<String> sizes;

    final RecordCode records;

    private final AggregateArgumentEmitter handOver;

    final Map<List<String>, String> nameArrays = new LinkedHashMap<>();

    TensorOverloads(
            KernelMethod method,
            Plan plan,
            Optional<InterpretedPlans.InterpretedPlan> interpreted,
            ConstantTable constants,
            AggregateArgumentEmitter handOver) {
        this(method, plan, interpreted, constants, handOver, plan.graph().name(), new TreeSet<>());
    }

    /**
     * Creates overloads with a name other than that of the graph, which is used in messages.
     *
     * @param name name of the generated methods
     * @param sizes symbols whose sizes the caller passes, before the parameters of the method
     */
    TensorOverloads(
            KernelMethod method,
            Plan plan,
            Optional<InterpretedPlans.InterpretedPlan> interpreted,
            ConstantTable constants,
            AggregateArgumentEmitter handOver,
            String name,
            SortedSet<String> sizes) {
        this.handOver = handOver;
        this.name = name;
        this.sizes = sizes;
        this.method = method;
        this.plan = plan;
        this.graph = plan.graph();
        this.interpreted = interpreted;
        this.constants = constants;
        this.records = new RecordCode(method.parameters(), graph);
    }

    /** Returns static arrays of parameter names by content, which the overloads reference. */
    Map<List<String>, String> nameArrays() {
        return nameArrays;
    }

    private boolean isUnranked() {
        return plan.kernels().stream().anyMatch(kernel -> kernel.space().isUnranked());
    }

    /** Emits {@code f(x, out)}, or {@code f(x)} for a method that only updates its parameters. */
    MethodSpec intoResults() {
        return intoResults(Optional.empty());
    }

    /**
     * Emits {@code f(x, out)}, like {@link #intoResults()}.
     *
     * @param equalShapes overload for equal shapes, which a call prefers
     */
    MethodSpec intoResults(Optional<EqualShapesCode> equalShapes) {
        MethodNames names = new MethodNames(graph, method.parameters());
        MethodSpec.Builder spec = builder();
        boolean inAggregate = method.takesResultsInAggregate();
        OverloadParameters overload = parameters(spec, inAggregate ? List.of() : graph.outputs(), names);
        PathVariables taken = variables(
                names, interpreted.isPresent() ? interpretedOverload(names).kept() : path -> true);
        Optional<PathVariables> given = Optional.empty();
        if (inAggregate) {
            AggregateType aggregate = method.aggregate().orElseThrow();
            String results = names.unique("results");
            spec.addParameter(RecordCode.typeName(aggregate), results);
            given = Optional.of(resultVariables(results, names));
            spec.addCode(records.read(taken)).addCode(records.readResults(results, aggregate, given.get()));
        } else {
            spec.addCode(records.read(taken)).addCode(overload.read(taken.kept()));
        }
        if (interpreted.isPresent()) {
            UnrankedLaunchCode results = new UnrankedLaunchCode(plan, names, constants, nameArrays);
            TensorChecks tensors = new TensorChecks(graph, names);
            IntFunction<CodeBlock> check = index -> tensors.result(index, results);
            return spec.addCode(interpretedOverload(names).write(interpreted.get(), overload, taken, given, check))
                    .build();
        }
        equalShapes.ifPresent(equal -> spec.addCode(equal.ofTensors(names, arguments(spec))));
        spec.addCode(new DimBinding(graph, names, sizes).all());
        UnrankedLaunchCode unranked = new UnrankedLaunchCode(plan, names, constants, nameArrays);
        if (isUnranked()) {
            spec.addCode(LaunchCode.frame(names));
        }
        TensorChecks checks = new TensorChecks(graph, names);
        for (int i = 0; i < graph.outputs().size(); i++) {
            spec.addCode(checks.result(i, unranked));
        }
        spec.addCode(checks.sameDevice());
        spec.addCode(new IndexChecks(method, names).write());
        spec.addCode(new OverlapCheckCode(plan, names).tensors());
        spec.addCode(new LossChecks(method.graph(), names).write());
        spec.addCode(isUnranked() ? unranked.launches() : new LaunchCode(plan, names, constants, false).write());
        for (String tensor : tensors(names)) {
            spec.addStatement("$T.reachabilityFence($N)", Reference.class, tensor);
        }
        return spec.build();
    }

    private static List<CodeBlock> arguments(MethodSpec.Builder spec) {
        return spec.build().parameters().stream()
                .map(parameter -> CodeBlock.of("$N", parameter.name()))
                .toList();
    }

    private InterpretedOverload interpretedOverload(MethodNames names) {
        return new InterpretedOverload(method, plan, names, records, handOver, sizes);
    }

    PathVariables variables(MethodNames names, Predicate<String> kept) {
        return new PathVariables(names::parameter, kept, records::isTensor);
    }

    /** Returns the variables for members of the result record, array or list. */
    private PathVariables resultVariables(String record, MethodNames names) {
        Map<String, String> variables = new HashMap<>(Map.of("", record));
        for (int i = 0; i < graph.outputs().size(); i++) {
            boolean isElement = method.result() == ResultKind.LIST;
            variables.put(
                    isElement ? Integer.toString(i) : graph.outputs().get(i).name(), names.result(i));
        }
        boolean kept = interpreted.isEmpty() || interpretedOverload(names).readsResults();
        return new PathVariables(path -> variables.computeIfAbsent(path, names::uniqueOf), path -> kept, path -> true);
    }

    private List<String> tensors(MethodNames names) {
        List<String> tensors = new ArrayList<>();
        graph.tensorParameters().forEach(parameter -> tensors.add(names.parameter(parameter.label())));
        for (int i = 0; i < graph.outputs().size(); i++) {
            tensors.add(names.result(i));
        }
        return tensors;
    }

    /** Emits {@code f(x)} with allocated results. */
    MethodSpec allocating() {
        return allocating(resultType(), (names, tensors) -> results(tensors)).build();
    }

    /**
     * Emits {@code f(x)} with allocated results and a return value computed from them.
     *
     * @param type return type
     * @param given Java text of the return value, over the variables of the results
     */
    MethodSpec.Builder allocating(TypeName type, BiFunction<MethodNames, List<String>, CodeBlock> given) {
        return allocating(type, graph.outputs().size(), Optional.empty(), given);
    }

    /**
     * Emits {@code f(x)} that allocates the first results, and a holder of all others.
     *
     * @param type return type
     * @param results number of allocated results
     * @param holder class that is instantiated after them; empty if it is not needed
     * @param given Java text of the return value, over the variables of the results and of the holder
     */
    MethodSpec.Builder allocating(
            TypeName type,
            int results,
            Optional<ClassName> holder,
            BiFunction<MethodNames, List<String>, CodeBlock> given) {
        return new AllocatingOverload(this).write(type, results, holder, given);
    }

    /** Returns Java text that allocates the tensor of a result. */
    CodeBlock empty(int index, MethodNames names) {
        Node node = graph.outputs().get(index).node();
        CodeBlock dims = node.shape().isUnranked()
                ? CodeBlock.of(", $L.broadcastDimensions()", names.frame)
                : new ShapeCode(graph, names).dims(node.shape());
        CodeBlock device =
                graph.tensorParameters().isEmpty() ? CodeBlock.of("") : CodeBlock.of("$N.device(), ", names.home);
        return CodeBlock.of(
                "$T.empty($L$T.$L$L)",
                RuntimeTypes.TENSOR,
                device,
                RuntimeTypes.DTYPE,
                node.dtype().name(),
                dims);
    }

    private TypeName resultType() {
        return switch (method.result()) {
            case RECORD, LIST -> RecordCode.resultTypeName(method.aggregate().orElseThrow());
            case TENSORS -> ArrayTypeName.of(RuntimeTypes.TENSOR);
            default -> RuntimeTypes.TENSOR;
        };
    }

    private CodeBlock results(List<String> results) {
        return switch (method.result()) {
            case RECORD, LIST -> RecordCode.create(method.aggregate().orElseThrow(), results);
            case TENSORS -> CodeBlock.of("new $T[] {$L}", RuntimeTypes.TENSOR, String.join(", ", results));
            default -> CodeBlock.of("$N", results.get(0));
        };
    }

    /** Emits variables for the required members of record parameters. */
    CodeBlock read(MethodNames names, Predicate<String> kept) {
        return records.read(variables(names, kept));
    }

    /** Returns an overload without parameters. */
    MethodSpec.Builder builder() {
        MethodSpec.Builder spec = MethodSpec.methodBuilder(name).addModifiers(Modifier.STATIC);
        return spec.addModifiers(access(method));
    }

    /** Returns the access of an overload: only the overloads for all variants call those of one. */
    static List<Modifier> access(KernelMethod method) {
        if (method.variant().isPresent()) {
            return List.of(Modifier.PRIVATE);
        }
        return method.signature().isPublic() ? List.of(Modifier.PUBLIC) : List.of();
    }

    /** Adds the declared parameters to an overload, and some results. */
    OverloadParameters parameters(MethodSpec.Builder overload, List<Graph.Output> results, MethodNames names) {
        return new OverloadParameters(overload, method.parameters(), records, sizes, results, names);
    }

    static TypeName primitive(Graph.Parameter parameter) {
        return switch (parameter.javaType()) {
            case "float" -> TypeName.FLOAT;
            case "double" -> TypeName.DOUBLE;
            case "int" -> TypeName.INT;
            default -> TypeName.LONG;
        };
    }
}
