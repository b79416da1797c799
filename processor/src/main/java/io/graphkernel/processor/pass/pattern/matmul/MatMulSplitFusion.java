package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternOp;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fuses a matmul, possibly quantized, and the split of its columns into two or three parts into one op. A bias or a
 * reshape may precede the split, and SiLU may follow on one part. The weight is transposed, so that the rows that
 * result in the columns of one part are contiguous.
 */
public final class MatMulSplitFusion extends PatternPass {

    private static final String MATMUL = "matmul";
    private static final String UNSPLIT = "whole";
    private static final String WEIGHT = "weight";
    private static final String BIAS = "bias";
    private static final String SILU = "silu";
    private static final String RESHAPE = "Reshape";
    private static final String ADD = "Add";
    private static final String BIAS_ADD = "BiasAdd";
    private static final String SIZES = "sizes";
    private static final String CHANNELS_LAST = "NHWC";

    /**
     * A matmul and the ops permitted between it and the split.
     *
     * @param op name of the op
     * @param operands operands in the pattern
     * @param name prefix of the names of the new ops
     * @param between permitted lists of ops, in order
     */
    private record MatMul(String op, String operands, String name, List<List<String>> between) {}

    private static final List<MatMul> MATMULS = List.of(
            new MatMul(
                    "MatMul",
                    "x, weight",
                    "Matmul",
                    List.of(
                            List.of(),
                            List.of(RESHAPE),
                            List.of(ADD),
                            List.of(ADD, RESHAPE),
                            List.of(RESHAPE, ADD),
                            List.of(BIAS_ADD),
                            List.of(BIAS_ADD, RESHAPE),
                            List.of(RESHAPE, BIAS_ADD))),
            // The bias and the scales of the quantized matmul are additional operands.
            new MatMul(
                    "QuantBatchMatmul",
                    "x, weight, scale, more...",
                    "Quantbatchmatmul",
                    List.of(List.of(), List.of(RESHAPE))));

    /** The attributes that the new op takes from the matmul. */
    private static final List<String> SHARED_ATTRIBUTES = List.of(Attributes.DTYPE, OpParameter.ABSENT);

    private static final int NONE = -1;

    /** Creates the pass. */
    public MatMulSplitFusion() {
        super("inference_matmul_split_fusion", patterns());
    }

    /** Returns the patterns, those with SiLU first: without it they equal the others. */
    private static String[] patterns() {
        return Stream.of(true, false)
                .flatMap(silu -> Stream.of(2, 3)
                        .flatMap(count -> IntStream.range(silu ? 0 : NONE, silu ? count : 0)
                                .boxed()
                                .flatMap(activated ->
                                        MATMULS.stream().flatMap(matMul -> patterns(matMul, count, activated)))))
                .toArray(String[]::new);
    }

    private static Stream<String> patterns(MatMul matMul, int count, int activated) {
        return matMul.between().stream()
                .flatMap(between -> Stream.of("Split", "SplitWithSize")
                        .map(split -> pattern(matMul, count, activated, between, split)));
    }

    private static String pattern(MatMul matMul, int count, int activated, List<String> between, String split) {
        List<String> values = List.of(MATMUL, "inner", UNSPLIT);
        List<String> lines = new ArrayList<>();
        String value = between.isEmpty() ? UNSPLIT : MATMUL;
        lines.add(value + " = " + matMul.op() + "(" + matMul.operands() + ")");
        for (int i = 0; i < between.size(); i++) {
            String next = i == between.size() - 1 ? UNSPLIT : values.get(i + 1);
            String operands = between.get(i).equals(RESHAPE) ? value : value + ", " + BIAS;
            lines.add(next + " = " + between.get(i) + "(" + operands + ")");
            value = next;
        }
        List<String> results = names("part", count);
        lines.add(String.join(", ", results) + " = " + split + "(" + UNSPLIT + ")");
        if (activated != NONE) {
            lines.add(SILU + " = SiLU(" + results.get(activated) + ")");
            results.set(activated, SILU);
        }
        lines.add("=>");
        boolean biased = between.stream().anyMatch(op -> !op.equals(RESHAPE));
        boolean reshaped = between.contains(RESHAPE);
        List<String> columns = reshaped ? names("columns", count) : results;
        String op =
                matMul.name() + (biased ? "Bias" : "") + "Split" + (activated == NONE ? "" : "Silu") + "Out" + count;
        String operands = matMul.operands() + (biased ? ", " + BIAS : "");
        lines.add(String.join(", ", columns) + " = " + op + "(" + operands + ")");
        for (int number = 0; reshaped && number < count; number++) {
            lines.add(results.get(number) + " = " + RESHAPE + "(" + columns.get(number) + ")");
        }
        return String.join("\n", lines);
    }

    private static List<String> names(String prefix, int count) {
        return new ArrayList<>(
                IntStream.range(0, count).mapToObj(number -> prefix + number).toList());
    }

