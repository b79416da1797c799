package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.KernelSourcePrinter;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.vector.VectorLowering;
import io.graphkernel.processor.schedule.KernelTable;
import java.util.List;
import java.util.Map;

/** Emitter of all kernels of a class as one C file. */
public final class CEmitter {

    private CEmitter() {}

    /**
     * Prints the kernels one by one.
     *
     * @param table the class's kernels
     * @return the C source of each distinct kernel by its name, in file order
     */
    public static Map<String, String> kernels(KernelTable table) {
        return KernelSourcePrinter.print(table, (kernel, names, code) -> {
            if (kernel.isAttention()) {
                CAttentionPrinter.print(kernel, names, code);
                return;
            }
            for (Function function : VectorLowering.lower(kernel, names)) {
                boolean isUnrolledAndJammed = function.kind() == Function.Kind.UNROLL_AND_JAM_BODY;
                (isUnrolledAndJammed ? new UnrollAndJamPrinter(code, function) : new CPrinter(code)).print(function);
            }
        });
    }

    /**
     * Joins printed kernels to one file.
     *
     * @param className the Java class, for the header comment
     * @param table the class's kernels
     * @param kernels the result of {@link #kernels}
     * @return C source with the class's kernel table, in the order of {@link KernelTable#functions()}
     */
    public static String file(String className, KernelTable table, Map<String, String> kernels) {
        CodeWriter code = new CodeWriter();
        code.line("/* The CPU kernels of %s. Generated from its @GraphKernel methods. */", className);
        code.line("#include \"graphkernel.h\"");
        code.blank();
        kernels.values().forEach(code::append);
        code.line("GK_EXPORT extern const gk_kernel GK_TABLE[];");
        code.open("const gk_kernel GK_TABLE[] =");
        List<String> functions = table.functions();
        functions.forEach(function -> code.line("%s,", function));
        code.line("0");
        return code + "};\nGK_EXPORT extern const gk_int64 GK_TABLE_SIZE;\nconst gk_int64 GK_TABLE_SIZE = "
                + functions.size() + ";\n";
    }
}
