package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.DimCondition.Decision;
import io.graphkernel.processor.graph.DimCondition.Relation;
import io.graphkernel.processor.graph.Origin;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Computes what shapes are made of, on dims: {@code Shape} gives them, and what other ops make of known whole numbers is known as
 * well. What is not decided by the dims is left to the graph.
 */
final class ShapeFolding {

    /** One op over known numbers; empty if it cannot be told. */
    private interface Folding {
        Optional<OnnxValue> fold(OnnxCall call) throws Refused;
    }

    private static final Map<String, Folding> FOLDINGS = Map.ofEntries(
            Map.entry("Shape", ShapeFolding::shape),
            Map.entry(
                    "Size",
                    call -> Optional.of(OnnxValue.of(DType.I64, List.of(), List.of(Dim.product(call.dims(0)))))),
            Map.entry("Cast", ShapeFolding::cast),
            Map.entry("Neg", ShapeFolding::negated),
            Map.entry("Gather", ShapeFolding::gather),
            Map.entry("Unsqueeze", call -> reshaped(call, MovementRules.unsqueezed(call))),
            Map.entry("Squeeze", call -> reshaped(call, MovementRules.squeezed(call))),
            Map.entry("Reshape", call -> reshaped(call, MovementRules.reshapedTo(call))),
            Map.entry("Identity", call -> reshaped(call, call.dims(0))),
            Map.entry("Concat", ShapeFolding::concat),
            Map.entry("Slice", ShapeFolding::slice),
            Map.entry("ConstantOfShape", ShapeFolding::constantOfShape),
            Map.entry("ReduceProd", ShapeFolding::product),
            Map.entry("Add", call -> elementwise(call, Dim::plus)),
            Map.entry("Sub", call -> elementwise(call, Dim::minus)),
            Map.entry("Mul", call -> elementwise(call, Dim::times)),
            Map.entry("Min", call -> elementwise(call, Dim::min)),
            Map.entry("Max", call -> elementwise(call, Dim::max)),
            Map.entry("Div", call -> elementwise(call, ShapeFolding::quotient)),
            Map.entry("Equal", call -> elementwise(call, ShapeFolding::equal, DType.BOOL)),
            Map.entry("Where", ShapeFolding::where));

    private ShapeFolding() {}

    /** What a node gives, if that is known. */
    static Optional<OnnxValue> fold(OnnxNode node, OnnxCall call) throws Refused {
        Folding folding = node.domain().isEmpty() ? FOLDINGS.get(node.op()) : null;
        if (folding == null || node.outputs().size() != 1) {
            return Optional.empty();
        }
        boolean aboutShapes = node.op().equals("Shape") || node.op().equals("Size");
        if (!aboutShapes) {
            for (int i = 0; i < call.inputCount(); i++) {
                if (!call.has(i) || call.value(i).known().isEmpty()) {
                    return Optional.empty();
                }
            }
        }
        return folding.fold(call);
    }

    private static Optional<OnnxValue> shape(OnnxCall call) throws Refused {
        List<Dim> dims = call.dims(0);
        int begin = bound(call.integer("start", 0), dims.size());
        int end = bound(call.integer("end", dims.size()), dims.size());
        List<Dim> part = dims.subList(begin, Math.max(begin, end));
        return Optional.of(OnnxValue.of(DType.I64, List.of(Dim.of(part.size())), part));
    }

    private static int bound(long index, int size) {
        return (int) Math.max(0, Math.min(size, index < 0 ? index + size : index));
    }

    private static Optional<OnnxValue> cast(OnnxCall call) throws Refused {
        DType dtype = ElementType.of(call.integer("to", 0)).dtype().orElse(DType.BOOL);
        if (dtype == DType.F32) {
            return reals(call);
        }
        boolean wide = dtype == DType.I64 || dtype == DType.I32;
        boolean fits = wide
                && call.sizes(0).stream()
                        .allMatch(size -> !(size instanceof Dim.Constant constant) || dtype.holds(constant.size()));
        return fits ? Optional.of(OnnxValue.of(dtype, call.dims(0), call.sizes(0))) : Optional.empty();
    }

