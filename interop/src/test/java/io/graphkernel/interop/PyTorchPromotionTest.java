package io.graphkernel.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.op.PromotionTable;
import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("peer")
class PyTorchPromotionTest {

    private static final List<DType> COMPUTED =
            Stream.of(DType.values()).filter(dtype -> !dtype.isStorageOnly()).toList();

    @BeforeAll
    static void needsPyTorch() {
        Frameworks.require("PyTorch", () -> torch.randn(1).close());
    }

    @Test
    void promotedDtypes_areThoseOfPyTorch() {
        int known = 0;
        for (DType first : COMPUTED) {
            for (DType second : COMPUTED) {
                Optional<DType> theirs = promoted(first, second);
                if (theirs.isPresent()) {
                    known++;
                    assertThat(PromotionTable.PYTORCH.promoted(List.of(type(first), type(second))))
                            .as(first + " and " + second)
                            .contains(type(theirs.get()));
                }
            }
        }
        // Without u16, u32 and u64 with other integers and bool.
        assertThat(known).isEqualTo(13 * 13 - 2 * 3 * 6 - 3 * 2);
    }

    @Test
    void promotedDtypesOfRanks_areThoseOfPyTorch() {
        int known = 0;
        for (DType first : COMPUTED) {
            for (DType second : COMPUTED) {
                for (boolean isScalar : new boolean[] {true, false}) {
                    Optional<DType> theirs = resultType(first, second, isScalar);
                    if (theirs.isPresent()) {
                        known++;
                        List<DataType> scalars = isScalar ? List.of(type(first), type(second)) : List.of(type(first));
                        List<DataType> others = isScalar ? List.of() : List.of(type(second));
                        assertThat(PromotionTable.PYTORCH.promoted(others, scalars))
                                .as(first + " without axes and " + second)
                                .contains(type(theirs.get()));
                    }
                }
            }
        }
        // PyTorch has no rule for u16, u32 and u64 with other integers and bool in the lower or in the same category.
        assertThat(known).isGreaterThan(2 * 13 * 13 - 2 * (2 * 3 * 6 + 3 * 2) - 1);
    }

    private static Optional<DType> resultType(DType scalar, DType other, boolean isScalar) {
        try (Tensor first = zeros(scalar);
                Tensor second = isScalar ? zeros(other) : zeros(other, 2)) {
            ScalarType promoted = torch.result_type(first, second);
            return Optional.of(PyTorchTensors.ADAPTER.ours("wrap", promoted.intern()));
        } catch (RuntimeException noRule) {
            return Optional.empty();
        }
    }

    private static Tensor zeros(DType dtype, long... dims) {
        return torch.empty(dims, new TensorOptions().dtype(new ScalarTypeOptional(theirs(dtype))), null);
    }

    private static Optional<DType> promoted(DType first, DType second) {
        try {
            ScalarType promoted = torch.promoteTypes(theirs(first), theirs(second));
            return Optional.of(PyTorchTensors.ADAPTER.ours("wrap", promoted.intern()));
        } catch (RuntimeException noRule) {
            return Optional.empty();
        }
    }

    private static ScalarType theirs(DType dtype) {
        return PyTorchTensors.ADAPTER.theirs("wrap", dtype);
    }

    private static DataType type(DType dtype) {
        return DataType.valueOf(dtype.name());
    }
}
