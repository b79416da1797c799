package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.onnx.node.KnownNumber;
import io.graphkernel.processor.onnx.node.NumberFolding;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.ElementType;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Folding of shape computations: {@code Shape} returns dims, and ops over known numbers are folded. Other computations
 * remain in the graph.
 */
public final class ShapeFolding {

    /** Folding of an op over known numbers; empty if the result is unknown. */
    private interface Folding {
        Optional<OnnxValue> fold(OnnxCall call) throws UnsupportedNodeException;
    }

    /** Function of two numbers. */
    private interface Function {
        KnownNumber of(KnownNumber x, KnownNumber y);
    }

    private static final List<String> ABOUT_SHAPES = List.of("Shape", "Size");
    private static final List<String> UNARY = List.of("Neg", "Abs", "Sqrt", "Floor", "Ceil", "Round", "Relu", "Not");
    private static final List<String> BINARY = List.of(
            "Add",
            "Sub",
            "Mul",
            "Div",
            "Min",
            "Max",
            "And",
            "Or",
            "Xor",
            "Equal",
            "Less",
            "Greater",
            "LessOrEqual",
            "GreaterOrEqual");

    private static final Map<String, Folding> FOLDINGS = Map.ofEntries(
            Map.entry("Shape", ShapeFolding::shape),
            Map.entry(
                    "Size",
                    call -> Optional.of(OnnxValue.of(DataType.I64, List.of(), List.of(Dim.product(call.dims(0)))))),
            Map.entry(
                    "Cast",
                    call -> cast(call, ElementType.of(call.integer("to", 0)).dtype())),
            Map.entry("CastLike", call -> cast(call, Optional.of(call.dtype(1)))),
            Map.entry("Gather", ShapeFolding::gather),
            Map.entry("Unsqueeze", call -> reshaped(call, MovementRules.unsqueezed(call))),
            Map.entry("Squeeze", call -> reshaped(call, MovementRules.squeezed(call))),
            Map.entry("Reshape", call -> reshaped(call, MovementRules.reshapedTo(call))),
            Map.entry("Identity", call -> reshaped(call, call.dims(0))),
            Map.entry("Expand", ShapeFolding::expanded),
            Map.entry("Concat", ShapeFolding::concat),
            Map.entry("Slice", ShapeFolding::slice),
            Map.entry("ConstantOfShape", ShapeFolding::constantOfShape),
            Map.entry("Range", ShapeFolding::range),
            Map.entry("ReduceProd", call -> reduced(call, Dim::times)),
            Map.entry("ReduceSum", call -> reduced(call, Dim::plus)),
            Map.entry("ReduceMax", call -> reduced(call, Dim::max)),
            Map.entry("ReduceMin", call -> reduced(call, Dim::min)),
            Map.entry("Mod", ShapeFolding::remainder),
            Map.entry("Where", ShapeFolding::where));

    private ShapeFolding() {}

    /** Returns the value of a node, if it is known. */
    public static Optional<OnnxValue> fold(OnnxNode node, OnnxCall call) throws UnsupportedNodeException {
        if (!node.domain().isEmpty() || node.outputs().size() != 1 || call.readsSequence()) {
            return Optional.empty();
        }
        String op = node.op();
        // Only the dtype of CastLike's second operand matters.
        int read = op.equals("CastLike") ? 1 : call.inputCount();
        boolean known = true;
        for (int i = 0; known && !ABOUT_SHAPES.contains(op) && i < read; i++) {
            // Arithmetic of narrow floats remains in the graph, which rounds its results.
            known = call.has(i)
                    && call.value(i).numbers().isPresent()
                    && (op.equals("Cast") || !call.dtype(i).isNarrowFloat());
        }
        if (!known) {
            return Optional.empty();
        }
        try {
            if (UNARY.contains(op)) {
                return unary(call, op);
            }
            if (BINARY.contains(op)) {
                DataType dtype = call.dtype(0);
                return elementwise(
                        call,
                        NumberFolding.compares(op) ? DataType.BOOL : dtype,
                        (x, y) -> NumberFolding.binary(op, x, y, dtype));
            }
            Folding folding = FOLDINGS.get(op);
            return folding == null ? Optional.empty() : folding.fold(call);
        } catch (ArithmeticException e) {
            // A number outside the range of a dim: the graph computes it, with wrap-around.
            return Optional.empty();
        }
    }

    /** Returns the known elements of an input. */
    private static List<KnownNumber> numbers(OnnxCall call, int input) throws UnsupportedNodeException {
        return call.value(input).numbers().orElseThrow();
    }

    /** Returns a result, unless an element is unknown or outside the range of its dtype. */
    private static Optional<OnnxValue> value(DataType dtype, List<Dim> dims, List<KnownNumber> elements) {
        for (KnownNumber element : elements) {
            boolean fits = element instanceof KnownNumber.IntegerNumber whole
                    ? whole.dim() instanceof Dim.Constant constant
                            ? dtype.holds(constant.size())
                            : dtype == DataType.I64 || dtype == DataType.I32
                    : element != null;
            if (!fits) {
                return Optional.empty();
            }
        }
        return Optional.of(OnnxValue.ofNumbers(dtype, dims, elements));
    }

