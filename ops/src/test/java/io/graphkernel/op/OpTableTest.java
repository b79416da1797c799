package io.graphkernel.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.row.JavaNames;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.ScalarNotation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every row is complete. */
class OpTableTest {

    private static final Pattern FAMILY =
            Pattern.compile("public static OpRowBuilder \\w+\\(String name\\) \\{(.*?)default -> null", Pattern.DOTALL);
    private static final Pattern CASE = Pattern.compile("case \"(\\w+)\" ->");

    static Stream<OpRow> rows() {
        return OpTable.get().rows().stream();
    }

    static Stream<OpRow> composites() {
        return rows().filter(row -> row.kind() == OpKind.COMPOSITE);
    }

    @Test
    void everyRowOfTheFamilies_isInTheTable() {
        assertThat(OpTable.get().rows())
                .hasSize(OpTable.get().families().stream()
                        .mapToInt(family -> family.rows().size())
                        .sum());
    }

    @Test
    void families_nameEveryDefinedOp() throws IOException {
        Path definitions = Path.of(System.getProperty("basedir", ""), "src/main/java/io/graphkernel/op/definition");
        Set<String> defined = new TreeSet<>();
        try (Stream<Path> files = Files.walk(definitions)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Matcher family = FAMILY.matcher(Files.readString(file));
                while (family.find()) {
                    CASE.matcher(family.group(1)).results().forEach(label -> defined.add(label.group(1)));
                }
            }
        }
        assertThat(rows().map(OpRow::name)).containsAll(defined).hasSizeGreaterThan(250);
        assertThat(defined).hasSizeGreaterThan(240);
    }

    @ParameterizedTest
    @EnumSource
    void families_defineTheirOpsOnly(OpFamily family) {
        assertThat(family.names())
                .allSatisfy(name -> assertThat(family.definition(name).name()).isEqualTo(name));
        assertThat(family.definition("NoSuchOp")).isNull();
    }

    @Test
    void opTable_namesAndAliasesAreUnique() {
        Set<String> methods = new HashSet<>();
        // Both ops are overloads of one method.
        OpRow overload = OpTable.get().find("TensorDotOfAxes").orElseThrow();
        assertThat(overload.javaName())
                .isEqualTo(OpTable.get().find("TensorDot").orElseThrow().javaName());
        assertThat(rows()).filteredOn(row -> !row.equals(overload)).allSatisfy(row -> {
            Set<String> own = new HashSet<>(Set.of(row.javaName()));
            row.aliases().forEach(alias -> own.add(JavaNames.ofOp(alias)));
            assertThat(own).allMatch(methods::add);
        });
    }

    @ParameterizedTest
    @MethodSource("rows")
    void opTable_isFoundByItsNames(OpRow row) {
        assertThat(OpTable.get().find(row.name())).containsSame(row);
        assertThat(row.aliases())
                .allSatisfy(alias -> assertThat(OpTable.get().find(alias)).containsSame(row));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void opTable_hasNamesAndDocumentation(OpRow row) {
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
    void opTable_hasExactlyWhatItsKindDemands(OpRow row) {
        assertThat(row.scalar() != null).isEqualTo(row.kind() == OpKind.ELEMENTWISE);
        assertThat(row.combiner() != null).isEqualTo(row.kind() == OpKind.REDUCTION || row.kind() == OpKind.SCAN);
        assertThat(row.expansion().isPresent()).isEqualTo(row.kind() == OpKind.COMPOSITE);
        assertThat(row.tolerance().isEmpty()).as("tolerance").isIn(false, row.kind() == OpKind.COMPOSITE);
        assertThat(row.results().size() == 1 || row.kind() == OpKind.COMPOSITE).isTrue();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void infixAndCommutativeOps_areBinary(OpRow row) {
        if (row.scalar() instanceof ScalarNotation.Infix || row.isCommutative()) {
            assertThat(row.arity()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void updates_areOperands(OpRow row) {
        row.results()
                .forEach(result -> result.updates()
                        .ifPresent(operand -> assertThat(row.operandNames()).contains(operand)));
        assertThat(OpTable.get().updates(row.name())).hasSameSizeAs(row.results());
    }

    @ParameterizedTest
    @MethodSource("composites")
    void opTable_expandsToTheTypesThatItDeclares(OpRow row) throws Exception {
        OpSample sample = OpSample.of(row);
        GraphBuilder graph = new GraphBuilder(OpTable.get());

        List<Node> results = GraphExpansion.expand(row, graph, sample.operands(), sample.attributes(), Origin.NONE);

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
    void opTable_infersAType(OpRow row) throws Exception {
        OpSample sample = OpSample.of(row);

        ValueType type = OpTable.get().infer(row.name(), sample.operands(), sample.attributes());

        assertThat(type.shape().isUnranked()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void opTable_foldsWithoutFailing(OpRow row) {
        row.fold().ifPresent(fold -> {
            double[] numbers = {2, 4, 8};
            assertThatCode(() -> fold.applyAsDouble(numbers)).doesNotThrowAnyException();
            assertThat(row.kind()).isEqualTo(OpKind.ELEMENTWISE);
        });
    }
}
