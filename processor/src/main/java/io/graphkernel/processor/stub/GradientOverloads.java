package io.graphkernel.processor.stub;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.stub.DerivedPlans.GradientPlans;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/**
 * Overloads of a method {@code f} with a gradient:
 * <ul>
 * <li>{@code FForward fForward(…)}, which returns the results and an {@code FSaved}, also with both as arguments;
 * <li>{@code FGradients fGradient(saved, cotangent)}, also with result arguments;
 * <li>{@code fAccumulateGradient(saved, cotangent, gradients)}, which adds to existing tensors.
 * </ul>
 *
 * The launches are in private methods, {@code fLaunch…}, with each value as an argument.
 */
final class GradientOverloads {

    private static final String CHECK_ADDITION = "CheckAddition";

    private final GradientPlans plans;
    private final KernelMethod method;
    private final GradientPair pair;
    private final InterpretedPlans interpreted;
    private final ConstantTable constants;
    private final AggregateArgumentEmitter handOver;
    private final String name;
    private final ForwardType forwardType;
    private final SavedType saved;
    private final GradientsType gradients;
    /** Sizes of the gradient call that no tensor determines. */
    private final SortedSet<String> sizes;

    private MethodSpec allocatingForward;
    private MethodSpec forwardIntoResults;
    private final List<MethodSpec> backwardCalls = new ArrayList<>();

    GradientOverloads(
            ClassName stub,
            GradientPlans plans,
            InterpretedPlans interpreted,
            ConstantTable constants,
            AggregateArgumentEmitter handOver) {
        this.handOver = handOver;
        this.plans = plans;
        this.method = plans.method();
        this.pair = plans.pair();
        this.interpreted = interpreted;
        this.constants = constants;
        this.name = method.graph().name();
        this.sizes = pair.sizes(plans.gradient().graph());
        String type = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        this.saved = new SavedType(stub.nestedClass(type + "Saved"), name, pair, sizes);
        String shared =
                Character.toUpperCase(name.charAt(0)) + method.javaName().substring(1);
        this.gradients = new GradientsType(stub.nestedClass(shared + "Gradients"), method);
        this.forwardType = new ForwardType(
                stub.nestedClass(type + "Forward"), method, saved.name(), RuntimeTypes.SAVED_VALUES, gradients);
    }

    /** Returns the record of gradients, which the variants of a kernel share. */
    GradientsType gradients() {
        return gradients;
    }

    /** Returns the forward call that allocates its results, after {@link #addTo}. */
    MethodSpec allocatingForward() {
        return allocatingForward;
    }

    /** Returns the forward call into existing tensors, after {@link #addTo}. */
    MethodSpec forwardIntoResults() {
        return forwardIntoResults;
    }

    /** Returns the gradient calls, whose first parameter is the saved values, after {@link #addTo}. */
    List<MethodSpec> backwardCalls() {
        return backwardCalls;
    }

    void addTo(TypeSpec.Builder type) {
        List.of(plans.forward(), plans.gradient(), plans.addition()).forEach(plan -> {
            if (interpreted.of(plan).isEmpty()) {
                ArenaCode.field(plan).ifPresent(type::addField);
            }
        });
        ForwardOverloads forward = new ForwardOverloads(
                forwardType,
                plans,
                saved,
                sizes,
                overloads(method.forward(), plans.forward(), "Forward", new TreeSet<>()));
        allocatingForward = visible(forward.allocating());
        type.addMethod(allocatingForward);
        forwardIntoResults = visible(forward.intoResults(type));
        type.addMethod(forwardIntoResults);
        type.addMethod(hidden(overloads(method.forward(), plans.forward(), "LaunchForward", new TreeSet<>())
                .intoResults()));
        TensorOverloads gradientOverloads = overloads(method.backward(), plans.gradient(), "LaunchGradient", sizes);
        MethodSpec into = gradientOverloads.intoResults();
        MethodSpec allocating = gradientOverloads
                .allocating(gradients.name(), (names, results) -> gradients.create(results))
                .setName(name + "MakeGradient")
                .returns(gradients.name())
                .build();
        MethodSpec.Builder fresh = call(allocating)
                .addJavadoc("The gradients of {@link #$N}.\n\n", name)
                .addJavadoc(
                        "@param saved what {@link #$N} has kept; any number of calls may read it\n", name + "Forward");
        backwardCalls.add(visible(fresh));
        backwardCalls.add(visible(call(into)
                .addJavadoc(
                        "As the overload without {@code gradients}, into tensors that are given and written over.\n")));
        backwardCalls.add(visible(adding()));
        type.addMethods(backwardCalls);
        type.addMethod(checkingAddition());
        type.addMethod(hidden(into));
        type.addMethod(hidden(allocating));
        TensorOverloads addition = overloads(method.addition(), plans.addition(), "LaunchAddition", new TreeSet<>());
        type.addMethod(hidden(addition.intoResults()));
        type.addType(visible(forwardType.write()));
        type.addType(visible(saved.write()));
        if (method.variant().isEmpty()) {
            type.addType(visible(gradients.write()));
        }
    }

