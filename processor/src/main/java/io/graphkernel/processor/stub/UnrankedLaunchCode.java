package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.launch.BroadcastOperand;
import io.graphkernel.processor.launch.KernelFootprint;
import io.graphkernel.processor.launch.LaunchProgram;
import io.graphkernel.processor.launch.Operation;
import io.graphkernel.processor.launch.SlotInitializer;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Emitter of broadcasts, result checks and launches for unranked shapes. Each kernel's loop bounds follow from the
 * broadcast of its tensors; a temporary is a pooled tensor, because its dims are known only at the call.
 */
final class UnrankedLaunchCode {

    private final Plan plan;
    private final MethodNames names;
    private final ConstantTable constants;
    private boolean makesTemporaries;
    /** Operands of the frame's last broadcast. */
    private List<BroadcastOperand> broadcast = List.of();

    /** Static arrays of names that the code references, by content. */
    private final Map<List<String>, String> nameArrays;

    UnrankedLaunchCode(Plan plan, MethodNames names, ConstantTable constants, Map<List<String>, String> nameArrays) {
        this.plan = plan;
        this.names = names;
        this.constants = constants;
        this.nameArrays = nameArrays;
    }

    /** Emits the broadcast of a result's operands. */
    CodeBlock broadcastResult(int index) {
        CodeBlock.Builder code = CodeBlock.builder();
        broadcast(code, operandsOfResult(index));
        return code.build();
    }

    private List<BroadcastOperand> operandsOfResult(int index) {
        Shape shape = plan.graph().outputs().get(index).node().shape();
        List<BroadcastOperand> wanted = new ArrayList<>();
        shape.parameters().forEach(name -> wanted.add(new BroadcastOperand.OfTensor(new Location.Parameter(name))));
        if (!shape.declared().isScalar()) {
            wanted.add(BroadcastOperand.declared(plan.graph(), shape.declared()));
        }
        ScheduledKernel kernel = plan.kernels().get(0);
        List<BroadcastOperand> first = BroadcastOperand.of(plan.graph(), kernel)
                .subList(0, kernel.buffers().inputs().size());
        boolean same = plan.kernels().size() == 1 && first.containsAll(wanted) && wanted.containsAll(first);
        return same ? first : wanted;
    }

    CodeBlock launches() {
        CodeBlock.Builder code = CodeBlock.builder();
        LaunchProgram program = new LaunchProgram(plan);
        LaunchCode ranked = new LaunchCode(plan, names, constants, false);
        code.add(LaunchCode.constants(plan, names, constants));
        code.add(new SizeChecks(plan.graph(), names).elements(plan));
        code.add(ranked.arena().sizes());
        for (Operation operation : program.operations(false)) {
            List<Location.Temporary> allocated = program.allocatedBefore(operation.step());
            if (operation instanceof Operation.UnrankedLaunch launch) {
                broadcast(code, launch.operands());
                allocated.forEach(temporary -> allocate(code, temporary));
                kernel(code, launch);
            } else {
                allocated.forEach(temporary -> allocate(code, temporary));
                CodeBlock launch = ranked.step(operation.step());
                boolean reduces = operation.step() instanceof ScheduledKernel kernel
                        && kernel.body().finish() != null;
                code.add(reduces ? ranked.arena().entered(launch) : LaunchCode.entered(names, launch));
            }
        }
        return makesTemporaries ? closingTemporaries(code.build()) : code.build();
    }

    /** Emits a scope that closes the temporaries, even if a launch fails. */
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

    private void kernel(CodeBlock.Builder statements, Operation.UnrankedLaunch launch) {
        CodeBlock.Builder code = CodeBlock.builder();
        ArgumentCode arguments = new ArgumentCode(names, new SizeCode(names), false);
        ScheduledKernel kernel = launch.kernel();
        String bytes = KernelFootprint.elementBytes(kernel) + "L";
        String elements = names.frame + ".broadcastElementCount()";
        for (SlotInitializer fill : launch.fills()) {
            if (fill instanceof SlotInitializer.OfCaches caches) {
                CodeBlock level = arguments.level(caches, bytes + " * " + elements);
                code.addStatement("$L.integer($L, $L)", names.frame, caches.slot(), level);
            } else {
                arguments.write(code, List.of(fill));
            }
        }
        launch(code, kernel, bytes, elements);
        statements.add(LaunchCode.entered(names, code.build()));
    }

    private void launch(CodeBlock.Builder code, ScheduledKernel kernel, String bytes, String elements) {
        String rows = names.unique("rows");
        code.addStatement(
                "final long $L = $L.bindBroadcast($L, $L)",
                rows,
                names.frame,
                kernel.layout().broadcastSlot(),
                kernel.buffers().inputs().size());
        code.beginControlFlow("if ($L <= 1)", rows)
                .addStatement(
                        "$L.launch($L, $L, $L, $L, 0)",
                        names.kernel(kernel, 0),
                        names.frame,
                        elements,
                        ReferenceModel.DEFAULT.grains().flatElements(),
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

    private void broadcast(CodeBlock.Builder code, List<BroadcastOperand> operands) {
        if (operands.equals(broadcast)) {
            return;
        }
        broadcast = List.copyOf(operands);
        for (int i = 0; i < operands.size(); i++) {
            CodeBlock dims = operands.get(i) instanceof BroadcastOperand.OfTensor tensor
                    ? CodeBlock.of("$L", names.tensor(tensor.location()))
                    : new ShapeCode(plan.graph(), names).array(((BroadcastOperand.OfDims) operands.get(i)).shape());
            code.addStatement("$L.operand($L, $L)", names.frame, i, dims);
        }
        code.addStatement(
                "$L.broadcast($S, $L, $L)", names.frame, plan.graph().name(), namesConstant(operands), operands.size());
    }

    private String namesConstant(List<BroadcastOperand> operands) {
        return nameArrays.computeIfAbsent(
                operands.stream().map(this::name).toList(),
                list -> MethodNames.constant(plan.graph().name() + "_" + nameArrays.size()) + "_OPERANDS");
    }

    /** Returns the name of an operand in messages. */
    private String name(BroadcastOperand operand) {
        if (operand instanceof BroadcastOperand.OfDims dims) {
            return dims.shape().toString();
        }
        Location location = ((BroadcastOperand.OfTensor) operand).location();
        return location instanceof Location.Parameter parameter ? parameter.name() : names.tensor(location);
    }

    private void allocate(CodeBlock.Builder code, Location.Temporary temporary) {
        makesTemporaries = true;
        Node value = plan.temporaries().get(temporary.index()).value();
        CodeBlock dims = value.shape().isUnranked()
                ? CodeBlock.of(", $L.broadcastDimensions()", names.frame)
                : new ShapeCode(plan.graph(), names).dims(value.shape());
        code.addStatement(
                "final $T $L = $T.empty($L.device(), $T.$L$L)",
                RuntimeTypes.TENSOR,
                names.tensor(temporary),
                RuntimeTypes.TENSOR,
                names.frame,
                RuntimeTypes.DTYPE,
                value.dtype().name(),
                dims);
    }
}
