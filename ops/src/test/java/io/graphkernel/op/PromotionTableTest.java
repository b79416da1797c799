package io.graphkernel.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PromotionTableTest {

    /** Results of {@code torch.promote_types}, and dtypes where it has none; a dot is none here as well. */
    private static final String PYTORCH = """
             bool i8   u8   i16  u16  i32  u32  i64  u64  f16  bf16 f32  f64
        bool bool i8   u8   i16  u16  i32  u32  i64  u64  f16  bf16 f32  f64
        i8   i8   i8   i16  i16  i32  i32  i64  i64  .    f16  bf16 f32  f64
        u8   u8   i16  u8   i16  u16  i32  u32  i64  u64  f16  bf16 f32  f64
        i16  i16  i16  i16  i16  i32  i32  i64  i64  .    f16  bf16 f32  f64
        u16  u16  i32  u16  i32  u16  i32  u32  i64  u64  f16  bf16 f32  f64
        i32  i32  i32  i32  i32  i32  i32  i64  i64  .    f16  bf16 f32  f64
        u32  u32  i64  u32  i64  u32  i64  u32  i64  u64  f16  bf16 f32  f64
        i64  i64  i64  i64  i64  i64  i64  i64  i64  .    f16  bf16 f32  f64
        u64  u64  .    u64  .    u64  .    u64  .    u64  f16  bf16 f32  f64
        f16  f16  f16  f16  f16  f16  f16  f16  f16  f16  f16  f32  f32  f64
        bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 bf16 f32  bf16 f32  f64
        f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f64
        f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64
        """;

    /** Results of {@code numpy.promote_types}; those of bf16 by the values of the dtypes. */
    private static final String NUMPY = """
             bool i8   u8   i16  u16  i32  u32  i64  u64  f16  bf16 f32  f64
        bool bool i8   u8   i16  u16  i32  u32  i64  u64  f16  bf16 f32  f64
        i8   i8   i8   i16  i16  i32  i32  i64  i64  f64  f16  bf16 f32  f64
        u8   u8   i16  u8   i16  u16  i32  u32  i64  u64  f16  bf16 f32  f64
        i16  i16  i16  i16  i16  i32  i32  i64  i64  f64  f32  f32  f32  f64
        u16  u16  i32  u16  i32  u16  i32  u32  i64  u64  f32  f32  f32  f64
        i32  i32  i32  i32  i32  i32  i32  i64  i64  f64  f64  f64  f64  f64
        u32  u32  i64  u32  i64  u32  i64  u32  i64  u64  f64  f64  f64  f64
        i64  i64  i64  i64  i64  i64  i64  i64  i64  f64  f64  f64  f64  f64
        u64  u64  f64  u64  f64  u64  f64  u64  f64  u64  f64  f64  f64  f64
        f16  f16  f16  f16  f32  f32  f64  f64  f64  f64  f16  f32  f32  f64
        bf16 bf16 bf16 bf16 f32  f32  f64  f64  f64  f64  f32  bf16 f32  f64
        f32  f32  f32  f32  f32  f32  f64  f64  f64  f64  f32  f32  f32  f64
        f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64
        """;

    @Test
    void dtypesOfPairs_areThoseOfTheLibraries() {
        assertThat(text(PromotionTable.PYTORCH)).isEqualTo(PYTORCH);
        assertThat(text(PromotionTable.NUMPY)).isEqualTo(NUMPY);
    }

    @Test
    void dtypeOfSeveral_isIndependentOfTheirOrder() {
        for (PromotionTable table : PromotionTable.values()) {
            for (DataType first : DataType.values()) {
                for (DataType second : DataType.values()) {
                    for (DataType third : DataType.values()) {
                        List<DataType> dtypes = new ArrayList<>(List.of(first, second, third));
                        Optional<DataType> promoted = table.promoted(dtypes);
                        for (int i = 0; i < 5; i++) {
                            Collections.swap(dtypes, i % 2, i % 2 + 1);
                            assertThat(table.promoted(dtypes))
                                    .as(table + " of " + dtypes)
                                    .isEqualTo(promoted);
                        }
                    }
                }
            }
        }
    }

    /** Results of {@code torch.result_type}, and of {@code numpy.result_type}, which does not distinguish ranks. */
    @Test
    void scalarOfAHigherCategory_isRegarded() {
        assertThat(promoted(PromotionTable.PYTORCH, DataType.F16, DataType.F64)).isEqualTo(DataType.F16);
        assertThat(promoted(PromotionTable.PYTORCH, DataType.I8, DataType.I64)).isEqualTo(DataType.I8);
        assertThat(promoted(PromotionTable.PYTORCH, DataType.I8, DataType.U64)).isEqualTo(DataType.I8);
        assertThat(promoted(PromotionTable.PYTORCH, DataType.I64, DataType.BF16))
                .isEqualTo(DataType.BF16);
        assertThat(promoted(PromotionTable.PYTORCH, DataType.BOOL, DataType.U8)).isEqualTo(DataType.U8);
        assertThat(promoted(PromotionTable.PYTORCH, DataType.F32, DataType.I64)).isEqualTo(DataType.F32);
        assertThat(promoted(PromotionTable.NUMPY, DataType.F16, DataType.F64)).isEqualTo(DataType.F64);
        assertThat(PromotionTable.PYTORCH.promoted(
                        List.of(DataType.I8, DataType.U8), List.of(DataType.I64, DataType.F16, DataType.BOOL)))
                .contains(DataType.F16);
        assertThat(PromotionTable.PYTORCH.promoted(List.of(), List.of(DataType.F16, DataType.F32)))
                .contains(DataType.F32);
    }

    private static DataType promoted(PromotionTable table, DataType dtype, DataType scalar) {
        return table.promoted(List.of(dtype), List.of(scalar)).orElseThrow();
    }

    private static String text(PromotionTable table) {
        List<DataType> dtypes = List.of(
                DataType.BOOL,
                DataType.I8,
                DataType.U8,
                DataType.I16,
                DataType.U16,
                DataType.I32,
                DataType.U32,
                DataType.I64,
                DataType.U64,
                DataType.F16,
                DataType.BF16,
                DataType.F32,
                DataType.F64);
        StringBuilder text =
                new StringBuilder(row("", dtypes.stream().map(DataType::text).toList()));
        for (DataType first : dtypes) {
            List<String> results = dtypes.stream()
                    .map(second -> table.promoted(List.of(first, second))
                            .map(DataType::text)
                            .orElse("."))
                    .toList();
            text.append(row(first.text(), results));
        }
        return text.toString();
    }

    private static String row(String head, List<String> cells) {
        StringBuilder row = new StringBuilder("%-4s".formatted(head));
        cells.forEach(cell -> row.append(" %-4s".formatted(cell)));
        return row.toString().stripTrailing() + "\n";
    }
}
