package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.RowTiles;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TransferLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How many rows and lanes a tile has, and the memory that it takes. That depends on dims that the kernel may know only at the
 * call.
 */
final class RowTile {

    /** Rows of which a part of the lanes is taken at least, so that what all rows share is read for several. */
    static final int LEAST_ROWS = 8;

    /** The same where copies bring the elements of a lane of several rows. */
    private static final int LANES_ROWS = 64;

    /** Cores share the lanes of a row in multiples of so many. */
    private static final int SHARED_LANES = 256;

    /** Rows of fewer lanes are copied in pieces that take longer than loading them for each stage anew. */
    private static final int SHORT_LANES = 32;

    private final CodeWriter code;
    private final RowKernel kernel;
    private final RowMemory memory;

    RowTile(CodeWriter code, RowKernel kernel) {
        this.code = code;
        this.kernel = kernel;
        this.memory = new RowMemory(kernel);
    }

    /** Whether the unified buffer has room for the parts of some rows. */
    static boolean fits(RowTiles tiles) {
        return fits(tiles.first(), tiles.longRows())
                && tiles.finish().stream().allMatch(finish -> fits(finish, Optional.empty()));
    }

    private static boolean fits(RowKernel first, Optional<RowKernel> longRows) {
        if (first.items().isEmpty() && first.whole() && longRows.isEmpty()) {
            return new RowMemory(first).rows(((Dim.Constant) first.lanes()).size()) > 0;
        }
        return new RowMemory(longRows.orElse(first)).rows(RowMemory.LANES) >= LEAST_ROWS;
    }

    /** How many rows of the width fit into the unified buffer; not more than 0 if none does. */
    static String rows(RowMemory memory) {
        return "(gk_pitch(width, %d) > %d ? 0 : %s)"
                .formatted(memory.unit(), RowMemory.MOST_LANES, rows(memory, "gk_pitch(width, " + memory.unit() + ")"));
    }

    private static String rows(RowMemory memory, String pitch) {
        RowMemory.Bits all = memory.all();
        return "(%d - %s * %d) / (%s * %d + %d)"
                .formatted(memory.free(), pitch, all.pitch(), pitch, all.tile(), all.rows());
    }

    /** Whether all rows of an item, with a good part of their lanes, fit into the unified buffer. */
    static String fitsItem(RowKernel kernel, Items items) {
        RowMemory memory = new RowMemory(kernel);
        String fits = items.reducesLanes()
                ? "width > 0 && height <= " + rows(memory)
                : fittingLanes(memory, "gk_dim_max(1, height)") + " >= gk_dim_min(width, " + SHORT_LANES + ")";
        return "height > 0 && height <= %d && %s".formatted(RowMemory.MOST_ROWS, fits);
    }

    /** How many lanes of so many rows fit. */
    private static String fittingLanes(RowMemory memory, String rows) {
        RowMemory.Bits all = memory.all();
        return "(%d - %s * %d) / (%s * %d + %d)"
                .formatted(memory.free(), rows, all.rows(), rows, all.tile(), all.pitch());
    }

    /** Declares all of it. */
    void declare() {
        if (kernel.items().isPresent()) {
            declareItemTile(kernel.items().get());
        } else {
            declareTile();
        }
        code.line("const int32_t room = (int32_t) (most + 7) / 8 * 8;");
        code.line("const int32_t span = (pitch + 255) / 256 * 256;");
        code.line("const int32_t tile = ((int32_t) most * pitch + 255) / 256 * 256;");
        declareMemory();
    }

    /** The same of items: of all their rows, or of some. */
    private void declareItemTile(Items items) {
        boolean hasBlocks = items.block().isPresent();
        boolean isFlat = kernel.outer().isEmpty();
        code.line(
                "const int64_t deep = %s;",
                isFlat ? "1" : hasBlocks ? "gk_dim_max(1, gk_dim_min(block, height))" : "gk_dim_max(1, height)");
        code.line("const int64_t wide = %s;", hasBlocks && isFlat ? "gk_dim_min(block, width)" : "width");
        if (kernel.whole() && items.reducesLanes()) {
            code.line("const int32_t pitch = (int32_t) gk_pitch(width, %d);", memory.unit());
            code.line("const int64_t most = deep;");
            return;
        }
        code.line("const int64_t least = %s;", kernel.whole() ? "deep" : "gk_dim_min(deep, " + LEAST_ROWS + ")");
        code.line("const int64_t fitting = %s;", fittingLanes(memory, "least"));
        code.line("const int64_t own = %s;", items.reducesLanes() ? "wide" : "(wide + cuts - 1) / cuts");
        code.line("const int64_t parts = gk_dim_max(1, (own + fitting - 1) / fitting);");
        code.line(
                "const int64_t part = gk_dim_min(((own + parts - 1) / parts + %1$d) / %1$d * %1$d, fitting < %2$d ? fitting / %3$d * %3$d :"
                        + " gk_dim_min(%4$d, fitting / %2$d * %2$d));",
                SHARED_LANES, RowMemory.LANES, memory.unit(), RowMemory.MOST_LANES);
        code.line("const int32_t pitch = (int32_t) gk_pitch(gk_dim_min(part, wide), %d);", memory.unit());
        if (kernel.whole()) {
            code.line("const int64_t most = deep;");
            return;
        }
        code.line(
                "const int64_t wanted = gk_dim_max((deep + 1) / 2, gk_dim_min(deep, %d / pitch + 1));",
                UnifiedBuffer.COPY_BYTES / narrowest());
        code.line(
                "const int64_t most = gk_dim_min(wanted, gk_dim_min(%d, %s));",
                RowMemory.MOST_ROWS, rows(memory, "(int64_t) pitch"));
    }

