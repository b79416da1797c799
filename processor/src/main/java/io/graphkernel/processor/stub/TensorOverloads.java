package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.frontend.RecordType;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Plan;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/** The overloads of a stub over tensors: writing into given results, and allocating them. */
final class TensorOverloads {

    private final KernelMethod method;
    private final Plan plan;
    private final Graph graph;
    /** Empty if the stub spells out the launches. */
    private final Optional<WalkedPlans.Walked> walked;

    private final ConstantTable constants;

    /** What the overloads are called in Java. */
    private final String name;

    private final SortedSet<String> sizes;

    private final RecordCode records;

    private final HandOver handOver;

    private final Map<List<String>, String> nameArrays = new LinkedHashMap<>();

    TensorOverloads(
            KernelMethod method,
            Plan plan,
            Optional<WalkedPlans.Walked> walked,
            ConstantTable constants,
            HandOver handOver) {
        this(method, plan, walked, constants, handOver, plan.graph().name(), new TreeSet<>());
    }

    /**
     * Overloads that are called otherwise than the graph, whose name is in messages.
     *
     * @param name the name of the generated methods
     * @param sizes symbols whose sizes the caller passes, before the parameters of the method
     */
    TensorOverloads(
            KernelMethod method,
            Plan plan,
            Optional<WalkedPlans.Walked> walked,
            ConstantTable constants,
            HandOver handOver,
            String name,
            SortedSet<String> sizes) {
        this.handOver = handOver;
        this.name = name;
        this.sizes = sizes;
        this.method = method;
        this.plan = plan;
        this.graph = plan.graph();
        this.walked = walked;
        this.constants = constants;
        this.records = new RecordCode(method.parameters(), graph);
    }

    /** Static arrays of parameter names that the overloads refer to, by content. */
    Map<List<String>, String> nameArrays() {
        return nameArrays;
    }

    private boolean isRankless() {
        return plan.kernels().stream().anyMatch(kernel -> kernel.space().isRankless());
    }

    /** {@code f(x, out)}, or {@code f(x)} for a method that only updates its parameters. */
    MethodSpec intoResults() {
        MethodNames names = new MethodNames(graph, method.parameters());
        MethodSpec.Builder spec = builder();
        boolean inRecord = method.takesResultsInRecord();
        OverloadParameters overload = parameters(spec, inRecord ? List.of() : graph.outputs(), names);
        PathVariables taken =
                variables(names, walked.isPresent() ? walkedOverload(names).kept() : path -> true);
        Optional<PathVariables> given = Optional.empty();
        if (inRecord) {
            RecordType record = method.record().orElseThrow();
            String results = names.unique("results");
            spec.addParameter(RecordCode.typeName(record), results);
            given = Optional.of(resultVariables(results, names));
            spec.addCode(records.read(taken)).addCode(records.readResults(results, record, given.get()));
        } else {
            spec.addCode(records.read(taken)).addCode(overload.read(taken.kept()));
        }
        if (walked.isPresent()) {
            RanklessLaunchCode results = new RanklessLaunchCode(plan, names, checks(names), constants, nameArrays);
            TensorChecks tensors = new TensorChecks(graph, names);
            IntFunction<CodeBlock> check = index -> tensors.result(index, results);
            return spec.addCode(walkedOverload(names).write(walked.get(), overload, taken, given, check))
                    .build();
        }
        spec.addCode(new DimBinding(graph, names, sizes).all());
        RanklessLaunchCode rankless = new RanklessLaunchCode(plan, names, checks(names), constants, nameArrays);
        if (isRankless()) {
            spec.addCode(LaunchCode.frame(names));
        }
        TensorChecks checks = new TensorChecks(graph, names);
        for (int i = 0; i < graph.outputs().size(); i++) {
            spec.addCode(checks.result(i, rankless));
        }
        spec.addCode(checks.sameDevice());
        spec.addCode(new IndexChecks(method, names).write());
        spec.addCode(new OverlapChecks(plan, names).tensors());
        spec.addCode(
                isRankless()
                        ? rankless.launches()
                        : new LaunchCode(plan, names, checks(names), constants, false).write());
        for (String tensor : tensors(names)) {
            spec.addStatement("$T.reachabilityFence($N)", Reference.class, tensor);
        }
        return spec.build();
    }