    private TensorOverloads overloads(KernelMethod launched, Plan plan, String suffix, SortedSet<String> given) {
        return new TensorOverloads(launched, plan, interpreted.of(plan), constants, handOver, name + suffix, given);
    }

    private static MethodSpec hidden(MethodSpec overload) {
        return overload.toBuilder().addModifiers(Modifier.PRIVATE).build();
    }

    private MethodSpec visible(MethodSpec.Builder overload) {
        return overload.addModifiers(TensorOverloads.access(method)).build();
    }

    private TypeSpec visible(TypeSpec.Builder type) {
        return type.addModifiers(TensorOverloads.access(method).toArray(Modifier[]::new))
                .build();
    }

    /** Emits the public overload of a launch. */
    private MethodSpec.Builder call(MethodSpec launch) {
        MethodNames names = new MethodNames(pair.gradient(), method.backward().parameters());
        String values = names.unique("saved");
        String call = name + "Gradient";
        List<String> cotangents = cotangents(names);
        boolean into = launch.returnType().equals(TypeName.VOID);
        MethodSpec.Builder spec = MethodSpec.methodBuilder(call)
                .addModifiers(Modifier.STATIC)
                .returns(launch.returnType())
                .addParameter(saved.name(), values);
        cotangents.forEach(cotangent -> spec.addParameter(RuntimeTypes.TENSOR, cotangent));
        requireSaved(spec, call, values, cotangents);
        List<CodeBlock> arguments = saved(values);
        arguments.addAll(given(values, call, cotangents));
        if (into) {
            String targets = names.unique("gradients");
            spec.addParameter(gradients.name(), targets);
            spec.addCode(gradients.check(call, targets));
            arguments.addAll(gradients.tensors(targets));
        }
        CodeBlock launched = CodeBlock.of("$N($L)", launch.name(), CodeBlock.join(arguments, ", "));
        return into ? spec.addStatement(launched) : spec.addStatement("return $L", launched);
    }

    /** Returns the parameters of the cotangents. */
    private List<String> cotangents(MethodNames names) {
        return pair.gradient().tensorParameters().stream()
                .skip(pair.saved().size())
                .map(cotangent -> names.parameter(cotangent.label()))
                .toList();
    }

    /** Returns Java texts of a launch's arguments before the cotangents. */
    private List<CodeBlock> saved(String values) {
        List<CodeBlock> arguments = new ArrayList<>(saved.numbers(values));
        arguments.addAll(saved.tensors(values));
        return arguments;
    }

    /** Returns Java texts of a launch's cotangents; of several, all but one may be null. */
    private static List<CodeBlock> given(String values, String call, List<String> cotangents) {
        if (cotangents.size() == 1) {
            return List.of(CodeBlock.of("$N", cotangents.get(0)));
        }
        List<CodeBlock> given = new ArrayList<>();
        for (int i = 0; i < cotangents.size(); i++) {
            given.add(CodeBlock.of("$N.orZeros($S, $L, $N)", values, call, i, cotangents.get(i)));
        }
        return given;
    }

    /** Checks the saved values that a call reads, with that call's name in messages. */
    private static void requireSaved(MethodSpec.Builder spec, String call, String values, List<String> cotangents) {
        spec.addStatement("$T.require($S, $N)", RuntimeTypes.SAVED_VALUES, call, values);
        if (cotangents.size() > 1) {
            spec.addStatement(
                    "$N.requireAny($S, $L)",
                    values,
                    call,
                    cotangents.stream().map(cotangent -> cotangent + " != null").collect(Collectors.joining(" || ")));
        }
    }

