package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;

/** Elementwise kernels over shapes that are known only at the call: two functions, of which the stub takes one. */
final class GpuOpenTemplate extends GpuTemplate {

    private final Packs packs;
    private final OpenLoops loops;
    private final List<Buffer> moving;
    private final int slot;

    GpuOpenTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        this.packs = new Packs(kernel, dialect, body, code);
        this.loops = new OpenLoops(this, names, packs);
        this.moving =
                kernel.inputs().stream().filter(input -> input.mask() != 0).toList();
        this.slot = kernel.layout().broadcastSlot();
    }

    @Override
    void print() {
        printFlat();
        printRows();
    }

    /** All operands walk the same elements, or stay at their only one. */
    private void printFlat() {
        openKernel(kernel.name() + "_flat");
        writeSteps();
        integer("inner", "GK_BROADCAST_INNER(" + slot + ") * GK_BROADCAST_ROWS(" + slot + ")");
        integer("threads", "GK_GROUPS * GK_GROUP_THREADS");
        integer("member", "GK_GROUP * GK_GROUP_THREADS + GK_THREAD");
        for (Buffer buffer : movingBuffers()) {
            writeBase(buffer, CNames.dim(Dim.ZERO));
        }
        packs.declare(List.of());
        writeLoops("threads");
        closeKernel();
    }

    /** Operands broadcast along outer axes; a team of threads takes each row. */
    private void printRows() {
        openKernel(kernel.name() + "_rows");
        writeSteps();
        integer("inner", "GK_BROADCAST_INNER(" + slot + ")");
        integer("rows", "GK_BROADCAST_ROWS(" + slot + ")");
        count("team", "gk_team(gk_parts(inner, " + packs.size() + "), rows)");
        count("teams", "GK_GROUP_THREADS / team");
        count("member", "GK_THREAD & (team - 1)");
        code.open("for (gk_int64 row = GK_GROUP * teams + GK_THREAD / team; row < rows; row += GK_GROUPS * teams)");
        writeOffsets();
        for (Buffer buffer : movingBuffers()) {
            writeBase(buffer, kernel.inputs().contains(buffer) ? offset(buffer) : "row * inner");
        }
        List<String> offsets = new ArrayList<>(List.of("row * inner"));
        moving.forEach(input -> offsets.add(offset(input)));
        packs.declare(offsets);
        writeLoops("team");
        code.close();
        closeKernel();
    }

    private void writeLoops(String width) {
        loops.write(
                kernel.unbufferedStages(), new PackLoops.Loop("0", "inner", "member", width, "", loops.inRegisters()));
    }

    private List<Buffer> movingBuffers() {
        return body.buffers().stream().filter(buffer -> buffer.mask() != 0).toList();
    }

    private void writeBase(Buffer buffer, String offset) {
        code.line(
                "%sconst %s_row = %s;",
                dialect.pointerType(buffer),
                dialect.pointer(buffer),
                GpuDialect.further(dialect.pointer(buffer), offset));
    }

    private String offset(Buffer input) {
        return "offset" + input.slot();
    }

    /** Where the operands' elements of a row begin: the indices of the outer axes come from the row's number. */
    private void writeOffsets() {
        moving.forEach(input -> code.line("gk_int64 %s = 0;", offset(input)));
        code.line("gk_int64 number = row;");
        code.open("for (int axis = (int) GK_INTEGER(%d) - 1; axis >= 0; --axis)", slot);
        integer("dim", "GK_INTEGER(" + slot + " + GK_BROADCAST_DIMS + axis)");
        integer("index", "number % dim");
        for (Buffer input : moving) {
            code.line("%s += index * GK_BROADCAST_STRIDE(%d, %d, axis);", offset(input), slot, input.slot());
        }
        code.line("number /= dim;");
        code.close();
    }

    private void writeSteps() {
        for (Buffer input : moving) {
            count(loops.step(input), "(int) GK_BROADCAST_STEP(" + slot + ", " + input.slot() + ")");
        }
    }
}
