package io.graphkernel.processor.emit.gpu;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.KernelSourcePrinter;
import io.graphkernel.processor.lower.AttentionLowering;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.gpu.GpuLowering;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Emitter of all kernels of a class as one OpenCL C source. */
public final class GpuEmitter {

    /** Number of slots of the templates of library kernels. */
    private static final int TEMPLATE_SLOTS = 64;

    private GpuEmitter() {}

    /**
     * Prints the kernels one by one.
     *
     * @param table the class's kernels
     * @return the source of each distinct kernel by its name, in file order
     */
    public static Map<String, String> kernels(KernelTable table) {
        return KernelSourcePrinter.print(table, (kernel, names, code) -> {
            OpenClPrinter printer = new OpenClPrinter(code, kernel.slots());
            if (kernel.isAttention()) {
                GpuAttentionPrinter.print(kernel, names, printer, code);
            } else {
                GpuLowering.lower(kernel, names).forEach(printer::print);
            }
        });
    }

    /**
     * Joins printed kernels to one file.
     *
     * @param className the Java class, for the header comment
     * @param table the class's kernels
     * @param kernels the result of {@link #kernels}
     * @return OpenCL C, whose kernels have the names of {@link ScheduledKernel#functions()}
     */
    public static String file(String className, KernelTable table, Map<String, String> kernels) {
        CodeWriter code = new CodeWriter();
        code.line("/* The GPU kernels of %s. Generated from its @GraphKernel methods. */", className);
        List<ScheduledKernel> distinct =
                table.entries().stream().map(KernelTable.Entry::kernel).toList();
        boolean wide = uses(table, DataType.F64);
        code.line("#include \"%s\"", wide ? "graphkernel_gpu_f64.h" : "graphkernel_gpu.h");
        if (distinct.stream().flatMap(GpuEmitter::ops).anyMatch(ElementwiseLowering::isBitcast)) {
            code.line("#include \"gk_bitcast.h\"");
        }
        code.blank();
        Set<Integer> slots = new TreeSet<>();
        distinct.forEach(kernel -> slots.add(kernel.slots()));
        boolean hasAttention = distinct.stream().anyMatch(ScheduledKernel::isAttention);
        if (hasAttention) {
            slots.add(TEMPLATE_SLOTS);
        }
        slots.forEach(count -> code.line("GK_DECLARE_SLOTS(%d)", count));
        if (hasAttention) {
            code.line("#include \"gk_attention_scored_gpu.h\"");
        }
        code.blank();
        for (ScheduledKernel kernel : distinct) {
            String text = kernels.get(kernel.name());
            code.append(uses(kernel, DataType.F64) ? "#if GK_HAS_F64\n" + text + "#endif\n\n" : text);
        }
        return code.toString();
    }

    /**
     * Returns true if a kernel of a class has values of a dtype.
     *
     * @param table the class's kernels
     * @param dtype the dtype
     */
    public static boolean uses(KernelTable table, DataType dtype) {
        return table.entries().stream().anyMatch(entry -> uses(entry.kernel(), dtype));
    }

    private static boolean uses(ScheduledKernel kernel, DataType dtype) {
        return ops(kernel)
                .flatMap(node -> Stream.concat(Stream.of(node), node.operands().stream()))
                .anyMatch(node -> node.dtype() == dtype);
    }

    /** Returns the ops of a kernel, and those of the function of an attention. */
    private static Stream<Node> ops(ScheduledKernel kernel) {
        return kernel.isAttention()
                ? Stream.concat(kernel.group().nodes().stream(), AttentionLowering.functionOps(kernel))
                : kernel.group().nodes().stream();
    }
}
