package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Table of a class's distinct kernels, which are generated and compiled once. Equal kernels only differ in names and
 * memory locations; each has its own buffers, dims and scalars for the shared slots.
 */
public final class KernelTable {

    /**
     * A generated kernel, which represents all equal ones.
     *
     * @param kernel the first of them, which names the functions
     * @param graph the fused graph of its method
     * @param methods the methods that launch it, in order
     */
    public record Entry(ScheduledKernel kernel, Graph graph, Set<String> methods) {

        private Entry(ScheduledKernel kernel, Graph graph) {
            this(kernel, graph, new LinkedHashSet<>());
        }
    }

    private final List<Plan> plans;
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();
    /** Index of the first function of each kernel. */
    private final Map<ScheduledKernel, Integer> numbers = new IdentityHashMap<>();

    private final Map<ScheduledKernel, ScheduledKernel> representatives = new IdentityHashMap<>();
    private final Map<ScheduledKernel, CanonicalForm> forms = new IdentityHashMap<>();

    private KernelTable(List<Plan> plans) {
        this.plans = List.copyOf(plans);
        Map<CanonicalForm, Entry> known = new HashMap<>();
        for (Plan plan : plans) {
            Map<Step, Graph> graphs = plan.graphs();
            for (ScheduledKernel kernel : plan.kernels()) {
                CanonicalForm form = new CanonicalForm(kernel);
                Entry entry = known.computeIfAbsent(form, key -> new Entry(kernel, graphs.get(kernel)));
                if (entry.kernel() == kernel) {
                    entries.add(entry);
                    numbers.put(kernel, functions.size());
                    functions.addAll(kernel.functions());
                } else {
                    numbers.put(kernel, numbers.get(entry.kernel()));
                }
                entry.methods().add(plan.graph().name());
                representatives.put(kernel, entry.kernel());
                forms.put(kernel, form);
            }
        }
    }

    /**
     * Returns the table of a class.
     *
     * @param plans the class's methods, in order
     * @return the distinct kernels, in order of first use
     */
    public static KernelTable of(List<Plan> plans) {
        return new KernelTable(plans);
    }

    /** Returns the plans of the class's methods, in order. */
    public List<Plan> plans() {
        return plans;
    }

    /** Returns the distinct kernels. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** Returns the functions of the distinct kernels by their indices. */
    public List<String> functions() {
        return List.copyOf(functions);
    }

    /**
     * Returns the index of a kernel's function.
     *
     * @param kernel any kernel of the class
     * @param function position in {@link ScheduledKernel#functions()}
     * @return position in {@link #functions()}
     */
    public int number(ScheduledKernel kernel, int function) {
        return numbers.get(kernel) + function;
    }

    /**
     * Returns the generated kernel for a kernel.
     *
     * @param kernel any kernel of the class
     * @return the first equal one
     */
    public ScheduledKernel representative(ScheduledKernel kernel) {
        return representatives.get(kernel);
    }

    /**
     * Returns the counterparts of a kernel's values in the generated kernel.
     *
     * @param kernel any kernel of the class
     * @return the values of {@link #representative} by those of the kernel
     */
    public Map<Node, Node> counterparts(ScheduledKernel kernel) {
        List<Node> own = forms.get(kernel).values();
        List<Node> generated = forms.get(representative(kernel)).values();
        Map<Node, Node> counterparts = new IdentityHashMap<>();
        for (int i = 0; i < own.size(); i++) {
            counterparts.put(own.get(i), generated.get(i));
        }
        return counterparts;
    }
}
