package io.graphkernel.processor.emit.gpu;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.scalar.Elements;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import io.graphkernel.processor.schedule.Tiling;
import java.util.ArrayList;
import java.util.List;

/**
 * Elementwise kernels with a transpose: some inputs are contiguous along an outer loop. A group copies square tiles of them
 * to local memory, along that loop, and computes from there, along the inner one.
 */
final class GpuTileTemplate extends GpuTemplate {

    /** Elements of a tile each way. */
    private static final int TILE = 32;

    private static final int TURN = KernelAbi.GROUP_THREADS / TILE;

    private final Tiling tiling;
    private final String across;

    GpuTileTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        this.tiling = kernel.tiling();
        this.across = dialect.index(tiling.run());
    }

    @Override
    void print() {
        openKernel(kernel.name());
        for (Buffer packed : tiling.packed()) {
            String type = CTypes.memory(packed.value().dtype());
            /* One more element in each row: what is read together lies in different banks. */
            code.line("__local %s %s[%d][%d];", type, tile(packed), TILE, TILE + 1);
        }
        List<Integer> others = new ArrayList<>();
        List<String> factors = new ArrayList<>(List.of("tiles", "bands"));
        for (int run = 0; run < space.outer().size(); run++) {
            if (run != tiling.run()) {
                others.add(run);
                factors.add(CNames.dim(run(run).extent()));
            }
        }
        integer("inner", CNames.dim(space.inner()));
        integer("rows", CNames.dim(run(tiling.run()).extent()));
        integer("tiles", "gk_parts(inner, " + TILE + ")");
        integer("bands", "gk_parts(rows, " + TILE + ")");
        openItems(String.join(" * ", factors));
        integer("columns", "item % tiles * " + TILE);
        integer("band", "item / tiles % bands * " + TILE);
        body.decode("(item / tiles / bands)", others);
        writeCopies();
        code.line("GK_BARRIER();");
        writeElements();
        code.line("GK_BARRIER();");
        code.close();
        closeKernel();
    }

    private void writeCopies() {
        openTurns();
        integer(across, "band + GK_THREAD % " + TILE);
        integer(column(), "columns + turn");
        openInside();
        for (Buffer packed : tiling.packed()) {
            code.line(
                    "%s[turn][GK_THREAD %% %d] = %s[%s];",
                    tile(packed), TILE, dialect.pointer(packed), body.element(packed.access()));
        }
        code.close();
        code.close();
    }

    private void writeElements() {
        openTurns();
        integer(column(), "columns + GK_THREAD % " + TILE);
        integer(across, "band + turn");
        openInside();
        writeRowValues();
        for (Stage stage : kernel.unbufferedStages()) {
            Elements elements = new TileElements();
            body.load(stage, elements);
            body.compute(stage.computed(), elements);
            body.finish(stage, elements);
        }
        writeRowStores(column() + " == 0");
        code.close();
        code.close();
    }

    private void openTurns() {
        code.line("GK_UNROLL");
        code.open("for (int turn = GK_THREAD / %d; turn < %d; turn += %d)", TILE, TILE, TURN);
    }

    private void openInside() {
        code.open("if (%s < rows && %s < inner)", across, column());
    }

    private String tile(Buffer packed) {
        return "tile_" + dialect.pointer(packed);
    }

    private final class TileElements implements Elements {

        @Override
        public String load(Buffer input) {
            return tiling.packed().contains(input)
                    ? "gk_value(" + tile(input) + "[GK_THREAD % " + TILE + "][turn])"
                    : body.indexed().load(input);
        }

        @Override
        public String store(Buffer output, String value) {
            return body.indexed().store(output, value);
        }

        @Override
        public String accumulate(Node reduction, String value) {
            return body.indexed().accumulate(reduction, value);
        }

        @Override
        public String place(String place) {
            return place;
        }
    }
}
