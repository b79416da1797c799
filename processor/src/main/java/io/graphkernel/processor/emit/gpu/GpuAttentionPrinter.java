package io.graphkernel.processor.emit.gpu;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.lower.AttentionLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.schedule.ScheduledKernel;

/**
 * Printer of attention by a score function in OpenCL C: the function, and the template of the attention kernels over it.
 */
final class GpuAttentionPrinter {

    private GpuAttentionPrinter() {}

    static void print(ScheduledKernel kernel, KernelNames names, OpenClPrinter printer, CodeWriter code) {
        AttentionLowering lowering = new AttentionLowering(kernel, names, null);
        printer.print(lowering.score());
        if (lowering.isGradient()) {
            printer.print(lowering.slope());
            code.line("#define GK_SLOPE %s", lowering.slopeName());
        }
        code.line("#define GK_OWN_ARGUMENTS const gk_arguments_%d own,", kernel.slots());
        code.line("#define GK_SCORE %s", lowering.scoreName());
        code.line("#define GK_FURTHER %d", lowering.further());
        code.line("#define GK_ELEMENT %s", CTypes.memory(lowering.dtype()));
        if (lowering.keyDtype() != lowering.dtype() || lowering.hasRowScales()) {
            code.line("#define GK_KEY_ELEMENT %s", CTypes.memory(lowering.keyDtype()));
        }
        code.line("#define GK_HAS_ROW_SCALES %d", lowering.hasRowScales() ? 1 : 0);
        code.line("#define GK_IS_RAGGED %d", lowering.isRagged() ? 1 : 0);
        code.line("#define GK_TILE %d", GpuModel.DEFAULT.library().attentionTile());
        code.line("#define GK_TILE_NAME %s", kernel.name());
        String template = lowering.isGradient() ? "attention_gradient_tile" : "attention_tile";
        for (String included : new String[] {"library_tile", "attention_products", template}) {
            code.line("#include \"gk_%s.cl\"", included);
        }
        lowering.entryPoints().forEach(printer::print);
        for (String macro : new String[] {
            "OWN_ARGUMENTS",
            "SCORE",
            "SLOPE",
            "FURTHER",
            "ELEMENT",
            "KEY_ELEMENT",
            "HAS_ROW_SCALES",
            "IS_RAGGED",
            "TILE",
            "TILE_NAME"
        }) {
            code.line("#undef GK_%s", macro);
        }
        code.blank();
    }
}