    /** How many rows and lanes a tile has, and what that takes. */
    private void declareTile() {
        RowMemory.Bits all = memory.all();
        if (kernel.whole()) {
            code.line("const int32_t pitch = (int32_t) gk_pitch(width, %d);", memory.unit());
        } else {
            String least = kernel.hasBlocksInParts() ? "%d" : "gk_dim_max(1, gk_dim_min(%2$s, %1$d))";
            code.line("const int64_t least = " + least + ";", leastRows(), neighbours());
            code.line(
                    "const int64_t fitting = gk_dim_min(%d, (%d - least * %d) / (least * %d + %d) / %d * %d);",
                    RowMemory.MOST_LANES,
                    memory.free(),
                    all.rows(),
                    all.tile(),
                    all.pitch(),
                    RowMemory.LANES,
                    RowMemory.LANES);
            // Of one row two tiles for each core.
            code.line("const int64_t own = (width + cuts - 1) / cuts;");
            code.line(
                    "const int64_t each = height > 1 ? own : gk_dim_max((own + 1) / 2, gk_dim_min(own, %d));",
                    UnifiedBuffer.COPY_BYTES / narrowest());
            // Parts of about the same size, since instructions take the lanes of the largest one.
            code.line("const int64_t parts = gk_dim_max(1, (each + fitting - 1) / fitting);");
            code.line(
                    "const int64_t part = gk_dim_min(fitting, ((each + parts - 1) / parts + %d) / %d * %d);",
                    SHARED_LANES - 1, SHARED_LANES, SHARED_LANES);
            code.line("const int32_t pitch = (int32_t) gk_pitch(gk_dim_min(part, width), %d);", memory.unit());
        }
        // Two tiles for each core, so that the copies of one run while the other one is computed.
        code.line(
                "const int64_t wanted = gk_dim_max(1, gk_dim_max((%1$s + 1) / 2, gk_dim_min(%1$s, %2$d / pitch + 1)));",
                kernel.block().isPresent() ? "gk_dim_min(block, height)" : "share",
                UnifiedBuffer.COPY_BYTES / narrowest());
        code.line(
                kernel.hasBlocksInParts()
                        // What is known of the rows of each tile begins at a block.
                        ? "const int64_t most = gk_dim_min((wanted + 7) / 8, gk_dim_min(%d, %s) / 8) * 8;"
                        : "const int64_t most = gk_dim_min(wanted, gk_dim_min(%d, %s));",
                RowMemory.MOST_ROWS,
                rows(memory, "(int64_t) pitch"));
    }

    /** So many rows at least, so that copies of lanes bring large pieces of them, too. */
    private int leastRows() {
        int least = isByLanes() ? LANES_ROWS : LEAST_ROWS;
        while (memory.rows(RowMemory.LANES) < least && least > LEAST_ROWS) {
            least /= 2;
        }
        return least;
    }

    private boolean isByLanes() {
        return kernel.transfers().anyMatch(transfer -> transfer.layout() == TransferLayout.BY_LANES);
    }

    /** Rows that may be together in a tile. */
    private String neighbours() {
        return isByLanes() ? AscendTypes.whole(kernel.outer().get(kernel.outer().size() - 1)) : "height";
    }

    /** The bytes of the smallest elements that are copied. */
    private int narrowest() {
        return kernel.transfers()
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .min()
                .orElseThrow();
    }

    private void declareMemory() {
        code.line("AscendC::TPipe pipe;");
        code.line("gk_edge edge(pipe);");
        queue("VECIN", "loads", UnifiedBuffer.BUFFERS, memory.loaded());
        queue("VECIN", "shares", 1, memory.shared());
        queue("VECIN", "indices", 1, memory.indices());
        queue("VECOUT", "stores", UnifiedBuffer.BUFFERS, memory.stored());
        if (!memory.work().isNone()) {
            code.line("AscendC::TBuf<AscendC::TPosition::VECCALC> work;");
            code.line("pipe.InitBuffer(work, %s);", memory.work().bytes());
        }
        RowInstructions instructions = new RowInstructions(code, kernel);
        List<Place> places = new ArrayList<>(kernel.places(Region.TEMPORARY));
        places.addAll(kernel.places(Region.WIDE));
        places.addAll(kernel.places(Region.MASK));
        for (Place place : places) {
            String type = AscendTypes.element(place.dtype());
            code.line(
                    "AscendC::LocalTensor<%s> %s = work.GetWithOffset<%s>(%s, %s);",
                    type,
                    instructions.declared(place),
                    type,
                    RowMemory.elements(place),
                    memory.offset(place).bytes());
        }
    }

    private void queue(String position, String name, int buffers, RowMemory.Bits bits) {
        if (!bits.isNone()) {
            code.line("AscendC::TQue<AscendC::TPosition::%s, 1> %s;", position, name);
            code.line("pipe.InitBuffer(%s, %d, %s);", name, buffers, bits.bytes());
        }
    }
}
