package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Launch;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Launches the kernels of a plan over ranked shapes. */
final class LaunchCode {

    /** Elements that threads do not share in a loop over elements: whole pages. */
    static final int FLAT_GRANULE = 4096;
    /** Columns that threads do not share in the second phase of a column reduction: whole cache lines. */
    private static final int COLUMN_GRANULE = 64;

    /** A function of a kernel and what it runs over, as Java text; the slot is the first of its arguments. */
    private record Section(
            Kernel kernel, int function, int slot, String range, String granule, String bytesPerItem, String scratch) {}

    private final Plan plan;
    private final MethodNames names;
    private final LaunchChecks checks;
    private final boolean arrays;
    private final WorkspaceCode workspace;
    private final ArgumentCode arguments;
    /** The first argument slot of the kernel that is written now. */
    private int firstSlot;

    private CodeBlock.Builder code = CodeBlock.builder();

    /**
     * Code for one form.
     *
     * @param checks what is checked around launches; nothing with pinned arrays
     * @param arrays whether parameters and results are pinned arrays rather than tensors
     */
    LaunchCode(Plan plan, MethodNames names, LaunchChecks checks, boolean arrays) {
        this.plan = plan;
        this.names = names;
        this.checks = checks;
        this.arrays = arrays;
        boolean temporaryTensors =
                plan.kernels().stream().anyMatch(kernel -> kernel.space().isOpen());
        this.workspace = new WorkspaceCode(plan, temporaryTensors ? List.of() : plan.temporaries(), names);
        this.arguments = new ArgumentCode(plan, names, workspace, temporaryTensors, arrays);
    }

