package io.graphkernel.processor.lower.tile.memory;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileLoweringResult.RowKernelVariants;
import io.graphkernel.processor.lower.tile.TransferLayout;
import io.graphkernel.processor.lower.tile.ValueShape;
import io.graphkernel.processor.schedule.LocalMemorySize;
import io.graphkernel.processor.schedule.RowTileSize;
import java.util.List;
import java.util.Optional;

/** Unified buffer layout of a row kernel. */
public final class RowMemoryLayout {

    private static final AscendModel.Vector VECTOR = AscendModel.DEFAULT.vector();
    private static final int BLOCK_BITS = AscendModel.DEFAULT.memory().blockBytes() * Byte.SIZE;

    private final RowKernel kernel;

    /**
     * Creates the layout of a kernel.
     *
     * @param kernel a variant of the kernel
     */
    public RowMemoryLayout(RowKernel kernel) {
        this.kernel = kernel;
    }

    /** Returns the size of a value. */
    private static LocalMemorySize of(ValueShape shape, int bits) {
        return switch (shape) {
            case TILE -> new LocalMemorySize(bits, 0, 0, 0);
            case LANES -> new LocalMemorySize(0, bits, 0, 0);
            case COLUMN, UNIFORM -> new LocalMemorySize(0, 0, 0, VECTOR.columnElements() * bits);
            case SINGLE, BLOCK -> new LocalMemorySize(0, 0, 0, BLOCK_BITS);
            case TOTAL -> new LocalMemorySize(0, 0, 0, VECTOR.lanes() * bits);
            case BLOCKS -> new LocalMemorySize(0, 0, BLOCK_BITS, 0);
            case PARTS -> new LocalMemorySize(0, 0, VECTOR.lanes() * bits, 0);
            case VARYING -> of(ValueShape.TILE, bits).plus(of(ValueShape.COLUMN, bits));
        };
    }

    /** Returns the size of an operand's contiguous elements. */
    private static LocalMemorySize contiguous(Transfer transfer) {
        return of(transfer.shape(), transfer.dtype().byteSize() * Byte.SIZE);
    }

    /**
     * Returns the size of stores, whose non-contiguous elements have a block each.
     *
     * @param stores some stores of a section
     */
    public static LocalMemorySize ofStores(List<Transfer> stores) {
        return stores.stream()
                .map(store -> store.layout() == TransferLayout.PLAIN
                        ? contiguous(store)
                        : contiguous(store).times(elementsPerBlock(store)))
                .reduce(LocalMemorySize.NONE, LocalMemorySize::plus);
    }

    /**
     * Returns the size of an operand's tile.
     *
     * @param transfer operand with or without row values, depending on the call
     */
    public static LocalMemorySize tile(Transfer transfer) {
        return of(ValueShape.TILE, transfer.dtype().byteSize() * Byte.SIZE);
    }

    /**
     * Returns the size of loads.
     *
     * @param loads some loads of a section
     */
    public static LocalMemorySize ofLoads(List<Transfer> loads) {
        return loads.stream().map(RowMemoryLayout::ofLoad).reduce(LocalMemorySize.NONE, LocalMemorySize::plus);
    }

    private static LocalMemorySize ofLoad(Transfer load) {
        LocalMemorySize copied = copied(load);
        // Bytes are followed by their half-precision floats.
        boolean isWidened = load.dtype().byteSize() == 1 && load.layout() != TransferLayout.PLAIN;
        return isWidened ? copied.times(1 + Short.BYTES) : copied;
    }

    private static LocalMemorySize copied(Transfer load) {
        LocalMemorySize contiguous = contiguous(load);
        return switch (load.layout()) {
            case PLAIN -> contiguous;
            case SPANNED -> contiguous.times((int) load.spannedDistance());
            case APART -> contiguous.times(elementsPerBlock(load));
            case REPEATED ->
                load.shape() == ValueShape.TILE
                        ? new LocalMemorySize(0, 0, BLOCK_BITS, 0)
                        : new LocalMemorySize(0, 0, 0, BLOCK_BITS);
            // Each lane is block aligned.
            case BY_LANES ->
                new LocalMemorySize(contiguous.tile(), BLOCK_BITS - load.dtype().byteSize() * Byte.SIZE, 0, 0);
        };
    }

