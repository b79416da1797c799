package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Axes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.SliceBounds;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeException.Problem;
import io.graphkernel.processor.graph.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Whether an op over packs is the same op for every number of axes that a pack stands for. It is tried: with symbols for
 * no, two and three axes in place of each pack, the op must give the same shape, and be made of the same basic ops over
 * the same axes, as with the pack as one axis; with axes of size 1 it must give the same shape. So nothing is said twice:
 * what an op does with axes follows from its row.
 */
final class EveryRank {

    private static final List<Trial.Leading> TRIALS = List.of(
            new Trial.Leading(0, false),
            new Trial.Leading(2, false),
            new Trial.Leading(3, false),
            new Trial.Leading(2, true));

    private final OpRow row;
    private final List<Node> operands;
    private final Attributes attributes;

    EveryRank(OpRow row, List<Node> operands, Attributes attributes) {
        this.row = row;
        this.operands = operands;
        this.attributes = attributes;
    }

    /** Whether a number of axes is not declared. */
    static boolean hasPack(Node node) {
        return node.shape().declared().pack().isPresent();
    }

    /**
     * Checks the op.
     *
     * @param type what it gives with packs as axes
     * @throws TypeException naming a number of axes for which it is another op
     */
    void require(ValueType type) throws TypeException {
        for (Trial.Leading axes : TRIALS) {
            boolean possible = operands.stream()
                    .allMatch(
                            operand -> operand.shape().declared().trailing().size() + axes.count() <= Shape.MOST_DIMS);
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
        // Without leading axes, or with such of one element, an expansion may leave ops out that have nothing to do.
        boolean whole = axes.count() > 0 && !axes.units();
        if (whole && !trial.isSame(row, trial.standIns(operands, false), attributes, unpacked, own)) {
            throw problem(axes, "it works along other axes");
        }
    }

    private TypeException problem(Trial.Leading axes, String facts) {
        return new TypeException(Problem.NOT_FOR_EVERY_RANK, -1, "with " + axes + " in place of the dots, " + facts);
    }

    /** One number of axes in place of each pack. */
    private static final class Trial {

        /** What replaces a pack: so many axes, of size 1 or of any. */
        record Leading(int count, boolean units) {

            @Override
            public String toString() {
                return count == 0 ? "no axis" : count + " axes" + (units ? " of size 1" : "");
            }
        }

        private final Leading leading;
        /** By pack; what it is where it counts as one size. */
        private final Map<String, Dim> products = new HashMap<>();

        private final Map<Node, Node> standIns = new IdentityHashMap<>();

        Trial(Leading leading) {
            this.leading = leading;
        }

        /** Parameters of the types of the operands; numbers as they are. */
        List<Node> standIns(List<Node> operands, boolean unpacked) {
            operands.forEach(operand -> operand.shape().declared().pack().ifPresent(this::product));
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

        private void product(Dim.Symbol pack) {
            products.put(pack.name(), Dim.product(axes(pack)));
        }

        private List<Dim> axes(Dim.Symbol pack) {
            return IntStream.range(0, leading.count())
                    .mapToObj(axis -> leading.units()
                            ? Dim.ONE
                            : new Dim.Symbol(pack.name().replace("...", "." + axis)))
                    .toList();
        }

        /** The shape with axes in place of the pack. */
        Shape unpacked(Shape shape) {
            if (shape.isRankless()) {
                return Shape.broadcastOf(shape.parameters(), unpacked(shape.declared()));
            }
            List<Dim> dims = new ArrayList<>();
            shape.pack().ifPresent(pack -> dims.addAll(axes(pack)));
            shape.trailing().forEach(dim -> dims.add(dim.substitute(products)));
            return Shape.of(dims);
        }

        /** The shape where an expansion has made one axis of those of the pack. */
        private Shape joined(Shape shape) {
            return shape.isRankless()
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
            List<Node> results = row.expand(graph, operands, attributes, Origin.NONE);
            List<Graph.Output> outputs =
                    results.stream().map(result -> new Graph.Output("", result)).toList();
            return graph.build(row.name(), outputs).nodes();
        }

        /** Whether a basic op works along the same axes, counted from the end, and else has the same attributes. */
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
            // The dims of a result have been compared as its shape.
            rest.remove(Attributes.DIMS);
            otherRest.remove(Attributes.DIMS);
            return rest.equals(otherRest);
        }

        /** What is read along one axis. */
        private record Slice(Dim start, Dim size, long step, boolean whole) {}

        private static List<Slice> slices(Shape shape, Attributes attributes) {
            List<Slice> slices = new ArrayList<>();
            for (int axis = 0; axis < shape.rank(); axis++) {
                Dim extent = shape.dims().get(axis);
                if (axis >= attributes.dims(Attributes.BEGIN).size()) {
                    slices.add(new Slice(Dim.ZERO, extent, 1, true));
                    continue;
                }
                Dim begin = attributes.dims(Attributes.BEGIN).get(axis);
                Dim end = attributes.dims(Attributes.END).get(axis);
                long step = attributes.longs(Attributes.STRIDES).get(axis);
                SliceBounds bounds = SliceBounds.of(extent, begin, end, step);
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
         * Axes of a shape from the front, with those in place of its first one if some are added. One axis in place of
         * several is none.
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
            List<Integer> all = new ArrayList<>();
            for (int axis : axes) {
                IntStream.rangeClosed(axis == 0 ? 0 : axis + added, axis + added)
                        .forEach(all::add);
            }
            return all;
        }
    }
}
