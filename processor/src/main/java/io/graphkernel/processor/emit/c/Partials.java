package io.graphkernel.processor.emit.c;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;

/**
 * The partial results of a two-phase reduction. Those of columns lie block by block, each block at a cache line, and in
 * it a row for each reduction; those of a full reduction lie in slots of 8 bytes, reduction by reduction.
 */
final class Partials {

    private final Kernel kernel;
    private final CNames names;
    private final CodeWriter code;

    Partials(Kernel kernel, CNames names, CodeWriter code) {
        this.kernel = kernel;
        this.names = names;
        this.code = code;
    }

    /** Declares the memory and the items of a block. */
    void writeBlocks() {
        writeMemory();
        code.line(
                "const gk_int64 block = arguments[%d].integer;", kernel.layout().blockSlot());
    }

    void writeMemory() {
        code.line(
                "gk_uint8 *const partial = arguments[%d].pointer;",
                kernel.layout().partialSlot());
    }

    void writeCount() {
        code.line(
                "const gk_int64 blocks = arguments[%d].integer;",
                kernel.layout().blockCountSlot());
    }

    /** Opens the loop over the blocks of a column reduction, whose rows are {@code [first, last)}: nothing is accumulated yet. */
    void openColumns(String rows) {
        code.open("for (gk_int64 item = begin; item < end; ++item)");
        code.line("const gk_int64 first = item * block;");
        code.line("const gk_int64 last = first + block < %s ? first + block : %s;", rows, rows);
        writeColumns("item");
        for (Node partial : kernel.partials()) {
            code.line("gk_fill(%s, %s, inner);", names.partial(partial), CTypes.identity(partial));
        }
    }

    /** Declares the rows of a block of a column reduction. */
    void writeColumns(String block) {
        List<String> sizes = new ArrayList<>();
        for (Node partial : kernel.partials()) {
            sizes.add("sizeof(" + type(partial) + ")");
        }
        String bytes = "gk_lines(inner * (" + String.join(" + ", sizes) + "))";
        String begin = "(partial + " + block + " * " + bytes + ")";
        for (Node partial : kernel.partials()) {
            String name = names.partial(partial);
            code.line("%s *const %s = (%s *) %s;", type(partial), name, type(partial), begin);
            begin = "(" + name + " + inner)";
        }
    }

    /** The pointer to a block's result of a full reduction. */
    String ofBlock(Node reduction, int index, String block) {
        return "(" + type(reduction) + " *) (partial + " + KernelAbi.SLOT_BYTES + " * (" + index + " * blocks + "
                + block + "))";
    }

    /** Elements from one block's result of a full reduction to the next. */
    static int step(Node reduction) {
        return CTypes.accumulated(reduction.dtype()).byteSize() == KernelAbi.SLOT_BYTES ? 1 : 2;
    }

    static String type(Node reduction) {
        return CTypes.partial(reduction.dtype());
    }
}
