package io.graphkernel.conformance.target;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Language;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * A line for each kernel: its name, for each result the words that compute and store it, and the dims whose product is the
 * number of elements, each a number or the slot that holds it.
 */
final class Words implements Language {

    @Override
    public String name() {
        return "Words";
    }

    @Override
    public Optional<String> reportFile() {
        return Optional.of("kernels.words");
    }

    @Override
    public Text print(ClassKernels kernels) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (KernelTable.Entry entry : kernels.table().entries()) {
            lines.put(entry.kernel().name(), line(entry.kernel()));
        }
        return new Text(String.join("", lines.values()), lines);
    }

    @Override
    public Map<Node, String> identifiers(Graph graph) {
        return Map.of();
    }

    private static String line(ScheduledKernel kernel) {
        if (!kernel.isFlat()) {
            throw new IllegalArgumentException(kernel.name() + " is not elementwise over one loop");
        }
        StringJoiner words = new StringJoiner(" ", "", "\n").add(kernel.name());
        for (Stage stage : kernel.body().stages()) {
            for (Buffer store : stage.stores()) {
                write(store.stored(), stage, words);
                words.add("store").add(String.valueOf(store.slot()));
            }
        }
        words.add("over");
        for (Dim dim : kernel.buffers().outputs().get(0).value().shape().dims()) {
            int symbol = kernel.layout().dims().indexOf(dim);
            words.add(symbol < 0 ? dim.toString() : "slot " + (kernel.layout().dimSlot() + symbol));
        }
        return words.toString();
    }

    private static void write(Node value, Stage stage, StringJoiner words) {
        Optional<Buffer> input = stage.inputs().stream()
                .filter(buffer -> buffer.value() == value)
                .findFirst();
        if (input.isPresent()) {
            words.add("load").add(String.valueOf(input.get().slot()));
        } else if (value.kind() == Node.Kind.CONSTANT) {
            words.add(value.attributes().number().toString());
        } else {
            value.operands().forEach(operand -> write(operand, stage, words));
            words.add(value.op());
        }
    }
}
