package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints all kernels of a class as one OpenCL C file. */
public final class GpuEmitter {

    private GpuEmitter() {}

    public static Map<String, String> kernels(List<Plan> plans) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Plan plan : plans) {
            for (Kernel kernel : plan.kernels()) {
                StringBuilder text = new StringBuilder();
                for (String function : kernel.functions()) {
                    text.append("__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void ");
                    text.append(function)
                            .append("(const struct { unsigned long slot[")
                            .append(slots(kernel));
                    text.append("]; } arguments) {\n    ((__global float *)arguments.slot[0])[0] = 1;\n}\n\n");
                }
                texts.put(kernel.name(), text.toString());
            }
        }
        return texts;
    }

    public static String file(String className, List<Plan> plans, Map<String, String> kernels) {
        return "/* The GPU kernels of " + className + ". Generated from its @GraphKernel methods. */\n\n"
                + String.join("", kernels.values());
    }

    /** Slots by function, in the order of the kernel table. */
    public static Map<String, Integer> functions(List<Plan> plans) {
        Map<String, Integer> functions = new LinkedHashMap<>();
        plans.forEach(plan -> plan.kernels()
                .forEach(kernel -> kernel.functions().forEach(function -> functions.put(function, slots(kernel)))));
        return functions;
    }

    public static Map<Node, String> identifiers(Graph graph) {
        return new IdentityHashMap<>();
    }

    private static int slots(Kernel kernel) {
        ArgumentLayout layout = kernel.layout();
        return layout.broadcastSlot() < 0
                ? layout.slots()
                : layout.broadcastSlot() + 10 + 8 * kernel.inputs().size();
    }
}
