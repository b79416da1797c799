package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.prelude.CExpressionPrinter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;
import java.util.Optional;

/** Prints what Gather ops read. */
final class GatherPrinter {

    private final Kernel kernel;
    private final Bases bases;
    private final CExpressionPrinter expressions;

    GatherPrinter(Kernel kernel, Bases bases, CExpressionPrinter expressions) {
        this.kernel = kernel;
        this.bases = bases;
        this.expressions = expressions;
    }

    /** The gather that an op is. */
    Optional<Gather> find(Node node) {
        return kernel.gathers().stream().filter(gather -> gather.node() == node).findFirst();
    }

    /** What a stage function must know of a gather of its own. */
    List<String> parameters(Gather gather) {
        CNames names = expressions.names();
        return List.of(
                bases.type(gather.data()) + bases.name(gather.data()),
                "const gk_int64 " + names.step(gather.node()),
                "const gk_int64 " + names.axisStride(gather.node()),
                "const gk_int64 " + names.axisExtent(gather.node()));
    }

    /** The arguments for the {@link #parameters}. */
    List<String> arguments(Gather gather, Place place) {
        return List.of(
                place.base(gather.data()),
                CNames.dim(bases.innerStride(gather.data())),
                CNames.dim(gather.axisStride()),
                CNames.dim(gather.axisExtent()));
    }

    /** The value in a stage function: an index that stays along the last loop, that of vectors, reads whole vectors. */
    String atElement(Gather gather) {
        CNames names = expressions.names();
        IterationSpace space = kernel.space();
        int vectors = 1 << (space.runs().size() - 1);
        boolean moving = (space.mask(gather.node().operands().get(1)) & vectors) != 0;
        return call(
                moving ? "gk_gather" : "gk_gather_one",
                gather,
                bases.name(gather.data()) + (moves(gather) ? " + i * " + names.step(gather.node()) : ""),
                names.axisStride(gather.node()),
                names.axisExtent(gather.node()),
                names.step(gather.node()),
                "lanes");
    }

    /** The value outside the loops over elements, in all lanes. */
    String once(Gather gather, Place place) {
        return outside("gk_gather_one", gather, place.base(gather.data()), "0", "1");
    }

    /** The values where each lane is a row, from element {@code i} on. */
    String atLanes(Gather gather, Place place, String i, String lanes) {
        String step = CNames.dim(bases.innerStride(gather.data()));
        String base = place.base(gather.data()) + (moves(gather) ? " + " + i + " * " + step : "");
        return outside("gk_gather", gather, base, step, lanes);
    }

    private boolean moves(Gather gather) {
        return !bases.innerStride(gather.data()).equals(Dim.ZERO);
    }

    private String outside(String function, Gather gather, String base, String step, String lanes) {
        return call(
                function, gather, base, CNames.dim(gather.axisStride()), CNames.dim(gather.axisExtent()), step, lanes);
    }

    private String call(
            String function, Gather gather, String base, String stride, String extent, String step, String lanes) {
        Node index = gather.node().operands().get(1);
        String number = expressions.operand(index);
        String wide = index.dtype() == DType.I64 ? number : "gk_cast_i64(" + number + ")";
        return function + "(" + String.join(", ", base, wide, stride, extent, step, lanes) + ")";
    }
}
