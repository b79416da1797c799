package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowTiles;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileResult;
import io.graphkernel.processor.schedule.Kernel;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a kernel takes of a chip, by name, for the report: its tile, the unified buffer line by line, what an element costs, how
 * large copies are, how many blocks it is launched with, and which values never leave the unified buffer.
 */
final class KernelFacts {

    private final Map<String, String> facts = new LinkedHashMap<>();

    private KernelFacts() {}

    /** The facts in the order in which they are shown. */
    static Map<String, String> of(Kernel kernel, TileResult tiles, Names names) {
        KernelFacts made = new KernelFacts();
        if (tiles instanceof RowTiles rows) {
            made.rows(rows);
        } else {
            made.elements((TileKernel) tiles);
        }
        made.fusion(kernel, names);
        return made.facts;
    }

    private void elements(TileKernel tiles) {
        UnifiedBuffer memory = UnifiedBuffer.of(tiles);
        facts.put("tile", "%d elements at most, in steps of %d".formatted(memory.tile(), memory.granule()));
        facts.put("blocks", "one for each 16 KiB, at most as many as there are vector cores");
        facts.put("unified buffer", bytes(UnifiedBuffer.BYTES));
        for (TileTable.Use use : new TileTable(tiles, memory).uses()) {
            facts.put("unified buffer: " + use.what(), bytes(use.bytes()));
        }
        facts.put(
                "an element",
                "%d bytes in, %d bytes out, %s"
                        .formatted(
                                TileTable.bytes(tiles.loads()),
                                TileTable.bytes(tiles.stores()),
                                instructions(tiles.instructions().size())));
        copies("copies in", tiles.loads(), memory.tile());
        copies("copies out", tiles.stores(), memory.tile());
        TileTable.Estimate estimate = TileTable.estimate(tiles);
        facts.put("bound by", estimate.bound() + ", by an estimate");
        facts.put("estimate", estimate.text());
    }

    private void copies(String name, List<Transfer> transfers, int tile) {
        if (!transfers.isEmpty()) {
            facts.put(
                    name,
                    transfers.stream()
                            .map(transfer -> transfer.name() + " "
                                    + bytes(tile * transfer.dtype().byteSize()))
                            .collect(Collectors.joining(", ")));
        }
    }

    /** Tiles of rows are as large as dims that the kernel may know only at the call: sizes are of a lane, a row and besides. */
    private void rows(RowTiles rows) {
        facts.put("tile", "some rows, as many as fit; of longer rows a part of the lanes");
        facts.put("blocks", "one for each 16 KiB, at most as many as there are vector cores");
        facts.put("unified buffer", bytes(UnifiedBuffer.BYTES));
        rows("", rows.first());
        rows.longRows().ifPresent(longRows -> rows("rows that do not fit: ", longRows));
        rows.finish().ifPresent(finish -> rows("second kernel: ", finish));
    }

    private void rows(String prefix, RowKernel rows) {
        RowMemory memory = new RowMemory(rows);
        buffer(prefix + "unified buffer: loads, two of", memory.loaded());
        buffer(prefix + "unified buffer: stores, two of", memory.stored());
        buffer(prefix + "unified buffer: for all rows", memory.shared());
        buffer(prefix + "unified buffer: indices", memory.indices());
        buffer(prefix + "unified buffer: values", memory.work());
        List<RowKernel.Section> sections = rows.parts().toList();
        for (int i = 0; i < sections.size(); i++) {
            RowKernel.Section section = sections.get(i);
            if (!section.loads().isEmpty()
                    || !section.instructions().isEmpty()
                    || !section.stores().isEmpty()) {
                facts.put(
                        prefix + "stage " + (i + 1),
                        "%d bytes in, %d bytes out, %s"
                                .formatted(
                                        TileTable.bytes(section.loads()),
                                        TileTable.bytes(section.stores()),
                                        instructions(section.instructions().size())));
            }
        }
    }

    private void buffer(String name, RowMemory.Bits bits) {
        if (!bits.isNone()) {
            Map<String, Integer> parts = new LinkedHashMap<>();
            parts.put("an element", bits.tile());
            parts.put("a lane", bits.pitch());
            parts.put("a row", bits.rows());
            parts.put("besides", bits.fixed());
            facts.put(
                    name,
                    parts.entrySet().stream()
                            .filter(part -> part.getValue() > 0)
                            .map(part -> part.getValue() / (double) Byte.SIZE + " bytes " + part.getKey())
                            .map(text -> text.replace(".0 bytes", " bytes"))
                            .collect(Collectors.joining(", ")));
        }
    }

    /** CANN calls it a UB fusion where a value stays in the unified buffer, and a graph fusion where ops became another op. */
    private void fusion(Kernel kernel, Names names) {
        Set<Node> stored = new HashSet<>();
        kernel.outputs().forEach(buffer -> stored.addAll(List.of(buffer.value(), buffer.stored())));
        List<String> kept = kernel.group().nodes().stream()
                .filter(node -> !stored.contains(node))
                .map(names::dumped)
                .toList();
        if (!kept.isEmpty()) {
            facts.put("UB fusion", String.join(", ", kept) + ": never in the device's memory");
        }
    }

    private static String bytes(int count) {
        return String.format(Locale.ROOT, "%d bytes", count);
    }

    private static String instructions(int count) {
        return count + (count == 1 ? " vector instruction" : " vector instructions");
    }
}
