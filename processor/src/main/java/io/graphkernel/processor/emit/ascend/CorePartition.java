package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.ValueShape;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Partition of a kernel's stores between cores. No two cores write to the same memory block, so that partitions are
 * block aligned. The kernel tests the alignment of addresses at runtime, since views may be unaligned.
 */
final class CorePartition {

    private CorePartition() {}

    /** Declares the number of active cores for block-aligned tiles: a single one if an address is unaligned. */
    static void declareCores(CodeWriter code, List<Transfer> stores) {
        String atBlocks = beginAtBlocks(stores);
        code.line(
                "const int64_t blocks = %s;",
                atBlocks.isEmpty() ? "AscendC::GetBlockNum()" : atBlocks + " ? AscendC::GetBlockNum() : 1");
    }

    /**
     * Declares a core's share of rows, or of row blocks: a contiguous range whose length is a multiple of the memory
     * block. Remaining cores take other lanes of the same rows, if these are block aligned.
     */
    static void declareRowShare(CodeWriter code, RowKernel kernel) {
        List<Transfer> stores = kernel.program().stores();
        List<Transfer> rowStores = stores.stream().filter(isLanes().negate()).toList();
        declareCores(code, rowStores);
        String items = "height";
        if (kernel.loops().block().isPresent()) {
            items = "items";
            code.line(
                    "const int64_t block = %s;",
                    AscendTypes.integer(kernel.loops().block().get()));
            code.line("const int64_t items = block == 0 ? 1 : (height + block - 1) / block;");
        }
        boolean storesColumns = stores.stream().anyMatch(store -> store.shape() == ValueShape.COLUMN);
        declareUnit(code, kernel.loops().outer(), rowStores, storesColumns, List.of());
        code.line("const int64_t teams = gk_dim_max(1, gk_dim_min(blocks, (%s + unit - 1) / unit));", items);
        code.line("const int64_t share = (%s + teams * unit - 1) / (teams * unit) * unit;", items);
        boolean inOrder = kernel.program().sections().size() == 1
                || kernel.loops().block().isPresent() && !kernel.hasBlocksInChunks();
        boolean sharesLanes = !kernel.loops().isUnchunked() && inOrder && !storesColumns;
        // Results with one element per lane belong to one core's share, and are split only if they are block aligned.
        String lanesAtBlocks = beginAtBlocks(stores.stream().filter(isLanes()).toList());
        code.line(
                "const int64_t cuts = %s;",
                sharesLanes
                        ? "(unit == 1 || height == 1)" + (lanesAtBlocks.isEmpty() ? "" : " && " + lanesAtBlocks)
                                + " ? blocks / teams : 1"
                        : "1");
        code.line("const int64_t cut = AscendC::GetBlockIdx() / teams;");
        code.line("const int64_t begin = AscendC::GetBlockIdx() % teams * share;");
        code.line("const int64_t end = cut < cuts ? gk_dim_min(%s, begin + share) : 0;", items);
    }

    /** Declares a core's share of items, and of their lanes if these are not reduced. */
    static void declareItems(CodeWriter code, RowKernel kernel, Items items) {
        List<Transfer> stores = kernel.program().stores();
        declareCores(code, stores);
        code.line("const int64_t items = %s;", AscendTypes.integer(items.count()));
        items.block().ifPresent(block -> code.line("const int64_t block = %s;", AscendTypes.integer(block)));
        boolean storesSingles = stores.stream().anyMatch(store -> store.shape() == ValueShape.SINGLE);
        List<Dim> extents = Stream.concat(items.loops().stream(), kernel.loops().outer().stream())
                .toList();
        List<Transfer> scattered = stores.stream()
                .filter(store -> !isInOrder(store.strides(), extents))
                .toList();
        declareUnit(
                code,
                items.loops().isEmpty() ? kernel.loops().outer() : items.loops(),
                stores,
                storesSingles,
                scattered);
        code.line("const int64_t teams = gk_dim_max(1, gk_dim_min(blocks, (items + unit - 1) / unit));");
        code.line("const int64_t share = (items + teams * unit - 1) / (teams * unit) * unit;");
        boolean storesLanes = stores.stream().allMatch(isLanes());
        code.line(
                "const int64_t cuts = %s;",
                items.reducesLanes()
                        ? "1"
                        : "unit == 1" + (storesLanes ? " || items == 1" : "") + " ? blocks / teams : 1");
        code.line("const int64_t cut = AscendC::GetBlockIdx() / teams;");
        code.line("const int64_t begin = AscendC::GetBlockIdx() % teams * share;");
        code.line("const int64_t end = cut < cuts ? gk_dim_min(items, begin + share) : 0;");
    }

