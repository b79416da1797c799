package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.launch.Fill;
import io.graphkernel.processor.launch.LaunchProgram;
import io.graphkernel.processor.launch.Size;
import io.graphkernel.processor.launch.Traffic;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Broadcasts, checks results and launches kernels of a method over open shapes. Each kernel's loops come from
 * broadcasting the tensors that it touches; a temporary is a pooled tensor, because its dims are known only here.
 */
final class OpenLaunchCode {

    private final Plan plan;
    private final MethodNames names;
    private final LaunchChecks checks;
    private final List<String> temporaries = new ArrayList<>();
    /** The operands that the frame has broadcast last. */
    private List<Operand> broadcast = List.of();

    /** What is broadcast: its name in messages, and Java text of a tensor that has its dims, or of an array of them. */
    private record Operand(String name, CodeBlock dims) {

        static Operand tensor(String variable) {
            return new Operand(variable, CodeBlock.of("$L", variable));
        }
    }

    /** The static arrays of names that the code refers to, by content. */
    private final Map<List<String>, String> nameArrays;

    OpenLaunchCode(Plan plan, MethodNames names, LaunchChecks checks, Map<List<String>, String> nameArrays) {
        this.plan = plan;
        this.names = names;
        this.checks = checks;
        this.nameArrays = nameArrays;
    }

    /** Broadcasts what a result is computed from. */
    CodeBlock broadcastResult(int index) {
        CodeBlock.Builder code = CodeBlock.builder();
        broadcast(code, operandsOfResult(index));
        return code.build();
    }

    private List<Operand> operandsOfResult(int index) {
        Shape shape = plan.graph().outputs().get(index).node().shape();
        List<Operand> wanted = new ArrayList<>();
        shape.openOver().forEach(name -> wanted.add(Operand.tensor(names.parameter(name))));
        if (!shape.declared().isScalar()) {
            wanted.add(declared(shape.declared()));
        }
        List<Operand> first = operands(plan.kernels().get(0));
        boolean same = plan.kernels().size() == 1 && first.containsAll(wanted) && wanted.containsAll(first);
        return same ? first : wanted;
    }

    /** Declared dims: those of a parameter if one has them all, so that a message names it. */
    private Operand declared(Shape shape) {
        return plan.graph().tensorParameters().stream()
                .filter(parameter -> parameter.shape().equals(shape))
                .findFirst()
                .map(parameter -> Operand.tensor(names.parameter(parameter.label())))
                .orElseGet(() -> new Operand(shape.toString(), new ShapeCode(plan.graph(), names).array(shape)));
    }

    CodeBlock launches() {
        CodeBlock.Builder code = CodeBlock.builder();
        LaunchCode ranked = new LaunchCode(plan, names, checks, false);
        code.add(new SizeChecks(plan.graph(), names).elements(plan));
        code.add(ranked.arena().sizes());
        for (Step step : plan.steps()) {
            if (step instanceof LibraryCall call) {
                allocate(code, call.result().location());
                code.add(LaunchCode.entered(names, ranked.step(call)));
            } else if (step instanceof Kernel kernel && kernel.space().isOpen()) {
                kernel(code, kernel);
            } else {
                Kernel kernel = (Kernel) step;
                kernel.outputs().forEach(output -> allocate(code, output.location()));
                CodeBlock launch = ranked.step(kernel);
                code.add(
                        kernel.finish() == null
                                ? LaunchCode.entered(names, launch)
                                : ranked.arena().entered(launch));
            }
        }
        return temporaries.isEmpty() ? code.build() : closingTemporaries(code.build());
    }

    /** A scope closes the temporaries, also if a kernel cannot be launched. */
    private CodeBlock closingTemporaries(CodeBlock launches) {
        String scope = names.unique("scope");
        return CodeBlock.builder()
                .addStatement("final $T $L = $T.open()", RuntimeTypes.TENSOR_SCOPE, scope, RuntimeTypes.TENSOR_SCOPE)
                .beginControlFlow("try")
                .add(launches)
                .nextControlFlow("finally")
                .addStatement("$L.close()", scope)
                .endControlFlow()
                .build();
    }

