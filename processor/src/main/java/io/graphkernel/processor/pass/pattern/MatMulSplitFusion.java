package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.op.OpParameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A matrix product, of numbers or of quantised ones, that is cut into two or three parts along its columns, which may have
 * a bias before and may be reshaped before, and one of which SiLU may take: one op, that gives the parts. The weight is
 * transposed, so that the rows that make the columns of a part lie one after the other.
 */
public final class MatMulSplitFusion extends PatternPass {

    private static final String PRODUCT = "product";
    private static final String WHOLE = "whole";
    private static final String WEIGHT = "weight";
    private static final String BIAS = "bias";
    private static final String SILU = "silu";
    private static final String RESHAPE = "Reshape";
    private static final String ADD = "Add";
    private static final String BIAS_ADD = "BiasAdd";
    private static final String SIZES = "sizes";
    private static final String CHANNELS_LAST = "NHWC";

    /**
     * A product and what may be between it and the split.
     *
     * @param op its name
     * @param operands its operands in the pattern
     * @param name how the names of the new ops begin
     * @param between lists of ops, in order
     */
    private record Product(String op, String operands, String name, List<List<String>> between) {}

    private static final List<Product> PRODUCTS = List.of(
            new Product(
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
            // Its own bias and scales are further operands.
            new Product(
                    "QuantBatchMatmul",
                    "x, weight, scale, more...",
                    "Quantbatchmatmul",
                    List.of(List.of(), List.of(RESHAPE))));

    /** The attributes of the product that the new op has too. */
    private static final List<String> KEPT = List.of(Attributes.DTYPE, OpParameter.ABSENT);

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
                                .flatMap(activated ->
                                        PRODUCTS.stream().flatMap(product -> patterns(product, parts, activated)))))
                .toArray(String[]::new);
    }

    private static Stream<String> patterns(Product product, int parts, int activated) {
        return product.between().stream()
                .flatMap(between -> Stream.of("Split", "SplitWithSize")
                        .map(split -> pattern(product, parts, activated, between, split)));
    }

    private static String pattern(Product product, int parts, int activated, List<String> between, String split) {
        List<String> values = List.of(PRODUCT, "inner", WHOLE);
        List<String> lines = new ArrayList<>();
        String value = between.isEmpty() ? WHOLE : PRODUCT;
        lines.add(value + " = " + product.op() + "(" + product.operands() + ")");
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
        String op =
                product.name() + (biased ? "Bias" : "") + "Split" + (activated == NONE ? "" : "Silu") + "Out" + parts;
        String operands = product.operands() + (biased ? ", " + BIAS : "");
        lines.add(String.join(", ", columns) + " = " + op + "(" + operands + ")");
        for (int part = 0; reshaped && part < parts; part++) {
            lines.add(results.get(part) + " = " + RESHAPE + "(" + columns.get(part) + ")");
        }
        return String.join("\n", lines);
    }

    private static List<String> names(String prefix, int count) {
        return new ArrayList<>(
                IntStream.range(0, count).mapToObj(number -> prefix + number).toList());
    }

    /** All patterns in one: what is in brackets may be missing. */
    @Override
    String pattern() {
        return """
                product = MatMul(x, weight) or QuantBatchMatmul(x, weight, scale, more...)
                sum = [Add or BiasAdd](product, bias), if the product is a MatMul
                whole = [Reshape](sum), or the product is reshaped before the sum
                first, second[, third] = Split or SplitWithSize(whole)
                [silu = SiLU(one of the parts)]
                =>
                first, second[, third] = [Reshape of the results of] Matmul[Bias]Split[Silu]Out2 or 3(x, weight[, bias])
                    or QuantbatchmatmulSplit[Silu]Out2 or 3(x, weight, scale, more...)""";
    }

    @Override
    String condition() {
        return "x is not transposed and the weight is, of [n, k]; the parts are n together along the last axis, which no"
                + " reshape changes; the bias is [n], and the sum has the shape of what it is added to.";
    }

    @Override
    boolean applies(PatternMatch match) {
        Attributes product = product(match);
        Shape weight = match.value(WEIGHT).shape();
        Dim columns = weight.dims().get(0);
        return !product.flag(Attributes.TRANSPOSE_A)
                && product.flag(Attributes.TRANSPOSE_B)
                && weight.rank() == 2
                && sizes(match).size() == split(match).results().size()
                && last(match.value(WHOLE)).equals(columns)
                && isAlongTheLastAxis(match)
                && (match.value(BIAS) == null || isBias(match, columns));
    }

    private static Attributes product(PatternMatch match) {
        return match.found(match.pattern().ops().get(0)).get(0).attributes();
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
                        .filter(node -> node.op().equals(ADD))
                        .allMatch(add -> repeatsNothingBut(bias, add))
                && match.inside().stream()
                        .filter(node -> node.op().equals(BIAS_ADD))
                        .allMatch(MatMulSplitFusion::addsAlongTheLastAxis);
    }

    /** Whether a sum has the type of its other operand: that one is not repeated to meet the bias. */
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
        Dim columns = last(match.value(WHOLE));
        long parts = split.integer("parts");
        Dim size = columns.exactQuotient(Dim.of(parts)).orElseGet(() -> columns.floorDiv(Dim.of(parts)));
        return Collections.nCopies((int) parts, size);
    }

    /** The dims of a part; of one that nobody reads, those of the whole with another size. */
    private static List<Dim> reshaped(PatternMatch match, String part, Dim size) {
        if (match.value(part) != null) {
            return match.value(part).shape().dims();
        }
        List<Dim> dims = new ArrayList<>(match.value(WHOLE).shape().dims());
        dims.set(dims.size() - 1, size);
        return dims;
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        List<Dim> sizes = sizes(match);
        PatternOp parts = match.pattern().replacement().get(0);
        PatternOp op = match.pattern().newGiverOf(result).orElseThrow();
        if (op != parts) {
            Dim size = sizes.get(parts.results().indexOf(op.operands().get(0)));
            return Attributes.NONE.with(Attributes.DIMS, reshaped(match, result, size));
        }
        Map<String, Object> kept = new TreeMap<>(product(match).values());
        kept.keySet().retainAll(KEPT);
        Attributes attributes = Attributes.of(kept).with(SIZES, sizes);
        return match.pattern()
                .giverOf(SILU)
                .map(silu -> split(match).results().indexOf(silu.operands().get(0)))
                .map(position -> attributes.with("silu_position", (long) position))
                .orElse(attributes);
    }
}