    private WalkedOverload walkedOverload(MethodNames names) {
        return new WalkedOverload(method, plan, names, records, handOver, sizes);
    }

    private PathVariables variables(MethodNames names, Predicate<String> kept) {
        return new PathVariables(names::parameter, kept, records::isTensor);
    }

    /** The variables of what the record holds that takes the results. */
    private PathVariables resultVariables(String record, MethodNames names) {
        Map<String, String> variables = new HashMap<>(Map.of("", record));
        for (int i = 0; i < graph.outputs().size(); i++) {
            variables.put(graph.outputs().get(i).name(), names.result(i));
        }
        boolean kept = walked.isEmpty() || walkedOverload(names).readsResults();
        return new PathVariables(path -> variables.computeIfAbsent(path, names::uniqueOf), path -> kept, path -> true);
    }

    private LaunchChecks checks(MethodNames names) {
        return new LaunchChecks(method.flags().isOn(Flag.ENABLE_DEBUG_MODE), plan, names);
    }

    private List<String> tensors(MethodNames names) {
        List<String> tensors = new ArrayList<>();
        graph.tensorParameters().forEach(parameter -> tensors.add(names.parameter(parameter.label())));
        for (int i = 0; i < graph.outputs().size(); i++) {
            tensors.add(names.result(i));
        }
        return tensors;
    }

    /** {@code f(x)} that makes its results. */
    MethodSpec allocating() {
        return allocating(resultType(), (names, made) -> results(made)).build();
    }

    /**
     * {@code f(x)} that makes its results and gives something of them.
     *
     * @param type what it gives
     * @param given Java text of what it gives, over the variables of the results
     */
    MethodSpec.Builder allocating(TypeName type, BiFunction<MethodNames, List<String>, CodeBlock> given) {
        return allocating(type, graph.outputs().size(), Optional.empty(), given);
    }

    /**
     * {@code f(x)} that makes the first results, and what holds all others.
     *
     * @param type what it gives
     * @param results how many results are made
     * @param holder a class that is made after them; empty if nothing is left to hold
     * @param given Java text of what it gives, over the variables of the results and of the holder
     */
    MethodSpec.Builder allocating(
            TypeName type,
            int results,
            Optional<ClassName> holder,
            BiFunction<MethodNames, List<String>, CodeBlock> given) {
        MethodNames names = new MethodNames(graph, method.parameters());
        MethodSpec.Builder spec = builder().returns(type);
        OverloadParameters overload = parameters(spec, List.of(), names);
        DimBinding binding = new DimBinding(graph, names, sizes);
        method.gradient().ifPresent(gradient -> spec.addCode(recorded(gradient, names)));
        List<Node> read = binding.parametersOfResults(Set.of(), walked.isPresent());
        Set<String> kept = read.stream().map(Node::label).collect(Collectors.toSet());
        // What holds saved values is given the parameters.
        boolean all = holder.isPresent();
        spec.addCode(records.read(variables(names, path -> all || kept.contains(path))));
        spec.addCode(overload.read(kept::contains));
        spec.addCode(binding.forResults(read));
        RanklessLaunchCode rankless = new RanklessLaunchCode(plan, names, checks(names), constants, nameArrays);
        if (graph.outputs().stream().anyMatch(output -> output.node().shape().isRankless())) {
            spec.addCode(LaunchCode.frame(names));
        }
        List<String> made = new ArrayList<>();
        for (int i = 0; i < results; i++) {
            if (graph.outputs().get(i).node().shape().isRankless()) {
                spec.addCode(rankless.broadcastResult(i));
            }
            spec.addStatement("final $T $N = $L", RuntimeTypes.TENSOR, names.result(i), empty(i, names));
            made.add(names.result(i));
        }
        holder.ifPresent(held -> {
            String variable = names.unique("saved");
            spec.addStatement("final $T $N = new $T()", held, variable, held);
            made.add(variable);
        });
        List<CodeBlock> arguments = new ArrayList<>(overload.taken());
        CodeBlock result = given.apply(names, made);
        String failure = names.unique("failure");
        spec.beginControlFlow("try");
        if (method.takesResultsInRecord()) {
            String record = names.unique("results");
            spec.addStatement("final $T $N = $L", type, record, result);
            arguments.add(CodeBlock.of("$N", record));
            result = CodeBlock.of("$N", record);
        } else {
            made.forEach(variable -> arguments.add(CodeBlock.of("$N", variable)));
        }
        spec.addStatement("$N($L)", name, CodeBlock.join(arguments, ", "))
                .addStatement("return $L", result)
                .nextControlFlow("catch ($T | $T $L)", RuntimeException.class, Error.class, failure);
        made.forEach(variable -> spec.addStatement("$N.close()", variable));
        return spec.addStatement("throw $L", failure).endControlFlow();
    }

