package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.attribute;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpResult.result;
import static io.graphkernel.processor.op.OpRow.composites;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.DimsBuilder.Axes;
import io.graphkernel.processor.op.DimsBuilder.Dims;
import io.graphkernel.processor.op.DimsBuilder.Extent;
import io.graphkernel.processor.op.OpParameter.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Matrix products that are cut along their columns: one product for each part, with some rows of the transposed weight,
 * which lie one after the other in its memory.
 */
final class SplitProductRows {

    private static final List<OpResult> RESULTS = List.of(result("first"), result("second"), result("third"));
    private static final String X = "x";
    private static final String WEIGHT = "weight";
    private static final String BIAS = "bias";
    private static final String SIZES = "sizes";
    private static final String SILU_POSITION = "siluPosition";

    private SplitProductRows() {}

    static List<OpRow> all() {
        return Stream.of(false, true)
                .flatMap(bias -> Stream.of(false, true)
                        .flatMap(silu -> Stream.of(2, 3).map(parts -> row(parts, bias, silu))))
                .toList();
    }

    private static OpRow row(int parts, boolean bias, boolean silu) {
        List<OpParameter> parameters = new ArrayList<>(List.of(tensor(X), tensor(WEIGHT)));
        if (bias) {
            parameters.add(tensor(BIAS));
        }
        if (silu) {
            parameters.add(attribute(SILU_POSITION, Kind.LONG));
        }
        parameters.add(attribute(SIZES, Kind.DIMS));
        String name = "Matmul" + (bias ? "Bias" : "") + "Split" + (silu ? "Silu" : "") + "Out" + parts;
        String sum = "x · weightᵀ" + (bias ? " + bias" : "");
        String applied = silu ? ", with SiLU of the part at siluPosition" : "";
        return composites(name, b -> parts(b, parts, bias, silu), parameters.toArray(OpParameter[]::new))
                .librarys()
                .gives(RESULTS.subList(0, parts).toArray(OpResult[]::new))
                .shape("[m, size] each, of [m, k] and [n, k]; the sizes are n together")
                .document(sum + ", cut into " + parts + " parts of given sizes along the columns" + applied);
    }

    private static List<Node> parts(ExpansionBuilder b, int parts, boolean bias, boolean silu) throws TypeException {
        Node weight = b.operand(WEIGHT);
        Axes rows = b.axes(0);
        Dims bounds = b.bounds(b.dims(SIZES), b.extent(parts), b.dim(weight, rows));
        List<Node> results = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            Extent number = b.extent(part);
            Node product = b.product("MatMul", b.x(), b.range(weight, rows, bounds, number), false, true);
            results.add(bias ? b.add(product, b.range(b.operand(BIAS), rows, bounds, number)) : product);
        }
        if (silu) {
            int activated = b.position(SILU_POSITION, parts);
            results.set(activated, b.op("SiLU", results.get(activated)));
        }
        return results;
    }
}
