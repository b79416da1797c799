package io.graphkernel.processor.launch;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Table of the runtime's tensor checks. A table is necessary because a method has no room for a statement per pair of
 * hundreds of tensors.
 */
final class OperandTable {

    /** Kinds of shapes. */
    private static final int UNRANKED = 0;

    private static final int RANKED = 1;
    private static final int LEADING = 2;

    private final Plan plan;
    private final Graph graph;
    private final SizeTableBuilder sizes;
    private final List<Node> parameters;
    private final BoundDims bound;
    private final Set<String> assigned;

    OperandTable(Plan plan, SizeTableBuilder sizes) {
        this.plan = plan;
        this.graph = plan.graph();
        this.sizes = sizes;
        this.parameters = graph.tensorParameters();
        this.bound = new BoundDims(parameters, graph.numberDims());
        this.assigned = graph.assigns().stream()
                .map(assign -> assign.updatedParameter().label())
                .collect(Collectors.toSet());
    }

    /** Writes the parameters, then the results. */
    byte[] bytes() {
        PlanWriter out = new PlanWriter();
        out.list(parameters, parameter -> parameter(out, parameter));
        List<Integer> results =
                IntStream.range(0, graph.outputs().size()).boxed().toList();
        out.list(results, index -> result(out, index));
        return out.bytes();
    }

    private void parameter(PlanWriter out, Node parameter) {
        out.text(parameter.label()).text(parameter.dtype().name()).flag(assigned.contains(parameter.label()));
        Shape shape = parameter.shape();
        out.number(shape.isUnranked() ? UNRANKED : shape.batchDims().isPresent() ? LEADING : RANKED);
        out.number(shape.trailing().size());
        shape.batchDims().ifPresent(symbol -> {
            out.text(symbol.name());
            out.number(parameters.indexOf(bound.parameter(symbol.name()).orElseThrow()));
        });
        List<Integer> compared = new ArrayList<>();
        List<Dim> dims = shape.dims();
        for (int axis = shape.batchDims().isPresent() ? 1 : 0; axis < dims.size(); axis++) {
            if (!bound.binds(parameter, axis)) {
                compared.add(axis);
            }
        }
        out.list(compared, axis -> {
            Dim dim = dims.get(axis);
            // From the end, because the number of batch dims may vary.
            out.number(dims.size() - axis).number(sizes.index(Size.of(dim)));
            out.text(dim.toString()).text(bound.by(dim).orElse(BoundDims.FORWARD_CALL));
        });
    }

    private void result(PlanWriter out, int index) {
        Graph.Output output = graph.outputs().get(index);
        out.text(output.name()).text(output.node().dtype().name());
        Shape shape = output.node().shape();
        out.flag(shape.isUnranked());
        if (!shape.isUnranked()) {
            sizes.dims(out, shape, parameters);
        }
        boolean[] shares = new boolean[parameters.size() + 1];
        for (int i = 0; i < parameters.size(); i++) {
            String parameter = parameters.get(i).label();
            shares[i + 1] = !assigned.contains(parameter) && plan.mayAlias(index, parameter);
        }
        // Ranges of parameters may alias a result, such as the preceding layers.
        List<Integer> changes = IntStream.range(0, parameters.size())
                .filter(i -> shares[i + 1] != shares[i])
                .boxed()
                .toList();
        out.list(changes, parameter -> out.number(parameter));
    }
}
