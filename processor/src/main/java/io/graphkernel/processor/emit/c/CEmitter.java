package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
        return file(className, plans, kernels(plans));
    }

    /**
     * Prints the kernels one by one.
     *
     * @param plans the class's methods in order
     * @return the C text of each kernel by its name, in the order of the file
     */
    public static Map<String, String> kernels(List<Plan> plans) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Plan plan : plans) {
            CNames names = new CNames(plan.graph());
            for (Kernel kernel : plan.kernels()) {
                CodeWriter code = new CodeWriter();
                heading(code, plan, kernel);
                CKernelPrinter.print(kernel, names, code);
                texts.put(kernel.name(), code.toString());
            }
        }
        return texts;
    }

    /**
     * Puts printed kernels into one file.
     *
     * @param className the Java class, for the heading
     * @param plans the class's methods in order
     * @param kernels what {@link #kernels} gave for them
     * @return as {@link #emit}
     */
    public static String file(String className, List<Plan> plans, Map<String, String> kernels) {
        CodeWriter code = new CodeWriter();
        code.line("/* The CPU kernels of %s. Generated from its @GraphKernel methods. */", className);
        code.line("#include \"graphkernel.h\"");
        code.blank();
        kernels.values().forEach(code::append);
        code.line("GK_EXPORT extern const gk_kernel GK_TABLE[];");
        code.open("const gk_kernel GK_TABLE[] =");
        List<String> functions = functions(plans);
        functions.forEach(function -> code.line("%s,", function));
        code.line("0");
        return code + "};\nGK_EXPORT extern const gk_int64 GK_TABLE_SIZE;\nconst gk_int64 GK_TABLE_SIZE = "
                + functions.size() + ";\n";
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

    /**
     * What the values of a method are called in its kernels.
     *
     * @param graph the fused graph
     * @return identifiers by node; in the text they stand behind a prefix such as {@code v_}
     */
    public static Map<Node, String> identifiers(Graph graph) {
        Map<Node, String> identifiers = GraphPrinter.names(graph);
        identifiers.replaceAll((node, name) -> CNames.identifier(name));
        return identifiers;
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