    private void kernel(CodeBlock.Builder all, Kernel kernel) {
        List<Operand> operands = new ArrayList<>(operands(kernel));
        kernel.outputs().stream()
                .filter(Buffer::isUpdate)
                .map(output -> Operand.tensor(names.tensor(output.location())))
                .filter(operand -> !operands.contains(operand))
                .forEach(operands::add);
        broadcast(all, operands);
        kernel.outputs().forEach(output -> allocate(all, output.location()));
        CodeBlock.Builder code = CodeBlock.builder();
        for (Buffer input : kernel.inputs()) {
            pointer(code, input, "input");
        }
        for (Buffer output : kernel.outputs()) {
            pointer(code, output, "output");
        }
        ArgumentCode arguments = new ArgumentCode(names, new SizeCode(names), false);
        arguments.write(code, LaunchProgram.scalars(kernel.layout(), 0));
        String bytes = Traffic.elementBytes(kernel) + "L";
        String elements = names.frame + ".broadcastElementCount()";
        Fill caches = Traffic.fill(plan, kernel, kernel.layout().streamSlot(), Size.ZERO);
        CodeBlock level = caches instanceof Fill.OfCaches fill
                ? arguments.level(fill, bytes + " * " + elements)
                : CodeBlock.of("0");
        code.addStatement("$L.integer($L, $L)", names.frame, caches.slot(), level);
        launch(code, kernel, bytes, elements);
        CodeBlock checked = checks.around(kernel, location -> CodeBlock.of("$L", names.tensor(location)), code.build());
        all.add(LaunchCode.entered(names, checked));
    }

    private void pointer(CodeBlock.Builder code, Buffer buffer, String use) {
        code.addStatement("$L.$L($L, $L)", names.frame, use, buffer.slot(), names.tensor(buffer.location()));
    }

    private void launch(CodeBlock.Builder code, Kernel kernel, String bytes, String elements) {
        String rows = names.unique("rows");
        code.addStatement(
                "final long $L = $L.bindBroadcast($L, $L)",
                rows,
                names.frame,
                kernel.layout().broadcastSlot(),
                kernel.inputs().size());
        code.beginControlFlow("if ($L <= 1)", rows)
                .addStatement(
                        "$L.launch($L, $L, $L, $L, 0)",
                        names.kernel(kernel, 0),
                        names.frame,
                        elements,
                        KernelAbi.FLAT_GRANULE,
                        bytes)
                .nextControlFlow("else")
                .addStatement(
                        "$L.launch($L, $L, 1, $L * ($L / $L), 0)",
                        names.kernel(kernel, 1),
                        names.frame,
                        rows,
                        bytes,
                        elements,
                        rows)
                .endControlFlow();
    }

    private void broadcast(CodeBlock.Builder code, List<Operand> operands) {
        if (operands.equals(broadcast)) {
            return;
        }
        broadcast = List.copyOf(operands);
        for (int i = 0; i < operands.size(); i++) {
            code.addStatement(
                    "$L.operand($L, $L)", names.frame, i, operands.get(i).dims());
        }
        code.addStatement(
                "$L.broadcast($S, $L, $L)", names.frame, plan.graph().name(), namesConstant(operands), operands.size());
    }

    private String namesConstant(List<Operand> operands) {
        return nameArrays.computeIfAbsent(
                operands.stream().map(Operand::name).toList(),
                list -> MethodNames.constant(plan.graph().name() + "_" + nameArrays.size()) + "_OPERANDS");
    }

    /** The first kernel or call that stores into a temporary makes it. */
    private void allocate(CodeBlock.Builder code, Location stored) {
        if (!(stored instanceof Location.Temporary temporary) || temporaries.contains(names.tensor(stored))) {
            return;
        }
        String name = names.tensor(stored);
        temporaries.add(name);
        Node value = plan.temporaries().get(temporary.index()).value();
        CodeBlock dims = value.shape().isOpen()
                ? CodeBlock.of(", $L.broadcastDimensions()", names.frame)
                : new ShapeCode(plan.graph(), names).dims(value.shape());
        code.addStatement(
                "final $T $L = $T.empty($L.device(), $T.$L$L)",
                RuntimeTypes.TENSOR,
                name,
                RuntimeTypes.TENSOR,
                names.frame,
                RuntimeTypes.DTYPE,
                value.dtype().name(),
                dims);
    }

    /** What a kernel reads. A value of declared dims may lie in memory of other dims. */
    private List<Operand> operands(Kernel kernel) {
        return kernel.inputs().stream().map(this::operand).collect(Collectors.toList());
    }

    private Operand operand(Buffer input) {
        Node value = input.value();
        boolean own = value.shape().isOpen() || value.shape().isScalar() || value.kind() == Node.Kind.PARAMETER;
        return own ? Operand.tensor(names.tensor(input.location())) : declared(value.shape());
    }
}
