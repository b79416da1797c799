package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;

/** Prints one kernel by the template of its form. */
final class CKernelPrinter {

    /** Rows that a column reduction adds up before it writes its partial results back. */
    private static final int COLUMN_ROWS = 4;

    private final Kernel kernel;
    private final CNames names;
    private final KernelPrologue prologue;
    private final List<StageFunction> stages = new ArrayList<>();
    private final CodeWriter code;

    CKernelPrinter(Kernel kernel, CNames names, CodeWriter code) {
        this.kernel = kernel;
        this.names = names;
        this.prologue = new KernelPrologue(kernel, names);
        this.code = code;
    }

    void print() {
        for (int i = 0; i < kernel.stages().size(); i++) {
            StageFunction function = new StageFunction(kernel, i, names);
            function.define(code);
            stages.add(function);
        }
        if (kernel.space().isOpen()) {
            printOpenFlat();
            printOpenRows();
        } else if (kernel.space().form() == Form.COLUMN_REDUCTION) {
            printColumns();
        } else if (kernel.space().form() == Form.FULL_REDUCTION) {
            printFull();
        } else if (kernel.isFlat()) {
            printFlat();
        } else {
            printRows();
        }
        if (kernel.finish() != null) {
            new FinishPrinter(kernel, names, code).print();
        }
    }

    private void openFunction(String name) {
        code.open("static void %s(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch)", name);
        prologue.writeUniform(code);
        if (mayStream()) {
            code.line(
                    "const int streaming = arguments[%d].integer != 0;",
                    kernel.layout().streamSlot());
        }
    }

    /** One loop over elements, or none at all; the parallel range counts elements. */
    private void printFlat() {
        openFunction(kernel.name());
        code.line("(void) scratch;");
        for (StageFunction stage : stages) {
            new LoopPrinter(code, stage).write("begin", "end", "", stream(stage, "", " + begin"), false);
        }
        kernel.uniformStores().forEach(store -> prologue.storeOne(code, store, "0", ""));
        writeFence();
        code.close().blank();
    }

    /** A loop over rows with one or more stages; the parallel range counts rows. */
    private void printRows() {
        openFunction(kernel.name());
        code.line("const gk_int64 inner = %s;", CNames.dim(kernel.space().inner()));
        writeRowBuffers();
        code.open("for (gk_int64 row = begin; row < end; ++row)");
        prologue.writeRow(code, "row", "_row");
        for (StageFunction stage : stages) {
            declareAccumulators(stage);
            new LoopPrinter(code, stage).write("0", "inner", "_row", stream(stage, "_row", ""), false);
            for (Node reduction : stage.stage().reductions()) {
                code.line("const gk_f32 %s_row = %s;", names.value(reduction), combined(stage, reduction));
            }
            prologue.compute(code, stage.stage().rowOps(), "_row");
        }
        kernel.rowStores().forEach(store -> prologue.storeOne(code, store, "row", "_row"));
        code.close();
        writeFence();
        code.close().blank();
    }

    /** Partial sums over fixed blocks of rows; the parallel range counts blocks. */
    private void printColumns() {
        StageFunction stage = stages.get(0);
        openFunction(kernel.name());
        code.line("(void) scratch;");
        code.line("const gk_int64 rows = %s;", CNames.dim(kernel.space().rows()));
        code.line("const gk_int64 inner = %s;", CNames.dim(kernel.space().inner()));
        writePartialBase();
        code.open("for (gk_int64 item = begin; item < end; ++item)");
        code.line("const gk_int64 first = item * block;");
        code.line("const gk_int64 last = first + block < rows ? first + block : rows;");
        List<Node> partials = kernel.partials();
        for (int i = 0; i < partials.size(); i++) {
            String partial = names.partial(partials.get(i));
            code.line("float *const %s = partial + (item * %d + %d) * inner;", partial, partials.size(), i);
            code.line("gk_fill(%s, gk_splat(GK_IDENTITY_%s_f32), inner);", partial, StageFunction.function(partials.get(i)));
        }
        code.line("gk_int64 row = first;");
        code.open("for (; row + %d <= last; row += %d)", COLUMN_ROWS, COLUMN_ROWS);
        writeColumnRows(stage, COLUMN_ROWS);
        code.close();
        code.open("for (; row < last; ++row)");
        writeColumnRows(stage, 1);
        code.close();
        code.close();
        code.close().blank();
    }

