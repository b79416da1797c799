package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints all kernels of a class as one C file. */
public final class CEmitter {

    private CEmitter() {}

    /**
     * Prints the file.
     *
     * @param className the Java class, for the heading
     * @param plans the class's methods in order
     * @return C text that defines the class's kernel table; functions stand in it in the order of
     *     {@link #functions(List)}
     */
    public static String emit(String className, List<Plan> plans) {
        CodeWriter code = new CodeWriter();
        code.line("/* The CPU kernels of %s. Generated from its @GraphKernel methods. */", className);
        code.line("#include \"graphkernel.h\"");
        code.blank();
        for (Plan plan : plans) {
            CNames names = new CNames(plan.graph());
            for (Kernel kernel : plan.kernels()) {
                heading(code, plan, kernel);
                CKernelPrinter.print(kernel, names, code);
            }
        }
        code.line("GK_EXPORT extern const gk_kernel GK_TABLE[];");
        code.open("const gk_kernel GK_TABLE[] =");
        functions(plans).forEach(function -> code.line("%s,", function));
        code.line("0");
        return code.toString() + "};\n";
    }

    /**
     * The functions in the order of the table.
     *
     * @param plans the class's methods in order
     * @return C names
     */
    public static List<String> functions(List<Plan> plans) {
        List<String> functions = new ArrayList<>();
        plans.forEach(plan -> plan.kernels().forEach(kernel -> functions.addAll(kernel.functions())));
        return functions;
    }

    private static void heading(CodeWriter code, Plan plan, Kernel kernel) {
        String form = kernel.space().form().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String ops = kernel.group().nodes().stream().map(Node::op).collect(Collectors.joining(", "));
        code.line("/*");
        code.line(" * %s of %s: %s.", kernel.name(), plan.graph().name(), form);
        code.line(" * %s", ops);
        code.line(" */");
    }
}
