package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.frontend.ParameterSlots;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.launch.LaunchProgram;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/**
 * The overload of a stub over {@code float[]}: small arrays are pinned, large ones copied into pooled tensors. Dims that
 * the lengths do not give are parameters.
 */
final class ArrayOverload {

    private final KernelMethod method;
    private final Plan plan;
    private final Graph graph;
    private final ConstantTable constants;
    /** In debug mode only tensors are checked, so that arrays are not pinned then. */
    private final boolean mayPin;

    private final MethodNames names;
    private final Set<String> known = new LinkedHashSet<>();
    /** The array whose length gives a dim, by the dim's name. */
    private final Map<String, String> givers = new LinkedHashMap<>();

    private final CodeBlock.Builder binding = CodeBlock.builder();

    /**
     * The overload of a method.
     *
     * @param constants the constant tensors of the class
     * @param unrolled whether the stub spells out the launches; a plan that is walked takes tensors
     */
    ArrayOverload(KernelMethod method, Plan plan, ConstantTable constants, boolean unrolled) {
        this.method = method;
        this.plan = plan;
        this.graph = plan.graph();
        this.constants = constants;
        this.mayPin = unrolled && !method.flags().isOn(Flag.ENABLE_DEBUG_MODE);
        this.names = new MethodNames(graph, method.parameters());
    }

    /**
     * The overload, or empty if a parameter is a record, a tensor is not f32, there is none at all, only some of the shapes are
     * rankless, or Java allows no method of so many parameters.
     */
    Optional<MethodSpec> write() {
        List<Node> tensors = new ArrayList<>(graph.tensorParameters());
        graph.outputs().forEach(output -> tensors.add(output.node()));
        boolean rankless = tensors.stream().anyMatch(node -> node.shape().isRankless());
        boolean possible = method.parameters().stream()
                        .noneMatch(member -> member.aggregate().isPresent())
                && !method.takesResultsInRecord()
                && tensors.stream().allMatch(node -> node.dtype() == DType.F32)
                && !graph.tensorParameters().isEmpty()
                && (!rankless || tensors.stream().allMatch(node -> node.shape().isRankless() || isScalar(node)));
        if (!possible) {
            return Optional.empty();
        }
        List<String> unboundDims = rankless ? List.of() : bindDims();
        // Each of the dims is a long.
        if (ParameterSlots.of(graph) + 2 * unboundDims.size() > ParameterSlots.MOST) {
            return Optional.empty();
        }
        MethodSpec.Builder spec = MethodSpec.methodBuilder(graph.name()).addModifiers(Modifier.STATIC);
        if (method.isPublic()) {
            spec.addModifiers(Modifier.PUBLIC);
        }
        for (Graph.Parameter parameter : graph.parameters()) {
            TypeName type =
                    parameter.isTensor() ? ArrayTypeName.of(TypeName.FLOAT) : TensorOverloads.primitive(parameter);
            spec.addParameter(type, names.parameter(parameter.name()));
        }
        for (String dim : unboundDims) {
            spec.addParameter(TypeName.LONG, dim);
            spec.addStatement("$T.askedDimension($S, $S, $N)", RuntimeTypes.CHECKS, graph.name(), dim, dim);
        }
        for (int i = 0; i < graph.outputs().size(); i++) {
            spec.addParameter(ArrayTypeName.of(TypeName.FLOAT), names.result(i));
        }
        if (rankless) {
            writeRankless(spec);
        } else {
            writeRanked(spec);
        }
        return Optional.of(spec.build());
    }

    private static boolean isScalar(Node node) {
        return !node.shape().isRankless() && node.shape().isScalar();
    }

