package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TransferLayout;
import io.graphkernel.processor.lower.tile.memory.RowMemoryLayout;
import io.graphkernel.processor.schedule.LocalMemorySize;
import io.graphkernel.processor.schedule.RowTileSize;
import java.util.ArrayList;
import java.util.List;

/**
 * Printer of row tiles: the number of rows and lanes, as the {@link RowTileSize} determines them, and their buffers. A
 * kernel evaluates them, since dims may be known only at the call.
 */
final class RowTilePrinter {

    private static final AscendModel.Vector VECTOR = AscendModel.DEFAULT.vector();

    private final CodeWriter code;
    private final RowKernel kernel;
    private final RowMemoryLayout memory;
    private final RowTileSize plan;

    RowTilePrinter(CodeWriter code, RowKernel kernel) {
        this.code = code;
        this.kernel = kernel;
        this.memory = new RowMemoryLayout(kernel);
        this.plan = memory.plan();
    }

    /** Returns the number of full rows that fit in the unified buffer; not positive if none does. */
    static String rows(RowTileSize plan) {
        String pitch = "gk_pitch(width, " + plan.pitchUnit() + ")";
        return "(%s > %d ? 0 : %s)".formatted(pitch, VECTOR.maxLanes(), rows(plan, pitch));
    }

    private static String rows(RowTileSize plan, String pitch) {
        LocalMemorySize total = plan.total();
        return "(%d - %s * %d) / (%s * %d + %d)"
                .formatted(plan.freeBits(), pitch, total.pitch(), pitch, total.tile(), total.rows());
    }

    /** Returns the condition that all rows of an item, with a sufficient chunk of lanes, fit in the unified buffer. */
    static String fitsItem(RowKernel kernel, Items items) {
        RowTileSize plan = new RowMemoryLayout(kernel).plan();
        String fits = items.reducesLanes()
                ? "width > 0 && height <= " + rows(plan)
                : fittingLanes(plan, "gk_dim_max(1, height)") + " >= gk_dim_min(width, " + plan.maxShortLanes() + ")";
        return "height > 0 && height <= %d && %s".formatted(VECTOR.maxRows(), fits);
    }

    /** Returns the number of lanes that fit for a number of rows. */
    private static String fittingLanes(RowTileSize plan, String rows) {
        LocalMemorySize total = plan.total();
        return "(%d - %s * %d) / (%s * %d + %d)"
                .formatted(plan.freeBits(), rows, total.rows(), rows, total.tile(), total.pitch());
    }

    /** Declares the tile size and the buffers. */
    void declare() {
        if (kernel.loops().items().isPresent()) {
            declareItemTile(kernel.loops().items().get());
        } else {
            declareTile();
        }
        code.line("const int32_t room = %s;", roundedUp("(int32_t) (max_rows", VECTOR.rowsPerGroup()));
        code.line("const int32_t span = %s;", roundedUp("(pitch", VECTOR.columnElements()));
        code.line("const int32_t tile = %s;", roundedUp("((int32_t) max_rows * pitch", VECTOR.columnElements()));
        declareMemory();
    }

    /** Returns a parenthesized sum, of which the beginning is given, rounded up to a multiple. */
    private static String roundedUp(String beginning, int multiple) {
        return "%s + %d) / %d * %d".formatted(beginning, multiple - 1, multiple, multiple);
    }

    /** Declares the tile size for items: all of their rows, or some. */
    private void declareItemTile(Items items) {
        boolean hasBlocks = items.block().isPresent();
        boolean isFlat = kernel.loops().outer().isEmpty();
        code.line(
                "const int64_t depth = %s;",
                isFlat ? "1" : hasBlocks ? "gk_dim_max(1, gk_dim_min(block, height))" : "gk_dim_max(1, height)");
        code.line("const int64_t block_width = %s;", hasBlocks && isFlat ? "gk_dim_min(block, width)" : "width");
        if (kernel.loops().isUnchunked() && items.reducesLanes()) {
            code.line("const int32_t pitch = (int32_t) gk_pitch(width, %d);", plan.pitchUnit());
            code.line("const int64_t max_rows = depth;");
            return;
        }
        code.line(
                "const int64_t minimum = %s;",
                kernel.loops().isUnchunked() ? "depth" : "gk_dim_min(depth, " + plan.minItemRows() + ")");
        code.line("const int64_t fitting = %s;", fittingLanes(plan, "minimum"));
        code.line("const int64_t own = %s;", items.reducesLanes() ? "block_width" : "(block_width + cuts - 1) / cuts");
        code.line("const int64_t chunks = gk_dim_max(1, (own + fitting - 1) / fitting);");
        code.line(
                "const int64_t chunk = gk_dim_min(((own + chunks - 1) / chunks + %1$d) / %1$d * %1$d, fitting < %2$d ? fitting / %3$d * %3$d :"
                        + " gk_dim_min(%4$d, fitting / %2$d * %2$d));",
                plan.laneShareMultiple(), VECTOR.lanes(), plan.pitchUnit(), VECTOR.maxLanes());
        code.line("const int32_t pitch = (int32_t) gk_pitch(gk_dim_min(chunk, block_width), %d);", plan.pitchUnit());
        if (kernel.loops().isUnchunked()) {
            code.line("const int64_t max_rows = depth;");
            return;
        }
        code.line(
                "const int64_t preferred = gk_dim_max((depth + 1) / 2, gk_dim_min(depth, %d / pitch + 1));",
                plan.minCopyElements());
        code.line(
                "const int64_t max_rows = gk_dim_min(preferred, gk_dim_min(%d, %s));",
                VECTOR.maxRows(), rows(plan, "(int64_t) pitch"));
    }

