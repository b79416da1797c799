package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.KernelTexts;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.lower.group.GroupLowering;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.KernelTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Prints all kernels of a class as one source for GPUs. */
public final class GpuEmitter {

    private GpuEmitter() {}

    /**
     * Prints the kernels one by one.
     *
     * @param table the class's kernels
     * @return the text of each distinct kernel by its name, in the order of the file
     */
    public static Map<String, String> kernels(KernelTable table) {
        return KernelTexts.print(table, (kernel, names, code) -> {
            OpenClPrinter printer = new OpenClPrinter(code, kernel.slots());
            GroupLowering.lower(kernel, names).forEach(printer::print);
        });
    }

    /**
     * Puts printed kernels into one file.
     *
     * @param className the Java class, for the heading
     * @param table the class's kernels
     * @param kernels what {@link #kernels} gave for them
     * @return OpenCL C; its kernels have the names of {@link Kernel#functions()}
     */
    public static String file(String className, KernelTable table, Map<String, String> kernels) {
        CodeWriter code = new CodeWriter();
        code.line("/* The GPU kernels of %s. Generated from its @GraphKernel methods. */", className);
        List<Kernel> distinct =
                table.entries().stream().map(KernelTable.Entry::kernel).toList();
        boolean wide = distinct.stream().anyMatch(GpuEmitter::usesF64);
        code.line("#include \"%s\"", wide ? "graphkernel_gpu_f64.h" : "graphkernel_gpu.h");
        code.blank();
        Set<Integer> slots = new TreeSet<>();
        distinct.forEach(kernel -> slots.add(kernel.slots()));
        slots.forEach(count -> code.line("GK_DECLARE_SLOTS(%d)", count));
        code.blank();
        for (Kernel kernel : distinct) {
            String text = kernels.get(kernel.name());
            code.append(usesF64(kernel) ? "#if GK_HAS_F64\n" + text + "#endif\n\n" : text);
        }
        return code.toString();
    }

    private static boolean usesF64(Kernel kernel) {
        return kernel.group().nodes().stream()
                .flatMap(node -> Stream.concat(Stream.of(node), node.operands().stream()))
                .anyMatch(node -> node.dtype() == DType.F64);
    }
}
