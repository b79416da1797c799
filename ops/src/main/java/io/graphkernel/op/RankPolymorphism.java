package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.SliceBounds;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Check that an op over variadic batch dims is the same op for every number of axes. The op is tried with zero, two and
 * three symbolic axes in place of the batch dims. It must have the same shape and expand to the same basic ops over the
 * same axes as with one axis. With axes of size 1 it must have the same shape. No further rules are required: the
 * behavior follows from the row.
 */
public final class RankPolymorphism {

    private static final List<Trial.Leading> TRIALS = List.of(
            new Trial.Leading(0, false),
            new Trial.Leading(2, false),
            new Trial.Leading(3, false),
            new Trial.Leading(2, true));

    private final OpRow row;
    private final List<Node> operands;
    private final Attributes attributes;

    RankPolymorphism(OpRow row, List<Node> operands, Attributes attributes) {
        this.row = row;
        this.operands = operands;
        this.attributes = attributes;
    }

    /** Returns true if a shape has variadic batch dims. */
    public static boolean hasBatchDims(Node node) {
        return node.shape().declared().batchDims().isPresent();
    }

    /**
     * Checks the op.
     *
     * @param type result type with batch dims as one axis
     * @throws TypeException if it is another op for some number of axes
     */
    void require(ValueType type) throws TypeException {
        for (Trial.Leading axes : TRIALS) {
            boolean possible = operands.stream()
                    .allMatch(operand -> operand.shape().declared().trailing().size() + axes.count() <= Shape.MAX_DIMS);
            if (possible) {
                require(type, axes);
            }
        }
    }

    private void require(ValueType type, Trial.Leading axes) throws TypeException {
        Trial trial = new Trial(axes);
        List<Node> unpacked = trial.standIns(operands, true);
        Attributes own = attributes.substitute(trial.products);
        Shape given;
        try {
            given = OpTable.get().infer(row.name(), unpacked, own).shape();
        } catch (TypeException e) {
            throw problem(axes, e.getMessage());
        }
        Shape expected = trial.unpacked(type.shape());
        if (!given.equals(expected)) {
            throw problem(axes, "its result has the shape " + given + " instead of " + expected);
        }
        // Without batch dimensions, or with batch dimensions of size 1, an expansion may omit ops without effect.
        boolean whole = axes.count() > 0 && !axes.units();
        if (whole && !trial.isSame(row, trial.standIns(operands, false), attributes, unpacked, own)) {
            throw problem(axes, "it works along other axes");
        }
    }

    private TypeException problem(Trial.Leading axes, String facts) {
        return new TypeException(Problem.NOT_FOR_EVERY_RANK, -1, "with " + axes + " in place of the dots, " + facts);
    }

    /** Trial with a number of axes in place of the batch dims. */
    private static final class Trial {

        /** Substitution for variadic batch dims: a number of axes, of size 1 or of any size. */
        record Leading(int count, boolean units) {

            @Override
            public String toString() {
                return count == 0 ? "no axis" : count + " axes" + (units ? " of size 1" : "");
            }
        }

        private final Leading leading;
        /** Product of the axes, by batch symbol, for shapes where they are one size. */
        private final Map<String, Dim> products = new HashMap<>();

        private final Map<Node, Node> standIns = new IdentityHashMap<>();

        Trial(Leading leading) {
            this.leading = leading;
        }

        /** Returns parameters with the types of the operands; numbers are unchanged. */
        List<Node> standIns(List<Node> operands, boolean unpacked) {
            operands.forEach(operand -> operand.shape().declared().batchDims().ifPresent(this::product));
            standIns.clear();
            return operands.stream()
                    .map(operand -> standIns.computeIfAbsent(operand, node -> standIn(node, unpacked)))
                    .toList();
        }

        private Node standIn(Node operand, boolean unpacked) {
            if (operand.kind() == Node.Kind.DIMENSION) {
                Dim dim = operand.attributes().dims().get(0);
                return unpacked ? Node.dimension(dim.substitute(products), operand.dtype()) : operand;
            }
            return operand.isNumber()
                    ? operand
                    : Node.parameter(
                            operand.label(),
                            unpacked ? new ValueType(operand.dtype(), unpacked(operand.shape())) : operand.type());
        }

        private void product(Dim.Symbol batch) {
            products.put(batch.name(), Dim.product(axes(batch)));
        }

        private List<Dim> axes(Dim.Symbol batch) {
            return IntStream.range(0, leading.count())
                    .mapToObj(axis -> leading.units()
                            ? Dim.ONE
                            : new Dim.Symbol(batch.name().replace("...", "." + axis)))
                    .toList();
        }

        /** Returns the shape with axes in place of the batch dims. */
        Shape unpacked(Shape shape) {
            if (shape.isUnranked()) {
                return Shape.broadcastOf(shape.parameters(), unpacked(shape.declared()));
            }
            List<Dim> dims = new ArrayList<>();
            shape.batchDims().ifPresent(batch -> dims.addAll(axes(batch)));
            shape.trailing().forEach(dim -> dims.add(dim.substitute(products)));
            return Shape.of(dims);
        }

        /** Returns the shape if an expansion has collapsed the axes of the batch dims. */
        private Shape joined(Shape shape) {
            return shape.isUnranked()
                    ? Shape.broadcastOf(shape.parameters(), joined(shape.declared()))
                    : Shape.of(shape.dims().stream()
                            .map(dim -> dim.substitute(products))
                            .toList());
        }

