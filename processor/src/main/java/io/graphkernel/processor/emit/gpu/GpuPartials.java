package io.graphkernel.processor.emit.gpu;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The partial results of a two-phase reduction. Those of columns lie block by block, each block at a cache line, and in it
 * a row for each reduction; those of a full reduction lie in slots of 8 bytes, reduction by reduction.
 */
final class GpuPartials {

    private final GpuTemplate template;
    private final CodeWriter code;
    private final List<Node> partials;

    GpuPartials(GpuTemplate template) {
        this.template = template;
        this.code = template.code;
        this.partials = template.kernel.partials();
    }

    /** Declares the memory, the items of a block, and the number of blocks. */
    void declare() {
        code.line("__global gk_uint8 *const partial = GK_POINTER(gk_uint8, %d);", layout());
        template.integer("block", GpuTemplate.argument(layout() + 1));
        template.integer("blocks", GpuTemplate.argument(layout() + 2));
    }

    private int layout() {
        return template.kernel.layout().partialSlot();
    }

    /** Declares the items {@code [first, last)} of a block. */
    void writeBlock(String number, String items) {
        template.integer("first", number + " * block");
        template.integer("last", "first + block < " + items + " ? first + block : " + items);
    }

    /** Declares where the partial results of a block's columns lie. */
    void writeColumns(String number) {
        List<String> sizes = new ArrayList<>();
        partials.forEach(partial -> sizes.add("sizeof(" + type(partial) + ")"));
        String bytes = "(inner * (gk_int64) (" + String.join(" + ", sizes) + ") + " + (KernelAbi.MEMORY_ALIGNMENT - 1)
                + ") / " + KernelAbi.MEMORY_ALIGNMENT + " * " + KernelAbi.MEMORY_ALIGNMENT;
        String begin = "partial + " + number + " * (" + bytes + ")";
        for (Node partial : partials) {
            String name = template.dialect.partial(partial);
            code.line("__global %s *const %s = (__global %s *) (%s);", type(partial), name, type(partial), begin);
            begin = name + " + inner";
        }
    }

    /** Stores what a block's columns have accumulated. */
    void storeColumns(String column, Function<Node, String> accumulated) {
        for (Node partial : partials) {
            code.line("gk_store(%s + %s, %s);", template.dialect.partial(partial), column, accumulated.apply(partial));
        }
    }

    /** Accumulates a block's partial results of a column. */
    void joinColumns(String column) {
        for (Node partial : partials) {
            join(partial, "gk_load(" + template.dialect.partial(partial) + " + " + column + ")");
        }
    }

    /** Stores what a block has accumulated. */
    void storeFull(String number) {
        for (Node partial : partials) {
            code.line("gk_store(%s, %s);", full(partial, number), accumulator(partial));
        }
    }

    /** Accumulates a block's partial results. */
    void joinFull(String number) {
        for (Node partial : partials) {
            join(partial, "gk_load(" + full(partial, number) + ")");
        }
    }

    private void join(Node partial, String value) {
        String accumulator = accumulator(partial);
        code.line("%s = %s;", accumulator, template.dialect.joined(partial, accumulator, value));
    }

    private String full(Node partial, String number) {
        return "(__global " + type(partial) + " *) (partial + " + KernelAbi.SLOT_BYTES + " * ("
                + partials.indexOf(partial) + " * blocks + " + number + "))";
    }

    private String accumulator(Node partial) {
        return template.dialect.accumulator(partial);
    }

    private static String type(Node partial) {
        return CTypes.partial(partial.dtype());
    }
}