    private static int elementsPerBlock(Transfer transfer) {
        return BLOCK_BITS / Byte.SIZE / transfer.dtype().byteSize();
    }

    /** Returns the size of one of the load buffers. */
    public LocalMemorySize loaded() {
        return kernel.program()
                .parts()
                .map(section -> ofLoads(section.loads()))
                .reduce(LocalMemorySize.NONE, LocalMemorySize::atLeast);
    }

    /** Returns the size of one of the store buffers. */
    public LocalMemorySize stored() {
        return kernel.program().sections().stream()
                .map(section -> ofStores(section.stores()))
                .reduce(LocalMemorySize.NONE, LocalMemorySize::atLeast);
    }

    /** Returns the size of gather indices. */
    public LocalMemorySize indices() {
        return kernel.program()
                .parts()
                .map(section -> ofLoads(section.indices()))
                .reduce(LocalMemorySize.NONE, LocalMemorySize::atLeast);
    }

    /** Returns the size of values that are loaded for all rows. */
    public LocalMemorySize shared() {
        return ofLoads(kernel.program().shared());
    }

    private LocalMemorySize size(LocalRegion region, ValueShape shape) {
        return of(shape, region.bits()).times(kernel.program().bufferCount(region, shape));
    }

    /** Returns the size of temporaries and of values for all tiles. */
    public LocalMemorySize work() {
        LocalMemorySize sum = LocalMemorySize.NONE;
        for (LocalRegion region : LocalRegion.values()) {
            for (ValueShape shape : ValueShape.values()) {
                sum = sum.plus(size(region, shape));
            }
        }
        return sum;
    }

    /** Returns the offset of a temporary. */
    public LocalMemorySize offset(LocalBuffer buffer) {
        LocalMemorySize sum = of(buffer.shape(), buffer.region().bits()).times(buffer.index());
        for (LocalRegion region : LocalRegion.values()) {
            for (ValueShape shape : ValueShape.values()) {
                if (region == buffer.region() && shape == buffer.shape()) {
                    return sum;
                }
                sum = sum.plus(size(region, shape));
            }
        }
        throw new IllegalStateException("no such place: " + buffer);
    }

    /** Returns the tile sizes. */
    public RowTileSize plan() {
        LocalMemorySize total = loaded().plus(stored())
                .times(AscendModel.DEFAULT.memory().buffers())
                .plus(shared())
                .plus(indices())
                .plus(work());
        int narrowestRow = kernel.program()
                .transfers()
                .filter(transfer -> transfer.shape() == ValueShape.TILE
                        || transfer.shape() == ValueShape.LANES
                        || transfer.shape() == ValueShape.VARYING)
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .reduce(Float.BYTES, Math::min);
        int narrowest = kernel.program()
                .transfers()
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .min()
                .orElseThrow();
        boolean isByLanes =
                kernel.program().transfers().anyMatch(transfer -> transfer.layout() == TransferLayout.BY_LANES);
        return RowTileSize.of(total, narrowestRow, narrowest, isByLanes);
    }

    /**
     * Returns true if the unified buffer has room for chunks of some rows.
     *
     * @param variants variants of a kernel
     */
    public static boolean fits(RowKernelVariants variants) {
        return fits(variants.first(), variants.chunked())
                && variants.finish().stream().allMatch(finish -> fits(finish, Optional.empty()));
    }

    private static boolean fits(RowKernel first, Optional<RowKernel> chunked) {
        if (first.loops().items().isEmpty() && first.loops().isUnchunked() && chunked.isEmpty()) {
            return new RowMemoryLayout(first)
                            .plan()
                            .rows(((Dim.Constant) first.loops().lanes()).size())
                    > 0;
        }
        return new RowMemoryLayout(chunked.orElse(first)).plan().fitsChunks();
    }
}
