package io.graphkernel.processor.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.DtypeRules;
import io.graphkernel.op.OpSample;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of every op with operands of every dtype, alone and mixed, of fitting and other shapes: type inference and the eager op
 * accept the same, and give the same types.
 */
@Tag("sampled")
@DisplayName("G4: what the compiler rejects the eager op rejects, and the other way round")
class EagerVerdictTest {

    private static final Map<String, Long> SIZES = Map.of("n", 4L, "m", 3L, "h", 8L, "w", 8L);

    private static final int STRIDE = TestTier.select(4, 1, 1);

    private static EagerCalls eager;

    @BeforeAll
    static void load() throws Exception {
        eager = new EagerCalls();
    }

    @AfterAll
    static void close() throws Exception {
        eager.close();
    }

    /**
     * Returns ops except collectives, which need a communicator, and assignments, which need a parameter of a method: all of
     * them, and in the fast tier some.
     */
    static Stream<OpRow> rows() {
        List<OpRow> rows = OpTable.get().families().stream()
                .filter(family -> !family.title().equals("Collectives"))
                .flatMap(family -> family.rows().stream())
                .toList();
        return IntStream.range(0, rows.size()).filter(i -> i % STRIDE == 0).mapToObj(rows::get);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void eagerVerdict_acceptsTheSameDtypes(OpRow row) {
        OpSample sample = fixed(OpSample.of(row));
        List<String> wrong = new ArrayList<>();
        for (DataType shared : DataType.values()) {
            List<Node> operands = ofDtype(sample, shared);
            compare(row, operands, sample.attributes(), wrong);
            if (shared != DataType.F32 && shared != DataType.F16) {
                continue;
            }
            for (int i = 0; i < operands.size(); i++) {
                for (DataType other : DataType.values()) {
                    compare(
                            row,
                            with(
                                    operands,
                                    i,
                                    new ValueType(other, operands.get(i).shape())),
                            sample.attributes(),
                            wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void eagerVerdict_acceptsTheSameShapes(OpRow row) {
        OpSample sample = fixed(OpSample.of(row));
        List<String> wrong = new ArrayList<>();
        List<Node> operands = sample.operands();
        for (int i = 0; i < operands.size(); i++) {
            List<Shape> others = operands.get(i).kind() == Node.Kind.CONSTANT
                    ? List.of()
                    : otherShapes(operands.get(i).shape());
            for (Shape shape : others) {
                compare(
                        row,
                        with(operands, i, new ValueType(operands.get(i).dtype(), shape)),
                        sample.attributes(),
                        wrong);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void eagerVerdict_acceptsTheSameAttributes(OpRow row) {
        OpSample sample = fixed(OpSample.of(row));
        List<String> wrong = new ArrayList<>();
        for (OpParameter parameter : row.parameters()) {
            for (Object value : otherValues(parameter, sample.attributes())) {
                compare(row, sample.operands(), sample.attributes().with(parameter.attribute(), value), wrong);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<Object> otherValues(OpParameter parameter, Attributes attributes) {
        return switch (parameter.kind()) {
            case AXIS -> List.of(0L, -1L, -3L, 3L, -4L, 9L);
            case AXES ->
                List.of(List.of(), List.of(-1L), List.of(0L, 1L), List.of(0L, 0L), List.of(3L), List.of(0L, -3L));
            case INTS ->
                List.of(List.of(), List.of(0L, 1L, 2L), List.of(0L, 0L, 1L), List.of(0L, 1L), List.of(-1L, 0L, 1L));
            case DIMS -> {
                List<Dim> own = attributes.dims(parameter.attribute());
                List<Object> values = new ArrayList<>();
                for (long size : new long[] {-1, 0, 1, 3, -2}) {
                    for (int at = 0; at < own.size(); at++) {
                        List<Dim> dims = new ArrayList<>(own);
                        dims.set(at, Dim.of(size));
                        values.add(dims);
                    }
                }
                values.add(List.of());
                values.add(own.subList(1, own.size()));
                yield values;
            }
            case DIM -> List.of(List.of(Dim.of(0)), List.of(Dim.of(1)), List.of(Dim.of(3)), List.of(Dim.of(-1)));
            case LONG -> List.of(0L, 1L, 3L, -1L);
            case BOOLEAN -> List.of(false);
            case DTYPE ->
                Stream.of(DataType.values()).<Object>map(DataType::text).toList();
            default -> List.of();
        };
    }

    private static List<Shape> otherShapes(Shape shape) {
        List<Dim> dims = shape.dims();
        List<Shape> shapes = new ArrayList<>(List.of(Shape.of(List.of()), Shape.of(List.of(Dim.ONE))));
        List<Dim> longer = new ArrayList<>(dims);
        longer.add(0, Dim.of(2));
        shapes.add(Shape.of(longer));
        for (int axis = 0; axis < dims.size(); axis++) {
            for (long size : new long[] {0, 1, 5}) {
                List<Dim> other = new ArrayList<>(dims);
                other.set(axis, Dim.of(size));
                shapes.add(Shape.of(other));
            }
            List<Dim> shorter = new ArrayList<>(dims);
            shorter.remove(axis);
            shapes.add(Shape.of(shorter));
        }
        return shapes;
    }

    private static void compare(OpRow row, List<Node> operands, Attributes attributes, List<String> wrong) {
        String inferred;
        try {
            inferred = inferred(row, operands, attributes);
        } catch (TypeException e) {
            inferred = EagerCalls.REFUSED + e.getMessage();
        }
        String found = eager.type(row, operands, attributes);
        // An index into an empty axis is out of range: an error of the value, not of the type.
        if (found.contains(EagerCalls.INDEX)) {
            return;
        }
        boolean rejected = inferred.startsWith(EagerCalls.REFUSED) && found.startsWith(EagerCalls.REFUSED);
        if (!rejected && !inferred.equals(found)) {
            wrong.add(row.name() + operands.stream().map(Node::type).toList() + " " + attributes + "\n    compiled: "
                    + inferred + "\n    eager:    " + found);
        }
    }

    /** Returns the type of the first result. An updated operand keeps its shape, as the front end requires. */
    private static String inferred(OpRow row, List<Node> operands, Attributes attributes) throws TypeException {
        for (int i = 0; i < row.results().size(); i++) {
            ValueType type = OpTable.get().infer(row.name(), operands, attributes.with(Attributes.OUTPUT, (long) i));
            Optional<String> updates = row.results().get(i).updates();
            if (updates.isPresent()) {
                Node updated = operands.get(row.operandNames().indexOf(updates.get()));
                if (!type.equals(updated.type())) {
                    throw new TypeException(
                            TypeException.Problem.ASSIGN_TYPE_DIFFERS, 0, type + " into " + updated.type());
                }
            }
        }
        return OpTable.get().infer(row.name(), operands, attributes).toString();
    }

    private static List<Node> with(List<Node> operands, int index, ValueType type) {
        List<Node> others = new ArrayList<>(operands);
        boolean number = operands.get(index).kind() == Node.Kind.CONSTANT;
        others.set(
                index,
                number
                        ? Node.constant(1, type.dtype())
                        : Node.parameter(operands.get(index).label(), type));
        return others;
    }

    /** Replaces symbols by sizes, and numbers by tensors of rank 0, except for library ops. */
    private static OpSample fixed(OpSample sample) {
        List<Node> operands = new ArrayList<>();
        for (int i = 0; i < sample.operands().size(); i++) {
            Node node = sample.operands().get(i);
            List<Dim> dims = node.shape().dims().stream()
                    .map(dim -> dim instanceof Dim.Symbol symbol ? Dim.of(SIZES.get(symbol.name())) : dim)
                    .toList();
            boolean number = node.kind() == Node.Kind.CONSTANT;
            operands.add(
                    number && sample.row().kind() == OpKind.LIBRARY
                            ? node
                            : Node.parameter(
                                    number ? "number" + i : node.label(), new ValueType(node.dtype(), Shape.of(dims))));
        }
        return new OpSample(sample.row(), operands, sample.attributes());
    }

    private static List<Node> ofDtype(OpSample sample, DataType shared) {
        List<OpParameter> parameters = DtypeRules.operandParameters(
                sample.row(), sample.attributes(), sample.operands().size());
        List<Node> operands = sample.operands();
        for (int i = 0; i < operands.size(); i++) {
            OpDtype dtype = parameters.get(i).dtype();
            if (dtype == OpDtype.SHARED || dtype == OpDtype.SHARED_OR_F32 || dtype == OpDtype.OWN) {
                operands =
                        with(operands, i, new ValueType(shared, operands.get(i).shape()));
            }
        }
        return operands;
    }
}
