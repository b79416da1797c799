package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Fills the argument block and launches the kernels of a plan over ranked shapes. */
final class LaunchCode {

    /** Elements that threads do not share in a loop over elements: whole pages. */
    static final int FLAT_GRANULE = 4096;
    /** Columns that threads do not share in the second phase of a column reduction: whole cache lines. */
    private static final int COLUMN_GRANULE = 64;

    /** The variable that counts the blocks of a two-phase reduction, and the workspace region of their results. */
    private record Blocks(String count, int region) {}

    private final Plan plan;
    private final MethodNames names;
    private final boolean arrays;
    /** Whether temporaries are tensors: in a method over open shapes their sizes are known too late for a workspace. */
    private final boolean temporaryTensors;

    private final List<String> regions = new ArrayList<>();
    /** By kernel; null for one that is not a two-phase reduction. */
    private List<Blocks> blocks = List.of();

    private CodeBlock.Builder code = CodeBlock.builder();

    /**
     * Code for one form.
     *
     * @param arrays whether parameters and results are pinned arrays rather than tensors
     */
    LaunchCode(Plan plan, MethodNames names, boolean arrays) {
        this.plan = plan;
        this.names = names;
        this.arrays = arrays;
        this.temporaryTensors =
                plan.kernels().stream().anyMatch(kernel -> kernel.space().isOpen());
    }

    CodeBlock write() {
        CodeBlock.Builder all = CodeBlock.builder();
        all.add(frame(names));
        all.add(workspace());
        int kernel = 0;
        for (Step step : plan.steps()) {
            all.add(step instanceof LibraryCall call ? libraryCall(call) : kernel(kernel++));
        }
        return all.build();
    }

    /** Declares the frame. Comes before everything else. */
    static CodeBlock frame(MethodNames names) {
        return CodeBlock.builder()
                .addStatement(
                        "final $T $L = $T.current()", RuntimeTypes.LAUNCH_FRAME, names.frame, RuntimeTypes.LAUNCH_FRAME)
                .build();
    }

    /** Declares the workspace. Comes before the kernels. */
    CodeBlock workspace() {
        code = CodeBlock.builder();
        blocks = writeWorkspace();
        return code.build();
    }

    /** Launches one kernel over ranked shapes. */
    CodeBlock kernel(int index) {
        code = CodeBlock.builder();
        writeKernel(plan.kernels().get(index), blocks.get(index));
        return code.build();
    }

    /** Calls a library: operands, result, then the dims of the op's own two operands. */
    CodeBlock libraryCall(LibraryCall call) {
        code = CodeBlock.builder();
        int slot = 0;
        for (Location operand : call.operands()) {
            pointer(slot++, operand);
        }
        pointer(slot++, call.result());
        for (Node operand : call.node().operands().subList(0, 2)) {
            for (Dim dim : operand.shape().dims()) {
                code.addStatement("$L.integer($L, $L)", names.frame, slot++, names.dim(dim));
            }
        }
        code.addStatement("$L.run($L, LIBRARY.runsOnJvm())", MethodNames.constant(call.name()), names.frame);
        return code.build();
    }

    private void pointer(int slot, Location location) {
        if (location instanceof Location.Temporary temporary && !temporaryTensors) {
            int region = plan.temporaries().get(temporary.index()).slot();
            code.addStatement("$L.pointer($L, $L)", names.frame, slot, regionAddress(region));
        } else if (!arrays) {
            code.addStatement("$L.pointer($L, $L.address())", names.frame, slot, names.tensor(location));
        }
    }

    /** One region per temporary slot, then one per two-phase kernel. */
    private List<Blocks> writeWorkspace() {
        int slots = workspaceTemporaries().stream()
                .map(Plan.Temporary::slot)
                .max(Comparator.naturalOrder())
                .map(last -> last + 1)
                .orElse(0);
        for (int slot = 0; slot < slots; slot++) {
            int wanted = slot;
            Node value = workspaceTemporaries().stream()
                    .filter(temporary -> temporary.slot() == wanted)
                    .findFirst()
                    .orElseThrow()
                    .value();
            region(value.dtype().byteSize() + " * "
                    + names.product(value.shape().dims()));
        }
        List<Blocks> byKernel = new ArrayList<>();
        for (Kernel kernel : plan.kernels()) {
            if (kernel.finish() == null) {
                byKernel.add(null);
                continue;
            }
            String count = names.unique("blocks");
            String perBlock = Partition.itemsPerBlock(kernel, names);
            code.addStatement(
                    "final long $L = $T.ceilDiv($L, $L)",
                    count,
                    RuntimeTypes.LAUNCH_FRAME,
                    Partition.items(kernel, names),
                    perBlock);
            byKernel.add(new Blocks(count, regions.size()));
            region(count + " * " + Partition.partialBytesPerBlock(kernel, names));
        }
        if (regions.isEmpty()) {
            return byKernel;
        }
        code.addStatement("final long $L = $L.workspace($L)", names.workspace, names.frame, offset(regions.size()));
        return byKernel;
    }

