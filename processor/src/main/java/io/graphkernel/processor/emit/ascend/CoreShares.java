package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileShape;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How cores share what a kernel stores: no two of them write to one block of memory. What begins at a block is cut at blocks. An
 * address that the caller gives need not be one, since views begin anywhere: the kernel tests it.
 */
final class CoreShares {

    private CoreShares() {}

    /** Declares how many cores work, of tiles that are cut at blocks: one alone if anything does not begin at a block. */
    static void declareCores(CodeWriter code, List<Transfer> stores) {
        String atBlocks = beginAtBlocks(stores);
        code.line(
                "const int64_t blocks = %s;",
                atBlocks.isEmpty() ? "AscendC::GetBlockNum()" : atBlocks + " ? AscendC::GetBlockNum() : 1");
    }

    /**
     * Declares the share of a core in rows, or in blocks of them: neighbouring ones, in multiples that end with a block of memory.
     * What is left of the cores takes other lanes of the same rows, where these begin at blocks too.
     */
    static void declareRows(CodeWriter code, RowKernel kernel) {
        List<Transfer> stores = kernel.stores();
        List<Transfer> ofRows = stores.stream().filter(isLanes().negate()).toList();
        declareCores(code, ofRows);
        String items = "height";
        if (kernel.block().isPresent()) {
            items = "items";
            code.line(
                    "const int64_t block = %s;",
                    AscendTypes.whole(kernel.block().get()));
            code.line("const int64_t items = block == 0 ? 1 : (height + block - 1) / block;");
        }
        boolean storesColumns = stores.stream().anyMatch(store -> store.shape() == TileShape.COLUMN);
        declareUnit(code, kernel.outer(), ofRows, storesColumns, List.of());
        code.line("const int64_t teams = gk_dim_max(1, gk_dim_min(blocks, (%s + unit - 1) / unit));", items);
        code.line("const int64_t share = (%s + teams * unit - 1) / (teams * unit) * unit;", items);
        boolean inOrder = kernel.sections().size() == 1 || kernel.block().isPresent() && !kernel.hasBlocksInParts();
        boolean sharesLanes = !kernel.whole() && inOrder && !storesColumns;
        // Results of all rows lie within the share of one core, and are cut at blocks only if they begin there.
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

    /** Declares the share of a core in items, and in their lanes where these stay apart. */
    static void declareItems(CodeWriter code, RowKernel kernel, Items items) {
        List<Transfer> stores = kernel.stores();
        declareCores(code, stores);
        code.line("const int64_t items = %s;", AscendTypes.whole(items.count()));
        items.block().ifPresent(block -> code.line("const int64_t block = %s;", AscendTypes.whole(block)));
        boolean storesSingles = stores.stream().anyMatch(store -> store.shape() == TileShape.SINGLE);
        List<Dim> extents =
                Stream.concat(items.loops().stream(), kernel.outer().stream()).toList();
        List<Transfer> scattered = stores.stream()
                .filter(store -> !isInOrder(store.strides(), extents))
                .toList();
        declareUnit(code, items.loops().isEmpty() ? kernel.outer() : items.loops(), stores, storesSingles, scattered);
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

    /** Whether the elements of an item lie within those of no other one. */
    private static boolean isInOrder(List<Dim> strides, List<Dim> extents) {
        return IntStream.range(1, Math.min(strides.size(), extents.size()))
                .allMatch(i -> strides.get(i).equals(Dim.ZERO)
                        || strides.get(i - 1).equals(strides.get(i).times(extents.get(i))));
    }

    /**
     * After so many rows what is stored ends with a block, whatever a row has. Of what is scattered the further loops must begin at
     * blocks, too, or one core takes all.
     */
    private static void declareUnit(
            CodeWriter code, List<Dim> outer, List<Transfer> stores, boolean storesColumns, List<Transfer> scattered) {
        int perBlock = stores.stream()
                .mapToInt(store -> UnifiedBuffer.BLOCK_BYTES / store.dtype().byteSize())
                .max()
                .orElse(1);
        List<Dim> inner = outer.isEmpty() ? List.of() : outer.subList(1, outer.size());
        String rows = inner.isEmpty()
                ? String.valueOf(perBlock)
                : "gk_dim_max(1, " + AscendTypes.whole(Dim.product(inner)) + ") * " + perBlock;
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
        return store -> store.shape() == TileShape.LANES;
    }

    /** Whether what is stored begins at blocks of memory. */
    private static String beginAtBlocks(List<Transfer> stores) {
        return stores.stream()
                .map(CoreShares::address)
                .distinct()
                .map(address -> "(" + address + ") % " + UnifiedBuffer.BLOCK_BYTES + " == 0")
                .collect(Collectors.joining(" && "));
    }

    private static String address(Transfer store) {
        String slot = "(uint64_t) slot" + store.slot();
        boolean isBegin = store.offset().equals(Code.size(Dim.ZERO)) || isWithinStep(store);
        return isBegin
                ? slot
                : slot + " + (" + AscendTypes.whole(store.offset()) + ") * "
                        + store.dtype().byteSize();
    }

    /** Whether elements apart from each other are the next ones to others that begin where the memory does. */
    private static boolean isWithinStep(Transfer store) {
        return store.offset() instanceof Expression.Size offset
                && offset.dim() instanceof Dim.Constant first
                && store.step() instanceof Dim.Constant step
                && first.size() >= 0
                && first.size() < step.size()
                && store.strides().stream()
                        .allMatch(stride -> stride.exactQuotient(step).isPresent());
    }

    /** Whether each row begins at a block, if the first one does; nothing if that is so for all dims. */
    private static String atBlocks(List<Dim> strides, int perBlock) {
        return strides.stream()
                .distinct()
                .filter(stride -> !(stride instanceof Dim.Constant constant && constant.size() % perBlock == 0))
                .map(stride -> "(" + AscendTypes.whole(stride) + ") % " + perBlock + " == 0")
                .collect(Collectors.joining(" && "));
    }
}
