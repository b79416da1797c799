package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Tiling;
import java.util.ArrayList;
import java.util.List;

/**
 * Elementwise kernels with a transpose: some inputs are contiguous along an outer loop. Square tiles of them are copied,
 * turned, to the thread's scratch memory, and the rows of a tile are computed from there. The parallel range counts rows
 * as elsewhere, but the outer loop of the tiles turns fastest.
 */
final class TileTemplate extends Template {

    private final Tiling tiling;

    TileTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        this.tiling = kernel.tiling();
    }

    @Override
    void print() {
        int run = tiling.run();
        openFunction(kernel.name());
        writeInner();
        writeTiles();
        code.line(
                "const gk_int64 across = %s;", CNames.dim(space.runs().get(run).extent()));
        code.line("gk_int64 rows;");
        code.open("for (gk_int64 row = begin; row < end; row += rows)");
        code.line("const gk_int64 first = row % across;");
        code.line("rows = gk_dim_min(%d, gk_dim_min(across - first, end - row));", Kernel.LANE_TILE);
        List<Integer> others = new ArrayList<>();
        for (int outer = 0; outer < space.outer().size(); outer++) {
            if (outer != run) {
                others.add(outer);
            }
        }
        bases.declareIndices(code, "(row / across)", "_row", others);
        code.open("for (gk_int64 column = 0; column < inner; column += %d)", Kernel.LANE_TILE);
        code.line("const gk_int64 columns = gk_dim_min(%d, inner - column);", Kernel.LANE_TILE);
        writeTurns(run);
        code.open("for (gk_int64 turn = 0; turn < rows; ++turn)");
        code.line("const gk_int64 %s = first + turn;", Bases.index(run, "_row"));
        writePrefetches();
        writeRow();
        code.close();
        code.close();
        code.close();
        closeFunction();
    }

    /** The tiles, each of which begins at a cache line. */
    private void writeTiles() {
        String begin = "scratch";
        for (Buffer packed : tiling.packed()) {
            String type = CTypes.memory(packed.value().dtype());
            String name = names.tile(packed.value());
            code.line("%s *const %s = %s;", type, name, begin);
            begin = "gk_behind(" + name + ", sizeof(" + type + ") * " + elements() + ")";
        }
    }

    private static int elements() {
        return Kernel.LANE_TILE * Kernel.LANE_TILE;
    }

    private void writeTurns(int run) {
        for (Buffer packed : tiling.packed()) {
            int inner = space.runs().size() - 1;
            String stride = CNames.dim(packed.access().strides().get(inner));
            List<String> terms = new ArrayList<>(List.of(bases.name(packed), "first", "column * " + stride));
            for (int outer = 0; outer < space.outer().size(); outer++) {
                String term = outer == run ? "0" : bases.offset(packed.access(), outer, outer + 1, "_row");
                if (!term.equals("0")) {
                    terms.add(term);
                }
            }
            String begin = begin(packed);
            code.line("%sconst %s = %s;", bases.type(packed), begin, String.join(" + ", terms));
            code.line(
                    "gk_turn(%s, %s, %s, %d, rows, columns);",
                    begin, stride, names.tile(packed.value()), Kernel.LANE_TILE);
        }
    }

    /** While a tile is stored, the memory of the next one is requested: the next columns or else the next rows. */
    private void writePrefetches() {
        for (Buffer packed : tiling.packed()) {
            int inner = space.runs().size() - 1;
            String stride = CNames.dim(packed.access().strides().get(inner));
            code.line(
                    "gk_prefetch_elements(%s + (column + %d < inner ? (turn + %d) * %s : rows + (turn - column) * %s), %d,"
                            + " streaming);",
                    begin(packed), Kernel.LANE_TILE, Kernel.LANE_TILE, stride, stride, Kernel.LANE_TILE);
        }
    }

    private String begin(Buffer packed) {
        return bases.name(packed) + Bases.MIDDLE;
    }

    private void writeRow() {
        for (Buffer buffer : bases.all()) {
            String type = bases.isIndex(buffer) ? "const gk_int64 " : bases.type(buffer) + "const ";
            boolean packed = tiling.packed().contains(buffer);
            String begin = packed
                    ? names.tile(buffer.value()) + " + turn * " + Kernel.LANE_TILE
                    : bases.name(buffer) + " + " + offset(buffer);
            code.line("%s%s_row = %s;", type, bases.name(buffer), begin);
        }
        Place place = Place.ofAll(bases, names, "_row");
        prologue.writeRowValues(code, place);
        Place headed = withHead(place, "", "columns");
        for (StageFunction stage : stages) {
            new LoopPrinter(code, stage, headed, false).write("0", "columns");
        }
    }

    private String offset(Buffer buffer) {
        String rows = bases.offset(buffer.access(), 0, space.outer().size(), "_row");
        if (bases.innerStride(buffer).equals(Dim.ZERO)) {
            return rows;
        }
        String columns = bases.product("column", bases.innerStride(buffer));
        return rows.equals("0") ? columns : rows + " + " + columns;
    }
}
