package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.launch.LaunchProgram;
import io.graphkernel.processor.launch.Operation;
import io.graphkernel.processor.launch.Section;
import io.graphkernel.processor.launch.Size;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ConstantTable;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Step;
import java.util.List;

/** Launches the kernels of a plan over ranked shapes, one statement after the other. */
final class LaunchCode {

    private final Plan plan;
    private final LaunchProgram program;
    private final MethodNames names;
    private final LaunchChecks checks;
    private final boolean arrays;
    private final ConstantTable constants;
    private final SizeCode sizes;
    private final ArenaCode arena;
    private final ArgumentCode arguments;

    /**
     * Code for one overload.
     *
     * @param checks what is checked around launches; nothing with pinned arrays
     * @param constants the constant tensors of the class
     * @param arrays whether parameters and results are pinned arrays rather than tensors
     */
    LaunchCode(Plan plan, MethodNames names, LaunchChecks checks, ConstantTable constants, boolean arrays) {
        this.plan = plan;
        this.program = new LaunchProgram(plan);
        this.names = names;
        this.checks = checks;
        this.arrays = arrays;
        this.constants = constants;
        this.sizes = new SizeCode(names);
        this.arena = new ArenaCode(program, names, sizes);
        this.arguments = new ArgumentCode(names, sizes, arrays);
    }

    CodeBlock write() {
        CodeBlock.Builder all = CodeBlock.builder();
        all.add(arrays ? hostFrame(names) : frame(names));
        all.add(constants(plan, names, constants));
        all.add(new SizeChecks(plan.graph(), names).elements(plan));
        all.add(arena.sizes());
        CodeBlock.Builder launches = CodeBlock.builder();
        program.operations(!arrays).forEach(operation -> launches.add(code(operation)));
        // Nobody else closes an array.
        boolean entered = !arrays || !arena.isEmpty() || !plan.constants().isEmpty();
        return all.add(entered ? arena.entered(launches.build()) : launches.build())
                .build();
    }

    /**
     * Code that takes addresses of tensors, inside the frame's mark: memory that another thread gives back meanwhile stays
     * mapped. What waits for such memory to be given back, as an allocation may, comes before.
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

    /** Declares the constant tensors that launches read, on the device of the frame. Comes after the frame. */
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

    /** Declares the frame of a call that runs where its tensors are. Comes before everything else. */
    static CodeBlock frame(MethodNames names) {
        return frame(names, CodeBlock.of("$N.device()", names.home));
    }

    /** Declares the frame of a call that runs on the host. Comes before everything else. */
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

    /** The memory of the launches. */
    ArenaCode arena() {
        return arena;
    }

    /** Runs one step of a plan: a library call, or a kernel over ranked shapes. */
    CodeBlock step(Step step) {
        return code(program.operation(step));
    }

    private CodeBlock code(Operation operation) {
        CodeBlock.Builder code = CodeBlock.builder();
        arguments.write(code, operation.fills());
        if (operation instanceof Operation.JointLaunch joint) {
            joint.sections().forEach(section -> join(code, section));
            return code.addStatement("$L.launchJoined()", names.frame).build();
        }
        if (operation instanceof Operation.Call call) {
            String field = MethodNames.constant(call.call().name());
            code.addStatement("$L.run($L, LIBRARY.runsOnJvm($L))", field, names.frame, names.frame);
            return checks.around(call.call(), this::memory, code.build());
        }
        Operation.Launches launches = (Operation.Launches) operation;
        launches.sections().forEach(section -> launch(code, section));
        return checks.around(launches.step(), this::memory, code.build());
    }

    /** The arguments that give a location's memory to a check: a tensor, or dtype, address and number of elements. */
    private CodeBlock memory(Location location) {
        if (!program.isInArena(location)) {
            return CodeBlock.of("$L", names.tensor(location));
        }
        Plan.Temporary temporary = program.temporary(location);
        return CodeBlock.of(
                "$T.$L, $L, $L",
                RuntimeTypes.DTYPE,
                temporary.value().dtype().name(),
                arguments.address(program.offset(location)),
                sizes.text(Size.product(temporary.value().shape().dims())));
    }

    /**
     * What may fail, such as the address of a closed tensor, comes before the first kernel joins, so that none is
     * left.
     */
    private void join(CodeBlock.Builder code, Section section) {
        code.addStatement(
                "$L.join($L, $L, $L, $L, $L, $L, $L)",
                names.kernel(section.kernel(), section.function()),
                names.frame,
                section.slot(),
                section.phase(),
                sizes.text(section.range()),
                section.granule(),
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
                    section.granule(),
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

    /** The last arguments of a launch over arrays: which slots are written, as bits, and the array of each slot. */
    static String pinned(Kernel kernel, MethodNames names) {
        int written = 0;
        StringBuilder arrays = new StringBuilder();
        for (List<Buffer> buffers : List.of(kernel.inputs(), kernel.outputs())) {
            for (Buffer buffer : buffers) {
                Location location = buffer.location();
                boolean array = location instanceof Location.Parameter || location instanceof Location.Result;
                arrays.append(", ").append(array ? names.tensor(location) : "null");
            }
        }
        for (Buffer output : kernel.outputs()) {
            written |= 1 << output.slot();
        }
        return "0b" + Integer.toBinaryString(written) + arrays;
    }
}
