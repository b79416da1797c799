package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.memory.TileMemoryLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Comment above a kernel with its unified buffer usage, the cost per element, and a roofline estimate
 * by the documented {@link AscendModel.Rates}.
 */
final class RooflineComment {

    private static final AscendModel.Rates RATES = AscendModel.DEFAULT.rates();
    private static final double PICOSECONDS = 1e12;

    private final TileKernel tiles;
    private final TileMemoryLayout memory;

    RooflineComment(TileKernel tiles, TileMemoryLayout memory) {
        this.tiles = tiles;
        this.memory = memory;
    }

    /** Usage of a part of the unified buffer. */
    record BufferUse(int bytes, String what) {}

    /** Roofline estimate by documented rates. */
    record Estimate(double ofMemory, double ofCores) {

        String bound() {
            return ofMemory < ofCores ? "vector instructions" : "memory";
        }

        String text() {
            return String.format(
                    Locale.ROOT,
                    "for the 910B1: an element takes %.2f ps of memory and %.2f ps of %d cores",
                    ofMemory,
                    ofCores,
                    RATES.cores());
        }
    }

    /** Prints the comment. */
    static void print(CodeWriter code, TileKernel tiles, TileMemoryLayout memory) {
        new RooflineComment(tiles, memory).print(code);
    }

    private void print(CodeWriter code) {
        code.line("/*");
        code.line(
                " * A tile has %d elements at most, in steps of %d. Tiles are interleaved over the vector cores.",
                memory.tile(), memory.plan().grainElements());
        code.line(
                " * Of %d bytes of the unified buffer:",
                AscendModel.DEFAULT.memory().unifiedBufferBytes());
        uses().forEach(use -> code.line(" *   %6d %s", use.bytes(), use.what()));
        code.line(
                " * An element: %d bytes in, %d bytes out, %d vector instructions.",
                bytes(tiles.loads()),
                bytes(tiles.stores()),
                tiles.instructions().size());
        code.line(
                " * Copies of a whole tile: %s.",
                Stream.of(copies(tiles.loads(), "in"), copies(tiles.stores(), "out"))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; ")));
        Estimate estimate = estimate(tiles);
        code.line(" * Bound by %s, by an estimate %s.", estimate.bound(), estimate.text());
        code.line(" */");
    }

    /** Returns the usage of the unified buffer by part. */
    List<BufferUse> uses() {
        int loads = AscendModel.DEFAULT.memory().buffers() * memory.loadedBytes();
        int stores = AscendModel.DEFAULT.memory().buffers() * memory.storedBytes();
        List<BufferUse> uses = new ArrayList<>();
        uses.add(new BufferUse(loads, "loads, in two buffers: " + names(tiles.loads())));
        uses.add(new BufferUse(stores, "stores, in two buffers: " + names(tiles.stores())));
        for (LocalRegion region : LocalRegion.values()) {
            int count = tiles.bufferCounts().getOrDefault(region, 0);
            uses.add(new BufferUse(
                    count * memory.tile() * region.bits() / Byte.SIZE,
                    region.name().toLowerCase(Locale.ROOT) + " values: " + count));
        }
        uses.add(new BufferUse(
                AscendModel.DEFAULT.memory().unifiedBufferBytes() - loads - stores - memory.workBytes(), "free"));
        uses.removeIf(use -> use.bytes() <= 0);
        return uses;
    }

    private static String names(List<Transfer> transfers) {
        return transfers.stream()
                .map(transfer -> transfer.name() + " " + transfer.dtype())
                .collect(Collectors.joining(", "));
    }

    private String copies(List<Transfer> transfers, String direction) {
        return transfers.isEmpty()
                ? ""
                : transfers.stream()
                        .map(transfer ->
                                String.valueOf(memory.tile() * transfer.dtype().byteSize()))
                        .collect(Collectors.joining(", ", "", " bytes " + direction));
    }

    static int bytes(List<Transfer> transfers) {
        return transfers.stream()
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .sum();
    }

    static Estimate estimate(TileKernel tiles) {
        double copied = bytes(tiles.loads()) + bytes(tiles.stores());
        double widest =
                tiles.instructions().stream().mapToInt(RooflineComment::widest).sum();
        return new Estimate(
                copied / RATES.memoryBytesPerSecond() * PICOSECONDS,
                widest / (RATES.bytesPerCycle() * RATES.cyclesPerSecond() * RATES.cores()) * PICOSECONDS);
    }

    private static int widest(Instruction instruction) {
        return Stream.concat(Stream.of(instruction.target()), instruction.sources().stream())
                .map(LocalBuffer::dtype)
                .mapToInt(dtype -> dtype.byteSize())
                .max()
                .orElseThrow();
    }
}
