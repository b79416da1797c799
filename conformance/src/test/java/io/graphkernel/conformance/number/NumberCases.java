package io.graphkernel.conformance.number;

import io.graphkernel.conformance.number.NumberCase.TensorOperand;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpSample;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Draws kernels with numbers in place of tensors from the op table: each op with each operand that may be a number. */
final class NumberCases {

    private static final Map<String, Long> SIZES = Map.of("n", 2L, "m", 3L, "h", 5L, "w", 5L);
    private static final Set<OpDtype> FROM_TENSORS = Set.of(OpDtype.SHARED, OpDtype.SHARED_OR_F32, OpDtype.OWN);
    private static final List<String> FLOATING = List.of("double", "float", "long", "int");
    private static final List<String> INTEGERS = List.of("long", "int");

    private final OpRow row;
    private final OpSample sample;
    private final List<NumberCase> cases = new ArrayList<>();

    private NumberCases(OpRow row) {
        this.row = row;
        this.sample = OpSample.of(row);
    }

    /** Returns every parameter: each op, operand, dtype and Java type. */
    static List<NumberCase> parameters() {
        return OpTable.get().families().stream()
                .filter(family -> !family.title().equals("Collectives"))
                .flatMap(family -> family.rows().stream())
                .flatMap(row -> new NumberCases(row).operandCases().stream())
                .toList();
    }

    /**
     * Draws some of the cases, with each op and operand among them.
     *
     * @param casesPerOp number of cases per operand
     */
    static List<NumberCase> drawn(List<NumberCase> cases, int casesPerOp, Random random) {
        Map<String, List<NumberCase>> byOperand = cases.stream()
                .collect(Collectors.groupingBy(
                        tested -> tested.row().name() + "." + tested.number(),
                        TreeMap::new,
                        Collectors.toCollection(ArrayList::new)));
        List<NumberCase> drawn = new ArrayList<>();
        byOperand.values().forEach(operandCases -> {
            Collections.shuffle(operandCases, random);
            drawn.addAll(operandCases.subList(0, Math.min(casesPerOp, operandCases.size())));
        });
        return drawn;
    }

    /** Returns the case with a number of the source in place of the parameter. */
    static NumberCase constant(NumberCase parameter, Random random) {
        List<CallNumber> numbers = CallNumber.ofType(parameter.javaType());
        CallNumber number = numbers.get(random.nextInt(numbers.size()));
        return new NumberCase(
                parameter.row(),
                parameter.number(),
                parameter.dtype(),
                parameter.javaType(),
                Optional.of(number),
                parameter.tensors(),
                parameter.call());
    }

    private List<NumberCase> operandCases() {
        List<OpParameter> operands = row.operandParameters();
        List<OpParameter> numbers = operands.stream()
                .filter(operand -> operand.kind() == Kind.NUMBER)
                .toList();
        if (!numbers.isEmpty()) {
            numbers.forEach(number -> add(number, Set.copyOf(numbers)));
            return cases;
        }
        List<OpParameter> free = operands.stream().filter(OpParameter::orNumber).toList();
        free.forEach(number -> add(number, Set.of(number)));
        if (row.name().equals("Select")) {
            add(free.get(0), Set.copyOf(free));
        }
        return cases;
    }

    private void add(OpParameter number, Set<OpParameter> numbers) {
        boolean alone = row.operandParameters().stream()
                .filter(operand -> operand.dtype() == OpDtype.SHARED)
                .allMatch(numbers::contains);
        if (number.dtype() == OpDtype.I64) {
            cases.add(of(number, numbers, DType.F32, Optional.of(DType.I64), "long"));
        } else if (alone && number.dtype() == OpDtype.SHARED) {
            FLOATING.forEach(type -> cases.add(of(number, numbers, DType.F32, Optional.empty(), type)));
        } else if (FROM_TENSORS.contains(number.dtype())) {
            for (DType dtype : dtypes()) {
                (dtype.isFloat() ? FLOATING : INTEGERS)
                        .forEach(type -> cases.add(of(number, numbers, dtype, Optional.of(dtype), type)));
            }
        } else {
            for (DType dtype : dtypes()) {
                FLOATING.forEach(type -> cases.add(of(number, numbers, dtype, Optional.of(DType.F32), type)));
            }
        }
    }

    private List<DType> dtypes() {
        return row.dtypes().dtypes().stream()
                .map(dtype -> DType.valueOf(dtype.name()))
                .filter(dtype -> dtype != DType.BOOL)
                .toList();
    }

    private NumberCase of(
            OpParameter number, Set<OpParameter> numbers, DType shared, Optional<DType> dtype, String javaType) {
        List<TensorOperand> tensors = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        List<String> last = new ArrayList<>();
        int index = 0;
        for (OpParameter parameter : row.parameters()) {
            if (!parameter.isOperand()) {
                arguments.add(attribute(parameter));
                continue;
            }
            int count = parameter.kind() == Kind.TENSORS ? 2 : 1;
            for (int i = 0; i < count; i++) {
                Node node = sample.operands().get(index++);
                if (numbers.contains(parameter)) {
                    arguments.add(parameter.equals(number) ? "$p" : "1");
                    continue;
                }
                DType own = FROM_TENSORS.contains(parameter.dtype())
                        ? shared
                        : DType.valueOf(node.dtype().name());
                String name = parameter.name() + (count > 1 ? i : "");
                List<Long> dims =
                        updates() && parameter.name().equals("weight") ? List.of(SIZES.get("n"), 4L, 8L) : dims(node);
                tensors.add(new TensorOperand(name, own, dims));
                (count > 1 ? last : arguments).add(name);
            }
        }
        arguments.addAll(last);
        String call = "Ops." + row.javaName() + "(" + String.join(", ", arguments) + ")" + result();
        return new NumberCase(row, number.name(), dtype, javaType, Optional.empty(), tensors, call);
    }

    private String result() {
        boolean updates =
                row.results().stream().anyMatch(result -> result.updates().isPresent());
        if (updates || row.name().equals("Assign")) {
            return "";
        }
        if (row.hasVaryingResults()) {
            return "[0]";
        }
        return row.results().size() == 1 ? "" : "." + row.results().get(0).name() + "()";
    }

    private boolean updates() {
        return row.name().equals("Assign")
                || row.results().stream().anyMatch(result -> result.updates().isPresent());
    }

    private static List<Long> dims(Node node) {
        return node.shape().dims().stream()
                .map(dim -> dim instanceof Dim.Constant constant ? constant.size() : SIZES.get(dim.toString()))
                .toList();
    }

    private String attribute(OpParameter parameter) {
        Object value = sample.attributes().values().get(parameter.attribute());
        return switch (parameter.kind()) {
            case AXES, INTS -> "new int[] {" + list(value) + "}";
            case LONGS, DIMS -> "new long[] {" + list(value) + "}";
            case DIM -> list(value) + "L";
            case ENUM -> parameter.enumType() + "." + value;
            case TEXT -> "\"" + value + "\"";
            case DTYPE -> "DType." + value.toString().toUpperCase(Locale.ROOT);
            default -> value.toString();
        };
    }

    private static String list(Object values) {
        return Stream.of(((List<?>) values).toArray()).map(Object::toString).collect(Collectors.joining(", "));
    }
}
