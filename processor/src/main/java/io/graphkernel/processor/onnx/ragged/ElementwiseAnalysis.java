package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.onnx.node.KnownNumber;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Kind;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Scores;
import io.graphkernel.processor.onnx.reader.HalfPrecision;
import io.graphkernel.processor.onnx.rule.ShapeFolding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Analysis of elementwise nodes: over tokens, over the mask, and over scores of attention. */
final class ElementwiseAnalysis {

    /** Ops whose value is input 0, converted to the dtype of the result. */
    private static final Set<String> COPIES = Set.of("Identity", "Cast", "CastLike", "Dropout");

    private ElementwiseAnalysis() {}

    static RaggedValue of(RaggedCall call) throws UnsupportedNodeException {
        if (COPIES.contains(call.node().op())) {
            return copy(call);
        }
        boolean hasMask = false;
        boolean hasTokens = false;
        for (int i = 0; i < call.inputCount(); i++) {
            if (call.has(i) && call.in(i).isScores()) {
                return scores(call, i);
            }
            hasMask |= call.has(i) && call.in(i).kind() == Kind.MASK;
            hasTokens |= call.has(i) && call.in(i).kind() == Kind.TOKENS;
        }
        if (hasMask && !hasTokens) {
            RaggedValue axes = call.broadcast();
            return RaggedValue.mask(evaluated(call), axes.batchAxis(), axes.tokenAxis());
        }
        return call.broadcast().withPadding(PaddingAnalysis.of(call));
    }

    /** Analyzes a copy. Only the dtype of CastLike's second operand matters. */
    private static RaggedValue copy(RaggedCall call) throws UnsupportedNodeException {
        if (!call.node().op().equals("CastLike")) {
            call.requireFixed(1);
        }
        RaggedValue x = call.in(0);
        if (x.isScores()) {
            if (!call.resultType().isFloating()) {
                throw new UnsupportedNodeException("it converts scores of attention to integers");
            }
            return x;
        }
        if (x.isFixed()) {
            return x;
        }
        MovementAnalysis.movable(call);
        if (x.kind() == Kind.MASK) {
            return RaggedValue.mask(converted(call, x), x.batchAxis(), x.tokenAxis());
        }
        // Integers and booleans round or wrap a number.
        boolean isKept = x.padding() == 0
                || call.resultType().isFloating()
                        && call.value(0).type().dtype().isFloating();
        return isKept ? x : x.withPadding(Double.NaN);
    }

    /** Converts the two values of a mask to the dtype of the result. */
    private static OnnxValue converted(RaggedCall call, RaggedValue x) throws UnsupportedNodeException {
        OnnxValue mask = x.mask();
        DataType dtype = call.resultType();
        if (mask.type().dtype() == dtype) {
            return mask;
        }
        return dtype.isHalf()
                ? rounded(dtype, mask.dims(), numbers(mask))
                : folded(call, call.has(1) ? List.of(widened(mask), call.value(1)) : List.of(widened(mask)));
    }

    /**
     * Returns a number of a mask.
     *
     * @param position 0 for tokens, 1 for the padding
     */
    static double number(RaggedValue mask, int position) {
        return numbers(mask.mask()).get(position);
    }

    private static boolean areConstant(List<KnownNumber> numbers, int count) {
        return numbers.size() == count
                && numbers.stream()
                        .allMatch(number -> number instanceof KnownNumber.Real
                                || number instanceof KnownNumber.IntegerNumber integer
                                        && integer.dim() instanceof Dim.Constant);
    }

    /** Returns known numbers, which are constants. */
    private static List<Double> numbers(OnnxValue value) {
        List<Double> numbers = new ArrayList<>();
        for (KnownNumber number : value.numbers().orElseThrow()) {
            if (number instanceof KnownNumber.Real real) {
                numbers.add(real.value());
            } else {
                Dim dim = ((KnownNumber.IntegerNumber) number).dim();
                numbers.add((double) ((Dim.Constant) dim).size());
            }
        }
        return numbers;
    }

    /** Returns numbers as f32 if they are halves, whose arithmetic is that of f32 with rounded results. */
    private static OnnxValue widened(OnnxValue value) {
        return value.type().dtype().isHalf() ? reals(DataType.F32, value.dims(), numbers(value)) : value;
    }

