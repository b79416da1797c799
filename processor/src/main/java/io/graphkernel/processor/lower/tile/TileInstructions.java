package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Instructions of a kernel, by section, over values without buffers, except those that are copied from or to memory.
 *
 * <p>Instructions on values of constant shapes run once, before all sections.
 */
final class TileInstructions {

    /** An instruction whose values have no buffers yet. */
    record UnallocatedInstruction(
            Operation operation,
            TileValue.Lanes target,
            List<TileValue.Lanes> sources,
            Optional<Expression> number,
            Origin origin) {}

    /** Shapes whose instructions run once for all tiles. */
    private final Set<ValueShape> constantShapes;
    /** Shapes whose values differ in each chunk. */
    private final Set<ValueShape> chunkShapes;

    private final List<UnallocatedInstruction> constants = new ArrayList<>();
    private final List<List<UnallocatedInstruction>> sections = new ArrayList<>(List.of(new ArrayList<>()));

    /** Buffers of copies, by the ids of the values. */
    private final Map<Integer, LocalBuffer> copyBuffers = new HashMap<>();

    private int values;

    /**
     * Creates an empty section.
     *
     * @param constantShapes shapes whose instructions run once for all tiles
     * @param chunkShapes shapes whose values differ in each chunk
     */
    TileInstructions(Set<ValueShape> constantShapes, Set<ValueShape> chunkShapes) {
        this.constantShapes = constantShapes;
        this.chunkShapes = chunkShapes;
    }

    /** Begins a section, which runs after the previous one. */
    void beginSection() {
        sections.add(new ArrayList<>());
    }

    /** Returns true if values of a shape are computed once for all tiles. */
    boolean isConstant(ValueShape shape) {
        return constantShapes.contains(shape);
    }

    /** Returns true if values of a shape differ in each chunk. */
    boolean variesByChunk(ValueShape shape) {
        return chunkShapes.contains(shape) && !isConstant(shape);
    }

    /** Returns a new value, which is the target or the scratch memory of an instruction. */
    TileValue.Lanes newValue(DataType dtype, ValueShape shape) {
        return new TileValue.Lanes(values++, dtype, shape);
    }

    /** Returns a value that is copied from memory to a buffer. */
    TileValue.Lanes loaded(LocalRegion region, int load, DataType dtype, ValueShape shape) {
        TileValue.Lanes value = newValue(dtype, shape);
        copyBuffers.put(value.id(), new LocalBuffer(region, load, dtype, shape));
        return value;
    }

    /** Returns true if a value has a buffer that is copied from or to memory. */
    boolean isCopied(TileValue.Lanes value) {
        return copyBuffers.containsKey(value.id());
    }

    /** Appends an instruction to the current section. */
    TileValue.Lanes add(Operation operation, TileValue.Lanes target, List<TileValue.Lanes> sources, Origin origin) {
        return add(operation, target, sources, null, origin);
    }

    /** Appends an instruction with a number, or null, to the current section. */
    TileValue.Lanes add(
            Operation operation,
            TileValue.Lanes target,
            List<TileValue.Lanes> sources,
            Expression number,
            Origin origin) {
        return addTo(current(), operation, target, sources, number, origin);
    }

    /** Appends an instruction with a number, or null, which runs once if a shape is constant. */
    TileValue.Lanes addFor(
            ValueShape shape,
            Operation operation,
            TileValue.Lanes target,
            List<TileValue.Lanes> sources,
            Expression number,
            Origin origin) {
        return isConstant(shape)
                ? addConstant(operation, target, sources, number, origin)
                : add(operation, target, sources, number, origin);
    }

    /** Appends an instruction with a number, or null, which runs once. */
    TileValue.Lanes addConstant(
            Operation operation,
            TileValue.Lanes target,
            List<TileValue.Lanes> sources,
            Expression number,
            Origin origin) {
        return addTo(constants, operation, target, sources, number, origin);
    }

    private static TileValue.Lanes addTo(
            List<UnallocatedInstruction> list,
            Operation operation,
            TileValue.Lanes target,
            List<TileValue.Lanes> sources,
            Expression number,
            Origin origin) {
        list.add(new UnallocatedInstruction(operation, target, sources, Optional.ofNullable(number), origin));
        return target;
    }

    private List<UnallocatedInstruction> current() {
        return sections.get(sections.size() - 1);
    }

    /**
     * Stores a value. It is copied unless the current section computes it in the store's shape.
     *
     * @param store index of the store
     * @param value the value in the dtype of the store
     * @param dtype dtype of the store
     * @param shape shape of the store
     * @param origin the Java line
     */
    void store(int store, TileValue.Lanes value, DataType dtype, ValueShape shape, Origin origin) {
        LocalBuffer buffer = new LocalBuffer(LocalRegion.STORED, store, dtype, shape);
        boolean isOfSection = current().stream().anyMatch(step -> step.target().id() == value.id());
        if (value.shape() != shape || !isOfSection || copyBuffers.putIfAbsent(value.id(), buffer) != null) {
            TileValue.Lanes copy = add(Operation.COPY, newValue(dtype, shape), List.of(value), origin);
            copyBuffers.put(copy.id(), buffer);
        }
    }

    /** Copies stored values that later sections read, since stores last for one section only. */
    private void storeCopies() {
        Set<Integer> readLater = new HashSet<>();
        for (int i = sections.size() - 1; i >= 0; i--) {
            List<UnallocatedInstruction> section = sections.get(i);
            for (UnallocatedInstruction step : List.copyOf(section)) {
                TileValue.Lanes own = step.target();
                if (isStored(own) && readLater.contains(own.id())) {
                    LocalBuffer buffer = copyBuffers.remove(own.id());
                    TileValue.Lanes copy = newValue(own.dtype(), own.shape());
                    addTo(section, Operation.COPY, copy, List.of(own), null, step.origin());
                    copyBuffers.put(copy.id(), buffer);
                }
            }
            section.stream().flatMap(step -> step.sources().stream()).forEach(source -> readLater.add(source.id()));
        }
    }

    private boolean isStored(TileValue.Lanes value) {
        return isCopied(value) && copyBuffers.get(value.id()).region() == LocalRegion.STORED;
    }

    /** Allocates buffers for all values. */
    LocalMemoryAllocator allocate() {
        storeCopies();
        return new LocalMemoryAllocator(copyBuffers, constants, sections);
    }
}