    /** Numbers that are known stay known, as a limit of a range is. */
    private static Optional<OnnxValue> reals(OnnxCall call) throws Refused {
        List<Dim> known = call.sizes(0);
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * known.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (Dim dim : known) {
            if (!(dim instanceof Dim.Constant constant)) {
                return Optional.empty();
            }
            bytes.putFloat(constant.size());
        }
        List<Long> dims = new ArrayList<>();
        for (Dim dim : call.dims(0)) {
            if (!(dim instanceof Dim.Constant constant)) {
                return Optional.empty();
            }
            dims.add(constant.size());
        }
        return Optional.of(OnnxValue.of(new OnnxTensor("", ElementType.FLOAT, dims, bytes.flip())));
    }

    private static Optional<OnnxValue> negated(OnnxCall call) throws Refused {
        List<Dim> negated = call.sizes(0).stream().map(Dim.ZERO::minus).toList();
        boolean wide = call.dtype(0) == DType.I64 || call.dtype(0) == DType.I32;
        return wide ? Optional.of(OnnxValue.of(call.dtype(0), call.dims(0), negated)) : Optional.empty();
    }

    private static Optional<OnnxValue> gather(OnnxCall call) throws Refused {
        if (call.rank(0) != 1) {
            return Optional.empty();
        }
        call.axis(call.integer("axis", 0), 1);
        List<Dim> from = call.sizes(0);
        List<Dim> gathered = new ArrayList<>();
        for (Dim index : call.sizes(1)) {
            if (!(index instanceof Dim.Constant constant)) {
                return Optional.empty();
            }
            gathered.add(from.get(call.axis(constant.size(), from.size())));
        }
        return Optional.of(OnnxValue.of(call.dtype(0), call.dims(1), gathered));
    }

    private static Optional<OnnxValue> reshaped(OnnxCall call, List<Dim> dims) throws Refused {
        List<Dim> known = call.sizes(0);
        boolean fits = Dim.product(dims).equals(Dim.of(known.size()));
        return fits ? Optional.of(OnnxValue.of(call.dtype(0), dims, known)) : Optional.empty();
    }

    private static Optional<OnnxValue> concat(OnnxCall call) throws Refused {
        List<Dim> all = new ArrayList<>();
        for (int i = 0; i < call.inputCount(); i++) {
            if (call.rank(i) != 1) {
                return Optional.empty();
            }
            all.addAll(call.sizes(i));
        }
        call.axis(call.integer("axis", 0), 1);
        return Optional.of(OnnxValue.of(call.dtype(0), List.of(Dim.of(all.size())), all));
    }

    private static Optional<OnnxValue> slice(OnnxCall call) throws Refused {
        if (call.rank(0) != 1) {
            return Optional.empty();
        }
        MovementRules.Bounds bounds = MovementRules.bounds(call);
        if (!(bounds.begin().get(0) instanceof Dim.Constant begin)
                || !(bounds.end().get(0) instanceof Dim.Constant end)
                || bounds.strides().get(0) <= 0) {
            return Optional.empty();
        }
        List<Dim> from = call.sizes(0);
        List<Dim> part = new ArrayList<>();
        // A step past the end is as good as any larger one, and sums of it fit.
        int step = (int) Math.min(bounds.strides().get(0), from.size());
        for (int i = bound(begin.size(), from.size()); i < bound(end.size(), from.size()); i += step) {
            part.add(from.get(i));
        }
        return Optional.of(OnnxValue.of(call.dtype(0), List.of(Dim.of(part.size())), part));
    }

    private static Optional<OnnxValue> constantOfShape(OnnxCall call) throws Refused {
        Optional<OnnxTensor> value = call.tensor("value");
        Dim count = Dim.product(call.sizes(0));
        if (value.isEmpty()
                || value.get().type() == null
                || !value.get().type().dtype().isInteger()
                || value.get().count() != 1
                || !(count instanceof Dim.Constant constant)
                || constant.size() < 0
                || constant.size() > OnnxValue.MOST_KNOWN) {
            return Optional.empty();
        }
        Dim element = Dim.of(value.get().element(0).longValue());
        return Optional.of(OnnxValue.of(
                value.get().type().dtype(), call.sizes(0), Collections.nCopies((int) constant.size(), element)));
    }

