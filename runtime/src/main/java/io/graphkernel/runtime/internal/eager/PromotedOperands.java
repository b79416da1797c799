package io.graphkernel.runtime.internal.eager;

import io.graphkernel.graph.DataType;
import io.graphkernel.op.PromotionTable;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Operands of different dtypes in a kernel method that runs as plain Java, cast to the dtype of its rule, as the compiler
 * casts them. Closing this object closes the casts.
 */
public final class PromotedOperands implements AutoCloseable {

    private final Tensor[] operands;
    private final Tensor[] promoted;

    private PromotedOperands(Tensor[] operands, DType dtype) {
        this.operands = operands;
        this.promoted = operands.clone();
        for (int i = 0; i < operands.length; i++) {
            if (!Tensors.isNumber(operands[i])) {
                promoted[i] = Expansions.as(operands[i], dtype);
            }
        }
    }

    /**
     * Returns the operands in their promoted dtype.
     *
     * @param operands operands that share a dtype
     * @return null if none is to be cast: their dtypes are equal, or no rule applies
     */
    public static @Nullable PromotedOperands of(Tensor... operands) {
        DType dtype = dtype(operands);
        return dtype == null ? null : new PromotedOperands(operands, dtype);
    }

    /** Returns a tensor of the dtype that numbers take which are combined with operands. */
    public static Tensor like(Tensor... operands) {
        DType dtype = dtype(operands);
        return dtype == null || operands[0].dtype() == dtype ? operands[0] : Tensor.scalar(dtype, 0);
    }

    /** Returns an operand. */
    public Tensor get(int index) {
        return promoted[index];
    }

    /** Returns all operands. */
    public Tensor[] operands() {
        return promoted;
    }

    @Override
    public void close() {
        for (int i = 0; i < operands.length; i++) {
            if (promoted[i] != operands[i]) {
                promoted[i].close();
            }
        }
    }

    /** Returns the promoted dtype; null if the op accepts or rejects the operands as they are. */
    private static @Nullable DType dtype(Tensor... operands) {
        if (operands == null || !differ(operands)) {
            return null;
        }
        Set<DataType> dtypes = new LinkedHashSet<>();
        Set<DataType> scalars = new LinkedHashSet<>();
        for (Tensor operand : operands) {
            if (!Tensors.isNumber(operand)) {
                (operand.rank() == 0 ? scalars : dtypes)
                        .add(DataType.valueOf(operand.dtype().name()));
            }
        }
        Optional<DataType> joint =
                PromotionTable.find(Operands.promotion().name()).flatMap(table -> table.promoted(dtypes, scalars));
        return joint.map(dtype -> DType.valueOf(dtype.name())).orElse(null);
    }

    private static boolean differ(Tensor... operands) {
        DType first = null;
        boolean differ = false;
        for (Tensor operand : operands) {
            if (operand == null) {
                return false;
            }
            if (!Tensors.isNumber(operand)) {
                differ |= first != null && operand.dtype() != first;
                first = operand.dtype();
            }
        }
        return differ;
    }
}