    private List<Plan.Temporary> workspaceTemporaries() {
        return temporaryTensors ? List.of() : plan.temporaries();
    }

    private void region(String bytes) {
        String size = names.unique("bytes" + regions.size());
        code.addStatement("final long $L = $T.aligned($L)", size, RuntimeTypes.LAUNCH_FRAME, bytes);
        regions.add(size);
    }

    private String offset(int region) {
        return region == 0 ? "0" : String.join(" + ", regions.subList(0, region));
    }

    private String regionAddress(int region) {
        return region == 0 ? names.workspace : names.workspace + " + " + offset(region);
    }

    private void writeKernel(Kernel kernel, Blocks parts) {
        ArgumentLayout layout = kernel.layout();
        buffers(kernel).forEach(buffer -> pointer(buffer.slot(), buffer.location()));
        for (int i = 0; i < layout.dims().size(); i++) {
            code.addStatement(
                    "$L.integer($L, $L)",
                    names.frame,
                    layout.dimSlot() + i,
                    names.dim(layout.dims().get(i)));
        }
        writeScalars(code, layout, names);
        String elementBytes = elementBytes(kernel);
        code.addStatement("$L.integer($L, $L)", names.frame, layout.streamSlot(), stream(kernel));
        if (kernel.finish() != null) {
            code.addStatement("$L.pointer($L, $L)", names.frame, layout.partialSlot(), regionAddress(parts.region()));
            code.addStatement(
                    "$L.integer($L, $L)", names.frame, layout.blockSlot(), Partition.itemsPerBlock(kernel, names));
            code.addStatement("$L.integer($L, $L)", names.frame, layout.blockCountSlot(), parts.count());
        }
        writeLaunches(kernel, parts, elementBytes);
    }

    /** Numbers are written in the dtype of the tensors that they meet; 16-bit floats compute as {@code float}. */
    static void writeScalars(CodeBlock.Builder code, ArgumentLayout layout, MethodNames names) {
        for (int i = 0; i < layout.scalars().size(); i++) {
            Node scalar = layout.scalars().get(i);
            String method = scalar.dtype().isFloating() ? "scalar" : "integer";
            code.addStatement(
                    "$L.$L($L, $L)",
                    names.frame,
                    method,
                    layout.scalarSlot() + i,
                    names.expression(scalar.attributes().text(Attributes.EXPRESSION)));
        }
    }

    private void writeLaunches(Kernel kernel, Blocks parts, String elementBytes) {
        IterationSpace space = kernel.space();
        String inner = names.dim(space.inner());
        String middle = space.middle().isEmpty() ? "" : names.dim(IterationSpace.product(space.middle())) + " * ";
        String rowBytes = elementBytes + " * " + middle + inner;
        String rows = Partition.outerProduct(kernel, names);
        if (kernel.isFlat()) {
            launch(kernel, 0, inner, String.valueOf(FLAT_GRANULE), elementBytes, "0");
        } else if (kernel.isTiled()) {
            String tiles = "LaunchFrame.ceilDiv(" + inner + ", " + Kernel.LANE_TILE + ")";
            String tileBytes = elementBytes + " * " + middle + Kernel.LANE_TILE;
            launch(kernel, 0, rows + " * " + tiles, "1", tileBytes, scratch(kernel));
        } else if (kernel.finish() == null) {
            launch(kernel, 0, rows, "1", rowBytes, scratch(kernel));
        } else {
            boolean columns = space.form() == Form.COLUMN_REDUCTION;
            String perItem = space.outer().isEmpty() ? elementBytes : elementBytes + " * " + inner;
            String perBlock = Partition.itemsPerBlock(kernel, names) + " * " + perItem;
            launch(kernel, 0, parts.count(), "1", perBlock, scratch(kernel));
            String range = columns ? inner : "1";
            launch(kernel, 1, range, String.valueOf(COLUMN_GRANULE), "4 * " + parts.count(), "0");
        }
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

    private void launch(
            Kernel kernel, int function, String range, String granule, String bytesPerItem, String scratch) {
        String launched = MethodNames.kernel(kernel, function);
        if (!arrays) {
            code.addStatement(
                    "$L.launch($L, $L, $L, $L, $L)", launched, names.frame, range, granule, bytesPerItem, scratch);
            return;
        }
        List<String> pinned = new ArrayList<>();
        for (Buffer buffer : buffers(kernel)) {
            pinned.add(buffer.location() instanceof Location.Temporary ? "null" : names.tensor(buffer.location()));
        }
        code.addStatement(
                "$L.launchArrays($L, $L, $L, $L)", launched, names.frame, range, scratch, String.join(", ", pinned));
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