        boolean isSame(OpRow row, List<Node> packed, Attributes attributes, List<Node> unpacked, Attributes own)
                throws TypeException {
            if (row.kind() != OpKind.COMPOSITE) {
                return row.kind() == OpKind.ASSIGN || areAxesSame(row, packed, attributes, unpacked, own);
            }
            List<Node> ops = expanded(row, packed, attributes);
            List<Node> others = expanded(row, unpacked, own);
            Map<Node, Node> counterparts = new IdentityHashMap<>();
            for (int i = 0; i < packed.size(); i++) {
                counterparts.put(packed.get(i), unpacked.get(i));
            }
            if (ops.size() != others.size()) {
                return false;
            }
            for (int i = 0; i < ops.size(); i++) {
                Node op = ops.get(i);
                Node other = others.get(i);
                counterparts.put(op, other);
                if (!isSame(op, other, counterparts)) {
                    return false;
                }
            }
            return true;
        }

        private boolean isSame(Node op, Node other, Map<Node, Node> counterparts) throws TypeException {
            boolean alike = op.kind() == other.kind()
                    && op.op().equals(other.op())
                    && (other.shape().equals(unpacked(op.shape()))
                            || other.shape().equals(joined(op.shape())));
            if (!alike || !op.isOperation()) {
                return alike && op.attributes().substitute(products).equals(other.attributes());
            }
            for (int i = 0; i < op.operands().size(); i++) {
                Node operand = other.operands().get(i);
                if (counterparts.getOrDefault(op.operands().get(i), operand) != operand) {
                    return false;
                }
            }
            OpRow row = OpTable.get().row(op);
            return isSame(row, op.operands(), op.attributes(), other.operands(), other.attributes());
        }

        private static List<Node> expanded(OpRow row, List<Node> operands, Attributes attributes) throws TypeException {
            GraphBuilder graph = new GraphBuilder(OpTable.get());
            List<Node> results = GraphExpansion.expand(row, graph, operands, attributes, Origin.NONE);
            List<Graph.Output> outputs =
                    results.stream().map(result -> new Graph.Output("", result)).toList();
            return graph.build(row.name(), outputs).nodes();
        }

        /** Returns true if a basic op uses the same axes, counted from the end, and has otherwise equal attributes. */
        private boolean areAxesSame(
                OpRow row, List<Node> packed, Attributes attributes, List<Node> unpacked, Attributes own)
                throws TypeException {
            boolean index = row.kind() == OpKind.INDEX;
            Shape shape = index ? Shape.of(attributes.dims()) : packed.get(0).shape();
            Shape other = index ? Shape.of(own.dims()) : unpacked.get(0).shape();
            int added = other.rank() - shape.rank();
            SortedMap<String, Object> rest = new TreeMap<>(attributes.values());
            SortedMap<String, Object> otherRest = new TreeMap<>(own.values());
            for (String name : List.of(Attributes.AXIS, Attributes.AXES, Attributes.PERMUTATION)) {
                boolean there = rest.containsKey(name);
                if (there && !axes(name, shape, attributes, added).equals(axes(name, other, own, 0))) {
                    return false;
                }
                rest.remove(name);
                otherRest.remove(name);
            }
            if (attributes.has(Attributes.BEGIN)) {
                return areSame(slices(shape, attributes), slices(other, own), added);
            }
            // The dims of a result are compared as its shape.
            rest.remove(Attributes.DIMS);
            otherRest.remove(Attributes.DIMS);
            return rest.equals(otherRest);
        }

        /** Slice along one axis. */
        private record Slice(Dim start, Dim size, long step, boolean whole) {}

        private static List<Slice> slices(Shape shape, Attributes attributes) {
            List<Slice> slices = new ArrayList<>();
            for (int axis = 0; axis < shape.rank(); axis++) {
                Dim extent = shape.dims().get(axis);
                if (axis >= attributes.dims(Attributes.BEGIN).size()) {
                    slices.add(new Slice(Dim.ZERO, extent, 1, true));
                    continue;
                }
                long step = attributes.longs(Attributes.STRIDES).get(axis);
                SliceBounds bounds = SliceBounds.of(attributes, axis, extent);
                boolean whole = bounds.equals(new SliceBounds(Dim.ZERO, extent)) && step == 1;
                slices.add(new Slice(bounds.start(), bounds.size(), step, whole));
            }
            return slices;
        }

        private boolean areSame(List<Slice> packed, List<Slice> unpacked, int added) {
            int first = added == 0 ? 0 : 1;
            boolean same = packed.subList(0, first).stream().allMatch(Slice::whole)
                    && unpacked.subList(0, added + first).stream().allMatch(Slice::whole);
            for (int axis = first; same && axis < packed.size(); axis++) {
                Slice slice = packed.get(axis);
                Dim start = slice.start().substitute(products);
                Dim size = slice.size().substitute(products);
                same = unpacked.get(axis + added).equals(new Slice(start, size, slice.step(), slice.whole()));
            }
            return same;
        }

        /**
         * Returns axes of a shape from the front, including all batch axes if one is included. One axis in place of
         * several is not an axis.
         */
        private static List<Integer> axes(String name, Shape shape, Attributes attributes, int added)
                throws TypeException {
            if (name.equals(Attributes.AXIS)) {
                int axis = Axes.normalized(shape, attributes.integer(name));
                return added > 0 && axis == 0 ? List.of() : List.of(axis + added);
            }
            List<Integer> axes = name.equals(Attributes.AXES)
                    ? Axes.normalized(shape, attributes.axes())
                    : Axes.permutation(shape, attributes.longs(name));
            List<Integer> combined = new ArrayList<>();
            for (int axis : axes) {
                IntStream.rangeClosed(axis == 0 ? 0 : axis + added, axis + added)
                        .forEach(combined::add);
            }
            return combined;
        }
    }
}
