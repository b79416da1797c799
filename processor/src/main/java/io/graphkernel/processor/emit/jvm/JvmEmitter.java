package io.graphkernel.processor.emit.jvm;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.AttentionLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.scalar.ScalarLowering;
import io.graphkernel.processor.schedule.KernelTable;
import java.util.IdentityHashMap;
import java.util.Map;

/** Emitter of all kernels of a class as one Java class. */
public final class JvmEmitter {

    /** Suffix of the class name after the stub's name. */
    public static final String SUFFIX = "Jvm";

    private JvmEmitter() {}

    /**
     * Prints the class.
     *
     * @param packageName the stub's package; empty for the unnamed one
     * @param stubName the stub's simple name
     * @param table the class's kernels
     * @return Java source, in which kernels are indexed in table order
     */
    public static String emit(String packageName, String stubName, KernelTable table) {
        CodeWriter code = new CodeWriter();
        code.line("// Generated: the kernels of %s as Java methods.", stubName);
        if (!packageName.isEmpty()) {
            code.line("package %s;", packageName);
        }
        code.blank();
        code.line("import io.graphkernel.runtime.generated.jvm.RangeFunction;");
        code.line("import io.graphkernel.runtime.generated.jvm.BroadcastRows;");
        code.line("import io.graphkernel.runtime.generated.jvm.Casts;");
        code.line("import io.graphkernel.runtime.generated.jvm.ElementMemory;");
        code.line("import io.graphkernel.runtime.generated.jvm.ScalarMath;");
        if (table.entries().stream().anyMatch(entry -> entry.kernel().isAttention())) {
            code.line("import io.graphkernel.runtime.generated.library.jvm.ScoredAttention;");
            code.line("import io.graphkernel.runtime.generated.library.jvm.ScoredAttentionGradient;");
        }
        if (table.entries().stream().anyMatch(JvmEmitter::isUnsigned)) {
            code.line("import io.graphkernel.runtime.generated.jvm.UnsignedCasts;");
            code.line("import io.graphkernel.runtime.generated.jvm.UnsignedMath;");
        }
        code.blank();
        code.line("/** The kernels of {@link %s} for hosts without a native build. */", stubName);
        code.line("@SuppressWarnings(\"all\")");
        code.open("final class %s implements RangeFunction", stubName + SUFFIX);
        writeTable(code, table);
        JavaPrinter printer = new JavaPrinter(code);
        Map<Graph, KernelNames> names = new IdentityHashMap<>();
        for (KernelTable.Entry entry : table.entries()) {
            KernelNames ofMethod = names.computeIfAbsent(entry.graph(), KernelNames::new);
            if (entry.kernel().isAttention()) {
                AttentionLowering lowering = new AttentionLowering(entry.kernel(), ofMethod, null);
                printer.print(lowering.score());
                if (lowering.isGradient()) {
                    printer.print(lowering.slope());
                } else {
                    lowering.removed().ifPresent(printer::print);
                }
                lowering.entryPoints().forEach(printer::print);
            } else {
                ScalarLowering.lower(entry.kernel(), ofMethod).forEach(printer::print);
            }
        }
        code.close();
        return code.toString();
    }

    /** Returns true if a kernel has elements of u64, whose functions are in other classes. */
    private static boolean isUnsigned(KernelTable.Entry entry) {
        return entry.kernel().group().nodes().stream()
                .anyMatch(node -> node.operands().stream().anyMatch(operand -> operand.dtype() == DataType.U64));
    }

    private static void writeTable(CodeWriter code, KernelTable table) {
        code.line("@Override");
        code.open("public void run(long kernel, long arguments, long begin, long end, long scratch)");
        code.open("switch ((int) kernel)");
        int index = 0;
        for (String function : table.functions()) {
            code.line("case %d -> kernel_%s(arguments, begin, end, scratch);", index++, function);
        }
        code.line("default -> throw new IllegalArgumentException(\"no kernel \" + kernel);");
        code.close();
        code.close();
    }
}
