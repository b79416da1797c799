package io.graphkernel.processor.schedule;

import io.graphkernel.common.abi.ConstantFormat;
import io.graphkernel.graph.ConstantData;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Constant tensors of a class, without duplicates. */
public final class ConstantTable {

    private final Map<Location.Constant, Integer> numbers = new LinkedHashMap<>();
    private final Map<String, Location.Constant> names = new LinkedHashMap<>();

    private ConstantTable() {}

    /**
     * Returns the table of the constants that launches read.
     *
     * @param plans the plans of the class
     * @return the table, with the indices that the runtime uses
     */
    public static ConstantTable of(List<Plan> plans) {
        ConstantTable table = new ConstantTable();
        plans.forEach(plan -> table.add(plan.constants()));
        return table;
    }

    /**
     * Returns this table with the constants of graphs that other classes may inline, after the others.
     *
     * @param graphs methods as written
     * @return a new table
     */
    public ConstantTable with(List<Graph> graphs) {
        ConstantTable table = new ConstantTable();
        table.add(numbers.keySet());
        for (Graph graph : graphs) {
            table.add(graph.allNodes().stream()
                    .filter(node -> node.kind() == Node.Kind.TENSOR_CONSTANT)
                    .map(Location.Constant::of)
                    .toList());
        }
        return table;
    }

    /**
     * Returns this table with names, by which the runtime returns constants to users.
     *
     * @param named constants by their names in a model; unused ones are added
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
     * Returns the index of a constant.
     *
     * @param constant a constant of the table
     * @return its index
     */
    public int number(Location.Constant constant) {
        return numbers.get(constant);
    }

    /**
     * Writes the constants to a file, without duplicates of equal data. Data is streamed, not held in memory. Constants
     * without elements have the offset 0.
     *
     * @param out receives the file
     * @throws IOException if elements cannot be read, or the file cannot be written
     */
    public void write(OutputStream out) throws IOException {
        Map<ConstantData, Long> offsets = new LinkedHashMap<>();
        long end = 0;
        for (Location.Constant constant : numbers.keySet()) {
            long bytes = constant.data().bytes();
            if (bytes > 0 && !offsets.containsKey(constant.data())) {
                offsets.put(constant.data(), ConstantFormat.aligned(end));
                end = ConstantFormat.aligned(end) + bytes;
            }
        }
        Map<String, Integer> numbered = new LinkedHashMap<>();
        names.forEach((name, constant) -> numbered.put(name, number(constant)));
        out.write(ConstantFormat.bytes(new ConstantFormat.Table(entries(offsets), numbered)));
        long position = 0;
        for (Map.Entry<ConstantData, Long> entry : offsets.entrySet()) {
            out.write(new byte[(int) (entry.getValue() - position)]);
            long written;
            try (InputStream in = entry.getKey().open()) {
                written = in.transferTo(out);
            }
            if (written != entry.getKey().bytes()) {
                throw new IOException("the elements of a constant are " + written + " bytes, no longer "
                        + entry.getKey().bytes());
            }
            position = entry.getValue() + written;
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
                    data.sha256(), type.dtype().text(), dims, offsets.getOrDefault(data, 0L), data.bytes()));
        }
        return entries;
    }
}
