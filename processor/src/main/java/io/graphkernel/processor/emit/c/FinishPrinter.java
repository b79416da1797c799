package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * The second phase of a column or full reduction: joins the partial results in the order of the blocks, then computes
 * and stores what depends on them. The parallel range counts columns, or is 1 for a full reduction.
 */
final class FinishPrinter {

    private final Kernel kernel;
    private final Stage finish;
    private final CNames names;
    private final Bases bases;
    private final KernelPrologue prologue;
    private final Partials partials;
    private final CodeWriter code;

    FinishPrinter(Kernel kernel, CNames names, Bases bases, KernelPrologue prologue, CodeWriter code) {
        this.kernel = kernel;
        this.finish = kernel.finish();
        this.names = names;
        this.bases = bases;
        this.prologue = prologue;
        this.partials = new Partials(kernel, names, code);
        this.code = code;
    }

    void print() {
        boolean columns = kernel.space().form() == Form.COLUMN_REDUCTION;
        code.open(
                "static void %s_finish(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch)",
                kernel.name());
        prologue.writeUniform(code);
        code.line("(void) scratch;");
        partials.writeMemory();
        partials.writeCount();
        if (columns) {
            printColumns();
        } else {
            printFull();
        }
        code.close().blank();
    }

    private void printColumns() {
        code.line("const gk_int64 inner = %s;", CNames.dim(kernel.space().inner()));
        code.open("for (gk_int64 i = begin; i < end; i += GK_LANES)");
        code.line("const int lanes = end - i < GK_LANES ? (int) (end - i) : GK_LANES;");
        List<Node> reductions = kernel.partials();
        for (Node reduction : reductions) {
            declareAccumulator(reduction);
        }
        code.open("for (gk_int64 block = 0; block < blocks; ++block)");
        partials.writeColumns("block");
        for (Node reduction : reductions) {
            code.line("%s;", accumulate(reduction, "gk_load(" + names.partial(reduction) + " + i, lanes)"));
        }
        code.close();
        for (Node reduction : reductions) {
            prologue.declare(code, reduction, "", CTypes.narrowed(reduction, names.accumulator(reduction)));
        }
        Place place = Place.ofRow(bases, names, "");
        List<Buffer> reads = new ArrayList<>(finish.inputs());
        reads.addAll(kernel.indices());
        for (Buffer input : reads) {
            if (kernel.space().levelOf(input.mask()) == Level.ELEMENT && !bases.isGathered(input) && isUsed(input)) {
                String stride = CNames.dim(bases.innerStride(input));
                prologue.declare(code, input.value(), "", bases.load(input, bases.name(input), stride, "i", "lanes"));
            }
        }
        prologue.computeLanes(code, finish.computed(), place, "i", "lanes");
        for (Buffer store : finish.stores()) {
            boolean moves = !bases.innerStride(store).equals(Dim.ZERO);
            String target = bases.name(store) + (moves ? " + i" : "");
            code.line("gk_store(%s, %s, lanes);", target, prologue.value(store.stored(), ""));
        }
        code.close();
    }

    private boolean isUsed(Buffer input) {
        return finish.inputs().contains(input)
                || finish.computed().stream().anyMatch(node -> node.operands().contains(input.value()));
    }

    private void printFull() {
        code.line("(void) begin, (void) end;");
        List<Node> reductions = kernel.partials();
        for (int i = 0; i < reductions.size(); i++) {
            Node reduction = reductions.get(i);
            declareAccumulator(reduction);
            code.open("for (gk_int64 block = 0; block < blocks; block += GK_LANES)");
            code.line("const int lanes = blocks - block < GK_LANES ? (int) (blocks - block) : GK_LANES;");
            String load = "gk_load_strided(" + partials.ofBlock(reduction, i, "block") + ", " + Partials.step(reduction)
                    + ", lanes)";
            code.line("%s;", accumulate(reduction, load));
            code.close();
            String function = "gk_reduce_" + CTypes.function(reduction);
            String reduced = function + "(" + names.accumulator(reduction) + ")";
            prologue.declare(code, reduction, "", CTypes.narrowed(reduction, reduced));
        }
        prologue.compute(code, finish.computed(), Place.ofRow(bases, names, ""));
        finish.stores().forEach(store -> prologue.storeOne(code, store, "", ""));
    }

    private void declareAccumulator(Node reduction) {
        String type = CTypes.vector(CTypes.accumulated(reduction.dtype()));
        code.line("%s %s = %s;", type, names.accumulator(reduction), CTypes.identity(reduction));
    }

    private String accumulate(Node reduction, String value) {
        String accumulator = names.accumulator(reduction);
        return accumulator + " = gk_accumulate_" + CTypes.function(reduction) + "(" + accumulator + ", " + value
                + ", lanes)";
    }
}
