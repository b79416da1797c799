package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Broadcasts, checks results and launches kernels over open shapes. Each kernel's loops come from broadcasting the
 * tensors that it touches; a temporary of an open shape is a pooled tensor, because its dims are known only here.
 */
final class OpenLaunchCode {

    private static final int FLAT_GRANULE = 4096;

    private final Plan plan;
    private final MethodNames names;
    private final List<String> temporaries = new ArrayList<>();
    /** The operands that the frame has broadcast last. */
    private List<String> broadcast = List.of();

    /** The static arrays of names that the code refers to, by content. */
    private final Map<List<String>, String> nameArrays;

    OpenLaunchCode(Plan plan, MethodNames names, Map<List<String>, String> nameArrays) {
        this.plan = plan;
        this.names = names;
        this.nameArrays = nameArrays;
    }

    /** Declares the frame. */
    CodeBlock frame() {
        return CodeBlock.builder()
                .addStatement(
                        "final $T $L = $T.current()",
                        RuntimeTypes.LAUNCH_FRAME,
                        names.frame,
                        RuntimeTypes.LAUNCH_FRAME)
                .build();
    }

    /** Broadcasts what a result is computed from. */
    CodeBlock broadcastResult(int index) {
        CodeBlock.Builder code = CodeBlock.builder();
        broadcast(code, operandsOfResult(index));
        return code.build();
    }

    private List<String> operandsOfResult(int index) {
        List<String> wanted = List.copyOf(
                plan.graph().outputs().get(index).node().shape().openOver());
        List<String> first = tensors(plan.kernels().get(0));
        boolean same = plan.kernels().size() == 1 && first.containsAll(wanted) && wanted.containsAll(first);
        return same ? first : wanted;
    }

    CodeBlock launches() {
        CodeBlock.Builder code = CodeBlock.builder();
        for (Kernel kernel : plan.kernels()) {
            kernel(code, kernel);
        }
        for (int i = temporaries.size() - 1; i >= 0; i--) {
            code.addStatement("$L.close()", temporaries.get(i));
        }
        return code.build();
    }

    private void kernel(CodeBlock.Builder code, Kernel kernel) {
        List<String> operands = new ArrayList<>(tensors(kernel));
        kernel.outputs().stream()
                .filter(output -> output.value().op().equals("Assign"))
                .map(output -> names.tensor(output.location()))
                .filter(name -> !operands.contains(name))
                .forEach(operands::add);
        boolean loops = !operands.isEmpty();
        if (loops) {
            broadcast(code, operands);
        }
        for (Buffer output : kernel.outputs()) {
            allocate(code, output, loops);
        }
        for (Buffer input : kernel.inputs()) {
            code.addStatement("$L.pointer($L, $L.address())", names.frame, input.slot(), tensor(input));
        }
        for (Buffer output : kernel.outputs()) {
            code.addStatement("$L.pointer($L, $L.address())", names.frame, output.slot(), tensor(output));
        }
        LaunchCode.writeScalars(code, kernel.layout(), names);
        String bytes = LaunchCode.elementBytes(kernel);
        CodeBlock stream = LaunchCode.mayStream(kernel) && loops
                ? LaunchCode.streamCondition(
                        plan, kernel, names, bytes + " * " + names.frame + ".broadcastElementCount()")
                : CodeBlock.of("0");
        code.addStatement("$L.integer($L, $L)", names.frame, kernel.layout().streamSlot(), stream);
        launch(code, kernel, bytes, loops);
    }

    private void launch(CodeBlock.Builder code, Kernel kernel, String bytes, boolean loops) {
        String flat = MethodNames.kernel(kernel, 0);
        if (!loops) {
            code.addStatement("$L.launch($L, 1, 1, $L, 0)", flat, names.frame, bytes);
            return;
        }
        String rows = names.unique("rows");
        String elements = names.frame + ".broadcastElementCount()";
        code.addStatement(
                "final long $L = $L.bindBroadcast($L, $L)",
                rows,
                names.frame,
                kernel.layout().broadcastSlot(),
                kernel.inputs().size());
        code.beginControlFlow("if ($L <= 1)", rows)
                .addStatement("$L.launch($L, $L, $L, $L, 0)", flat, names.frame, elements, FLAT_GRANULE, bytes)
                .nextControlFlow("else")
                .addStatement(
                        "$L.launch($L, $L, 1, $L * ($L / $L), 0)",
                        MethodNames.kernel(kernel, 1),
                        names.frame,
                        rows,
                        bytes,
                        elements,
                        rows)
                .endControlFlow();
    }

    private void broadcast(CodeBlock.Builder code, List<String> operands) {
        if (operands.equals(broadcast)) {
            return;
        }
        broadcast = List.copyOf(operands);
        for (int i = 0; i < operands.size(); i++) {
            code.addStatement("$L.operand($L, $L)", names.frame, i, operands.get(i));
        }
        code.addStatement(
                "$L.broadcast($S, $L, $L)",
                names.frame,
                plan.graph().name(),
                namesConstant(operands),
                operands.size());
    }

    private String namesConstant(List<String> operands) {
        return nameArrays.computeIfAbsent(
                List.copyOf(operands),
                list -> MethodNames.constant(plan.graph().name()) + "_OPERANDS_" + nameArrays.size());
    }

    private void allocate(CodeBlock.Builder code, Buffer output, boolean loops) {
        if (output.location() instanceof Location.Temporary temporary) {
            String name = temporaryName(temporary);
            temporaries.add(name);
            code.addStatement(
                    "final $T $L = $T.empty($T.$L$L)",
                    RuntimeTypes.TENSOR,
                    name,
                    RuntimeTypes.TENSOR,
                    RuntimeTypes.DTYPE,
                    output.value().dtype().name(),
                    loops && output.mask() != 0 ? ", " + names.frame + ".broadcastDimensions()" : "");
        }
    }

    private String temporaryName(Location.Temporary temporary) {
        return "temporary" + temporary.index() + "$";
    }

    private String tensor(Buffer buffer) {
        return buffer.location() instanceof Location.Temporary temporary
                ? temporaryName(temporary)
                : names.tensor(buffer.location());
    }

    private List<String> tensors(Kernel kernel) {
        return kernel.inputs().stream().map(this::tensor).collect(Collectors.toList());
    }
}
