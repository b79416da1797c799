package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.GraphExpansion;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
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
 * @param text line of {@code cases.txt}
 * @param row the op
 * @param operands operands in order
 * @param attributes attributes of the node
 */
public record GradientCase(String text, OpRow row, List<Operand> operands, Attributes attributes) {

    /**
     * An operand.
     *
     * @param parameter parameter of the op
     * @param shape its sizes
     * @param low minimum of its elements
     * @param high maximum of its elements
     * @param diagonal difference of the diagonal of matrices in the last two axes, whose row i has i + 1 times as much
     * @param number value of a number that is not a tensor; NaN for a tensor
     */
    public record Operand(OpParameter parameter, int[] shape, double low, double high, double diagonal, double number) {

        boolean isNumber() {
            return !Double.isNaN(number);
        }

        /** Returns the dtype of the operand for a dtype of floats; variable integer dtypes are i64. */
        public DataType dtype(OpRow row, DataType floats) {
            return switch (parameter.dtype()) {
                case BOOL -> DataType.BOOL;
                case INDEX, I64 -> DataType.I64;
                case I32 -> DataType.I32;
                case I8 -> DataType.I8;
                case F32, F32_OR_I64 -> DataType.F32;
                default -> row.dtypes().dtypes().contains(floats) ? floats : DataType.I64;
            };
        }

        private Value random(Random random, OpRow row, IntUnaryOperator size) {
            Value value = new Value(Arrays.stream(shape).map(size).toArray());
            for (int i = 0; i < value.elements().length; i++) {
                double element = low + (high - low) * random.nextDouble();
                value.elements()[i] = dtype(row, DataType.F64).isFloating()
                        ? element
                        : Math.floor(random.nextDouble() * (high - low + 1) + low);
                value.elements()[i] += diagonal == 0 ? 0 : onDiagonal(Float64Interpreter.index(i, value.shape()));
            }
            return value;
        }

        private double onDiagonal(int[] index) {
            int column = index[index.length - 1];
            return index[index.length - 2] == column ? diagonal * (column + 1) : 0;
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
                operands.add(new Operand(parameter, new int[0], 0, 0, 0, number));
            }
            if (parameter.isOperand()) {
                own.forEach(word -> operands.add(operand(parameter, word, domains.get(parameter.name()))));
            }
        }
        return new GradientCase(line.strip(), row, operands, Attributes.of(attributes));
    }

    private static Operand operand(OpParameter parameter, String word, String domain) {
        if (word.startsWith("=")) {
            return new Operand(parameter, new int[0], 0, 0, 0, Double.parseDouble(word.substring(1)));
        }
        int end = word.indexOf(']');
        int[] shape = word.substring(1, end).isEmpty()
                ? new int[0]
                : List.of(word.substring(1, end).split(",")).stream()
                        .mapToInt(Integer::parseInt)
                        .toArray();
        String range =
                word.length() > end + 1 ? word.substring(end + 2) : domain == null ? defaultDomain(parameter) : domain;
        String[] addends = range.split("\\+");
        double diagonal = addends.length > 1 ? Double.parseDouble(addends[1]) : 0;
        String[] ends = addends[0].split("\\.\\.(?=.)");
        return new Operand(
                parameter, shape, Double.parseDouble(ends[0]), Double.parseDouble(ends[1]), diagonal, Double.NaN);
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

    /** Returns a graph of the op alone, with parameters {@code p0}, {@code p1}, … and results {@code r0}, {@code r1}, …. */
    Graph graph() throws TypeException {
        return graph(DataType.F64, size -> Dim.of(size));
    }

    /** Returns the graph for another dtype of floats, with dims in place of sizes. */
    public Graph graph(DataType floats, IntFunction<Dim> dims) throws TypeException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            Operand operand = operands.get(i);
            DataType dtype = operand.dtype(row, floats);
            nodes.add(
                    operand.isNumber()
                            ? builder.constant(
                                    dtype.isFloating() ? (Number) operand.number() : (Number) (long) operand.number(),
                                    dtype)
                            : builder.tensorParameter("p" + i, new ValueType(dtype, shape(operand.shape(), dims))));
        }
        List<String> labels = new ArrayList<>();
        int results = row.hasVaryingResults()
                ? GraphExpansion.expand(row, new GraphBuilder(OpTable.get()), nodes, attributes, Origin.NONE)
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

    /** Returns random values of the parameters. */
    Map<String, Value> values(Random random) {
        return values(random, size -> size);
    }

    /**
     * Returns random values of the parameters at other sizes.
     *
     * @param size replacement of the size in the text
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
