package io.graphkernel.processor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ValueType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row is complete. */
class OpTableTest {

    private static final ValueType ROWS = ValueType.parse("f32[n, d]").orElseThrow();
    private static final ValueType FLAGS = ValueType.parse("bool[n, d]").orElseThrow();

    static Stream<OpRow> rows() {
        return OpTable.get().rows().stream();
    }

    static Stream<OpRow> composites() {
        return rows().filter(row -> row.kind() == OpKind.COMPOSITE);
    }

    @Test
    void everyRowOfTheListsIsInTheTable() {
        List<OpRow> listed = new ArrayList<>();
        Stream.of(
                        ElementwiseRows.arithmetic(),
                        ElementwiseRows.transcendental(),
                        ElementwiseRows.logical(),
                        ReductionRows.all(),
                        CompositeRows.all())
                .forEach(listed::addAll);

        assertThat(OpTable.get().rows()).hasSameSizeAs(listed);
    }

    @Test
    void javaNamesAreUnique() {
        Set<String> names = new HashSet<>();
        assertThat(rows()).allMatch(row -> names.add(row.javaName()));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void isFoundByName(OpRow row) {
        assertThat(OpTable.get().find(row.name())).containsSame(row);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void hasNamesAndDocumentation(OpRow row) {
        assertThat(row.name()).matches("[A-Z][A-Za-z0-9]*");
        assertThat(SourceVersion.isName(row.javaName())).isTrue();
        assertThat(row.javaName()).matches("[a-z][A-Za-z0-9]*");
        assertThat(row.documentation()).isNotBlank().doesNotEndWith(".").doesNotContain("\n");
        assertThat(row.operandNames()).isNotEmpty().doesNotHaveDuplicates();
        assertThat(row.arity()).isEqualTo(row.operandNames().size()).isLessThanOrEqualTo(3);
        assertThat(row.cost()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void hasExactlyWhatItsKindDemands(OpRow row) {
        assertThat(row.scalar() != null).isEqualTo(row.kind() == OpKind.ELEMENTWISE);
        assertThat(row.combiner() != null).isEqualTo(row.kind() == OpKind.REDUCTION);
        assertThat(row.expansion().isPresent()).isEqualTo(row.kind() == OpKind.COMPOSITE);
        assertThat(row.takesAxes()).as("axes").isIn(true, row.takesKeepDims());
        if (row.kind() == OpKind.ELEMENTWISE || row.kind() == OpKind.ASSIGN) {
            assertThat(row.takesAxes()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void infixAndCommutativeOpsAreBinary(OpRow row) {
        if (row.scalar() instanceof ScalarForm.Infix || row.isCommutative()) {
            assertThat(row.arity()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void infersAType(OpRow row) throws Exception {
        ValueType type = OpTable.get().infer(row.name(), operands(row), attributes(row));

        boolean reduces = row.takesKeepDims();
        assertThat(type.shape()).hasToString(reduces ? "[n, 1]" : "[n, d]");
        boolean bool = row.typeRule() == TypeRule.COMPARISON || row.typeRule() == TypeRule.LOGICAL;
        assertThat(type.dtype()).hasToString(bool ? "bool" : "f32");
    }

    @ParameterizedTest
    @MethodSource("composites")
    void expandsIntoBasicOps(OpRow row) throws Exception {
        List<String> ops = new ArrayList<>();
        ExpansionBuilder recorder = new ExpansionBuilder() {
            @Override
            public Node constant(double value) {
                return Node.constant(value);
            }

            @Override
            public Node op(String name, Node... operands) {
                ops.add(name);
                return operands[0];
            }

            @Override
            public Node reduce(String name, Node x, List<Long> axes, boolean keepDims) {
                ops.add(name);
                return x;
            }

            @Override
            public Node elementCount(Node x, List<Long> axes) {
                return Node.constant(1);
            }
        };

        row.expansion().orElseThrow().expand(recorder, operands(row), attributes(row));

        assertThat(ops)
                .isNotEmpty()
                .allSatisfy(op -> assertThat(OpTable.get().find(op))
                        .hasValueSatisfying(basic -> assertThat(basic.kind()).isNotEqualTo(OpKind.COMPOSITE)));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void foldsWithoutFailing(OpRow row) {
        row.fold().ifPresent(fold -> {
            double[] numbers = {2, 4, 8};
            assertThatCode(() -> fold.applyAsDouble(numbers)).doesNotThrowAnyException();
            assertThat(row.kind()).isEqualTo(OpKind.ELEMENTWISE);
        });
    }

    private static List<Node> operands(OpRow row) {
        return row.operandNames().stream().map(name -> operand(row, name)).toList();
    }

    private static Node operand(OpRow row, String name) {
        boolean bool = row.typeRule() == TypeRule.LOGICAL || name.equals("condition");
        return Node.parameter(name, bool ? FLAGS : ROWS);
    }

    private static Attributes attributes(OpRow row) {
        Attributes attributes = Attributes.NONE;
        if (row.takesAxes()) {
            attributes = attributes.with(Attributes.AXES, List.of(-1L));
        }
        if (row.takesKeepDims()) {
            attributes = attributes.with(Attributes.KEEP_DIMS, true);
        }
        return row.typeRule() == TypeRule.CONVERSION ? attributes.with(Attributes.DTYPE, "f32") : attributes;
    }
}
