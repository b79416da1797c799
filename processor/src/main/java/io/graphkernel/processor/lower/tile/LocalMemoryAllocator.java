package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.lower.tile.TileInstructions.UnallocatedInstruction;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Allocator of local memory for the values between instructions, in the style of a register allocator.
 *
 * <p>A dead value's buffer is reused for a later value of the same shape. Values that are computed once keep their
 * buffers. Values that another section reads are live until the end of that section, which may be a loop.
 */
final class LocalMemoryAllocator {

    /**
     * A kind of buffers.
     *
     * @param region region with elements of the same width
     * @param shape shape of the buffers
     */
    record BufferKind(LocalRegion region, ValueShape shape) {}

    private final List<UnallocatedInstruction> constants;
    private final List<List<UnallocatedInstruction>> sections;
    private final Map<Integer, LocalBuffer> buffers;
    private final Set<Integer> preallocated;
    private final Map<BufferKind, Deque<Integer>> free = new HashMap<>();
    private final Map<BufferKind, Integer> bufferCounts = new HashMap<>();
    private final Map<Integer, Integer> lastSection = new HashMap<>();

    /**
     * Allocates all buffers.
     *
     * @param copyBuffers buffers of copies, by the ids of their values
     * @param constants the instructions that run once, in order
     * @param sections the instructions of a tile, by section, in order
     */
    LocalMemoryAllocator(
            Map<Integer, LocalBuffer> copyBuffers,
            List<UnallocatedInstruction> constants,
            List<List<UnallocatedInstruction>> sections) {
        this.constants = constants;
        this.sections = sections;
        buffers = new HashMap<>(copyBuffers);
        for (UnallocatedInstruction step : constants) {
            TileValue.Lanes target = step.target();
            boolean isFlat = target.shape() == ValueShape.TILE;
            buffers.put(target.id(), allocate(isFlat ? LocalRegion.CONSTANT : region(target.dtype()), target));
            step.sources().stream()
                    .filter(scratch -> !buffers.containsKey(scratch.id()))
                    .forEach(scratch -> buffers.put(scratch.id(), allocate(region(scratch.dtype()), scratch)));
        }
        preallocated = Set.copyOf(buffers.keySet());
        for (int i = 0; i < sections.size(); i++) {
            for (UnallocatedInstruction step : sections.get(i)) {
                for (TileValue.Lanes value : operands(step)) {
                    lastSection.put(value.id(), i);
                }
            }
        }
        for (int i = 0; i < sections.size(); i++) {
            allocateSection(i);
        }
    }

    /** Returns the values of an instruction without duplicates. */
    private static Set<TileValue.Lanes> operands(UnallocatedInstruction step) {
        Set<TileValue.Lanes> values = new LinkedHashSet<>();
        Set<Integer> ids = new HashSet<>();
        step.sources().stream().filter(source -> ids.add(source.id())).forEach(values::add);
        if (ids.add(step.target().id())) {
            values.add(step.target());
        }
        return values;
    }

    private void allocateSection(int section) {
        List<UnallocatedInstruction> steps = sections.get(section);
        Map<Integer, Integer> last = new HashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            for (TileValue.Lanes value : operands(steps.get(i))) {
                last.put(value.id(), i);
            }
        }
        Set<Integer> own = new HashSet<>();
        List<Integer> releasedAtEnd = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            for (TileValue.Lanes value : operands(steps.get(i))) {
                if (!buffers.containsKey(value.id())) {
                    buffers.put(value.id(), allocate(region(value.dtype()), value));
                    own.add(value.id());
                }
            }
            // Sources are released after the target is allocated, so that results never overwrite their operands.
            for (TileValue.Lanes value : operands(steps.get(i))) {
                int id = value.id();
                boolean isDone = last.get(id) == i && lastSection.get(id) == section && !preallocated.contains(id);
                if (isDone && own.contains(id)) {
                    release(id);
                } else if (isDone) {
                    releasedAtEnd.add(id);
                }
            }
        }
        releasedAtEnd.forEach(this::release);
    }

    private static LocalRegion region(DataType dtype) {
        return dtype == DataType.BOOL
                ? LocalRegion.MASK
                : dtype.byteSize() > Float.BYTES ? LocalRegion.WIDE : LocalRegion.TEMPORARY;
    }

    private LocalBuffer allocate(LocalRegion region, TileValue.Lanes value) {
        BufferKind kind = new BufferKind(region, value.shape());
        Deque<Integer> released = free.computeIfAbsent(kind, absent -> new ArrayDeque<>());
        int index = released.isEmpty() ? bufferCounts.merge(kind, 1, Integer::sum) - 1 : released.removeFirst();
        return new LocalBuffer(region, index, value.dtype(), value.shape());
    }

    private void release(int id) {
        LocalBuffer buffer = buffers.get(id);
        free.get(new BufferKind(buffer.region(), buffer.shape())).addLast(buffer.index());
    }

    /** Returns the number of buffers of each kind. */
    Map<BufferKind, Integer> bufferCounts() {
        return bufferCounts;
    }

    /** Returns the instructions that run once, with allocated buffers. */
    List<Instruction> constants() {
        return withBuffers(constants);
    }

    /** Returns the instructions of a section, with allocated buffers. */
    List<Instruction> section(int index) {
        return withBuffers(sections.get(index));
    }

    private List<Instruction> withBuffers(List<UnallocatedInstruction> steps) {
        return steps.stream()
                .map(step -> new Instruction(
                        step.operation(),
                        buffer(step.target()),
                        step.sources().stream().map(this::buffer).toList(),
                        step.number(),
                        step.origin()))
                .toList();
    }

    private LocalBuffer buffer(TileValue.Lanes value) {
        return buffers.get(value.id()).as(value.dtype());
    }
}
