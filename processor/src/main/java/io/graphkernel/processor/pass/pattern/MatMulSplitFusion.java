package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A matrix product that is cut into two or three parts along its columns, which may have a bias before and may be reshaped
 * before, and one of which SiLU may take: one op, that gives the parts. The weight is transposed, so that the rows that
 * make the columns of a part lie one after the other.
 */
public final class MatMulSplitFusion extends PatternPass {

    private static final String PRODUCT = "product";
    private static final String WHOLE = "whole";
    private static final String WEIGHT = "weight";
    private static final String BIAS = "bias";
    private static final String SILU = "silu";
    private static final String RESHAPE = "Reshape";
    private static final String BIAS_ADD = "BiasAdd";
    private static final String SIZES = "sizes";
    private static final String CHANNELS_LAST = "NHWC";

    /** The ops between the product and the split, in order. */
    private static final List<List<String>> BETWEEN = List.of(
            List.of(),
            List.of(RESHAPE),
            List.of("Add"),
            List.of("Add", RESHAPE),
            List.of(RESHAPE, "Add"),
            List.of(BIAS_ADD),
            List.of(BIAS_ADD, RESHAPE),
            List.of(RESHAPE, BIAS_ADD));

    private static final int NONE = -1;

    /** The pass. */
    public MatMulSplitFusion() {
        super("inference_matmul_split_fusion", patterns());
    }

    /** Those with SiLU first: without it they are the others. */
    private static String[] patterns() {
        return Stream.of(true, false)
                .flatMap(silu -> Stream.of(2, 3)
                        .flatMap(parts -> IntStream.range(silu ? 0 : NONE, silu ? parts : 0)
                                .boxed()
                                .flatMap(activated -> BETWEEN.stream()
                                        .flatMap(between -> Stream.of("Split", "SplitWithSize")
                                                .map(split -> pattern(parts, activated, between, split))))))
                .toArray(String[]::new);
    }

    private static String pattern(int parts, int activated, List<String> between, String split) {
        List<String> values = List.of(PRODUCT, "inner", WHOLE);
        List<String> lines = new ArrayList<>();
        String value = between.isEmpty() ? WHOLE : PRODUCT;
        lines.add(value + " = MatMul(x, weight)");
        for (int i = 0; i < between.size(); i++) {
            String next = i == between.size() - 1 ? WHOLE : values.get(i + 1);
            String operands = between.get(i).equals(RESHAPE) ? value : value + ", " + BIAS;
            lines.add(next + " = " + between.get(i) + "(" + operands + ")");
            value = next;
        }
        List<String> results = names("part", parts);
        lines.add(String.join(", ", results) + " = " + split + "(" + WHOLE + ")");
        if (activated != NONE) {
            lines.add(SILU + " = SiLU(" + results.get(activated) + ")");
            results.set(activated, SILU);
        }
        lines.add("=>");
        boolean biased = between.stream().anyMatch(op -> !op.equals(RESHAPE));
        boolean reshaped = between.contains(RESHAPE);
        List<String> columns = reshaped ? names("columns", parts) : results;
        String op = "Matmul" + (biased ? "Bias" : "") + "Split" + (activated == NONE ? "" : "Silu") + "Out" + parts;
        lines.add(String.join(", ", columns) + " = " + op + "(x, weight" + (biased ? ", " + BIAS : "") + ")");
        for (int part = 0; reshaped && part < parts; part++) {
            lines.add(results.get(part) + " = " + RESHAPE + "(" + columns.get(part) + ")");
        }
        return String.join("\n", lines);
    }

    private static List<String> names(String prefix, int count) {
        return new ArrayList<>(
                IntStream.range(0, count).mapToObj(number -> prefix + number).toList());
    }

    @Override
    boolean applies(PatternMatch match) {
        Attributes product = match.found(match.pattern().ops().get(0)).get(0).attributes();
        Dim columns = match.value(WEIGHT).shape().dims().get(0);
        List<Dim> sizes = sizes(match);
        return !product.flag(Attributes.TRANSPOSE_A)
                && product.flag(Attributes.TRANSPOSE_B)
                && sizes.size() == split(match).results().size()
                && sizes.stream().reduce(Dim.ZERO, Dim::plus).equals(columns)
                && last(match.value(WHOLE)).equals(columns)
                && isAlongTheLastAxis(match)
                && (match.value(BIAS) == null || isBias(match, columns));
    }

    private static PatternOp split(PatternMatch match) {
        return match.pattern().giverOf("part0").orElseThrow();
    }

    private static Dim last(Node value) {
        return value.shape().dims().get(value.shape().rank() - 1);
    }

    private static boolean isAlongTheLastAxis(PatternMatch match) {
        long axis = match.attributes("part0").integer(Attributes.AXIS);
        return axis == -1 || axis == match.value(WHOLE).shape().rank() - 1;
    }

    private static boolean isBias(PatternMatch match, Dim columns) {
        Node bias = match.value(BIAS);
        return !bias.isNumber()
                && bias.shape().equals(Shape.of(List.of(columns)))
                && match.inside().stream()
                        .filter(node -> node.op().equals(BIAS_ADD))
                        .allMatch(MatMulSplitFusion::addsAlongTheLastAxis);
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
        Dim size = last(match.found(split(match)).get(0));
        return Collections.nCopies((int) split.integer("parts"), size);
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        PatternOp op = match.pattern().newGiverOf(result).orElseThrow();
        List<Dim> sizes = sizes(match);
        PatternOp product = match.pattern().replacement().get(0);
        if (op != product) {
            List<Dim> dims = new ArrayList<>(match.value(WHOLE).shape().dims());
            dims.set(
                    dims.size() - 1,
                    sizes.get(product.results().indexOf(op.operands().get(0))));
            return Attributes.NONE.with(Attributes.DIMS, dims);
        }
        Attributes attributes = Attributes.NONE.with(SIZES, sizes);
        return match.pattern()
                .giverOf(SILU)
                .map(silu -> split(match).results().indexOf(silu.operands().get(0)))
                .map(position -> attributes.with("silu_position", (long) position))
                .orElse(attributes);
    }
}