    CodeBlock write() {
        CodeBlock.Builder all = CodeBlock.builder();
        all.add(arrays ? hostFrame(names) : frame(names));
        all.add(new SizeChecks(plan.graph(), names).elements(plan));
        all.add(workspace());
        CodeBlock.Builder launches = CodeBlock.builder();
        for (Launch launch : plan.launches()) {
            if (launch.isJoint() && !arrays && !checks.isOn()) {
                launches.add(joint(launch));
                continue;
            }
            for (Step step : launch.steps()) {
                launches.add(step instanceof LibraryCall call ? libraryCall(call) : kernel((Kernel) step));
            }
        }
        // Nobody else closes an array, or the workspace.
        return all.add(arrays ? launches.build() : entered(names, launches.build()))
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

    /** Declares the workspace. Comes before the kernels. */
    CodeBlock workspace() {
        return workspace.declaration();
    }

    /** Launches one kernel over ranked shapes. */
    CodeBlock kernel(Kernel kernel) {
        code = CodeBlock.builder();
        arguments.fill(code, kernel, firstSlot);
        sections(kernel, workspace.blocks(kernel)).forEach(this::launch);
        return checks.around(kernel, arguments::memory, code.build());
    }

    /**
     * Launches several kernels at once, each with slots of its own. What may fail, such as the address of a closed tensor,
     * comes before the first kernel joins, so that none is left behind.
     */
    private CodeBlock joint(Launch launch) {
        code = CodeBlock.builder();
        List<List<Section>> phases = new ArrayList<>();
        for (List<Step> together : launch.phases()) {
            List<Section> sections = new ArrayList<>();
            for (Step step : together) {
                Kernel kernel = (Kernel) step;
                arguments.fill(code, kernel, firstSlot);
                sections.addAll(sections(kernel, workspace.blocks(kernel)));
                firstSlot += kernel.layout().slots();
            }
            phases.add(sections);
        }
        int phase = 0;
        for (List<Section> sections : phases) {
            phase = join(sections, phase);
        }
        firstSlot = 0;
        code.addStatement("$L.launchJoined()", names.frame);
        return code.build();
    }

    /** The second phases of reductions run when the first ones of all kernels beside them have. */
    private int join(List<Section> sections, int phase) {
        int next = phase;
        for (int function = 0; function <= 1; function++) {
            for (Section section : sections) {
                if (section.function() == function) {
                    code.addStatement(
                            "$L.join($L, $L, $L, $L, $L, $L, $L)",
                            names.kernel(section.kernel(), function),
                            names.frame,
                            section.slot(),
                            phase + function,
                            section.range(),
                            section.granule(),
                            section.bytesPerItem(),
                            section.scratch());
                    next = phase + function + 1;
                }
            }
        }
        return next;
    }

    /** Calls a library. */
    CodeBlock libraryCall(LibraryCall call) {
        code = CodeBlock.builder();
        arguments.fill(code, call);
        code.addStatement(
                "$L.run($L, LIBRARY.runsOnJvm($L))", MethodNames.constant(call.name()), names.frame, names.frame);
        return checks.around(call, arguments::memory, code.build());
    }

    /** What runs for a kernel: one function, or the two phases of a reduction. */
    private List<Section> sections(Kernel kernel, WorkspaceCode.Blocks parts) {
        IterationSpace space = kernel.space();
        String elementBytes = CacheCode.elementBytes(kernel);
        String inner = names.dim(space.inner());
        String middle = space.middle().isEmpty() ? "" : names.dim(IterationSpace.product(space.middle())) + " * ";
        String rowBytes = elementBytes + " * " + middle + inner;
        String rows = Partition.outerProduct(kernel, names);
        if (kernel.isFlat()) {
            return List.of(section(kernel, 0, inner, String.valueOf(FLAT_GRANULE), elementBytes, "0"));
        }
        if (kernel.isTiled()) {
            String tiles = "LaunchFrame.ceilDiv(" + inner + ", " + Kernel.LANE_TILE + ")";
            String tileBytes = elementBytes + " * " + middle + Kernel.LANE_TILE;
            String range = unlessEmpty(kernel, space.rows().times(space.inner()), rows + " * " + tiles);
            return List.of(section(kernel, 0, range, "1", tileBytes, scratch(kernel)));
        }
        if (kernel.finish() == null) {
            String range = unlessEmpty(kernel, space.rows(), rows);
            return List.of(section(kernel, 0, range, "1", rowBytes, scratch(kernel)));
        }
        boolean columns = space.form() == Form.COLUMN_REDUCTION;
        String perItem = space.outer().isEmpty() ? elementBytes : elementBytes + " * " + inner;
        String perBlock = Partition.itemsPerBlock(kernel, names) + " * " + perItem;
        String range = columns ? inner : "1";
        return List.of(
                section(kernel, 0, parts.count(), "1", perBlock, scratch(kernel)),
                section(kernel, 1, range, String.valueOf(COLUMN_GRANULE), "4 * " + parts.count(), "0"));
    }

    /**
     * Java text of a range: no rows, of which there may be very many, where there is nothing to store.
     *
     * @param counted what is 0 wherever the range is
     * @param range the range of a call that stores something
     */
    private String unlessEmpty(Kernel kernel, Dim counted, String range) {
        boolean counts = counted instanceof Dim.Constant
                || kernel.outputs().stream()
                        .anyMatch(output ->
                                Dim.product(output.value().shape().dims()).equals(counted));
        if (counts) {
            return range;
        }
        String stored = kernel.outputs().stream()
                .map(output -> arguments.elementCount(output.location()))
                .distinct()
                .collect(Collectors.joining(" | "));
        return "(" + (kernel.outputs().size() > 1 ? "(" + stored + ")" : stored) + " == 0 ? 0 : " + range + ")";
    }

    private Section section(
            Kernel kernel, int function, String range, String granule, String bytesPerItem, String scratch) {
        return new Section(kernel, function, firstSlot, range, granule, bytesPerItem, scratch);
    }

    /** Java text of the bytes of a thread's tiles or row buffers, each of which begins at a cache line. */
    private String scratch(Kernel kernel) {
        if (kernel.tileBytes() > 0) {
            return String.valueOf(kernel.tileBytes());
        }
        String elements = names.dim(kernel.rowBufferElements());
        return kernel.saved().isEmpty()
                ? "0"
                : kernel.saved().stream()
                        .map(saved -> "LaunchFrame.aligned(" + saved.dtype().computeBytes() + " * " + elements + ")")
                        .collect(Collectors.joining(" + "));
    }

    private void launch(Section section) {
        String launched = names.kernel(section.kernel(), section.function());
        if (!arrays) {
            code.addStatement(
                    "$L.launch($L, $L, $L, $L, $L)",
                    launched,
                    names.frame,
                    section.range(),
                    section.granule(),
                    section.bytesPerItem(),
                    section.scratch());
            return;
        }
        code.addStatement(
                "$L.launchArrays($L, $L, $L, $L)",
                launched,
                names.frame,
                section.range(),
                section.scratch(),
                pinned(section.kernel(), names));
    }

    /** The last arguments of a launch over arrays: which slots are written, as bits, and the array of each slot. */
    static String pinned(Kernel kernel, MethodNames names) {
        int written = 0;
        StringBuilder arrays = new StringBuilder();
        for (List<Buffer> buffers : List.of(kernel.inputs(), kernel.outputs())) {
            for (Buffer buffer : buffers) {
                boolean temporary = buffer.location() instanceof Location.Temporary;
                arrays.append(", ").append(temporary ? "null" : names.tensor(buffer.location()));
            }
        }
        for (Buffer output : kernel.outputs()) {
            written |= 1 << output.slot();
        }
        return "0b" + Integer.toBinaryString(written) + arrays;
    }
}