    /** Returns all patterns as one text, with optional ops in brackets. */
    @Override
    protected String pattern() {
        return """
                matmul = MatMul(x, weight) or QuantBatchMatmul(x, weight, scale, more...)
                sum = [Add or BiasAdd](matmul, bias), only after MatMul
                whole = [Reshape](sum), or the matmul is reshaped before the sum
                first, second[, third] = Split or SplitWithSize(whole)
                [silu = SiLU(one of the parts)]
                =>
                first, second[, third] = [Reshape of the results of] Matmul[Bias]Split[Silu]Out2 or 3(x, weight[, bias])
                    or QuantbatchmatmulSplit[Silu]Out2 or 3(x, weight, scale, more...)""";
    }

    @Override
    protected String condition() {
        return "x is not transposed and the weight is, with shape [n, k]; the parts have n columns in total, and no reshape"
                + " changes the last axis; the bias is [n] and broadcasts to the matmul's shape.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        Attributes matMul = matMul(match);
        Shape weight = match.value(WEIGHT).shape();
        Dim columns = weight.dims().get(0);
        return !matMul.flag(Attributes.TRANSPOSE_A)
                && matMul.flag(Attributes.TRANSPOSE_B)
                && weight.rank() == 2
                && sizes(match).size() == split(match).results().size()
                && last(match.value(UNSPLIT)).equals(columns)
                && isAlongTheLastAxis(match)
                && (match.value(BIAS) == null || isBias(match, columns));
    }

    private static Attributes matMul(PatternMatch match) {
        return match.found(match.pattern().ops().get(0)).get(0).attributes();
    }

    private static PatternOp split(PatternMatch match) {
        return match.pattern().definitionOf("part0").orElseThrow();
    }

    private static Dim last(Node value) {
        return value.shape().dims().get(value.shape().rank() - 1);
    }

    private static boolean isAlongTheLastAxis(PatternMatch match) {
        long axis = match.attributes("part0").integer(Attributes.AXIS);
        return axis == -1 || axis == match.value(UNSPLIT).shape().rank() - 1;
    }

    private static boolean isBias(PatternMatch match, Dim columns) {
        Node bias = match.value(BIAS);
        return !bias.isNumber()
                && bias.shape().equals(Shape.of(List.of(columns)))
                && match.inside().stream()
                        .filter(node -> node.op().equals(ADD))
                        .allMatch(add -> repeatsNothingBut(bias, add))
                && match.inside().stream()
                        .filter(node -> node.op().equals(BIAS_ADD))
                        .allMatch(MatMulSplitFusion::addsAlongTheLastAxis);
    }

    /** Returns true if a sum has the type of its other operand, so that only the bias is broadcast. */
    private static boolean repeatsNothingBut(Node bias, Node add) {
        return add.operands().stream()
                .allMatch(operand -> operand == bias || operand.type().equals(add.type()));
    }

    private static boolean addsAlongTheLastAxis(Node biasAdd) {
        return biasAdd.shape().rank() == 2
                || CHANNELS_LAST.equals(biasAdd.attributes().text("format"));
    }

    private static List<Dim> sizes(PatternMatch match) {
        Attributes split = match.attributes("part0");
        if (split.has(SIZES)) {
            return split.dims(SIZES);
        }
        Dim columns = last(match.value(UNSPLIT));
        long count = split.integer("parts");
        Dim size = columns.exactQuotient(Dim.of(count)).orElseGet(() -> columns.floorDiv(Dim.of(count)));
        return Collections.nCopies((int) count, size);
    }

    /** Returns the dims of a part; for an unused part those of the whole with another size. */
    private static List<Dim> reshaped(PatternMatch match, String suffix, Dim size) {
        if (match.value(suffix) != null) {
            return match.value(suffix).shape().dims();
        }
        List<Dim> dims = new ArrayList<>(match.value(UNSPLIT).shape().dims());
        dims.set(dims.size() - 1, size);
        return dims;
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        List<Dim> sizes = sizes(match);
        PatternOp splitOp = match.pattern().replacement().get(0);
        PatternOp op = match.pattern().newDefinitionOf(result).orElseThrow();
        if (op != splitOp) {
            Dim size = sizes.get(splitOp.results().indexOf(op.operands().get(0)));
            return Attributes.NONE.with(Attributes.DIMS, reshaped(match, result, size));
        }
        Map<String, Object> shared = new TreeMap<>(matMul(match).values());
        shared.keySet().retainAll(SHARED_ATTRIBUTES);
        Attributes attributes = Attributes.of(shared).with(SIZES, sizes);
        return match.pattern()
                .definitionOf(SILU)
                .map(silu -> split(match).results().indexOf(silu.operands().get(0)))
                .map(position -> attributes.with("silu_position", (long) position))
                .orElse(attributes);
    }
}