    /** Finds each symbolic dim from a length, and asks for those that no length gives. */
    private List<String> bindDims() {
        List<String> asked = new ArrayList<>();
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
            asked.add(names.dim(new Dim.Symbol(last)));
        }
        return asked;
    }

    /** The symbols of an array's dims that are not known yet, once for each dim. */
    private List<String> unknown(Node node) {
        return node.shape().dims().stream()
                .flatMap(dim -> dim.symbols().stream())
                .filter(symbol -> !known.contains(symbol))
                .toList();
    }

    /** Whether the length can be checked, or gives the only dim that is not known. */
    private boolean isBindable(Node node) {
        List<String> unknown = unknown(node);
        return unknown.isEmpty()
                || (unknown.size() == 1 && multiple(node, unknown.get(0)).isPresent());
    }

    /** The dim of an array that is a multiple of a symbol. */
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
            arrayLength(binding, name, names.parameter(name), count(node.shape().dims()));
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

    /** Which dims other arrays have given: {@code array scale gives d}. */
    private String given(List<Dim> dims) {
        return dims.stream()
                .flatMap(dim -> dim.symbols().stream())
                .distinct()
                .filter(givers::containsKey)
                .map(symbol -> "array " + givers.get(symbol) + " gives " + symbol)
                .collect(Collectors.joining(", "));
    }

    /** Java text of a product of dims that does not overflow: a length says little about dims that meet a 0. */
    private CodeBlock count(List<Dim> factors) {
        CodeBlock product = CodeBlock.of("$L", factors.isEmpty() ? "1L" : names.dim(factors.get(0)));
        for (int i = 1; i < factors.size(); i++) {
            product = CodeBlock.of("$T.product($L, $L)", RuntimeTypes.SIZES, product, names.dim(factors.get(i)));
        }
        return product;
    }

    private void arrayLength(CodeBlock.Builder code, String name, String variable, CodeBlock length) {
        code.addStatement("$T.arrayLength($S, $S, $N, $L)", RuntimeTypes.CHECKS, graph.name(), name, variable, length);
    }

    private void writeRanked(MethodSpec.Builder spec) {
        spec.addCode(binding.build());
        spec.addCode(new DimBinding(graph, names).conditions());
        CodeBlock.Builder results = CodeBlock.builder();
        for (int i = 0; i < graph.outputs().size(); i++) {
            arrayLength(
                    results,
                    names.result(i),
                    names.result(i),
                    count(graph.outputs().get(i).node().shape().dims()));
        }
        spec.addCode(results.build());
        spec.addCode(new OverlapChecks(plan, names).arrays());
        if (mayPin && plan.steps().stream().allMatch(step -> step instanceof Kernel kernel && fits(kernel))) {
            spec.beginControlFlow("if (LIBRARY.pins(4L * ($L)))", totalLength());
            spec.addCode(new LaunchCode(plan, names, new LaunchChecks(false, plan, names), constants, true).write());
            spec.addStatement("return").endControlFlow();
        }
        copied(spec);
    }

    private static boolean fits(Kernel kernel) {
        return kernel.inputs().size() + kernel.outputs().size() <= KernelAbi.PINNED_ARRAYS;
    }

    private String totalLength() {
        return arrays().stream().map(name -> "(long) " + name + ".length").collect(Collectors.joining(" + "));
    }

    private List<String> arrays() {
        List<String> arrays = new ArrayList<>();
        graph.tensorParameters().forEach(parameter -> arrays.add(variable(parameter)));
        for (int i = 0; i < graph.outputs().size(); i++) {
            arrays.add(names.result(i));
        }
        return arrays;
    }

    /** Arrays of any shapes are vectors of one length, or of one element that broadcasts. */
    private void writeRankless(MethodSpec.Builder spec) {
        CodeBlock.Builder checks = CodeBlock.builder();
        graph.tensorParameters()
                .forEach(parameter -> checkOpen(checks, parameter, parameter.label(), variable(parameter)));
        for (int i = 0; i < graph.outputs().size(); i++) {
            checkOpen(checks, graph.outputs().get(i).node(), names.result(i), names.result(i));
        }
        spec.addCode(checks.build());
        spec.addCode(new OverlapChecks(plan, names).arrays());
        boolean single = mayPin
                && plan.steps().size() == 1
                && plan.kernels().size() == 1
                && plan.constants().isEmpty()
                && plan.kernels().get(0).space().isRankless()
                && fits(plan.kernels().get(0));
        if (single
                && graph.outputs().size() == 1
                && plan.kernels().get(0).outputs().size() == 1) {
            Kernel kernel = plan.kernels().get(0);
            String out = names.result(0);
            List<String> lengths = graph.tensorParameters().stream()
                    .filter(parameter -> !isScalar(parameter))
                    .map(parameter -> variable(parameter) + ".length == " + out + ".length")
                    .toList();
            spec.beginControlFlow("if (LIBRARY.pins(4L * ($L)) && $L)", totalLength(), String.join(" && ", lengths));
            spec.addCode(LaunchCode.hostFrame(names));
            CodeBlock.Builder code = CodeBlock.builder();
            new ArgumentCode(names, new SizeCode(names), true).write(code, LaunchProgram.scalars(kernel.layout(), 0));
            spec.addCode(code.build());
            spec.addStatement("$L.integer($L, 0)", names.frame, kernel.layout().streamingSlot());
            spec.addStatement(
                    "$L.bindFlat($L, $L, $L.length)",
                    names.frame,
                    kernel.layout().broadcastSlot(),
                    kernel.inputs().size(),
                    out);
            spec.addStatement(
                    "$L.launchArrays($L, $L.length, 0, $L)",
                    names.kernel(kernel, 0),
                    names.frame,
                    out,
                    LaunchCode.pinned(kernel, names));
            spec.addStatement("return").endControlFlow();
        }
        copied(spec);
    }

    private String variable(Node parameter) {
        return names.parameter(parameter.label());
    }

    private void checkOpen(CodeBlock.Builder code, Node node, String name, String variable) {
        if (isScalar(node)) {
            arrayLength(code, name, variable, CodeBlock.of("1L"));
        } else {
            code.addStatement("$T.length($S, $S, $N)", RuntimeTypes.CHECKS, graph.name(), name, variable);
        }
    }

    /** Through tensors: copies in, runs the overload over tensors, copies out. */
    private void copied(MethodSpec.Builder spec) {
        CodeBlock.Builder resources = CodeBlock.builder();
        CodeBlock.Builder copies = CodeBlock.builder();
        List<String> arguments = new ArrayList<>();
        List<String> updated = graph.assigns().stream()
                .map(assign -> assign.operands().get(0).label())
                .toList();
        for (Graph.Parameter parameter : graph.parameters()) {
            String name = names.parameter(parameter.name());
            if (!parameter.isTensor()) {
                arguments.add(name);
                continue;
            }
            String tensor = names.unique(name + "Tensor");
            arguments.add(tensor);
            resource(resources, tensor, CodeBlock.of("of($N$L)", name, dims(parameter.node(), name)));
            if (updated.contains(parameter.name())) {
                copies.addStatement("$N.copyTo($N)", tensor, name);
            }
        }
        for (int i = 0; i < graph.outputs().size(); i++) {
            String name = names.result(i);
            String tensor = names.unique(name + "Tensor");
            arguments.add(tensor);
            String dims = dims(graph.outputs().get(i).node(), name);
            resource(resources, tensor, CodeBlock.of("empty($T.F32$L)", RuntimeTypes.DTYPE, dims));
            copies.addStatement("$N.copyTo($N)", tensor, name);
        }
        spec.beginControlFlow("try ($L)", resources.build());
        spec.addStatement("$N($L)", graph.name(), String.join(", ", arguments));
        spec.addCode(copies.build());
        spec.endControlFlow();
    }

    private static void resource(CodeBlock.Builder resources, String tensor, CodeBlock factory) {
        String separator = resources.isEmpty() ? "" : ";\n        ";
        resources.add("$L$T $N = $T.$L", separator, RuntimeTypes.TENSOR, tensor, RuntimeTypes.TENSOR, factory);
    }

    private String dims(Node node, String array) {
        if (node.shape().isRankless()) {
            return ", " + array + ".length";
        }
        return node.shape().dims().stream().map(dim -> ", " + names.dim(dim)).collect(Collectors.joining());
    }
}