    private void writeColumnRows(StageFunction stage, int rows) {
        for (int r = 0; r < rows; r++) {
            prologue.writeRow(code, r == 0 ? "row" : "(row + " + r + ")", "_" + r);
        }
        if (stage.hasStores()) {
            code.line("const int stream = 0;");
        }
        code.line("gk_int64 i = 0;");
        code.open("for (; i + GK_LANES <= inner; i += GK_LANES)");
        writeColumnVector(stage, rows, "GK_LANES");
        code.close();
        code.open("if (i < inner)");
        writeColumnVector(stage, rows, "(int) (inner - i)");
        code.close();
    }

    private void writeColumnVector(StageFunction stage, int rows, String lanes) {
        for (Node node : kernel.partials()) {
            code.line("gk_f32 %s = gk_load(%s + i, %s);", names.accumulator(node), names.partial(node), lanes);
        }
        for (int r = 0; r < rows; r++) {
            code.line("%s", stage.call("i", lanes, "_" + r, "", false));
        }
        for (Node node : kernel.partials()) {
            code.line("gk_store(%s + i, %s, %s);", names.partial(node), names.accumulator(node), lanes);
        }
    }

    /** Partial results over fixed blocks of elements or of rows; the parallel range counts blocks. */
    private void printFull() {
        StageFunction stage = stages.get(0);
        boolean flat = kernel.space().outer().isEmpty();
        openFunction(kernel.name());
        code.line("(void) scratch;");
        code.line("const gk_int64 inner = %s;", CNames.dim(kernel.space().inner()));
        if (!flat) {
            code.line("const gk_int64 rows = %s;", outerProduct());
        }
        writePartialBase();
        code.line(
                "const gk_int64 blocks = arguments[%d].integer;", kernel.layout().blockCountSlot());
        code.open("for (gk_int64 item = begin; item < end; ++item)");
        String extent = flat ? "inner" : "rows";
        code.line("const gk_int64 first = item * block;");
        code.line("const gk_int64 last = first + block < %s ? first + block : %s;", extent, extent);
        declareAccumulators(stage);
        if (flat) {
            new LoopPrinter(code, stage).write("first", "last", "", stream(stage, "", " + first"), false);
        } else {
            code.open("for (gk_int64 row = first; row < last; ++row)");
            prologue.writeRow(code, "row", "_row");
            new LoopPrinter(code, stage).write("0", "inner", "_row", stream(stage, "_row", ""), false);
            code.close();
        }
        List<Node> partials = kernel.partials();
        for (int i = 0; i < partials.size(); i++) {
            code.line("gk_store_one(partial + %d * blocks + item, %s);", i, combined(stage, partials.get(i)));
        }
        code.close();
        writeFence();
        code.close().blank();
    }

    /** All operands walk the same elements, or stay at their only one; the parallel range counts elements. */
    private void printOpenFlat() {
        openFunction(kernel.name() + "_flat");
        code.line("(void) scratch;");
        List<Buffer> moving = writeSteps();
        String allUnit = moving.isEmpty()
                ? "1"
                : String.join(
                        " && ", moving.stream().map(b -> names.step(b.value())).toList());
        for (StageFunction stage : stages) {
            code.open("if (%s)", allUnit);
            new LoopPrinter(code, stage).write("begin", "end", "", stream(stage, "", " + begin"), true);
            code.otherwise();
            new LoopPrinter(code, stage).write("begin", "end", "", stream(stage, "", " + begin"), false);
            code.close();
        }
        writeFence();
        code.close().blank();
    }

