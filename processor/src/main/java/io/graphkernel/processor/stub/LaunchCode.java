package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.launch.LaunchProgram;
import io.graphkernel.processor.launch.Operation;
import io.graphkernel.processor.launch.Section;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Step;
import java.util.List;

/** Emitter of the launches of a plan over ranked shapes, in order. */
final class LaunchCode {

    private final Plan plan;
    private final LaunchProgram program;
    private final MethodNames names;
    private final boolean arrays;
    private final ConstantTable constants;
    private final SizeCode sizes;
    private final ArenaCode arena;
    private final ArgumentCode arguments;

    /**
     * Creates the emitter of one overload.
     *
     * @param constants constant tensors of the class
     * @param arrays true if parameters and results are pinned arrays rather than tensors
     */
    LaunchCode(Plan plan, MethodNames names, ConstantTable constants, boolean arrays) {
        this.plan = plan;
        this.program = new LaunchProgram(plan);
        this.names = names;
        this.arrays = arrays;
        this.constants = constants;
        this.sizes = new SizeCode(names);
        this.arena = new ArenaCode(program, names, sizes);
        this.arguments = new ArgumentCode(names, sizes, arrays);
    }

    CodeBlock write() {
        CodeBlock.Builder statements = CodeBlock.builder();
        statements.add(arrays ? hostFrame(names) : frame(names));
        statements.add(constants(plan, names, constants));
        statements.add(new SizeChecks(plan.graph(), names).elements(plan));
        statements.add(arena.sizes());
        CodeBlock.Builder launches = CodeBlock.builder();
        program.operations(!arrays).forEach(operation -> launches.add(code(operation)));
        // Arrays cannot be closed concurrently.
        boolean entered = !arrays || !arena.isEmpty() || !plan.constants().isEmpty();
        return statements
                .add(entered ? arena.entered(launches.build()) : launches.build())
                .build();
    }

    /**
     * Emits code that resolves addresses inside an entered frame: memory released by another thread stays mapped. Code
     * that waits for such a release, as an allocation may, precedes it.
     */
    static CodeBlock entered(MethodNames names, CodeBlock launches) {
        return CodeBlock.builder()
                .addStatement("LIBRARY.enter($L)", names.frame)
                .beginControlFlow("try")
                .add(launches)
                .nextControlFlow("finally")
                .addStatement("$L.exit()", names.frame)
                .endControlFlow()
                .build();
    }

    /** Emits declarations of the constant tensors of launches, on the device of the frame, which precedes them. */
    static CodeBlock constants(Plan plan, MethodNames names, ConstantTable constants) {
        CodeBlock.Builder code = CodeBlock.builder();
        plan.constants()
                .forEach(constant -> code.addStatement(
                        "final $T $L = LIBRARY.constant($L, $L)",
                        RuntimeTypes.TENSOR,
                        names.tensor(constant),
                        constants.number(constant),
                        names.frame));
        return code.build();
    }

    /** Emits the frame of a call that runs on the device of its tensors, before all other code. */
    static CodeBlock frame(MethodNames names) {
        return frame(names, CodeBlock.of("$N.device()", names.home));
    }

    /** Emits the frame of a call that runs on the host, before all other code. */
    static CodeBlock hostFrame(MethodNames names) {
        return frame(names, CodeBlock.of("$T.cpu()", RuntimeTypes.DEVICE));
    }

    private static CodeBlock frame(MethodNames names, CodeBlock device) {
        return CodeBlock.builder()
                .addStatement(
                        "final $T $L = $T.current($L)",
                        RuntimeTypes.LAUNCH_FRAME,
                        names.frame,
                        RuntimeTypes.LAUNCH_FRAME,
                        device)
                .build();
    }

    /** Returns the memory of the launches. */
    ArenaCode arena() {
        return arena;
    }

    /** Emits one step of a plan: a library call, or a kernel over ranked shapes. */
    CodeBlock step(Step step) {
        return code(program.operation(step));
    }

    private CodeBlock code(Operation operation) {
        CodeBlock.Builder code = CodeBlock.builder();
        arguments.write(code, operation.fills());
        if (operation instanceof Operation.LaunchBatch joint) {
            joint.sections().forEach(section -> join(code, section));
            return code.addStatement("$L.launchBatch()", names.frame).build();
        }
        if (operation instanceof Operation.Call call) {
            String field = MethodNames.constant(call.call().name());
            return code.addStatement("$L.run($L, LIBRARY.runsOnJvm($L))", field, names.frame, names.frame)
                    .build();
        }
        ((Operation.Launches) operation).sections().forEach(section -> launch(code, section));
        return code.build();
    }

    /**
     * Emits a launch of several kernels; operations that may fail, such as the address of a closed tensor, come before
     * the first kernel is added.
     */
    private void join(CodeBlock.Builder code, Section section) {
        code.addStatement(
                "$L.join($L, $L, $L, $L, $L, $L, $L)",
                names.kernel(section.kernel(), section.function()),
                names.frame,
                section.slot(),
                section.phase(),
                sizes.text(section.range()),
                section.grainSize(),
                sizes.text(section.bytesPerItem()),
                sizes.text(section.scratchBytes()));
    }

    private void launch(CodeBlock.Builder code, Section section) {
        String launched = names.kernel(section.kernel(), section.function());
        if (!arrays) {
            code.addStatement(
                    "$L.launch($L, $L, $L, $L, $L)",
                    launched,
                    names.frame,
                    sizes.text(section.range()),
                    section.grainSize(),
                    sizes.text(section.bytesPerItem()),
                    sizes.text(section.scratchBytes()));
            return;
        }
        code.addStatement(
                "$L.launchArrays($L, $L, $L, $L)",
                launched,
                names.frame,
                sizes.text(section.range()),
                sizes.text(section.scratchBytes()),
                pinned(section.kernel(), names));
    }

    /**
     * Returns the last arguments of a launch over arrays: the written slots as a bit mask, and the arrays.
     */
    static String pinned(ScheduledKernel kernel, MethodNames names) {
        int written = 0;
        StringBuilder arrays = new StringBuilder();
        for (List<Buffer> buffers :
                List.of(kernel.buffers().inputs(), kernel.buffers().outputs())) {
            for (Buffer buffer : buffers) {
                Location location = buffer.location();
                boolean array = location instanceof Location.Parameter || location instanceof Location.Result;
                arrays.append(".add(")
                        .append(array ? names.tensor(location) : "null")
                        .append(')');
            }
        }
        for (Buffer output : kernel.buffers().outputs()) {
            written |= 1 << output.slot();
        }
        return "0b" + Integer.toBinaryString(written) + ", " + names.frame + ".arrays()" + arrays;
    }
}
