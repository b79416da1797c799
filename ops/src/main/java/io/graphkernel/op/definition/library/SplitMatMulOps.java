package io.graphkernel.op.definition.library;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.optionalTensor;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composites;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Matmuls split along columns: one matmul per slice, with contiguous rows of the transposed weight. */
public final class SplitMatMulOps {

    private static final List<String> RESULTS = List.of("first", "second", "third");
    private static final String WEIGHT = "weight";
    private static final String SCALE = "scale";
    private static final String BIAS = "bias";
    private static final String PER_TOKEN_SCALE = "perTokenScale";
    private static final String SILU_POSITION = "siluPosition";
    private static final String SIZES = "sizes";
    private static final Map<String, Boolean> TRANSPOSED = Map.of("transposeA", false, "transposeB", true);

    private SplitMatMulOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return Stream.of(false, true)
                .flatMap(silu -> Stream.of(2, 3).map(chunks -> new Cut(chunks, silu)))
                .flatMap(cut -> Stream.of(plain(cut), biased(cut), quantized(cut)))
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static OpRowBuilder plain(Cut cut) {
        return cut.row("Matmul", SplitMatMulOps::product, tensor("x"), tensor(WEIGHT))
                .computedByLibrary()
                .results(cut.results(OpDtype.SHARED))
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
                .results(cut.results(OpDtype.SHARED))
                .shape("[m, size] each, of [m, k], [n, k] and [n]; the sizes are n together")
                .document(cut.of("x · weightᵀ + bias"));
    }

    private static OpRowBuilder quantized(Cut cut) {
        return cut.row(
                        "Quantbatchmatmul",
                        SplitMatMulOps::quantisedProduct,
                        tensor("x", OpDtype.I8),
                        tensor(WEIGHT, OpDtype.I8),
                        tensor(SCALE, OpDtype.F32_OR_I64),
                        optionalTensor(BIAS, OpDtype.I32),
                        optionalTensor(PER_TOKEN_SCALE, OpDtype.F32),
                        attribute("dtype", Kind.DTYPE))
                .results(cut.results(OpDtype.ATTRIBUTE))
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

    /** Rows of a weight for the columns of one slice, or the corresponding elements of a per-row tensor. */
    @FunctionalInterface
    private interface Range {

        Node of(Node value) throws TypeException;
    }

    /** Function that returns one slice. */
    @FunctionalInterface
    private interface Part {

        Node make(ExpansionBuilder b, Range range) throws TypeException;
    }

    /**
     * Split of a matmul.
     *
     * @param chunks number of slices
     * @param silu true if SiLU is applied to one of them
     */
    private record Cut(int chunks, boolean silu) {

        OpRowBuilder row(String prefix, Part kind, OpParameter... operands) {
            List<OpParameter> parameters = new ArrayList<>(List.of(operands));
            if (silu) {
                parameters.add(attribute(SILU_POSITION, Kind.LONG));
            }
            parameters.add(attribute(SIZES, Kind.DIMS));
            String name = prefix + "Split" + (silu ? "Silu" : "") + "Out" + chunks;
            return composites(name, b -> results(b, kind), parameters.toArray(OpParameter[]::new));
        }

        OpResult[] results(OpDtype dtype) {
            return RESULTS.stream()
                    .limit(chunks)
                    .map(name -> OpResult.result(name, dtype))
                    .toArray(OpResult[]::new);
        }

        String of(String product) {
            String applied = silu ? ", with SiLU of the part at siluPosition" : "";
            return product + ", cut into " + chunks + " parts of given sizes along the columns" + applied;
        }

        private List<Node> results(ExpansionBuilder b, Part kind) throws TypeException {
            Axes rows = b.axes(0);
            Dims bounds = b.bounds(b.dims(SIZES), b.extent(chunks), b.dim(b.operand(WEIGHT), rows));
            List<Node> results = new ArrayList<>();
            for (int number = 0; number < chunks; number++) {
                DimsBuilder.Extent position = b.extent(number);
                results.add(kind.make(b, value -> b.range(value, rows, bounds, position)));
            }
            if (silu) {
                int activated = b.position(SILU_POSITION, chunks);
                results.set(activated, b.op("SiLU", results.get(activated)));
            }
            return results;
        }
    }
}