    /** Declares the number of rows and lanes per tile, and their sizes. */
    private void declareTile() {
        LocalMemorySize total = plan.total();
        if (kernel.loops().isUnchunked()) {
            code.line("const int32_t pitch = (int32_t) gk_pitch(width, %d);", plan.pitchUnit());
        } else {
            String least = kernel.hasBlocksInChunks() ? "%d" : "gk_dim_max(1, gk_dim_min(%2$s, %1$d))";
            code.line("const int64_t minimum = " + least + ";", plan.minRows(), neighbours());
            code.line(
                    "const int64_t fitting = gk_dim_min(%d, (%d - minimum * %d) / (minimum * %d + %d) / %d * %d);",
                    VECTOR.maxLanes(),
                    plan.freeBits(),
                    total.rows(),
                    total.tile(),
                    total.pitch(),
                    VECTOR.lanes(),
                    VECTOR.lanes());
            // Two tiles per core for a single row.
            code.line("const int64_t own = (width + cuts - 1) / cuts;");
            code.line(
                    "const int64_t per_core = height > 1 ? own : gk_dim_max((own + 1) / 2, gk_dim_min(own, %d));",
                    plan.minCopyElements());
            // Balances the chunks, since buffers have the size of the largest one.
            code.line("const int64_t chunks = gk_dim_max(1, (per_core + fitting - 1) / fitting);");
            code.line(
                    "const int64_t chunk = gk_dim_min(fitting, ((per_core + chunks - 1) / chunks + %d) / %d * %d);",
                    plan.laneShareMultiple() - 1, plan.laneShareMultiple(), plan.laneShareMultiple());
            code.line("const int32_t pitch = (int32_t) gk_pitch(gk_dim_min(chunk, width), %d);", plan.pitchUnit());
        }
        // Two tiles per core, so that copies overlap with computation.
        code.line(
                "const int64_t preferred = gk_dim_max(1, gk_dim_max((%1$s + 1) / 2, gk_dim_min(%1$s, %2$d / pitch + 1)));",
                kernel.loops().block().isPresent() ? "gk_dim_min(block, height)" : "share", plan.minCopyElements());
        code.line(
                kernel.hasBlocksInChunks()
                        // The row values of each tile are block aligned.
                        ? "const int64_t max_rows = gk_dim_min((preferred + %4$d) / %3$d, gk_dim_min(%1$d, %2$s) / %3$d) * %3$d;"
                        : "const int64_t max_rows = gk_dim_min(preferred, gk_dim_min(%1$d, %2$s));",
                VECTOR.maxRows(),
                rows(plan, "(int64_t) pitch"),
                VECTOR.rowsPerGroup(),
                VECTOR.rowsPerGroup() - 1);
    }

    private boolean isByLanes() {
        return kernel.program().transfers().anyMatch(transfer -> transfer.layout() == TransferLayout.BY_LANES);
    }

    /** Returns the number of rows that a tile may have. */
    private String neighbours() {
        return isByLanes()
                ? AscendTypes.integer(
                        kernel.loops().outer().get(kernel.loops().outer().size() - 1))
                : "height";
    }

    private void declareMemory() {
        code.line("AscendC::TPipe pipe;");
        code.line("gk_edge edge(pipe);");
        queue("VECIN", "loads", AscendModel.DEFAULT.memory().buffers(), memory.loaded());
        queue("VECIN", "shares", 1, memory.shared());
        queue("VECIN", "indices", 1, memory.indices());
        queue("VECOUT", "stores", AscendModel.DEFAULT.memory().buffers(), memory.stored());
        if (!memory.work().isNone()) {
            code.line("AscendC::TBuf<AscendC::TPosition::VECCALC> work;");
            code.line("pipe.InitBuffer(work, %s);", LocalSizePrinter.bytes(memory.work()));
        }
        RowInstructionPrinter instructions = new RowInstructionPrinter(code, kernel);
        List<LocalBuffer> buffers = new ArrayList<>(kernel.buffers(LocalRegion.TEMPORARY));
        buffers.addAll(kernel.buffers(LocalRegion.WIDE));
        buffers.addAll(kernel.buffers(LocalRegion.MASK));
        for (LocalBuffer buffer : buffers) {
            String type = AscendTypes.element(buffer.dtype());
            code.line(
                    "AscendC::LocalTensor<%s> %s = work.GetWithOffset<%s>(%s, %s);",
                    type,
                    instructions.declared(buffer),
                    type,
                    LocalSizePrinter.elements(buffer),
                    LocalSizePrinter.bytes(memory.offset(buffer)));
        }
    }

    private void queue(String position, String name, int buffers, LocalMemorySize size) {
        if (!size.isNone()) {
            code.line("AscendC::TQue<AscendC::TPosition::%s, 1> %s;", position, name);
            code.line("pipe.InitBuffer(%s, %d, %s);", name, buffers, LocalSizePrinter.bytes(size));
        }
    }
}
