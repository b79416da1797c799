package io.graphkernel.processor.schedule;

import io.graphkernel.common.arena.ArenaPlacement;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.emit.c.KernelLibraries;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Plans as machine code and as Java, launched as by a stub. */
public final class CompiledPlans {

    /** Variant of kernels in Java, instead of an instruction set. */
    static final int JAVA = 0;

    private static final String ENTRY = """
            #if GK_LANES == 4
            extern const gk_kernel gk_plans_v3[];
            extern const gk_kernel gk_plans_v4[];

            GK_EXPORT gk_int64 address(void ***environment, void *type, void *buffer)
                    __asm__("Java_io_graphkernel_processor_schedule_CompiledPlans_address");
            GK_EXPORT void call(
                    void ***environment, void *type, int variant, int function, gk_int64 slots, gk_int64 begin, gk_int64 end,
                    gk_int64 scratch) __asm__("Java_io_graphkernel_processor_schedule_CompiledPlans_call");

            gk_int64 address(void ***environment, void *type, void *buffer) {
                void *(*found)(void *, void *) = (void *(*)(void *, void *)) (*environment)[230];
                return (gk_int64) found(environment, buffer);
            }

            extern const gk_kernel GK_TABLE[];
            void call(
                    void ***environment, void *type, int variant, int function, gk_int64 slots, gk_int64 begin, gk_int64 end,
                    gk_int64 scratch) {
                const gk_kernel *table = variant == 2 ? GK_TABLE : variant == 3 ? gk_plans_v3 : gk_plans_v4;
                table[function]((const gk_slot *) slots, begin, end, (void *) scratch);
            }
            #endif
            """;

    private final Map<String, Integer> functions = new HashMap<>();
    private final JavaPlans java;

    /** Returns the address of a direct buffer. */
    static native long address(ByteBuffer buffer);

    private static native void call(int variant, int function, long slots, long begin, long end, long scratch);

    CompiledPlans(List<Plan> plans, Path directory) throws IOException, ToolchainException {
        KernelTable table = KernelTable.of(plans);
        for (Plan plan : plans) {
            for (ScheduledKernel kernel : plan.kernels()) {
                for (int i = 0; i < kernel.functions().size(); i++) {
                    functions.put(kernel.functions().get(i), table.number(kernel, i));
                }
            }
        }
        Platform host = Platform.host().orElseThrow();
        byte[] library = KernelLibraries.build(
                        "plans",
                        plans,
                        List.of(ENTRY),
                        directory.resolve("cache"),
                        Set.of(host),
                        Platform::instructionSets)
                .get(host);
        Path file = directory.resolve("libplans.so");
        Files.write(file, library);
        System.load(file.toString());
        java = new JavaPlans(plans, directory);
    }

    private void call(int variant, String name, ByteBuffer slots, long begin, long end, long scratch) {
        int function = functions.get(name);
        if (variant == JAVA) {
            java.call(function, address(slots), begin, end, scratch);
        } else {
            call(variant, function, address(slots), begin, end, scratch);
        }
    }

    /** Returns the results in order, then the new values of updated parameters in program order. */
    List<long[]> run(int variant, Plan plan, Map<String, Dim> sizes, Map<String, long[]> parameters, Random random) {
        return new PlanCall(variant, plan, sizes, random).run(parameters);
    }

    private final class PlanCall {

        private final int variant;
        private final Plan plan;
        private final Map<String, Dim> sizes;
        private final Random random;
        private final Map<Location, GuardedMemory> memory = new HashMap<>();
        private ArenaPlacement layout;
        private GuardedMemory arena;

        PlanCall(int variant, Plan plan, Map<String, Dim> sizes, Random random) {
            this.variant = variant;
            this.plan = plan;
            this.sizes = sizes;
            this.random = random;
        }