    private static OnnxValue rounded(DataType half, List<Dim> dims, List<Double> numbers) {
        return reals(
                half,
                dims,
                numbers.stream()
                        .map(number -> HalfPrecision.rounded(number, half))
                        .toList());
    }

    private static OnnxValue reals(DataType dtype, List<Dim> dims, List<Double> numbers) {
        return OnnxValue.ofNumbers(
                dtype,
                dims,
                numbers.stream()
                        .map(number -> (KnownNumber) new KnownNumber.Real(number))
                        .toList());
    }

    /** Evaluates a node over the two values of its masks. */
    private static OnnxValue evaluated(RaggedCall call) throws UnsupportedNodeException {
        List<OnnxValue> operands = new ArrayList<>();
        for (int i = 0; i < call.inputCount(); i++) {
            if (!call.has(i)) {
                operands.add(null);
            } else if (call.in(i).kind() == Kind.MASK) {
                operands.add(widened(call.in(i).mask()));
            } else {
                operands.add(scalar(call, i));
            }
        }
        OnnxValue result = folded(call, operands);
        DataType dtype = call.resultType();
        return dtype.isHalf() ? rounded(dtype, result.dims(), numbers(result)) : result;
    }

    private static OnnxValue folded(RaggedCall call, List<OnnxValue> operands) throws UnsupportedNodeException {
        return ShapeFolding.fold(
                        call.node(), call.attributes().on(call.attributes().opset(), operands))
                .filter(value -> value.numbers()
                        .filter(numbers -> areConstant(numbers, 2))
                        .isPresent())
                .orElseThrow(() -> new UnsupportedNodeException(
                        "it computes with the mask, and its result cannot be determined when the model is compiled"));
    }

    private static OnnxValue scalar(RaggedCall call, int input) throws UnsupportedNodeException {
        OnnxValue value = call.value(input);
        List<KnownNumber> numbers = value.numbers().orElse(List.of());
        if (!areConstant(numbers, 1)) {
            throw new UnsupportedNodeException(
                    "it combines the mask with input " + input + ", which is not one number");
        }
        return widened(OnnxValue.ofNumbers(value.type().dtype(), List.of(), numbers));
    }

    private static RaggedValue scores(RaggedCall call, int input) throws UnsupportedNodeException {
        RaggedValue value = call.in(input);
        Scores scores = value.scores();
        String op = call.node().op();
        if (!call.result().equals(call.dims(input))) {
            throw new UnsupportedNodeException("it repeats scores of attention along an axis");
        }
        if (value.kind() == Kind.SCORES && call.inputCount() == 2) {
            int other = 1 - input;
            Optional<Double> number = call.in(other).isFixed() ? call.constant(other) : Optional.empty();
            if (op.equals("Mul") && number.isPresent()) {
                return scaled(scores, number.get());
            }
            if (op.equals("Div") && input == 0 && number.isPresent()) {
                return scaled(scores, 1 / number.get());
            }
            if (op.equals("Add") && isMaskOfKeys(call, other) && number(call.in(other), 0) == 0) {
                return masked(scores, number(call.in(other), 1));
            }
        }
        if (value.kind() == Kind.SCORES && op.equals("Where") && call.in(0).kind() == Kind.MASK) {
            // The scores are at the tokens, and a number in the padding.
            int ofTokens = number(call.in(0), 0) != 0 ? 1 : 2;
            int ofPadding = number(call.in(0), 1) != 0 ? 1 : 2;
            Optional<Double> number = call.constant(ofPadding);
            if (input == ofTokens && ofPadding != ofTokens && number.isPresent() && isMaskOfKeys(call, 0)) {
                return masked(scores, number.get());
            }
        }
        throw new UnsupportedNodeException(
                "it changes scores of attention in another way than by a factor and the mask");
    }

    private static boolean isMaskOfKeys(RaggedCall call, int input) throws UnsupportedNodeException {
        return call.in(input).kind() == Kind.MASK
                && call.in(input).isAlongKeys(call.dims(input).size());
    }

    private static RaggedValue scaled(Scores scores, double factor) {
        return RaggedValue.scores(
                Kind.SCORES,
                new Scores(scores.query(), scores.keys(), scores.scale() * factor, scores.mask() * factor));
    }

    private static RaggedValue masked(Scores scores, double mask) {
        return RaggedValue.scores(
                Kind.SCORES, new Scores(scores.query(), scores.keys(), scores.scale(), scores.mask() + mask));
    }
}