    /** Returns true if the elements of items do not interleave in memory. */
    private static boolean isInOrder(List<Dim> strides, List<Dim> extents) {
        return IntStream.range(1, Math.min(strides.size(), extents.size()))
                .allMatch(i -> strides.get(i).equals(Dim.ZERO)
                        || strides.get(i - 1).equals(strides.get(i).times(extents.get(i))));
    }

    /**
     * Declares the number of rows after which stores are block aligned, for any row length. For scattered stores the
     * further loops must be block aligned as well; otherwise one core takes all items.
     */
    private static void declareUnit(
            CodeWriter code, List<Dim> outer, List<Transfer> stores, boolean storesColumns, List<Transfer> scattered) {
        int perBlock = stores.stream()
                .mapToInt(store -> AscendModel.DEFAULT.memory().blockBytes()
                        / store.dtype().byteSize())
                .max()
                .orElse(1);
        List<Dim> inner = outer.isEmpty() ? List.of() : outer.subList(1, outer.size());
        String rows = inner.isEmpty()
                ? String.valueOf(perBlock)
                : "gk_dim_max(1, " + AscendTypes.integer(Dim.product(inner)) + ") * " + perBlock;
        List<Dim> further = scattered.stream()
                .flatMap(store -> store.strides().stream().skip(1))
                .toList();
        String furtherAtBlocks = atBlocks(further, perBlock);
        if (!furtherAtBlocks.isEmpty()) {
            rows = furtherAtBlocks + " ? " + rows + " : gk_dim_max(1, items)";
        }
        List<Dim> strides =
                stores.stream().flatMap(store -> store.strides().stream()).toList();
        String eachAtBlocks = atBlocks(strides, perBlock);
        if (perBlock == 1 || !storesColumns && eachAtBlocks.isEmpty()) {
            code.line("const int64_t unit = 1;");
        } else if (storesColumns) {
            code.line("const int64_t unit = %s;", rows);
        } else {
            code.line("const int64_t unit = %s ? 1 : %s;", eachAtBlocks, rows);
        }
    }

    private static Predicate<Transfer> isLanes() {
        return store -> store.shape() == ValueShape.LANES;
    }

    /** Returns the condition that stores begin at memory blocks. */
    private static String beginAtBlocks(List<Transfer> stores) {
        return stores.stream()
                .map(CorePartition::address)
                .distinct()
                .map(address ->
                        "(" + address + ") % " + AscendModel.DEFAULT.memory().blockBytes() + " == 0")
                .collect(Collectors.joining(" && "));
    }

    private static String address(Transfer store) {
        String slot = "(uint64_t) slot" + store.slot();
        boolean isBegin = store.offset().equals(CodeBuilder.size(Dim.ZERO)) || isWithinStep(store);
        return isBegin
                ? slot
                : slot + " + (" + AscendTypes.integer(store.offset()) + ") * "
                        + store.dtype().byteSize();
    }

    /** Returns true if strided elements interleave with others that begin at the base address. */
    private static boolean isWithinStep(Transfer store) {
        return store.offset() instanceof Expression.Size offset
                && offset.dim() instanceof Dim.Constant first
                && store.step() instanceof Dim.Constant step
                && first.size() >= 0
                && first.size() < step.size()
                && store.strides().stream()
                        .allMatch(stride -> stride.exactQuotient(step).isPresent());
    }

    /** Returns the condition that rows are block aligned if the first one is; empty if they always are. */
    private static String atBlocks(List<Dim> strides, int perBlock) {
        return strides.stream()
                .distinct()
                .filter(stride -> !(stride instanceof Dim.Constant constant && constant.size() % perBlock == 0))
                .map(stride -> "(" + AscendTypes.integer(stride) + ") % " + perBlock + " == 0")
                .collect(Collectors.joining(" && "));
    }
}
