package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.attribute;
import static io.graphkernel.processor.op.OpParameter.optionalTensor;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpRow.composites;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.DimsBuilder.Axes;
import io.graphkernel.processor.op.DimsBuilder.Dims;
import io.graphkernel.processor.op.OpParameter.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Matrix products that are cut along their columns: one product for each part, with some rows of the transposed weight,
 * which lie one after the other in its memory.
 */
final class SplitProductRows {

    private static final List<String> RESULTS = List.of("first", "second", "third");
    private static final String WEIGHT = "weight";
    private static final String SCALE = "scale";
    private static final String BIAS = "bias";
    private static final String PER_TOKEN_SCALE = "perTokenScale";
    private static final String SILU_POSITION = "siluPosition";
    private static final String SIZES = "sizes";
    private static final Map<String, Boolean> TRANSPOSED = Map.of("transposeA", false, "transposeB", true);

    private SplitProductRows() {}

    static List<OpRowBuilder> all() {
        return Stream.of(false, true)
                .flatMap(silu -> Stream.of(2, 3).map(parts -> new Cut(parts, silu)))
                .flatMap(cut -> Stream.of(plain(cut), biased(cut), quantised(cut)))
                .toList();
    }

    private static OpRowBuilder plain(Cut cut) {
        return cut.row("Matmul", SplitProductRows::product, tensor("x"), tensor(WEIGHT))
                .computedByLibrary()
                .gives(cut.results(OpDtype.SHARED))
                .shape("[m, size] each, of [m, k] and [n, k]; the sizes are n together")
                .document(cut.of("x · weightᵀ"));
    }

    private static Node product(ExpansionBuilder b, Range range) throws TypeException {
        return b.call("MatMul", TRANSPOSED, b.x(), range.of(b.operand(WEIGHT)));
    }

    private static OpRowBuilder biased(Cut cut) {
        Part sum = (b, range) -> b.add(product(b, range), range.of(b.operand(BIAS)));
        return cut.row("MatmulBias", sum, tensor("x"), tensor(WEIGHT), tensor(BIAS))
                .computedByLibrary()
                .gives(cut.results(OpDtype.SHARED))
                .shape("[m, size] each, of [m, k], [n, k] and [n]; the sizes are n together")
                .document(cut.of("x · weightᵀ + bias"));
    }

    private static OpRowBuilder quantised(Cut cut) {
        return cut.row(
                        "Quantbatchmatmul",
                        SplitProductRows::quantisedProduct,
                        tensor("x", OpDtype.I8),
                        tensor(WEIGHT, OpDtype.I8),
                        tensor(SCALE, OpDtype.F32_OR_I64),
                        optionalTensor(BIAS, OpDtype.I32),
                        optionalTensor(PER_TOKEN_SCALE, OpDtype.F32),
                        attribute("dtype", Kind.DTYPE))
                .gives(cut.results(OpDtype.ATTRIBUTE))
                .shape("[…, m, size] each, of […, m, k] and [n, k]; the sizes are n together")
                .document(cut.of("QuantBatchMatmul of x and weightᵀ"));
    }

    private static Node quantisedProduct(ExpansionBuilder b, Range range) throws TypeException {
        Dims columns = b.list(b.dim(b.operand(WEIGHT), b.axes(0)));
        List<Node> operands = new ArrayList<>();
        operands.add(b.x());
        operands.add(range.of(b.operand(WEIGHT)));
        operands.add(range.of(b.broadcastTo(b.operand(SCALE), columns)));
        if (b.has(BIAS)) {
            operands.add(range.of(b.broadcastTo(b.operand(BIAS), columns)));
        }
        if (b.has(PER_TOKEN_SCALE)) {
            operands.add(b.operand(PER_TOKEN_SCALE));
        }
        return b.call("QuantBatchMatmul", TRANSPOSED, operands.toArray(Node[]::new));
    }

    /** The rows of a weight that make the columns of one part, or as many of what has a number for each of them. */
    @FunctionalInterface
    private interface Range {

        Node of(Node value) throws TypeException;
    }

    /** Makes one part. */
    @FunctionalInterface
    private interface Part {

        Node make(ExpansionBuilder b, Range range) throws TypeException;
    }

    /**
     * How a product is cut.
     *
     * @param parts how many parts it gives
     * @param silu whether SiLU takes one of them
     */
    private record Cut(int parts, boolean silu) {

        OpRowBuilder row(String prefix, Part part, OpParameter... operands) {
            List<OpParameter> parameters = new ArrayList<>(List.of(operands));
            if (silu) {
                parameters.add(attribute(SILU_POSITION, Kind.LONG));
            }
            parameters.add(attribute(SIZES, Kind.DIMS));
            String name = prefix + "Split" + (silu ? "Silu" : "") + "Out" + parts;
            return composites(name, b -> results(b, part), parameters.toArray(OpParameter[]::new));
        }

        OpResult[] results(OpDtype dtype) {
            return RESULTS.stream()
                    .limit(parts)
                    .map(name -> OpResult.result(name, dtype))
                    .toArray(OpResult[]::new);
        }

        String of(String product) {
            String applied = silu ? ", with SiLU of the part at siluPosition" : "";
            return product + ", cut into " + parts + " parts of given sizes along the columns" + applied;
        }

        private List<Node> results(ExpansionBuilder b, Part part) throws TypeException {
            Axes rows = b.axes(0);
            Dims bounds = b.bounds(b.dims(SIZES), b.extent(parts), b.dim(b.operand(WEIGHT), rows));
            List<Node> results = new ArrayList<>();
            for (int number = 0; number < parts; number++) {
                DimsBuilder.Extent position = b.extent(number);
                results.add(part.make(b, value -> b.range(value, rows, bounds, position)));
            }
            if (silu) {
                int activated = b.position(SILU_POSITION, parts);
                results.set(activated, b.op("SiLU", results.get(activated)));
            }
            return results;
        }
    }
}
