package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Elementwise kernels over shapes that are known only at the call: two functions, of which the stub takes one. */
final class RanklessTemplate extends Template {

    private final List<Buffer> moving;

    RanklessTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        this.moving =
                kernel.inputs().stream().filter(input -> input.mask() != 0).toList();
    }

    @Override
    void print() {
        printFlat();
        printRows();
    }

    /** All operands walk the same elements, or stay at their only one; the parallel range counts elements. */
    private void printFlat() {
        openFunction(kernel.name() + "_flat");
        writeSteps();
        String allUnit = moving.isEmpty()
                ? "1"
                : String.join(
                        " && ", moving.stream().map(b -> names.step(b.value())).toList());
        Place place = withHead(Place.ofRow(bases, names, ""), "begin", "end - begin");
        for (StageFunction stage : stages) {
            code.open("if (%s)", allUnit);
            new LoopPrinter(code, stage, place, true).write("begin", "end");
            code.otherwise();
            new LoopPrinter(code, stage, place, false).write("begin", "end");
            code.close();
        }
        closeFunction();
    }

    /** Operands broadcast along outer axes; the parallel range counts rows. */
    private void printRows() {
        openFunction(kernel.name() + "_rows");
        writeSteps();
        code.line("const gk_int64 inner = broadcast[GK_BROADCAST_INNER].integer;");
        code.open("for (gk_int64 row = begin; row < end; ++row)");
        for (Buffer input : moving) {
            String offset = "gk_broadcast_offset(broadcast, " + input.slot() + ", row)";
            prologue.writeBase(code, input, "_row", bases.name(input), offset);
        }
        for (Buffer output : kernel.outputs()) {
            if (output.mask() != 0) {
                prologue.writeBase(code, output, "_row", bases.name(output), "row * inner");
            }
        }
        Place place = withHead(Place.ofAll(bases, names, "_row"), "", "inner");
        for (StageFunction stage : stages) {
            new LoopPrinter(code, stage, place, false).write("0", "inner");
        }
        code.close();
        closeFunction();
    }

    private void writeSteps() {
        code.line(
                "const gk_slot *const broadcast = arguments + %d;",
                kernel.layout().broadcastSlot());
        for (Buffer input : moving) {
            code.line("const gk_int64 %s = gk_broadcast_step(broadcast, %d);", names.step(input.value()), input.slot());
        }
    }
}