    private static Optional<OnnxValue> product(OnnxCall call) throws Refused {
        if (call.rank(0) != 1 || call.has(1)) {
            return Optional.empty();
        }
        call.ignore("axes");
        List<Dim> dims = call.flag("keepdims", true) ? List.of(Dim.ONE) : List.of();
        return Optional.of(OnnxValue.of(call.dtype(0), dims, List.of(Dim.product(call.sizes(0)))));
    }

    private static Optional<OnnxValue> elementwise(OnnxCall call, BinaryOperator<Dim> function) throws Refused {
        return call.dtype(0).isInteger() ? elementwise(call, function, call.dtype(0)) : Optional.empty();
    }

    private static Optional<OnnxValue> elementwise(OnnxCall call, BinaryOperator<Dim> function, DType result)
            throws Refused {
        if (call.inputCount() != 2) {
            return Optional.empty();
        }
        OnnxValue x = call.value(0);
        OnnxValue y = call.value(1);
        List<Dim> dims = joint(x, y);
        if (dims == null) {
            return Optional.empty();
        }
        List<Dim> made = new ArrayList<>();
        for (int i = 0; i < count(x, y); i++) {
            Dim element = function.apply(element(x, i), element(y, i));
            boolean fits = element instanceof Dim.Constant constant
                    ? result.holds(constant.size())
                    : element != null && (result == DType.I64 || result == DType.I32);
            if (!fits) {
                return Optional.empty();
            }
            made.add(element);
        }
        return Optional.of(OnnxValue.of(result, dims, made));
    }

    /** The dims of two operands of which one has one element, or both the same dims; null for others. */
    private static List<Dim> joint(OnnxValue x, OnnxValue y) {
        if (x.dims().equals(y.dims())) {
            return x.dims();
        }
        if (size(y) == 1 && y.dims().size() <= x.dims().size()) {
            return x.dims();
        }
        return size(x) == 1 && x.dims().size() <= y.dims().size() ? y.dims() : null;
    }

    /** How many elements two operands give that broadcast. */
    private static int count(OnnxValue x, OnnxValue y) {
        return size(x) == 1 ? size(y) : size(x);
    }

    private static int size(OnnxValue value) {
        return value.known().orElseThrow().size();
    }

    private static Dim element(OnnxValue value, int i) {
        List<Dim> known = value.known().orElseThrow();
        return known.get(known.size() == 1 ? 0 : i);
    }

    /** Rounded towards zero, which is down where nothing is negative; null if that is not known. */
    private static Dim quotient(Dim x, Dim y) {
        if (x instanceof Dim.Constant a && y instanceof Dim.Constant b) {
            return b.size() == 0 ? null : Dim.of(a.size() / b.size());
        }
        boolean positive = y instanceof Dim.Constant constant ? constant.size() > 0 : y.isNonNegative();
        return positive && x.isNonNegative() ? x.floorDiv(y) : null;
    }

    private static Dim equal(Dim x, Dim y) {
        Decision decision = new DimCondition(x, Relation.EQUAL, y, "", Origin.NONE).decision();
        // A size is never negative, whatever it is.
        boolean apart = x.minus(y).minus(Dim.ONE).isNonNegative()
                || y.minus(x).minus(Dim.ONE).isNonNegative();
        if (decision == Decision.OPEN && !apart) {
            return null;
        }
        return decision == Decision.HOLDS ? Dim.ONE : Dim.ZERO;
    }

    private static Optional<OnnxValue> where(OnnxCall call) throws Refused {
        OnnxValue condition = call.value(0);
        List<Dim> dims = joint(call.value(1), call.value(2));
        boolean fits = dims != null
                && (condition.dims().equals(dims)
                        || size(condition) == 1
                                && dims.size() >= condition.dims().size());
        if (!fits) {
            return Optional.empty();
        }
        List<Dim> made = new ArrayList<>();
        for (int i = 0; i < count(call.value(1), call.value(2)); i++) {
            boolean first = !element(condition, i).equals(Dim.ZERO);
            made.add(element(call.value(first ? 1 : 2), i));
        }
        return Optional.of(OnnxValue.of(call.dtype(1), dims, made));
    }
}