    /** Operands broadcast along outer axes; the parallel range counts rows. */
    private void printOpenRows() {
        openFunction(kernel.name() + "_rows");
        code.line("(void) scratch;");
        List<Buffer> moving = writeSteps();
        code.line("const gk_int64 inner = broadcast[GK_BROADCAST_INNER].integer;");
        code.open("for (gk_int64 row = begin; row < end; ++row)");
        for (Buffer input : moving) {
            String pointer = names.pointer(input.value());
            code.line(
                    "const %s *const %s_row = %s + gk_broadcast_offset(broadcast, %d, row);",
                    StageFunction.elementType(input.value()), pointer, pointer, input.slot());
        }
        for (Buffer output : kernel.outputs()) {
            if (output.mask() != 0) {
                String pointer = StageFunction.outputPointer(output, names);
                code.line(
                        "%s *const %s_row = %s + row * inner;",
                        StageFunction.elementType(output.value()), pointer, pointer);
            }
        }
        for (StageFunction stage : stages) {
            new LoopPrinter(code, stage).write("0", "inner", "_row", stream(stage, "_row", ""), false);
        }
        code.close();
        writeFence();
        code.close().blank();
    }

    private List<Buffer> writeSteps() {
        code.line(
                "const gk_slot *const broadcast = arguments + %d;",
                kernel.layout().broadcastSlot());
        List<Buffer> moving =
                kernel.inputs().stream().filter(input -> input.mask() != 0).toList();
        for (Buffer input : moving) {
            code.line("const gk_int64 %s = gk_broadcast_step(broadcast, %d);", names.step(input.value()), input.slot());
        }
        return moving;
    }

    private void writeRowBuffers() {
        if (kernel.saved().isEmpty()) {
            code.line("(void) scratch;");
            return;
        }
        code.line("const gk_int64 padded = (inner + 15) / 16 * 16;");
        for (int i = 0; i < kernel.saved().size(); i++) {
            code.line(
                    "float *const %s = (float *) scratch + %d * padded;",
                    names.saved(kernel.saved().get(i)), i);
        }
    }

    private void writePartialBase() {
        code.line(
                "float *const partial = arguments[%d].pointer;", kernel.layout().partialSlot());
        code.line("const gk_int64 block = arguments[%d].integer;", kernel.layout().blockSlot());
    }

    private void declareAccumulators(StageFunction stage) {
        for (Node reduction : stage.stage().reductions()) {
            for (int i = 0; i < stage.unroll(); i++) {
                code.line(
                        "gk_f32 %s_%d = gk_splat(GK_IDENTITY_%s_f32);",
                        names.accumulator(reduction), i, StageFunction.function(reduction));
            }
        }
    }

    /** Joins the accumulators pairwise, then the lanes. */
    private String combined(StageFunction stage, Node reduction) {
        String function = StageFunction.function(reduction);
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < stage.unroll(); i++) {
            parts.add(names.accumulator(reduction) + "_" + i);
        }
        while (parts.size() > 1) {
            List<String> halves = new ArrayList<>();
            for (int i = 0; i + 1 < parts.size(); i += 2) {
                halves.add("gk_accumulate_" + function + "(" + parts.get(i) + ", " + parts.get(i + 1) + ", GK_LANES)");
            }
            parts = halves;
        }
        return "gk_reduce_" + function + "(" + parts.get(0) + ")";
    }

    /** Results bypass the caches if the launch asks for it and whole vectors of every result are aligned. */
    private String stream(StageFunction stage, String row, String offset) {
        StringBuilder condition = new StringBuilder("streaming");
        for (Buffer store : stage.stage().stores()) {
            condition
                    .append(" && gk_is_aligned(")
                    .append(stage.outputPointer(store))
                    .append(stage.movesWithRow(store) ? row : "")
                    .append(offset)
                    .append(')');
        }
        return condition.toString();
    }

    /** A column reduction never streams: its results pass through the cache with the partial results. */
    private boolean mayStream() {
        return kernel.space().form() != Form.COLUMN_REDUCTION && stages.stream().anyMatch(StageFunction::usesStream);
    }

    private void writeFence() {
        if (stages.stream().anyMatch(StageFunction::hasStores)) {
            code.open("if (streaming)");
            code.line("gk_stream_fence();");
            code.close();
        }
    }

    private String outerProduct() {
        return CNames.dim(kernel.space().rows());
    }
}
