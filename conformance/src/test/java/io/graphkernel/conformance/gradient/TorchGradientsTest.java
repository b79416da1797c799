package io.graphkernel.conformance.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.gradient.Contents.Content;
import io.graphkernel.conformance.gradient.TorchPeers.Peer;
import io.graphkernel.conformance.oracle.Counter;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.gradient.Float64Interpreter;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import io.graphkernel.processor.gradient.GradientCase;
import io.graphkernel.processor.gradient.GradientCases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the gradients of the rows in f64 equal those of PyTorch's autograd, also at ties, NaN, infinities and zeros. */
@Tag("peer")
class TorchGradientsTest {

    private static final String PLATFORM = "linux-x86_64";
    private static final double TOLERANCE = 1e-9;

    private static final Map<String, Peer> PEERS = TorchPeers.all();
    private static final Map<String, List<GradientCase>> CASES = GradientCases.all();

    static Stream<String> rows() {
        return new TreeSet<>(PEERS.keySet()).stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void gradients_matchPyTorch(String row) {
        assumeThat(Loader.getPlatform())
                .as("a platform with PyTorch's libraries")
                .isEqualTo(PLATFORM);
        List<String> wrong = new ArrayList<>();
        int compared = 0;
        for (GradientCase tested : CASES.get(row)) {
            TableGradient gradient = TableGradient.inF64(tested);
            for (Content content : contents(row)) {
                try (PointerScope pointers = new PointerScope()) {
                    compared += compare(gradient, content, wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(compared).isPositive();
    }

    private static Set<Content> contents(String row) {
        return TorchPeers.OTHERS_AT_SPECIALS.containsKey(row)
                ? EnumSet.of(Content.RANDOM, Content.TIES)
                : EnumSet.allOf(Content.class);
    }

    /** Gives how many cases were compared: 0 or 1. */
    private static int compare(TableGradient gradient, Content content, List<String> wrong) {
        GradientCase tested = gradient.tested();
        Graph graph = gradient.exact();
        Map<String, Value> values = gradient.values(new Random(12), size -> size);
        Random random = new Random(13);
        for (Node parameter : graph.tensorParameters()) {
            Contents.fill(values.get(parameter.label()).elements(), parameter.dtype(), content, random);
        }
        List<Tensor> operands = new ArrayList<>();
        Map<String, Tensor> wanted = new LinkedHashMap<>();
        for (int i = 0; i < tested.operands().size(); i++) {
            Value value = values.get("p" + i);
            Tensor tensor = value == null
                    ? tensor(
                            new Value(
                                    new int[0],
                                    new double[] {tested.operands().get(i).number()}),
                            DataType.F64)
                    : tensor(value, tested.operands().get(i).dtype(tested.row(), DataType.F64));
            if (value != null && tensor.is_floating_point()) {
                wanted.put("p" + i, tensor.requires_grad_());
            }
            operands.add(tensor);
        }
        Tensor result = PEERS.get(tested.row().name()).apply(operands, tested.attributes());
        if (result == null) {
            return 0;
        }
        TensorVector theirs = torch.grad(
                new TensorVector(result),
                new TensorVector(wanted.values().toArray(Tensor[]::new)),
                new TensorVector(tensor(values.get("dr0"), DataType.F64)),
                new BoolOptional(),
                false,
                true);
        for (Node parameter : graph.tensorParameters()) {
            if (parameter.label().startsWith("dr") && !parameter.label().equals("dr0")) {
                Arrays.fill(values.get(parameter.label()).elements(), 0);
            }
        }
        List<Value> ours = Float64Interpreter.run(graph, Map.of(), values, Counter::uniform);
        int index = 0;
        for (String name : wanted.keySet()) {
            double[] none = new double[values.get(name).elements().length];
            Tensor their = theirs.get(index++);
            double[] our = none;
            for (int i = 0; i < ours.size(); i++) {
                our = graph.outputs().get(i).name().equals(name) ? ours.get(i).elements() : our;
            }
            String difference = Contents.difference(our, their.defined() ? elements(their) : none, TOLERANCE, 1);
            if (difference != null) {
                wrong.add(tested + ", " + content + ", d" + name + ": " + difference);
            }
        }
        return 1;
    }

    private static Tensor tensor(Value value, DataType dtype) {
        long[] dims = Arrays.stream(value.shape()).asLongStream().toArray();
        Tensor tensor = torch.from_blob(
                        new DoublePointer(value.elements()), dims, new TensorOptions(torch.ScalarType.Double))
                .clone();
        return switch (dtype) {
            case BOOL -> tensor.to(torch.ScalarType.Bool);
            case I64 -> tensor.to(torch.ScalarType.Long);
            default -> tensor;
        };
    }

    private static double[] elements(Tensor tensor) {
        Tensor dense = tensor.contiguous();
        double[] elements = new double[(int) dense.numel()];
        if (elements.length > 0) {
            new DoublePointer(dense.data_ptr()).get(elements);
        }
        return elements;
    }
}
