package io.graphkernel.processor.gradient;

import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * An op with operands of some shapes.
 *
 * @param text as in {@code cases.txt}
 * @param row the op
 * @param operands in order
 * @param attributes of the node
 */
public record GradientCase(String text, OpRow row, List<Operand> operands, Attributes attributes) {

    /**
     * One operand.
     *
     * @param parameter what it stands for
     * @param shape its sizes
     * @param low its elements are this or more
     * @param high and this or less
     * @param number the value of a number that is no tensor; NaN for a tensor
     */
    public record Operand(OpParameter parameter, int[] shape, double low, double high, double number) {

        boolean isNumber() {
            return !Double.isNaN(number);
        }

        /** The dtype of the operand where floats have a dtype; integers that may have several have 64 bits. */
        public DType dtype(OpRow row, DType floats) {
            return switch (parameter.dtype()) {
                case BOOL -> DType.BOOL;
                case INDEX, I64 -> DType.I64;
                case I32 -> DType.I32;
                case I8 -> DType.I8;
                case F32, F32_OR_I64 -> DType.F32;
                default -> row.dtypes().dtypes().contains(floats) ? floats : DType.I64;
            };
        }

        private Value random(Random random, OpRow row, IntUnaryOperator size) {
            Value value = new Value(Arrays.stream(shape).map(size).toArray());
            for (int i = 0; i < value.elements().length; i++) {
                double element = low + (high - low) * random.nextDouble();
                value.elements()[i] = dtype(row, DType.F64).isFloating()
                        ? element
                        : Math.floor(random.nextDouble() * (high - low + 1) + low);
            }
            return value;
        }
    }

    static GradientCase parse(String line, Map<String, String> domains) {
        String[] words = line.strip().split(" ");
        OpRow row = OpTable.get().find(words[0]).orElseThrow(() -> new AssertionError("no op " + words[0]));
        List<Operand> operands = new ArrayList<>();
        Map<String, Object> attributes = new TreeMap<>();
        for (OpParameter parameter : row.parameters()) {
            List<String> own = new ArrayList<>();
            for (String word : words) {
                if (word.matches(parameter.name() + "[\\[=].*")) {
                    own.add(word.substring(parameter.name().length()));
                }
            }
            if (!parameter.isOperand()) {
                Object value = own.isEmpty()
                        ? parameter
                                .defaultValue()
                                .orElseThrow(() -> new AssertionError(line + " needs " + parameter.name()))
                        : attribute(parameter, own.get(0).substring(1));
                attributes.put(parameter.attribute(), value);
            } else if (own.isEmpty() && parameter.kind() == OpParameter.Kind.OPTIONAL_TENSOR) {
                attributes.merge(OpParameter.ABSENT, parameter.name(), (a, b) -> a + " " + b);
            } else if (own.isEmpty()) {
                double number = (Double) parameter
                        .defaultValue()
                        .orElseThrow(() -> new AssertionError(line + " needs " + parameter.name()));
                operands.add(new Operand(parameter, new int[0], 0, 0, number));
            }
            if (parameter.isOperand()) {
                own.forEach(word -> operands.add(operand(parameter, word, domains.get(parameter.name()))));
            }
        }
        return new GradientCase(line.strip(), row, operands, Attributes.of(attributes));
    }

    private static Operand operand(OpParameter parameter, String word, String domain) {
        if (word.startsWith("=")) {
            return new Operand(parameter, new int[0], 0, 0, Double.parseDouble(word.substring(1)));
        }
        int end = word.indexOf(']');
        int[] shape = word.substring(1, end).isEmpty()
                ? new int[0]
                : List.of(word.substring(1, end).split(",")).stream()
                        .mapToInt(Integer::parseInt)
                        .toArray();
        String range =
                word.length() > end + 1 ? word.substring(end + 2) : domain == null ? defaultDomain(parameter) : domain;
        String[] ends = range.split("\\.\\.(?=.)");
        return new Operand(parameter, shape, Double.parseDouble(ends[0]), Double.parseDouble(ends[1]), Double.NaN);
    }

    private static String defaultDomain(OpParameter parameter) {
        return parameter.dtype() == OpDtype.BOOL ? "0..1" : "-2..2";
    }

    private static Object attribute(OpParameter parameter, String text) {
        return switch (parameter.kind()) {
            case AXIS, LONG -> Long.parseLong(text);
            case AXES, INTS, LONGS -> numbers(text);
            case DIMS, DIM -> numbers(text).stream().map(Dim::of).toList();
            case BOOLEAN -> Boolean.parseBoolean(text);
            default -> text;
        };
    }

    private static List<Long> numbers(String text) {
        String inside = text.substring(1, text.length() - 1);
        return inside.isEmpty()
                ? List.of()
                : List.of(inside.split(",")).stream().map(Long::parseLong).toList();
    }

    /** The op alone in a graph; its parameters are {@code p0}, {@code p1} and so on, its results {@code r0}, {@code r1}. */
    Graph graph() throws TypeException {
        return graph(DType.F64, size -> Dim.of(size));
    }

    /** The same with floats of another dtype, and dims in place of sizes. */
    public Graph graph(DType floats, IntFunction<Dim> dims) throws TypeException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            Operand operand = operands.get(i);
            DType dtype = operand.dtype(row, floats);
            nodes.add(
                    operand.isNumber()
                            ? builder.constant(
                                    dtype.isFloating() ? (Number) operand.number() : (Number) (long) operand.number(),
                                    dtype)
                            : builder.tensorParameter("p" + i, new ValueType(dtype, shape(operand.shape(), dims))));
        }
        List<String> labels = new ArrayList<>();
        int results = row.hasVaryingResults()
                ? row.expand(new GraphBuilder(OpTable.get()), nodes, attributes, Origin.NONE)
                        .size()
                : row.results().size();
        for (int i = 0; i < results; i++) {
            labels.add("");
        }
        List<Node> values = row.name().equals(Node.ASSIGN)
                ? List.of(builder.operation(row.name(), nodes, attributes, "", Origin.NONE))
                : builder.operations(row.name(), nodes, attributes, labels, Origin.NONE);
        List<Graph.Output> outputs = new ArrayList<>();
        for (Node value : values) {
            outputs.add(new Graph.Output("r" + outputs.size(), value));
        }
        return builder.build(row.javaName(), outputs);
    }

    private static Shape shape(int[] sizes, IntFunction<Dim> dims) {
        return Shape.of(Arrays.stream(sizes).mapToObj(dims).toList());
    }

    /** Random values of the parameters. */
    Map<String, Value> values(Random random) {
        return values(random, size -> size);
    }

    /**
     * Random values of the parameters of other sizes.
     *
     * @param size in place of the one in the text
     */
    public Map<String, Value> values(Random random, IntUnaryOperator size) {
        Map<String, Value> values = new LinkedHashMap<>();
        for (int i = 0; i < operands.size(); i++) {
            if (!operands.get(i).isNumber()) {
                values.put("p" + i, operands.get(i).random(random, row, size));
            }
        }
        return values;
    }

    @Override
    public String toString() {
        return text;
    }
}
