package io.graphkernel.processor.emit.jvm;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.range.RangeLowering;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;

/** Prints all kernels of a class as one Java class. */
public final class JvmEmitter {

    /** What the class's name has after the stub's. */
    public static final String SUFFIX = "Jvm";

    private JvmEmitter() {}

    /**
     * Prints the class.
     *
     * @param packageName the stub's package; empty for the unnamed one
     * @param stubName the stub's simple name
     * @param plans the class's methods in order
     * @return Java text; kernels are numbered in the order of the kernel table
     */
    public static String emit(String packageName, String stubName, List<Plan> plans) {
        CodeWriter code = new CodeWriter();
        code.line("// Generated: the kernels of %s as Java methods.", stubName);
        if (!packageName.isEmpty()) {
            code.line("package %s;", packageName);
        }
        code.blank();
        code.line("import io.graphkernel.runtime.ScalarMath;");
        code.line("import io.graphkernel.runtime.jvm.BroadcastRows;");
        code.line("import io.graphkernel.runtime.jvm.Casts;");
        code.line("import io.graphkernel.runtime.jvm.Elements;");
        code.line("import io.graphkernel.runtime.parallel.RangeFunction;");
        code.blank();
        code.line("/** The kernels of {@link %s} for hosts without a native build. */", stubName);
        code.line("@SuppressWarnings(\"all\")");
        code.open("final class %s implements RangeFunction", stubName + SUFFIX);
        writeTable(code, plans);
        JavaPrinter printer = new JavaPrinter(code);
        for (Plan plan : plans) {
            Names names = new Names(plan.graph());
            plan.kernels().forEach(kernel -> RangeLowering.lower(kernel, names).forEach(printer::print));
        }
        code.close();
        return code.toString();
    }

    private static void writeTable(CodeWriter code, List<Plan> plans) {
        code.line("@Override");
        code.open("public void run(long kernel, long arguments, long begin, long end, long scratch)");
        code.open("switch ((int) kernel)");
        int index = 0;
        for (Plan plan : plans) {
            for (Kernel kernel : plan.kernels()) {
                for (String function : kernel.functions()) {
                    code.line("case %d -> kernel_%s(arguments, begin, end, scratch);", index++, function);
                }
            }
        }
        code.line("default -> throw new IllegalArgumentException(\"no kernel \" + kernel);");
        code.close();
        code.close();
    }
}
