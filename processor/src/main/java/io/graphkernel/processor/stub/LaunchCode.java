package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Fills the argument block and launches the kernels of a plan over ranked shapes. */
final class LaunchCode {

    /** Elements that threads do not share in a loop over elements: whole pages. */
    static final int FLAT_GRANULE = 4096;
    /** Columns that threads do not share in the second phase of a column reduction: whole cache lines. */
    private static final int COLUMN_GRANULE = 64;
    /** Row buffers begin at multiples of this many floats, one cache line. */
    private static final int ROW_BUFFER_FLOATS = 16;

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
        for (int i = 0; i < plan.kernels().size(); i++) {
            all.add(kernel(i));
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
            region("4 * " + count + " * " + Partition.partialsPerBlock(kernel, names));
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
        List<Buffer> buffers = buffers(kernel);
        for (Buffer buffer : buffers) {
            if (buffer.location() instanceof Location.Temporary temporary && !temporaryTensors) {
                int slot = plan.temporaries().get(temporary.index()).slot();
                code.addStatement("$L.pointer($L, $L)", names.frame, buffer.slot(), regionAddress(slot));
            } else if (!arrays) {
                code.addStatement(
                        "$L.pointer($L, $L.address())", names.frame, buffer.slot(), names.tensor(buffer.location()));
            }
        }
        for (int i = 0; i < layout.dims().size(); i++) {
            code.addStatement(
                    "$L.integer($L, $L)",
                    names.frame,
                    layout.dimSlot() + i,
                    names.dim(layout.dims().get(i)));
        }
        writeScalars(code, layout, names);
        String elementBytes = elementBytes(kernel);
        code.addStatement("$L.integer($L, $L)", names.frame, layout.streamSlot(), stream(kernel, elementBytes));
        if (kernel.finish() != null) {
            code.addStatement("$L.pointer($L, $L)", names.frame, layout.partialSlot(), regionAddress(parts.region()));
            code.addStatement(
                    "$L.integer($L, $L)", names.frame, layout.blockSlot(), Partition.itemsPerBlock(kernel, names));
            code.addStatement("$L.integer($L, $L)", names.frame, layout.blockCountSlot(), parts.count());
        }
        writeLaunches(kernel, parts, elementBytes);
    }

    static void writeScalars(CodeBlock.Builder code, ArgumentLayout layout, MethodNames names) {
        for (int i = 0; i < layout.scalars().size(); i++) {
            code.addStatement(
                    "$L.scalar($L, $L)",
                    names.frame,
                    layout.scalarSlot() + i,
                    layout.scalars().get(i).attributes().text(Attributes.EXPRESSION));
        }
    }

    private void writeLaunches(Kernel kernel, Blocks parts, String elementBytes) {
        String inner = names.dim(kernel.space().inner());
        if (kernel.isFlat()) {
            launch(kernel, 0, inner, String.valueOf(FLAT_GRANULE), elementBytes, "0");
        } else if (kernel.finish() == null) {
            String padded = "(" + inner + " + " + (ROW_BUFFER_FLOATS - 1) + ") / " + ROW_BUFFER_FLOATS + " * "
                    + ROW_BUFFER_FLOATS;
            int saved = kernel.saved().size();
            String scratch = saved == 0 ? "0" : 4 * saved + " * (" + padded + ")";
            launch(kernel, 0, Partition.outerProduct(kernel, names), "1", elementBytes + " * " + inner, scratch);
        } else {
            boolean columns = kernel.space().form() == Form.COLUMN_REDUCTION;
            String perItem = kernel.space().outer().isEmpty() ? elementBytes : elementBytes + " * " + inner;
            String perBlock = Partition.itemsPerBlock(kernel, names) + " * " + perItem;
            launch(kernel, 0, parts.count(), "1", perBlock, "0");
            String range = columns ? inner : "1";
            launch(kernel, 1, range, String.valueOf(COLUMN_GRANULE), "4 * " + parts.count(), "0");
        }
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

    /** Results bypass the caches only if everything together exceeds them and nothing is updated in place. */
    private CodeBlock stream(Kernel kernel, String elementBytes) {
        if (arrays || !mayStream(kernel)) {
            return CodeBlock.of("0");
        }
        String outer = kernel.space().outer().isEmpty() ? "" : " * " + Partition.outerProduct(kernel, names);
        return streamCondition(
                plan,
                kernel,
                names,
                elementBytes + " * " + names.dim(kernel.space().inner()) + outer);
    }

    static boolean mayStream(Kernel kernel) {
        boolean stores =
                kernel.stages().stream().anyMatch(stage -> !stage.stores().isEmpty());
        return stores && kernel.outputs().stream().noneMatch(output -> output.isUpdate());
    }

    static CodeBlock streamCondition(Plan plan, Kernel kernel, MethodNames names, String footprint) {
        CodeBlock.Builder condition = CodeBlock.builder().add("$T.pays($L)", RuntimeTypes.STREAMING, footprint);
        for (Buffer output : kernel.outputs()) {
            for (Buffer input : kernel.inputs()) {
                boolean shared = output.location() instanceof Location.Result result
                        && input.location() instanceof Location.Parameter parameter
                        && plan.mayShare(result.index(), parameter.name());
                if (shared) {
                    condition.add(
                            " && $L.address() != $L.address()",
                            names.tensor(output.location()),
                            names.tensor(input.location()));
                }
            }
        }
        return condition.add(" ? 1 : 0").build();
    }
}