    /**
     * Emits the accumulation as a separate launch: a gradient of weights is a matmul or a column sum, which does not
     * fuse with the addition. The gradients are stored in memory of the saved values, so that a target may alias a
     * cotangent.
     */
    private MethodSpec.Builder adding() {
        MethodNames names = new MethodNames(pair.gradient(), method.backward().parameters());
        String values = names.unique("saved");
        String targets = names.unique("gradients");
        List<String> cotangents = cotangents(names);
        MethodSpec.Builder spec = MethodSpec.methodBuilder(name + "AccumulateGradient")
                .addModifiers(Modifier.STATIC)
                .addJavadoc("As {@link #$N}, added to what given tensors hold.\n", name + "Gradient")
                .addParameter(saved.name(), values);
        cotangents.forEach(cotangent -> spec.addParameter(RuntimeTypes.TENSOR, cotangent));
        spec.addParameter(gradients.name(), targets);
        requireSaved(spec, name + "AccumulateGradient", values, cotangents);
        spec.addCode(gradients.check(name + "AccumulateGradient", targets));
        // Serializes calls with the same saved values, which share the memory.
        spec.beginControlFlow("synchronized ($N)", values);
        List<CodeBlock> given = given(values, name + "AccumulateGradient", cotangents);
        if (given.size() > 1) {
            given.replaceAll(cotangent -> {
                CodeBlock once = CodeBlock.of("$N", names.unique("cotangent"));
                spec.addStatement("final $T $L = $L", RuntimeTypes.TENSOR, once, cotangent);
                return once;
            });
        }
        List<CodeBlock> checked = new ArrayList<>(List.of(CodeBlock.of("$N", values)));
        checked.addAll(given);
        checked.add(CodeBlock.of("$N", targets));
        spec.addStatement("$N($L)", name + CHECK_ADDITION, CodeBlock.join(checked, ", "));
        List<CodeBlock> arguments = gradients.tensors(targets);
        List<CodeBlock> added = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            added.add(CodeBlock.of("$N", names.unique("added")));
            spec.addStatement(
                    "final $T $L = $T.addend($S, $N, $L, $L)",
                    RuntimeTypes.TENSOR,
                    added.get(i),
                    RuntimeTypes.SAVED_VALUES,
                    name + "AccumulateGradient",
                    values,
                    i,
                    arguments.get(i));
        }
        List<CodeBlock> launched = saved(values);
        launched.addAll(given);
        launched.addAll(added);
        List<CodeBlock> summed = new ArrayList<>(arguments);
        summed.addAll(added);
        return spec.addStatement("$N($L)", name + "LaunchGradient", CodeBlock.join(launched, ", "))
                .addStatement("$N($L)", name + "LaunchAddition", CodeBlock.join(summed, ", "))
                .endControlFlow();
    }

    /**
     * Emits checks of cotangents and target tensors in the name of the call and before it allocates, since the launches
     * have other tensors and names.
     */
    private MethodSpec checkingAddition() {
        Graph graph = plans.gradient().graph().withName(name + "AccumulateGradient");
        MethodNames names = new MethodNames(graph, method.backward().parameters());
        String values = names.unique("saved");
        String targets = names.unique("gradients");
        List<Node> tensorParameters = graph.tensorParameters();
        List<Node> stored = tensorParameters.subList(0, pair.saved().size());
        List<Node> given = tensorParameters.subList(stored.size(), tensorParameters.size());
        DimBinding binding = new DimBinding(graph, names, sizes);
        Set<String> symbols = new TreeSet<>();
        given.forEach(cotangent -> cotangent.shape().dims().forEach(dim -> symbols.addAll(dim.symbols())));
        List<Node> read = new ArrayList<>(binding.parametersOfResults(symbols, false));
        read.retainAll(stored);
        MethodSpec.Builder spec = MethodSpec.methodBuilder(name + CHECK_ADDITION)
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .addParameter(saved.name(), values);
        cotangents(names).forEach(cotangent -> spec.addParameter(RuntimeTypes.TENSOR, cotangent));
        spec.addParameter(gradients.name(), targets);
        List<CodeBlock> tensors = saved.tensors(values);
        for (Node tensor : read) {
            spec.addStatement(
                    "final $T $N = $L",
                    RuntimeTypes.TENSOR,
                    names.parameter(tensor.label()),
                    tensors.get(stored.indexOf(tensor)));
        }
        Iterator<CodeBlock> numbers = saved.numbers(values).iterator();
        for (String symbol : sizes) {
            spec.addStatement("final long $L = $L", names.dim(new Dim.Symbol(symbol)), numbers.next());
        }
        List<CodeBlock> results = gradients.tensors(targets);
        for (int i = 0; i < results.size(); i++) {
            spec.addStatement("final $T $N = $L", RuntimeTypes.TENSOR, names.result(i), results.get(i));
        }
        read.addAll(given);
        spec.addCode(binding.forResults(read));
        TensorChecks checks = new TensorChecks(graph, names);
        for (int i = 0; i < results.size(); i++) {
            spec.addCode(checks.result(i));
        }
        return spec.addCode(checks.sameDevice(given)).build();
    }
}
