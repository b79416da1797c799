package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Launch;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Region;
import io.graphkernel.processor.schedule.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Fills the argument block and launches the kernels of a plan over ranked shapes. */
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
    /** Whether temporaries are tensors: in a method over open shapes their sizes are known too late for a workspace. */
    private final boolean temporaryTensors;

    private final WorkspaceCode workspace;
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
        this.temporaryTensors =
                plan.kernels().stream().anyMatch(kernel -> kernel.space().isOpen());
        this.workspace = new WorkspaceCode(plan, temporaryTensors ? List.of() : plan.temporaries(), names);
    }

    CodeBlock write() {
        CodeBlock.Builder all = CodeBlock.builder();
        all.add(arrays ? hostFrame(names) : frame(names));
        all.add(workspace());
        for (Launch launch : plan.launches()) {
            if (launch.isJoint() && !arrays && !checks.isOn()) {
                all.add(joint(launch));
                continue;
            }
            for (Step step : launch.steps()) {
                all.add(step instanceof LibraryCall call ? libraryCall(call) : kernel((Kernel) step));
            }
        }
        return all.build();
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
        fill(kernel, workspace.blocks(kernel));
        sections(kernel, workspace.blocks(kernel)).forEach(this::launch);
        return checks.around(kernel, this::memory, code.build());
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
                fill(kernel, workspace.blocks(kernel));
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

    /**
     * Calls a library: operands, result, the dims of the op's own operands, the strides of the result, then numbers, each
     * as a double.
     */
    CodeBlock libraryCall(LibraryCall call) {
        code = CodeBlock.builder();
        int slot = 0;
        for (int i = 0; i < call.operands().size(); i++) {
            region(slot++, call.operands().get(i), call.tensors().get(i).dtype(), "input");
        }
        region(slot++, call.result(), call.node().dtype(), "output");
        for (Node operand : call.ownTensors()) {
            for (Dim dim : operand.shape().dims()) {
                code.addStatement("$L.integer($L, $L)", names.frame, slot++, names.dim(dim));
            }
        }
        for (Dim stride : call.resultStrides()) {
            code.addStatement("$L.integer($L, $L)", names.frame, slot++, names.dim(stride));
        }
        for (Node number : call.numbers()) {
            code.addStatement("$L.number($L, $L)", names.frame, slot++, number(number));
        }
        code.addStatement(
                "$L.run($L, LIBRARY.runsOnJvm($L))", MethodNames.constant(call.name()), names.frame, names.frame);
        return checks.around(call, this::memory, code.build());
    }

    /** Java text of a number that a library takes. */
    private String number(Node number) {
        return switch (number.kind()) {
            case SCALAR -> names.expression(number.attributes().text(Attributes.EXPRESSION));
            case DIMENSION -> names.product(number.attributes().dims());
            default -> literal(number.attributes().value());
        };
    }

    private static String literal(double value) {
        if (Double.isFinite(value)) {
            return Double.toString(value);
        }
        return Double.isNaN(value) ? "Double.NaN" : value > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY";
    }

    /** The arguments that give a location's memory to a check: a tensor, or dtype, address and number of elements. */
    private CodeBlock memory(Location location) {
        if (location instanceof Location.Temporary temporary && !temporaryTensors) {
            Plan.Temporary region = plan.temporaries().get(temporary.index());
            return CodeBlock.of(
                    "$T.$L, $L, $L",
                    RuntimeTypes.DTYPE,
                    region.value().dtype().name(),
                    workspace.address(region.slot()),
                    names.product(region.value().shape().dims()));
        }
        return CodeBlock.of("$L", names.tensor(location));
    }

    /** Sets a slot to the address of the first element of a region that a launch reads or writes. */
    private void region(int slot, Region region, DType dtype, String use) {
        Dim offset = region.access().offset();
        if (offset.equals(Dim.ZERO)) {
            pointer(slot, region.location(), use);
        } else if (isInWorkspace(region.location())) {
            String bytes = names.dim(offset.times(Dim.of(dtype.byteSize())));
            code.addStatement("$L.pointer($L, $L + $L)", names.frame, slot, address(region.location()), bytes);
        } else {
            String tensor = names.tensor(region.location());
            code.addStatement("$L.$L($L, $L, $L)", names.frame, use, slot, tensor, names.dim(offset));
        }
    }

    private boolean isInWorkspace(Location location) {
        return location instanceof Location.Temporary && !temporaryTensors;
    }

    /** Java text of the address of a temporary in the workspace. */
    private String address(Location temporary) {
        int index = ((Location.Temporary) temporary).index();
        return workspace.address(plan.temporaries().get(index).slot());
    }

    /** Sets a slot to the address of what a launch reads as its input or writes as its output. */
    private void pointer(int slot, Location location, String use) {
        if (isInWorkspace(location)) {
            code.addStatement("$L.pointer($L, $L)", names.frame, slot, address(location));
        } else if (!arrays) {
            code.addStatement("$L.$L($L, $L)", names.frame, use, slot, names.tensor(location));
        }
    }

    private void fill(Kernel kernel, WorkspaceCode.Blocks parts) {
        ArgumentLayout layout = kernel.layout();
        kernel.inputs().forEach(buffer -> pointer(firstSlot + buffer.slot(), buffer.location(), "input"));
        kernel.outputs().forEach(buffer -> pointer(firstSlot + buffer.slot(), buffer.location(), "output"));
        for (int i = 0; i < layout.dims().size(); i++) {
            integer(layout.dimSlot() + i, names.dim(layout.dims().get(i)));
        }
        writeScalars(code, layout, names, firstSlot);
        CodeBlock stream = stream(kernel);
        code.addStatement("$L.integer($L, $L)", names.frame, firstSlot + layout.streamSlot(), stream);
        if (kernel.finish() != null) {
            int partials = firstSlot + layout.partialSlot();
            code.addStatement("$L.pointer($L, $L)", names.frame, partials, workspace.address(parts.region()));
            integer(layout.blockSlot(), Partition.itemsPerBlock(kernel, names));
            integer(layout.blockCountSlot(), parts.count());
        }
    }

    private void integer(int slot, String value) {
        code.addStatement("$L.integer($L, $L)", names.frame, firstSlot + slot, value);
    }

    /** Numbers are written in the dtype of the tensors that they meet; 16-bit floats compute as {@code float}. */
    static void writeScalars(CodeBlock.Builder code, ArgumentLayout layout, MethodNames names, int firstSlot) {
        for (int i = 0; i < layout.scalars().size(); i++) {
            Node scalar = layout.scalars().get(i);
            String method = scalar.dtype().isFloating() ? "scalar" : "integer";
            code.addStatement(
                    "$L.$L($L, $L)",
                    names.frame,
                    method,
                    firstSlot + layout.scalarSlot() + i,
                    names.expression(scalar.attributes().text(Attributes.EXPRESSION)));
        }
    }

    /** What runs for a kernel: one function, or the two phases of a reduction. */
    private List<Section> sections(Kernel kernel, WorkspaceCode.Blocks parts) {
        IterationSpace space = kernel.space();
        String elementBytes = elementBytes(kernel);
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
            return List.of(section(kernel, 0, rows + " * " + tiles, "1", tileBytes, scratch(kernel)));
        }
        if (kernel.finish() == null) {
            return List.of(section(kernel, 0, rows, "1", rowBytes, scratch(kernel)));
        }
        boolean columns = space.form() == Form.COLUMN_REDUCTION;
        String perItem = space.outer().isEmpty() ? elementBytes : elementBytes + " * " + inner;
        String perBlock = Partition.itemsPerBlock(kernel, names) + " * " + perItem;
        String range = columns ? inner : "1";
        return List.of(
                section(kernel, 0, parts.count(), "1", perBlock, scratch(kernel)),
                section(kernel, 1, range, String.valueOf(COLUMN_GRANULE), "4 * " + parts.count(), "0"));
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
        List<String> pinned = new ArrayList<>();
        for (Buffer buffer : buffers(section.kernel())) {
            pinned.add(buffer.location() instanceof Location.Temporary ? "null" : names.tensor(buffer.location()));
        }
        code.addStatement(
                "$L.launchArrays($L, $L, $L, $L)",
                launched,
                names.frame,
                section.range(),
                section.scratch(),
                String.join(", ", pinned));
    }

    private static List<Buffer> buffers(Kernel kernel) {
        List<Buffer> buffers = new ArrayList<>(kernel.inputs());
        buffers.addAll(kernel.outputs());
        return buffers;
    }

    /** Bytes read and written per element of the whole domain. */
    static String elementBytes(Kernel kernel) {
        int bytes = buffers(kernel).stream()
                .filter(buffer -> buffer.mask() == kernel.space().fullMask())
                .mapToInt(buffer -> buffer.value().dtype().byteSize())
                .sum();
        return Math.max(bytes, 1) + "L";
    }

    /**
     * What a kernel that stores elements or walks rows several times does about caches. A result that several kernels
     * write leaves them as a whole.
     */
    private CodeBlock stream(Kernel kernel) {
        if (arrays || !mayStream(kernel)) {
            return CodeBlock.of("0");
        }
        String footprint = plan.kernels().stream()
                .filter(other -> other == kernel || writesSameResult(other, kernel))
                .map(other -> elementBytes(other) + " * "
                        + names.dim(IterationSpace.product(other.space().runs())))
                .collect(Collectors.joining(" + "));
        return streaming(plan, kernel, names, footprint);
    }

    private static boolean writesSameResult(Kernel a, Kernel b) {
        return a.outputs().stream()
                .map(Buffer::location)
                .filter(Location.Result.class::isInstance)
                .anyMatch(result -> b.outputs().stream()
                        .anyMatch(output -> output.location().equals(result)));
    }

    static boolean mayStream(Kernel kernel) {
        return kernel.stages().size() > 1
                || kernel.stages().stream().anyMatch(stage -> !stage.stores().isEmpty());
    }

    /** What is updated in place stays in the caches. */
    static CodeBlock streaming(Plan plan, Kernel kernel, MethodNames names, String footprint) {
        CodeBlock.Builder code = CodeBlock.builder().add("$T.level($L, ", RuntimeTypes.STREAMING, footprint);
        if (kernel.outputs().stream().anyMatch(Buffer::isUpdate)) {
            return code.add("true, $L)", kernel.storesInOrder()).build();
        }
        List<CodeBlock> shared = new ArrayList<>();
        for (Buffer output : kernel.outputs()) {
            for (Buffer input : kernel.inputs()) {
                boolean mayShare = output.location() instanceof Location.Result result
                        && input.location() instanceof Location.Parameter parameter
                        && plan.mayShare(result.index(), parameter.name());
                if (mayShare) {
                    shared.add(CodeBlock.of(
                            "$L.address() == $L.address()",
                            names.tensor(output.location()),
                            names.tensor(input.location())));
                }
            }
        }
        return code.add(shared.isEmpty() ? CodeBlock.of("false") : CodeBlock.join(shared, " || "))
                .add(", $L)", kernel.storesInOrder())
                .build();
    }
}
