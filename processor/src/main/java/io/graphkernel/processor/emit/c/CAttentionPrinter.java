package io.graphkernel.processor.emit.c;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.lower.AttentionLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.Optional;

/** Printer of attention by a score function in C: the function, and the template of the attention kernels over it. */
final class CAttentionPrinter {

    private static final String ARGUMENTS = "own, score, batch, head, query, key, x, y";

    private CAttentionPrinter() {}

    static void print(ScheduledKernel kernel, KernelNames names, CodeWriter code) {
        AttentionLowering lowering =
                new AttentionLowering(kernel, names, CodeBuilder.call("lane_mask", Builtin.VECTOR_WIDTH));
        CPrinter printer = new CPrinter(code);
        printer.print(lowering.score());
        Optional<Function> removed = lowering.removed();
        removed.ifPresent(printer::print);
        if (lowering.isGradient()) {
            printer.print(lowering.slope());
            code.line(
                    "#define GK_SLOPE(%s) %s(%s)",
                    ARGUMENTS, lowering.slopeName(), arguments(lowering.further(), "score"));
        }
        code.line("#define GK_ATTENTION %s_tiles", kernel.name());
        code.line("#define GK_ELEMENT %s", CTypes.memory(lowering.dtype()));
        code.line("#define GK_IS_WIDENED %d", lowering.dtype() == DataType.F32 ? 0 : 1);
        if (lowering.keyDtype() != lowering.dtype()) {
            code.line("#define GK_KEY_ELEMENT %s", CTypes.memory(lowering.keyDtype()));
        }
        code.line("#define GK_HAS_ROW_SCALES %d", lowering.hasRowScales() ? 1 : 0);
        code.line("#define GK_IS_RAGGED %d", lowering.isRagged() ? 1 : 0);
        code.line("#define GK_FURTHER %d", lowering.further());
        code.line(
                "#define GK_SCORE(%s) %s(%s)", ARGUMENTS, lowering.scoreName(), arguments(lowering.further(), "score"));
        if (removed.isPresent()) {
            code.line(
                    "#define GK_REMOVED(%s) %s(%s)",
                    ARGUMENTS.replace(" score,", ""),
                    lowering.removedName(),
                    arguments(lowering.further(), "gk_splat(0)"));
        }
        String template = lowering.isGradient() ? "attention_gradient" : "attention";
        code.line("#include \"gk_%s_scored.h\"", template);
        code.line("#define gk_%s_kernel GK_CONCAT(gk_%s_, %s_tiles)", template, template, kernel.name());
        lowering.entryPoints().forEach(printer::print);
        code.line("#undef gk_%s_kernel", template);
    }

    /** Returns the arguments of a function, without those of further operands that there are not. */
    private static String arguments(int further, String score) {
        return "own, " + score + ", batch, head, query, key, " + (further > 0 ? "x" : "gk_splat(0)") + ", "
                + (further > 1 ? "y" : "gk_splat(0)");
    }
}
