package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * The second phase of a column or full reduction: joins the partial results in the order of the blocks, then computes
 * and stores what depends on them. The parallel range counts columns, or is 1 for a full reduction.
 */
final class FinishPrinter {

    private final Kernel kernel;
    private final Stage finish;
    private final CNames names;
    private final CExpressionPrinter expressions;
    private final KernelPrologue prologue;
    private final CodeWriter code;

    FinishPrinter(Kernel kernel, CNames names, CodeWriter code) {
        this.kernel = kernel;
        this.finish = kernel.finish();
        this.names = names;
        this.expressions = new CExpressionPrinter(names);
        this.prologue = new KernelPrologue(kernel, names);
        this.code = code;
    }

    void print() {
        boolean columns = kernel.space().form() == Form.COLUMN_REDUCTION;
        code.open(
                "static void %s_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch)",
                kernel.name());
        prologue.writeUniform(code);
        code.line("(void) scratch;");
        code.line(
                "const float *const partial = arguments[%d].pointer;",
                kernel.layout().partialSlot());
        code.line(
                "const gk_int64 blocks = arguments[%d].integer;", kernel.layout().blockCountSlot());
        if (columns) {
            code.line("const gk_int64 inner = %s;", CNames.dim(kernel.space().inner()));
            code.open("for (gk_int64 i = begin; i < end; i += GK_LANES)");
            code.line("const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;");
        } else {
            code.line("(void) begin, (void) end;");
        }
        List<Node> partials = kernel.partials();
        for (int i = 0; i < partials.size(); i++) {
            join(partials.get(i), i, partials.size(), columns);
        }
        for (Buffer input : finish.inputs()) {
            if (input.mask() != 0) {
                code.line(
                        "const %s %s = gk_load(%s + i, lanes);",
                        StageFunction.vectorType(input.value()),
                        names.value(input.value()),
                        names.pointer(input.value()));
            }
        }
        prologue.compute(code, finish.computed(), "");
        for (Buffer store : finish.stores()) {
            write(store, columns);
        }
        if (columns) {
            code.close();
        }
        code.close().blank();
    }

    private void join(Node reduction, int index, int count, boolean columns) {
        String function = StageFunction.function(reduction);
        String value = names.value(reduction);
        if (columns) {
            code.line("gk_f32 %s = gk_splat(GK_IDENTITY_%s_f32);", value, function);
            code.open("for (gk_int64 block = 0; block < blocks; ++block)");
            code.line(
                    "%s = gk_accumulate_%s(%s, gk_load(partial + (block * %d + %d) * inner + i, lanes), lanes);",
                    value, function, value, count, index);
            code.close();
            return;
        }
        String accumulator = names.accumulator(reduction);
        code.line("gk_f32 %s = gk_splat(GK_IDENTITY_%s_f32);", accumulator, function);
        code.open("for (gk_int64 block = 0; block < blocks; block += GK_LANES)");
        code.line("const int lanes = blocks - block < GK_LANES ? (int) (blocks - block) : GK_LANES;");
        code.line(
                "%s = gk_accumulate_%s(%s, gk_load(partial + %d * blocks + block, lanes), lanes);",
                accumulator, function, accumulator, index);
        code.close();
        code.line("const gk_f32 %s = gk_reduce_%s(%s);", value, function, accumulator);
    }

    private void write(Buffer store, boolean columns) {
        if (!columns) {
            prologue.storeOne(code, store, "0", "");
            return;
        }
        code.line(
                "gk_store(%s + i, %s, lanes);",
                StageFunction.outputPointer(store, names),
                expressions.operand(store.stored()));
    }
}