    private static Optional<OnnxValue> shape(OnnxCall call) throws UnsupportedNodeException {
        List<Dim> dims = call.dims(0);
        int begin = bound(call.integer("start", 0), dims.size());
        int end = bound(call.integer("end", dims.size()), dims.size());
        List<Dim> slice = dims.subList(begin, Math.max(begin, end));
        return Optional.of(OnnxValue.of(DataType.I64, List.of(Dim.of(slice.size())), slice));
    }

    private static int bound(long index, int size) {
        return (int) Math.max(0, Math.min(size, index < 0 ? index + size : index));
    }

    private static Optional<OnnxValue> cast(OnnxCall call, Optional<DataType> dtype) throws UnsupportedNodeException {
        if (dtype.isEmpty()) {
            return Optional.empty();
        }
        List<KnownNumber> cast = new ArrayList<>();
        for (KnownNumber number : numbers(call, 0)) {
            cast.add(NumberFolding.converted(call, number, dtype.get()));
        }
        return value(dtype.get(), call.dims(0), cast);
    }

    private static Optional<OnnxValue> unary(OnnxCall call, String op) throws UnsupportedNodeException {
        DataType dtype = call.dtype(0);
        List<KnownNumber> folded = numbers(call, 0).stream()
                .map(number -> NumberFolding.unary(op, number, dtype))
                .toList();
        return value(dtype, call.dims(0), folded);
    }

    private static Optional<OnnxValue> gather(OnnxCall call) throws UnsupportedNodeException {
        if (call.rank(0) != 1) {
            return Optional.empty();
        }
        call.axis(call.integer("axis", 0), 1);
        List<KnownNumber> from = numbers(call, 0);
        List<KnownNumber> gathered = new ArrayList<>();
        for (Dim index : call.sizes(1)) {
            if (!(index instanceof Dim.Constant constant)) {
                return Optional.empty();
            }
            gathered.add(from.get(call.axis(constant.size(), from.size())));
        }
        return value(call.dtype(0), call.dims(1), gathered);
    }

    private static Optional<OnnxValue> reshaped(OnnxCall call, List<Dim> dims) throws UnsupportedNodeException {
        List<KnownNumber> known = numbers(call, 0);
        boolean fits = Dim.product(dims).equals(Dim.of(known.size()));
        return fits ? value(call.dtype(0), dims, known) : Optional.empty();
    }

    private static Optional<OnnxValue> expanded(OnnxCall call) throws UnsupportedNodeException {
        List<KnownNumber> known = numbers(call, 0);
        List<Dim> dims = MovementRules.expandedTo(call);
        boolean isKnown = known.size() == 1
                && Dim.product(dims) instanceof Dim.Constant count
                && count.size() <= OnnxValue.MAX_KNOWN;
        if (!isKnown) {
            return reshaped(call, dims);
        }
        int count = (int) ((Dim.Constant) Dim.product(dims)).size();
        return value(call.dtype(0), dims, Collections.nCopies(count, known.get(0)));
    }

    private static Optional<OnnxValue> concat(OnnxCall call) throws UnsupportedNodeException {
        List<KnownNumber> joined = new ArrayList<>();
        for (int i = 0; i < call.inputCount(); i++) {
            if (call.rank(i) != 1) {
                return Optional.empty();
            }
            joined.addAll(numbers(call, i));
        }
        call.axis(call.integer("axis", 0), 1);
        return value(call.dtype(0), List.of(Dim.of(joined.size())), joined);
    }

    private static Optional<OnnxValue> slice(OnnxCall call) throws UnsupportedNodeException {
        if (call.rank(0) != 1) {
            return Optional.empty();
        }
        MovementRules.Bounds bounds = MovementRules.bounds(call);
        if (!(bounds.begin().get(0) instanceof Dim.Constant begin)
                || !(bounds.end().get(0) instanceof Dim.Constant end)
                || bounds.strides().get(0) <= 0) {
            return Optional.empty();
        }
        List<KnownNumber> from = numbers(call, 0);
        List<KnownNumber> slice = new ArrayList<>();
        // A step past the end is equivalent to any larger one, and does not overflow.
        int step = (int) Math.min(bounds.strides().get(0), from.size());
        for (int i = bound(begin.size(), from.size()); i < bound(end.size(), from.size()); i += step) {
            slice.add(from.get(i));
        }
        return value(call.dtype(0), List.of(Dim.of(slice.size())), slice);
    }