        List<long[]> run(Map<String, long[]> parameters) {
            for (Node parameter : plan.graph().tensorParameters()) {
                long[] value = parameters.get(parameter.label());
                GuardedMemory own = new GuardedMemory(parameter.dtype(), value.length);
                own.put(value);
                memory.put(new Location.Parameter(parameter.label()), own);
            }
            List<Node> results = new ArrayList<>();
            plan.graph().outputs().forEach(output -> results.add(output.node()));
            for (int i = 0; i < results.size(); i++) {
                memory.put(new Location.Result(i), allocate(results.get(i)));
            }
            Arena allocations = plan.arena();
            layout = ArenaPlacement.of(
                    allocations.plannerAllocations(),
                    allocations.sizes().stream().mapToLong(this::size).toArray());
            arena = new GuardedMemory(DataType.I8, layout.bytes());
            plan.kernels().forEach(this::launch);
            arena.get();
            List<long[]> values = new ArrayList<>();
            for (int i = 0; i < results.size(); i++) {
                values.add(memory.get(new Location.Result(i)).get());
            }
            for (Node assign : plan.graph().assigns()) {
                values.add(memory.get(
                                new Location.Parameter(assign.operands().get(0).label()))
                        .get());
            }
            return values;
        }

        private GuardedMemory allocate(Node value) {
            return new GuardedMemory(
                    value.dtype(),
                    GraphInterpreter.product(ModelArithmetic.sizes(value.shape().dims(), sizes)));
        }

        private long begin(Location location) {
            return location instanceof Location.Temporary temporary
                    ? arena.address()
                            + layout.offset(
                                    plan.temporaries().get(temporary.index()).allocation())
                    : memory.get(location).address();
        }

        private long size(Dim dim) {
            return ModelArithmetic.size(dim, sizes);
        }

        private void launch(ScheduledKernel kernel) {
            IterationSpace space = kernel.space();
            ArgumentLayout layout = kernel.layout();
            ByteBuffer slots = ByteBuffer.allocateDirect(8 * 256).order(ByteOrder.nativeOrder());
            List<Buffer> buffers = new ArrayList<>(kernel.buffers().inputs());
            buffers.addAll(kernel.buffers().outputs());
            buffers.forEach(buffer -> slots.putLong(8 * buffer.slot(), begin(buffer.location())));
            for (int i = 0; i < layout.dims().size(); i++) {
                slots.putLong(8 * (layout.dimSlot() + i), size(layout.dims().get(i)));
            }
            for (int i = 0; i < layout.scalars().size(); i++) {
                slots.putLong(
                        8 * (layout.scalarSlot() + i),
                        new IntegerArithmetic().number(layout.scalars().get(i), sizes));
            }
            boolean updates = kernel.buffers().outputs().stream().anyMatch(Buffer::isUpdate);
            slots.putLong(8 * layout.streamingSlot(), random.nextInt(updates ? 2 : 3));
            long inner = size(space.inner());
            long rows = size(space.rows());
            if (kernel.body().finish() == null) {
                long side = kernel.tileSide();
                long tiles = (inner + side - 1) / side;
                long range = kernel.isFlat() ? inner : kernel.isTiled() ? rows * tiles : rows;
                split(kernel, kernel.name(), slots, range);
                return;
            }
            long items = space.outer().isEmpty() ? inner : rows;
            long block = 1 + random.nextInt(5);
            long blocks = (items + block - 1) / block;
            GuardedMemory partial =
                    new GuardedMemory(DataType.I8, blocks * size(Partition.partialBytesPerBlock(kernel)));
            slots.putLong(8 * layout.partialSlot(), partial.address());
            slots.putLong(8 * layout.blockSlot(), block);
            slots.putLong(8 * layout.blockCountSlot(), blocks);
            split(kernel, kernel.name(), slots, blocks);
            split(
                    kernel,
                    kernel.name() + "_finish",
                    slots,
                    space.template() == LoopTemplate.COLUMN_REDUCTION ? inner : 1);
            partial.get();
        }

        private void split(ScheduledKernel kernel, String function, ByteBuffer slots, long range) {
            IterationSpace space = kernel.space();
            long row = size(kernel.rowBufferElements());
            long bytes = 0;
            for (Node saved : kernel.body().saved()) {
                bytes += (saved.dtype().computeBytes() * row + 63) / 64 * 64;
            }
            if (kernel.tileBytes() > 0) {
                bytes = kernel.tileBytes();
            }
            GuardedMemory scratch = new GuardedMemory(DataType.I8, bytes);
            long begin = 0;
            while (begin < range) {
                long end = random.nextInt(3) == 0 ? range : Math.min(range, begin + 1 + random.nextInt(7));
                call(variant, function, slots, begin, end, scratch.address());
                begin = end;
            }
            scratch.get();
        }
    }
}
