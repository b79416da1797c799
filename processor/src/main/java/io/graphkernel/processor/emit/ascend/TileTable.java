package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The comment above a kernel that says what it takes of a core: the unified buffer line by line, what an element costs, and an
 * estimate of what bounds it.
 *
 * <p>The rates are those that documents give for the 910B1: 48 vector cores of 1.8 GHz, which take 256 bytes of the widest
 * operand in a cycle, and 2.35 TB/s, at which the tuning guide's best addition of two large tensors runs.
 */
final class TileTable {

    private static final int CORES = 48;
    private static final double CYCLES_PER_SECOND = 1.8e9;
    private static final int BYTES_PER_CYCLE = 256;
    private static final double MEMORY_BYTES_PER_SECOND = 2.35e12;
    private static final double PICOSECONDS = 1e12;

    private final TileKernel tiles;
    private final UnifiedBuffer memory;

    TileTable(TileKernel tiles, UnifiedBuffer memory) {
        this.tiles = tiles;
        this.memory = memory;
    }

    /** A part of the unified buffer. */
    record Use(int bytes, String what) {}

    /** What bounds a kernel, by rates of documents. */
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
                    CORES);
        }
    }

    /** Prints the comment. */
    static void print(CodeWriter code, TileKernel tiles, UnifiedBuffer memory) {
        new TileTable(tiles, memory).print(code);
    }

    private void print(CodeWriter code) {
        code.line("/*");
        code.line(
                " * A tile has %d elements at most, in steps of %d. Each vector core takes tiles in turn.",
                memory.tile(), memory.granule());
        code.line(" * Of %d bytes of the unified buffer:", UnifiedBuffer.BYTES);
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

    /** The unified buffer, line by line. */
    List<Use> uses() {
        int loads = UnifiedBuffer.BUFFERS * memory.loadedBytes();
        int stores = UnifiedBuffer.BUFFERS * memory.storedBytes();
        List<Use> uses = new ArrayList<>();
        uses.add(new Use(loads, "loads, in two buffers: " + names(tiles.loads())));
        uses.add(new Use(stores, "stores, in two buffers: " + names(tiles.stores())));
        for (Region region : Region.values()) {
            int places = tiles.room().getOrDefault(region, 0);
            uses.add(new Use(
                    places * memory.tile() * region.bits() / Byte.SIZE,
                    region.name().toLowerCase(Locale.ROOT) + " values: " + places));
        }
        uses.add(new Use(UnifiedBuffer.BYTES - loads - stores - memory.workBytes(), "free"));
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
                tiles.instructions().stream().mapToInt(TileTable::widest).sum();
        return new Estimate(
                copied / MEMORY_BYTES_PER_SECOND * PICOSECONDS,
                widest / (BYTES_PER_CYCLE * CYCLES_PER_SECOND * CORES) * PICOSECONDS);
    }

    private static int widest(Instruction instruction) {
        return Stream.concat(Stream.of(instruction.target()), instruction.sources().stream())
                .map(Place::dtype)
                .mapToInt(dtype -> dtype.byteSize())
                .max()
                .orElseThrow();
    }
}
