package io.graphkernel.processor.stub;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.frontend.kernel.ParameterSlots;
import io.graphkernel.processor.launch.LaunchProgram;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;

/**
 * Overload of a stub over {@code float[]}: small arrays are pinned, large ones copied into pooled tensors. Dims that do
 * not follow from array lengths are parameters.
 */
final class ArrayOverload {

    private final KernelMethod method;
    private final Plan plan;
    private final Graph graph;
    private final ConstantTable constants;
    /** False for an interpreted plan, which requires tensors. */
    private final boolean mayPin;

    private final MethodNames names;
    private final ArrayDimBinding binding;

    /**
     * Creates the overload of a method.
     *
     * @param constants constant tensors of the class
     * @param unrolled true if the stub inlines the launches; an interpreted plan requires tensors
     */
    ArrayOverload(KernelMethod method, Plan plan, ConstantTable constants, boolean unrolled) {
        this.method = method;
        this.plan = plan;
        this.graph = plan.graph();
        this.constants = constants;
        this.mayPin = unrolled;
        this.names = new MethodNames(graph, method.parameters());
        this.binding = new ArrayDimBinding(graph, names);
    }

    /**
     * Returns the overload, or empty if it is unsupported: a parameter is a record, a tensor is not f32, there are no
     * tensors, ranked and unranked shapes are mixed, or Java's limit on parameters is exceeded.
     *
     * @param equalShapes overload for equal shapes, which a call prefers
     */
    Optional<MethodSpec> write(Optional<EqualShapesCode> equalShapes) {
        List<Node> tensors = new ArrayList<>(graph.tensorParameters());
        graph.outputs().forEach(output -> tensors.add(output.node()));
        boolean unranked = tensors.stream().anyMatch(node -> node.shape().isUnranked());
        boolean possible = method.parameters().stream()
                        .noneMatch(member -> member.aggregate().isPresent())
                && !method.takesResultsInAggregate()
                && tensors.stream().allMatch(node -> node.dtype() == DataType.F32)
                && !graph.tensorParameters().isEmpty()
                && (!unranked || tensors.stream().allMatch(node -> node.shape().isUnranked() || isScalar(node)));
        if (!possible) {
            return Optional.empty();
        }
        List<String> unboundDims = unranked ? List.of() : binding.bind();
        // Each of the dims is a long.
        if (ParameterSlots.of(graph) + 2 * unboundDims.size() > ParameterSlots.MAX_SLOTS) {
            return Optional.empty();
        }
        MethodSpec.Builder spec = MethodSpec.methodBuilder(graph.name()).addModifiers(Modifier.STATIC);
        spec.addModifiers(TensorOverloads.access(method));
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
        if (unranked) {
            writeUnranked(spec, equalShapes);
        } else {
            writeRanked(spec);
        }
        return Optional.of(spec.build());
    }

    private static boolean isScalar(Node node) {
        return !node.shape().isUnranked() && node.shape().isScalar();
    }

    private void writeRanked(MethodSpec.Builder spec) {
        spec.addCode(binding.code());
        spec.addCode(new DimBinding(graph, names).conditions());
        spec.addCode(new DimBinding(graph, names).numbers());
        CodeBlock.Builder results = CodeBlock.builder();
        for (int i = 0; i < graph.outputs().size(); i++) {
            binding.length(
                    results,
                    names.result(i),
                    names.result(i),
                    binding.count(graph.outputs().get(i).node().shape().dims()));
        }
        spec.addCode(results.build());
        spec.addCode(new OverlapCheckCode(plan, names).arrays());
        if (mayPin && plan.steps().stream().allMatch(step -> step instanceof ScheduledKernel kernel && fits(kernel))) {
            spec.beginControlFlow("if (LIBRARY.pins(4L * ($L)))", totalLength());
            spec.addCode(new LaunchCode(plan, names, constants, true).write());
            spec.addStatement("return").endControlFlow();
        }
        copied(spec);
    }

