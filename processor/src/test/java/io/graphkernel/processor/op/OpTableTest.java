package io.graphkernel.processor.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.ValueType;
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

    static Stream<OpRow> rows() {
        return OpTable.get().rows().stream();
    }

    static Stream<OpRow> composites() {
        return rows().filter(row -> row.kind() == OpKind.COMPOSITE);
    }

    @Test
    void everyRowOfTheFamiliesIsInTheTable() {
        assertThat(OpTable.get().rows())
                .hasSize(OpTable.get().families().stream()
                        .mapToInt(family -> family.rows().size())
                        .sum());
    }

    @Test
    void namesAndAliasesAreUnique() {
        Set<String> methods = new HashSet<>();
        assertThat(rows()).allSatisfy(row -> {
            Set<String> own = new HashSet<>(Set.of(row.javaName()));
            row.aliases().forEach(alias -> own.add(JavaNames.ofOp(alias)));
            assertThat(own).allMatch(methods::add);
        });
    }

    @ParameterizedTest
    @MethodSource("rows")
    void isFoundByItsNames(OpRow row) {
        assertThat(OpTable.get().find(row.name())).containsSame(row);
        assertThat(row.aliases())
                .allSatisfy(alias -> assertThat(OpTable.get().find(alias)).containsSame(row));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void hasNamesAndDocumentation(OpRow row) {
        assertThat(row.name()).matches("[A-Z][A-Za-z0-9]*");
        assertThat(SourceVersion.isName(row.javaName())).isTrue();
        assertThat(row.javaName()).matches("[a-z][A-Za-z0-9]*");
        assertThat(row.documentation()).isNotBlank().doesNotEndWith(".").doesNotContain("\n");
        assertThat(row.parameters()).extracting(OpParameter::name).isNotEmpty().doesNotHaveDuplicates();
        assertThat(row.results()).extracting(OpResult::name).isNotEmpty().doesNotHaveDuplicates();
        assertThat(row.kind() == OpKind.VIEW || row.cost() > 0).isTrue();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void hasExactlyWhatItsKindDemands(OpRow row) {
        assertThat(row.scalar() != null).isEqualTo(row.kind() == OpKind.ELEMENTWISE);
        assertThat(row.combiner() != null).isEqualTo(row.kind() == OpKind.REDUCTION || row.kind() == OpKind.SCAN);
        assertThat(row.expansion().isPresent()).isEqualTo(row.kind() == OpKind.COMPOSITE);
        assertThat(row.tolerance().isEmpty()).as("tolerance").isIn(false, row.kind() == OpKind.COMPOSITE);
        assertThat(row.results().size() == 1 || row.kind() == OpKind.COMPOSITE).isTrue();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void infixAndCommutativeOpsAreBinary(OpRow row) {
        if (row.scalar() instanceof ScalarNotation.Infix || row.isCommutative()) {
            assertThat(row.arity()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void updatesAreOperands(OpRow row) {
        row.results()
                .forEach(result -> result.updates()
                        .ifPresent(operand -> assertThat(row.operandNames()).contains(operand)));
        assertThat(OpTable.get().updates(row.name())).hasSameSizeAs(row.results());
    }

    @ParameterizedTest
    @MethodSource("composites")
    void expandsToTheTypesThatItDeclares(OpRow row) throws Exception {
        OpSample sample = OpSample.of(row);
        GraphBuilder graph = new GraphBuilder(OpTable.get());

        List<Node> results = row.expand(graph, sample.operands(), sample.attributes(), Origin.NONE);

        if (!row.hasVaryingResults()) {
            assertThat(results).hasSameSizeAs(row.results());
        }
        for (int i = 0; i < results.size(); i++) {
            Attributes output = sample.attributes().with(Attributes.OUTPUT, (long) i);
            ValueType type = OpTable.get().infer(row.name(), sample.operands(), output);
            assertThat(type).isEqualTo(results.get(i).type());
            OpDtype declared =
                    row.results().get(row.hasVaryingResults() ? 0 : i).dtype();
            assertThat(type.dtype().text()).isEqualTo(sample.dtype(declared));
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void infersAType(OpRow row) throws Exception {
        OpSample sample = OpSample.of(row);

        ValueType type = OpTable.get().infer(row.name(), sample.operands(), sample.attributes());

        assertThat(type.shape().isRankless()).isFalse();
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
}
