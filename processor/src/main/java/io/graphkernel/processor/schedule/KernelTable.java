package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The kernels of a class, each distinct one once: what is generated and compiled. Kernels are equal if they differ only
 * in names and in where their memory lies; each of them keeps its own buffers, dims and numbers for the slots that all
 * of them have.
 */
public final class KernelTable {

    /**
     * A kernel that is generated for all that are equal to it.
     *
     * @param kernel the first of them, after which its functions are called
     * @param graph the fused graph that it is from
     * @param methods the methods that launch it, in order
     */
    public record Entry(Kernel kernel, Graph graph, Set<String> methods) {

        private Entry(Kernel kernel, Graph graph) {
            this(kernel, graph, new LinkedHashSet<>());
        }
    }

    private final List<Plan> plans;
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();
    /** The number of the first function of each kernel. */
    private final Map<Kernel, Integer> numbers = new IdentityHashMap<>();

    private final Map<Kernel, Kernel> representatives = new IdentityHashMap<>();
    private final Map<Kernel, CanonicalForm> forms = new IdentityHashMap<>();

    private KernelTable(List<Plan> plans) {
        this.plans = List.copyOf(plans);
        Map<CanonicalForm, Entry> known = new HashMap<>();
        for (Plan plan : plans) {
            for (Kernel kernel : plan.kernels()) {
                CanonicalForm form = new CanonicalForm(kernel);
                Entry entry = known.computeIfAbsent(form, any -> new Entry(kernel, plan.graph()));
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
     * The table of a class.
     *
     * @param plans the class's methods in order
     * @return their distinct kernels, in the order in which they first occur
     */
    public static KernelTable of(List<Plan> plans) {
        return new KernelTable(plans);
    }

    /** The class's methods in order. */
    public List<Plan> plans() {
        return plans;
    }

    /** The distinct kernels. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** The functions of the distinct kernels, as generated code calls them; the position of each is its number. */
    public List<String> functions() {
        return List.copyOf(functions);
    }

    /**
     * The number of a function of a kernel.
     *
     * @param kernel any kernel of the class
     * @param function position in {@link Kernel#functions()}
     * @return position in {@link #functions()}
     */
    public int number(Kernel kernel, int function) {
        return numbers.get(kernel) + function;
    }

    /**
     * The kernel that is generated for a kernel.
     *
     * @param kernel any kernel of the class
     * @return the first one that is equal to it
     */
    public Kernel representative(Kernel kernel) {
        return representatives.get(kernel);
    }

    /**
     * What the values of a kernel are in the kernel that is generated for it.
     *
     * @param kernel any kernel of the class
     * @return the values of {@link #representative} by those of the kernel
     */
    public Map<Node, Node> counterparts(Kernel kernel) {
        List<Node> own = forms.get(kernel).values();
        List<Node> generated = forms.get(representative(kernel)).values();
        Map<Node, Node> counterparts = new IdentityHashMap<>();
        for (int i = 0; i < own.size(); i++) {
            counterparts.put(own.get(i), generated.get(i));
        }
        return counterparts;
    }
}