    private static Optional<OnnxValue> constantOfShape(OnnxCall call) throws UnsupportedNodeException {
        Optional<OnnxTensor> value = call.tensor("value");
        Dim count = Dim.product(call.sizes(0));
        if (value.isEmpty()
                || value.get().type() == null
                || value.get().type().dtype().isFloating()
                || value.get().count() != 1
                || !(count instanceof Dim.Constant constant)
                || constant.size() < 0
                || constant.size() > OnnxValue.MAX_KNOWN) {
            return Optional.empty();
        }
        KnownNumber element = KnownNumber.of(Dim.of(value.get().element(0).longValue()));
        return value(value.get().type().dtype(), call.sizes(0), Collections.nCopies((int) constant.size(), element));
    }

    /** Folds an integer range; real ones remain in the graph, which multiplies and adds. */
    private static Optional<OnnxValue> range(OnnxCall call) throws UnsupportedNodeException {
        boolean known = call.dtype(0).isInteger();
        for (int i = 0; known && i < call.inputCount(); i++) {
            known = call.value(i).number().isPresent();
        }
        if (!known) {
            return Optional.empty();
        }
        Dim count = CreationRules.rangeSize(call);
        if (!(count instanceof Dim.Constant constant) || constant.size() > OnnxValue.MAX_KNOWN) {
            return Optional.empty();
        }
        List<KnownNumber> numbers = new ArrayList<>();
        for (long i = 0; i < constant.size(); i++) {
            long step = call.number(2).longValue() * i;
            numbers.add(KnownNumber.of(Dim.of(call.number(0).longValue() + step)));
        }
        return value(call.dtype(0), List.of(count), numbers);
    }

    /** Folds a reduction along one axis. */
    private static Optional<OnnxValue> reduced(OnnxCall call, BinaryOperator<Dim> function)
            throws UnsupportedNodeException {
        if (call.rank(0) != 1 || !call.dtype(0).isInteger() || call.sizes(0).isEmpty()) {
            return Optional.empty();
        }
        List<Long> axes = ReductionRules.axes(call);
        if (axes.isEmpty() && call.flag("noop_with_empty_axes", false)) {
            return Optional.empty();
        }
        List<Dim> dims = call.flag("keepdims", true) ? List.of(Dim.ONE) : List.of();
        Dim dim = call.sizes(0).stream().reduce(function).orElseThrow();
        return value(call.dtype(0), dims, List.of(KnownNumber.of(dim)));
    }

    private static Optional<OnnxValue> remainder(OnnxCall call) throws UnsupportedNodeException {
        if (!call.dtype(0).isInteger()) {
            return Optional.empty();
        }
        boolean signOfDividend = call.flag("fmod", false);
        return elementwise(call, call.dtype(0), (x, y) -> {
            Dim rest = NumberFolding.remainder(
                    ((KnownNumber.IntegerNumber) x).dim(), ((KnownNumber.IntegerNumber) y).dim(), signOfDividend);
            return rest == null ? null : KnownNumber.of(rest);
        });
    }

    private static Optional<OnnxValue> elementwise(OnnxCall call, DataType result, Function function)
            throws UnsupportedNodeException {
        if (call.inputCount() != 2) {
            return Optional.empty();
        }
        List<KnownNumber> x = numbers(call, 0);
        List<KnownNumber> y = numbers(call, 1);
        List<Dim> dims = joint(call.dims(0), x.size(), call.dims(1), y.size());
        if (dims == null) {
            return Optional.empty();
        }
        List<KnownNumber> folded = new ArrayList<>();
        for (int i = 0; i < (x.size() == 1 ? y.size() : x.size()); i++) {
            folded.add(function.of(element(x, i), element(y, i)));
        }
        return value(result, dims, folded);
    }

    /** Returns the dims of two operands if one has one element or their dims are equal; otherwise null. */
    private static List<Dim> joint(List<Dim> x, int xSize, List<Dim> y, int ySize) {
        if (x.equals(y) || ySize == 1 && y.size() <= x.size()) {
            return x;
        }
        return xSize == 1 && x.size() <= y.size() ? y : null;
    }

    private static KnownNumber element(List<KnownNumber> numbers, int i) {
        return numbers.get(numbers.size() == 1 ? 0 : i);
    }

    private static Optional<OnnxValue> where(OnnxCall call) throws UnsupportedNodeException {
        List<KnownNumber> condition = numbers(call, 0);
        List<KnownNumber> x = numbers(call, 1);
        List<KnownNumber> y = numbers(call, 2);
        List<Dim> values = joint(call.dims(1), x.size(), call.dims(2), y.size());
        int valueCount = x.size() == 1 ? y.size() : x.size();
        List<Dim> dims = values == null ? null : joint(values, valueCount, call.dims(0), condition.size());
        if (dims == null) {
            return Optional.empty();
        }
        List<KnownNumber> folded = new ArrayList<>();
        for (int i = 0; i < (valueCount == 1 ? condition.size() : valueCount); i++) {
            boolean first = !element(condition, i).equals(KnownNumber.of(Dim.ZERO));
            folded.add(element(first ? x : y, i));
        }
        return value(call.dtype(1), dims, folded);
    }
}
