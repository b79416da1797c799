package io.graphkernel.processor.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the loops of reductions and the ops fused with them. */
class ReductionLoopsTest extends LoopsOfOps {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "f32[n, d];       -1;    ROW_REDUCTION;    [n];         [];              d",
                "f32[n, d];       0;     COLUMN_REDUCTION; [reduced n]; [];              d",
                "f32[n, d];       ;      FULL_REDUCTION;   [];          [];              d*n",
                "f32[n];          0;     FULL_REDUCTION;   [];          [];              n",
                "f32[];           ;      FULL_REDUCTION;   [];          [];              1",
                "f32[b, n, d];    2;     ROW_REDUCTION;    [b*n];       [];              d",
                "f32[b, n, d];    1 2;   ROW_REDUCTION;    [b];         [];              d*n",
                "f32[b, n, d];    0;     COLUMN_REDUCTION; [reduced b]; [];              d*n",
                "f32[b, n, d];    0 1;   COLUMN_REDUCTION; [reduced b*n]; [];            d",
                "f32[b, n, d];    1;     STRIDED_REDUCTION;   [b];         [reduced n];     d",
                "f32[b, n, d];    0 2;   ROW_REDUCTION;    [n];         [reduced b];     d",
                "f32[a, b, c, e]; -1 -2; ROW_REDUCTION;    [a*b];       [];              c*e",
                "f32[a, b, c, e]; 0 3;   ROW_REDUCTION;    [b*c];       [reduced a];     e",
                "f32[a, b, c, e]; 1;     STRIDED_REDUCTION;   [a];         [reduced b];     c*e",
                "f32[a, b, c, e]; 0 2;   STRIDED_REDUCTION;   [b];         [reduced a, reduced c]; e",
                "f32[a, b, c, e]; 0 2 3; ROW_REDUCTION;    [b];         [reduced a];     c*e",
                "f32[a, b, c, e]; 1 3;   ROW_REDUCTION;    [a, c];      [reduced b];     e",
                // Too few rows for two phases.
                "f32[8, d];       0;     STRIDED_REDUCTION;   [];          [reduced 8];     d",
                "f32[512, d];     0;     COLUMN_REDUCTION; [reduced 512]; [];            d",
                // An axis of size 1 needs no loop, unless it is the only reduced one.
                "f32[1, d];       0;     STRIDED_REDUCTION;   [];          [reduced 1];     d",
                "f32[1, d];       1;     FULL_REDUCTION;   [];          [];              d",
                "f32[n, 1];       1;     STRIDED_REDUCTION;   [];          [reduced 1];     n",
                "f32[n, 1];       0;     FULL_REDUCTION;   [];          [];              n",
                "f32[1, n, d];    0 2;   ROW_REDUCTION;    [n];         [];              d",
                "f32[n, 1, d];    1 2;   ROW_REDUCTION;    [n];         [];              d",
                "f32[n, d, 1];    0 2;   COLUMN_REDUCTION; [reduced n]; [];              d",
                "f32[1, 1];       ;      FULL_REDUCTION;   [];          [];              1",
            })
    void reducedAxes_determineTheLoopTemplate(
            String type, String axes, LoopTemplate template, String outer, String middle, String inner)
            throws TypeException {
        for (boolean keepDims : List.of(true, false)) {
            Node sum = reduce(tensor("x" + keepDims, type), keepDims, axes);

            IterationSpace space = space(List.of(sum), sum).orElseThrow();

            assertThat(space.template()).isEqualTo(template);
            assertThat(space.outer()).hasToString(template == LoopTemplate.FULL_REDUCTION ? "[]" : outer);
            assertThat(space.middle()).hasToString(middle);
            assertThat(space.inner()).hasToString(inner);
        }
    }

    @Test
    void sum_ofTranspose_followsMemoryOrder() throws TypeException {
        Node view = view("Transpose", Attributes.PERMUTATION, List.of(1L, 0L), tensor("x", "f32[n, d]"));
        Node sum = reduce(view, false, "0");

        IterationSpace space = space(List.of(view, sum), sum).orElseThrow();

        assertThat(space.template()).isEqualTo(LoopTemplate.ROW_REDUCTION);
        assertThat(space.outer()).hasToString("[n]");
        assertThat(space.access(view)).hasToString("[d, 1]");
    }

    @Test
    void reduction_ofTransposedOperand_isNotFused() throws TypeException {
        Node view = view("Transpose", Attributes.PERMUTATION, List.of(1L, 0L), tensor("y", "f32[d, n]"));
        Node sum = op("Add", tensor("x", "f32[n, d]"), view);
        Node total = reduce(sum, false, "1");

        assertThat(space(List.of(view, sum), sum)).isPresent();
        assertThat(space(List.of(view, sum, total), total)).isEmpty();
    }

    @Test
    void reduction_withCopy_doesNotReadStrided() throws TypeException {
        Node view = view("Transpose", Attributes.PERMUTATION, List.of(1L, 0L), tensor("x", "f32[d, n]"));
        Node columns = reduce(view, true, "0");

        assertThat(space(List.of(view, columns), columns).orElseThrow().template())
                .isEqualTo(LoopTemplate.ROW_REDUCTION);
        assertThat(space(List.of(view, columns), columns, view)).isEmpty();
    }

    @Test
    void reducedRow_combinedWithItsRow_isFused() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node sum = reduce(x, true, "1");
        Node centred = op("Sub", x, sum);

        IterationSpace space = space(List.of(sum, centred), centred).orElseThrow();

        assertThat(space.level(sum)).isEqualTo(Level.ROW);
        assertThat(space.level(centred)).isEqualTo(Level.ELEMENT);
        assertThat(space.spanMask(sum)).isEqualTo(space.outerMask());
    }

    @Test
    void reducedColumns_combinedWithTheirColumns_areStrided() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node sum = reduce(x, true, "0");
        Node centred = op("Sub", x, sum);

        IterationSpace space = space(List.of(sum, centred), centred).orElseThrow();

        assertThat(space.template()).isEqualTo(LoopTemplate.STRIDED_REDUCTION);
        assertThat(space.level(sum)).isEqualTo(Level.ROW);
        assertThat(space.level(centred)).isEqualTo(Level.ELEMENT);
    }

    @Test
    void rowsWithoutKeptDims_andColumnsOfSameSize_areNotFused() throws TypeException {
        Node x = tensor("x", "f32[n, n]");
        Node sum = reduce(x, false, "1");
        Node wrong = op("Add", x, sum);

        assertThat(space(List.of(sum, wrong), wrong)).isEmpty();
    }

    @Test
    void rowsWithoutKeptDims_andRowValues_areFused() throws TypeException {
        Node weight = tensor("w", "f32[n]");
        Node sum = reduce(tensor("x", "f32[n, d]"), false, "1");
        Node scaled = op("Mul", sum, weight);

        IterationSpace space = space(List.of(sum, scaled), scaled).orElseThrow();

        assertThat(space.level(weight)).isEqualTo(Level.ROW);
        assertThat(space.spanMask(weight)).isEqualTo(space.outerMask());
    }

    @Test
    void operand_alignedTwice_isRejected() throws TypeException {
        Node weight = tensor("w", "f32[n]");
        Node product = op("Mul", tensor("x", "f32[n, n]"), weight);
        Node sum = reduce(product, false, "1");
        Node scaled = op("Mul", sum, weight);

        assertThat(space(List.of(product, sum, scaled), scaled)).isEmpty();
    }

    @Test
    void reductions_overDifferentAxes_areNotFused() throws TypeException {
        Node x = tensor("x", "f32[b, n, d]");
        Node rows = reduce(x, true, "2");
        Node columns = reduce(x, true, "0");

        assertThat(space(List.of(rows, columns), rows, columns)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "f32[n, d];    1;   0;   [reduced n];   d",
                "f32[b, n, d]; 2;   0 1; [reduced b*n]; d",
                "f32[b, n, d]; 1 2; 0;   [reduced b];   d*n",
                "f32[n, 1, d]; 2;   0 1; [reduced n];   d",
            })
    void rowAndColumnReduction_ofSameValue_areFused(
            String type, String ofRow, String ofColumn, String outer, String inner) throws TypeException {
        for (boolean rowsFirst : List.of(true, false)) {
            Node x = tensor("x" + rowsFirst, type);
            Node first = reduce(x, true, rowsFirst ? ofRow : ofColumn);
            Node second = reduce(x, true, rowsFirst ? ofColumn : ofRow);

            IterationSpace space = space(List.of(first, second), first, second).orElseThrow();

            assertThat(space.template()).isEqualTo(LoopTemplate.COLUMN_REDUCTION);
            assertThat(space.outer()).hasToString(outer);
            assertThat(space.inner()).hasToString(inner);
            assertThat(space.level(rowsFirst ? first : second)).isEqualTo(Level.ROW);
            assertThat(space.mask(rowsFirst ? second : first)).isEqualTo(space.innerMask());
        }
    }

    @Test
    void columnReduction_ofReducedRows_isFused() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node rows = reduce(x, true, "1");
        Node centred = op("Sub", x, rows);
        Node columns = reduce(centred, true, "0");

        assertThat(space(List.of(rows, centred, columns), rows, centred, columns))
                .isPresent();
    }

    @Test
    void rowReduction_ofReducedColumns_isRejected() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node columns = reduce(x, true, "0");
        Node centred = op("Sub", x, columns);
        Node rows = reduce(centred, true, "1");

        assertThat(space(List.of(columns, centred, rows), columns, rows)).isEmpty();
    }

    @Test
    void rowReduction_ofSeveralLoops_isNotFusedWithColumns() throws TypeException {
        Node x = tensor("x", "f32[a, b, c]");
        Node scaled = op("Mul", x, tensor("w", "f32[b, 1]"));
        Node rows = reduce(scaled, true, "1 2");
        Node columns = reduce(scaled, true, "0");

        assertThat(space(List.of(scaled, rows, columns), rows, columns)).isEmpty();
    }

    @Test
    void columnReduction_ofFewRows_isNotFusedWithRows() throws TypeException {
        Node x = tensor("x", "f32[64, d]");
        Node rows = reduce(x, true, "1");
        Node columns = reduce(x, true, "0");

        assertThat(space(List.of(rows, columns), rows, columns)).isEmpty();
    }

    @Test
    void columns_reducedTwice_areStrided() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node first = reduce(x, true, "0");
        Node second = reduce(op("Sub", x, first), true, "0");

        IterationSpace space =
                space(List.of(first, second.operands().get(0), second), second).orElseThrow();

        assertThat(space.template()).isEqualTo(LoopTemplate.STRIDED_REDUCTION);
    }

    @Test
    void reducedUnitAxis_preventsCollapsing() throws TypeException {
        Node small = tensor("y", "f32[a, 1, 1]");
        Node sum = op("Add", tensor("x", "f32[a, 1, c]"), small);
        Node total = reduce(sum, false, "");

        IterationSpace space = space(List.of(sum, total), total).orElseThrow();

        assertThat(space.outer()).hasToString("[reduced a]");
        assertThat(space.inner()).hasToString("c");
        assertThat(space.mask(small)).isEqualTo(space.outerMask());
    }

    @Test
    void singleElement_readByColumns_isNotUpdated() throws TypeException {
        Node scale = tensor("s", "f32[]");
        Node product = op("Mul", tensor("x", "f32[n, d]"), scale);
        Node sum = reduce(product, false, "0");
        Node half = op("Mul", scale, builder.constant(0.5));
        Node update = op("Assign", scale, half);

        assertThat(space(List.of(product, sum, half, update), sum, update)).isEmpty();
    }

    @Test
    void reducedRow_isStoredPerRow() throws TypeException {
        Node x = tensor("x", "f32[n, d]");
        Node sum = reduce(x, false, "1");
        Node exponential = op("Exp", x);

        IterationSpace space =
                space(List.of(sum, exponential), sum, exponential).orElseThrow();

        assertThat(space.template()).isEqualTo(LoopTemplate.ROW_REDUCTION);
        assertThat(space.spanMask(sum)).isEqualTo(space.outerMask());
    }
}