    /** Where the thread records, the call is the forward call of the gradient. Elsewhere nothing reads all of the records. */
    private CodeBlock recorded(GradientPair gradient, MethodNames names) {
        CodeBlock.Builder code = CodeBlock.builder()
                .beginControlFlow("if ($T.isOn())", RuntimeTypes.RECORDED_KERNEL)
                .add(records.read(variables(names, path -> true)))
                .beginControlFlow(
                        "if ($T.isTracked($L))",
                        RuntimeTypes.RECORDED_KERNEL,
                        gradient.wanted().stream().map(names::parameter).collect(Collectors.joining(", ")));
        for (Node parameter : graph.tensorParameters()) {
            String label = parameter.label();
            // The forward call would check them in its own name.
            boolean wanted = gradient.wanted().contains(label);
            code.addStatement(
                    "$T.$L($S, $S, $N)",
                    wanted ? RuntimeTypes.CHECKS : RuntimeTypes.RECORDED_KERNEL,
                    wanted ? "open" : "constant",
                    graph.name(),
                    label,
                    names.parameter(label));
        }
        String arguments = method.parameters().stream()
                .map(member -> names.parameter(member.name()))
                .collect(Collectors.joining(", "));
        return code.addStatement(
                        "return $T.call($S, () -> $N($L))",
                        RuntimeTypes.RECORDED_KERNEL,
                        graph.name(),
                        graph.name() + "Forward",
                        arguments)
                .endControlFlow()
                .endControlFlow()
                .build();
    }

    /** Java text that makes the tensor of a result. */
    CodeBlock empty(int index, MethodNames names) {
        Node node = graph.outputs().get(index).node();
        CodeBlock dims = node.shape().isRankless()
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
            case RECORD -> RecordCode.typeName(method.record().orElseThrow());
            case TENSORS -> ArrayTypeName.of(RuntimeTypes.TENSOR);
            default -> RuntimeTypes.TENSOR;
        };
    }

    private CodeBlock results(List<String> made) {
        return switch (method.result()) {
            case RECORD -> RecordCode.create(method.record().orElseThrow(), made);
            case TENSORS -> CodeBlock.of("new $T[] {$L}", RuntimeTypes.TENSOR, String.join(", ", made));
            default -> CodeBlock.of("$N", made.get(0));
        };
    }

    /** Java text that gives variables to what is needed of the records among the parameters. */
    CodeBlock read(MethodNames names, Predicate<String> kept) {
        return records.read(variables(names, kept));
    }

    /** An overload without parameters. */
    MethodSpec.Builder builder() {
        MethodSpec.Builder spec = MethodSpec.methodBuilder(name).addModifiers(Modifier.STATIC);
        return method.isPublic() ? spec.addModifiers(Modifier.PUBLIC) : spec;
    }

    /** Gives an overload the parameters as the user has declared them, and some results. */
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
