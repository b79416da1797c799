package io.graphkernel.processor.schedule;

import io.graphkernel.abi.ConstantFormat;
import io.graphkernel.processor.graph.ConstantData;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The constant tensors of a class, each distinct one once: equal ones of any method are one. */
public final class ConstantTable {

    private final Map<Location.Constant, Integer> numbers = new LinkedHashMap<>();
    private final Map<String, Location.Constant> names = new LinkedHashMap<>();

    private ConstantTable() {}

    /**
     * Those that launches read.
     *
     * @param plans the plans of the class
     * @return with the numbers by which the run time knows them
     */
    public static ConstantTable of(List<Plan> plans) {
        ConstantTable table = new ConstantTable();
        plans.forEach(plan -> table.add(plan.constants()));
        return table;
    }

    /**
     * The table with those of graphs, which other classes may inline, after the others.
     *
     * @param graphs methods as written
     * @return a new table
     */
    public ConstantTable with(List<Graph> graphs) {
        ConstantTable table = new ConstantTable();
        table.add(numbers.keySet());
        for (Graph graph : graphs) {
            table.add(graph.nodes().stream()
                    .filter(node -> node.kind() == Node.Kind.TENSOR_CONSTANT)
                    .map(Location.Constant::of)
                    .toList());
        }
        return table;
    }

    /**
     * The table with names, by which the run time gives constants to users.
     *
     * @param named constants by their names in a model; what no launch and no graph reads is added
     * @return a new table
     */
    public ConstantTable named(Map<String, Node> named) {
        ConstantTable table = new ConstantTable();
        table.add(numbers.keySet());
        named.forEach((name, node) -> table.names.put(name, Location.Constant.of(node)));
        table.add(table.names.values());
        return table;
    }

    private void add(Collection<Location.Constant> constants) {
        constants.forEach(constant -> numbers.putIfAbsent(constant, numbers.size()));
    }

    public boolean isEmpty() {
        return numbers.isEmpty();
    }

    /**
     * The number of a constant.
     *
     * @param constant one of the table
     * @return from 0 on
     */
    public int number(Location.Constant constant) {
        return numbers.get(constant);
    }

    /**
     * Writes the file of the constants, in which equal elements are once. None of them is held in memory.
     *
     * @param out receives it
     * @throws IOException if elements cannot be read, or the file cannot be written
     */
    public void write(OutputStream out) throws IOException {
        Map<ConstantData, Long> offsets = new LinkedHashMap<>();
        long end = 0;
        for (Location.Constant constant : numbers.keySet()) {
            if (!offsets.containsKey(constant.data())) {
                offsets.put(constant.data(), ConstantFormat.aligned(end));
                end = ConstantFormat.aligned(end) + constant.data().bytes();
            }
        }
        Map<String, Integer> numbered = new LinkedHashMap<>();
        names.forEach((name, constant) -> numbered.put(name, number(constant)));
        out.write(ConstantFormat.bytes(new ConstantFormat.Table(entries(offsets), numbered)));
        long position = 0;
        for (Map.Entry<ConstantData, Long> each : offsets.entrySet()) {
            out.write(new byte[(int) (each.getValue() - position)]);
            long written;
            try (InputStream in = each.getKey().open()) {
                written = in.transferTo(out);
            }
            if (written != each.getKey().bytes()) {
                throw new IOException("the elements of a constant are " + written + " bytes, no longer "
                        + each.getKey().bytes());
            }
            position = each.getValue() + written;
        }
    }

    private List<ConstantFormat.Entry> entries(Map<ConstantData, Long> offsets) {
        List<ConstantFormat.Entry> entries = new ArrayList<>();
        for (Location.Constant constant : numbers.keySet()) {
            ValueType type = constant.type();
            List<Long> dims = type.shape().dims().stream()
                    .map(dim -> ((Dim.Constant) dim).size())
                    .toList();
            ConstantData data = constant.data();
            entries.add(new ConstantFormat.Entry(
                    data.sha256(), type.dtype().text(), dims, offsets.get(data), data.bytes()));
        }
        return entries;
    }
}
