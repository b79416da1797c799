package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileLoweringResult;
import io.graphkernel.processor.lower.tile.TileLoweringResult.RowKernelVariants;
import io.graphkernel.processor.lower.tile.TileProgram.Section;
import io.graphkernel.processor.lower.tile.memory.RowMemoryLayout;
import io.graphkernel.processor.lower.tile.memory.TileMemoryLayout;
import io.graphkernel.processor.schedule.LocalMemorySize;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Resource usage of a kernel for the report: tile size, unified buffer, cost per element, copy sizes, number of blocks,
 * and values that stay in the unified buffer.
 */
final class KernelResourceUsage {

    private final Map<String, String> facts = new LinkedHashMap<>();

    private KernelResourceUsage() {}

    /** Returns the entries in display order. */
    static Map<String, String> of(ScheduledKernel kernel, TileLoweringResult tiles, KernelNames names) {
        KernelResourceUsage usage = new KernelResourceUsage();
        if (tiles instanceof RowKernelVariants rows) {
            usage.rows(rows);
        } else {
            usage.elements((TileKernel) tiles);
        }
        usage.fusion(kernel, names);
        return usage.facts;
    }

    private void elements(TileKernel tiles) {
        TileMemoryLayout memory = TileMemoryLayout.of(tiles);
        facts.put(
                "tile",
                "%d elements at most, in steps of %d"
                        .formatted(memory.tile(), memory.plan().grainElements()));
        facts.put("blocks", "one per 16 KiB, at most the number of vector cores");
        facts.put("unified buffer", bytes(AscendModel.DEFAULT.memory().unifiedBufferBytes()));
        for (RooflineComment.BufferUse use : new RooflineComment(tiles, memory).uses()) {
            facts.put("unified buffer: " + use.what(), bytes(use.bytes()));
        }
        facts.put(
                "an element",
                "%d bytes in, %d bytes out, %s"
                        .formatted(
                                RooflineComment.bytes(tiles.loads()),
                                RooflineComment.bytes(tiles.stores()),
                                instructions(tiles.instructions().size())));
        copies("copies in", tiles.loads(), memory.tile());
        copies("copies out", tiles.stores(), memory.tile());
        RooflineComment.Estimate estimate = RooflineComment.estimate(tiles);
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

    /** Adds the sizes of row tiles per element, lane and row, since dims may be known only at the call. */
    private void rows(RowKernelVariants rows) {
        facts.put("tile", "the maximum number of rows that fit; chunks of the lanes if a row does not fit");
        facts.put("blocks", "one per 16 KiB, at most the number of vector cores");
        facts.put("unified buffer", bytes(AscendModel.DEFAULT.memory().unifiedBufferBytes()));
        rows("", rows.first());
        rows.chunked().ifPresent(chunked -> rows("rows that do not fit: ", chunked));
        rows.finish().ifPresent(finish -> rows("second kernel: ", finish));
    }

    private void rows(String prefix, RowKernel rows) {
        RowMemoryLayout memory = new RowMemoryLayout(rows);
        buffer(prefix + "unified buffer: loads, two of", memory.loaded());
        buffer(prefix + "unified buffer: stores, two of", memory.stored());
        buffer(prefix + "unified buffer: for all rows", memory.shared());
        buffer(prefix + "unified buffer: indices", memory.indices());
        buffer(prefix + "unified buffer: values", memory.work());
        List<Section> sections = rows.program().parts().toList();
        for (int i = 0; i < sections.size(); i++) {
            Section section = sections.get(i);
            if (!section.loads().isEmpty()
                    || !section.instructions().isEmpty()
                    || !section.stores().isEmpty()) {
                facts.put(
                        prefix + "stage " + (i + 1),
                        "%d bytes in, %d bytes out, %s"
                                .formatted(
                                        RooflineComment.bytes(section.loads()),
                                        RooflineComment.bytes(section.stores()),
                                        instructions(section.instructions().size())));
            }
        }
    }

    private void buffer(String name, LocalMemorySize bits) {
        if (!bits.isNone()) {
            Map<String, Integer> counts = new LinkedHashMap<>();
            counts.put("an element", bits.tile());
            counts.put("a lane", bits.pitch());
            counts.put("a row", bits.rows());
            counts.put("besides", bits.fixed());
            facts.put(
                    name,
                    counts.entrySet().stream()
                            .filter(use -> use.getValue() > 0)
                            .map(use -> use.getValue() / (double) Byte.SIZE + " bytes " + use.getKey())
                            .map(text -> text.replace(".0 bytes", " bytes"))
                            .collect(Collectors.joining(", ")));
        }
    }

    /** Adds the values that stay in the unified buffer, which CANN calls UB fusion. */
    private void fusion(ScheduledKernel kernel, KernelNames names) {
        Set<Node> stored = new HashSet<>();
        kernel.buffers().outputs().forEach(buffer -> stored.addAll(List.of(buffer.value(), buffer.stored())));
        List<String> fused = kernel.group().nodes().stream()
                .filter(node -> !stored.contains(node))
                .map(names::dumpName)
                .toList();
        if (!fused.isEmpty()) {
            facts.put("UB fusion", String.join(", ", fused) + ": kept in the unified buffer");
        }
    }

    private static String bytes(int count) {
        return String.format(Locale.ROOT, "%d bytes", count);
    }

    private static String instructions(int count) {
        return count + (count == 1 ? " vector instruction" : " vector instructions");
    }
}