    private static boolean fits(ScheduledKernel kernel) {
        return kernel.buffers().inputs().size() + kernel.buffers().outputs().size() <= KernelAbi.PINNED_ARRAYS;
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

    /** Emits the unranked case: arrays are vectors of equal length, or of one element that broadcasts. */
    private void writeUnranked(MethodSpec.Builder spec, Optional<EqualShapesCode> equalShapes) {
        CodeBlock.Builder checks = CodeBlock.builder();
        graph.tensorParameters()
                .forEach(parameter -> checkOpen(checks, parameter, parameter.label(), variable(parameter)));
        for (int i = 0; i < graph.outputs().size(); i++) {
            checkOpen(checks, graph.outputs().get(i).node(), names.result(i), names.result(i));
        }
        spec.addCode(checks.build());
        equalShapes.ifPresent(equal -> spec.addCode(equal.ofArrays(names)));
        spec.addCode(new DimBinding(graph, names).numbers());
        spec.addCode(new OverlapCheckCode(plan, names).arrays());
        boolean single = mayPin
                && plan.steps().size() == 1
                && plan.kernels().size() == 1
                && plan.constants().isEmpty()
                && plan.kernels().get(0).space().isUnranked()
                && fits(plan.kernels().get(0));
        if (single
                && graph.outputs().size() == 1
                && plan.kernels().get(0).buffers().outputs().size() == 1) {
            ScheduledKernel kernel = plan.kernels().get(0);
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
                    kernel.buffers().inputs().size(),
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
            binding.length(code, name, variable, CodeBlock.of("1L"));
        } else {
            code.addStatement("$T.length($S, $S, $N)", RuntimeTypes.CHECKS, graph.name(), name, variable);
        }
    }

    /**
     * Emits copies into tensors, a call of the overload over tensors, and copies of the results. A scope closes the
     * tensors, since the bytecode of a try statement grows faster than its number of resources.
     */
    private void copied(MethodSpec.Builder spec) {
        CodeBlock.Builder tensors = CodeBlock.builder();
        CodeBlock.Builder copies = CodeBlock.builder();
        List<String> arguments = new ArrayList<>();
        List<String> updated = graph.assigns().stream()
                .map(assign -> assign.updatedParameter().label())
                .toList();
        for (Graph.Parameter parameter : graph.parameters()) {
            String name = names.parameter(parameter.name());
            if (!parameter.isTensor()) {
                arguments.add(name);
                continue;
            }
            String tensor = names.unique(name + "Tensor");
            arguments.add(tensor);
            declare(tensors, tensor, CodeBlock.of("of($N$L)", name, dims(parameter.node(), name)));
            if (updated.contains(parameter.name())) {
                copies.addStatement("$N.copyTo($N)", tensor, name);
            }
        }
        for (int i = 0; i < graph.outputs().size(); i++) {
            String name = names.result(i);
            String tensor = names.unique(name + "Tensor");
            arguments.add(tensor);
            String dims = dims(graph.outputs().get(i).node(), name);
            declare(tensors, tensor, CodeBlock.of("empty($T.F32$L)", RuntimeTypes.DTYPE, dims));
            copies.addStatement("$N.copyTo($N)", tensor, name);
        }
        String scope = names.unique("scope");
        spec.addStatement("final $T $N = $T.open()", RuntimeTypes.TENSOR_SCOPE, scope, RuntimeTypes.TENSOR_SCOPE);
        spec.beginControlFlow("try");
        spec.addCode(tensors.build());
        spec.addStatement("$N($L)", graph.name(), String.join(", ", arguments));
        spec.addCode(copies.build());
        spec.nextControlFlow("finally").addStatement("$N.close()", scope).endControlFlow();
    }

    private static void declare(CodeBlock.Builder code, String tensor, CodeBlock factory) {
        code.addStatement("final $T $N = $T.$L", RuntimeTypes.TENSOR, tensor, RuntimeTypes.TENSOR, factory);
    }

    private String dims(Node node, String array) {
        if (node.shape().isUnranked()) {
            return ", " + array + ".length";
        }
        return node.shape().dims().stream().map(dim -> ", " + names.dim(dim)).collect(Collectors.joining());
    }
}
