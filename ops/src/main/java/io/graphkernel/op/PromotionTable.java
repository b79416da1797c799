package io.graphkernel.op;

import io.graphkernel.graph.DataType;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Promoted dtypes of operands by the rule of a library. A dtype that is only stored is promoted to no other. */
public enum PromotionTable {
    /** Floats and integers result in the float; u64 and a signed integer have no promoted dtype. */
    PYTORCH,
    /** Floats and integers result in the smallest float with the values of all; u64 and a signed integer in f64. */
    NUMPY;

    private static final List<DataType> SIGNED = List.of(DataType.I8, DataType.I16, DataType.I32, DataType.I64);

    /** Integers whose values f16 and bf16 both have. */
    private static final Set<DataType> HALF_EXACT = EnumSet.of(DataType.BOOL, DataType.I8, DataType.U8);

    /** Integers whose values f32 has, but not f16 and bf16. */
    private static final Set<DataType> SINGLE_EXACT = EnumSet.of(DataType.I16, DataType.U16);

    /**
     * Returns the table of a rule.
     *
     * @param rule name of a constant
     * @return the table, or empty for a rule without promotion
     */
    public static Optional<PromotionTable> find(String rule) {
        return Arrays.stream(values())
                .filter(table -> table.name().equals(rule))
                .findFirst();
    }

    /**
     * Returns true if operands of an op can be promoted: several of them share a dtype, and none is updated.
     *
     * @param row the op
     * @return true if a kernel may promote them
     */
    public static boolean covers(OpRow row) {
        long shared = row.operandParameters().stream()
                .filter(parameter -> parameter.dtype() == OpDtype.SHARED)
                .mapToLong(parameter -> parameter.kind() == OpParameter.Kind.TENSORS ? 2 : 1)
                .sum();
        return shared > 1 && !OpRecording.updates(row);
    }

    /**
     * Returns the promoted dtype of operands.
     *
     * @param dtypes their dtypes, one or more
     * @return the dtype, or empty if the rule has none
     */
    public Optional<DataType> promoted(Collection<DataType> dtypes) {
        if (dtypes.stream().anyMatch(DataType::isStorageOnly)) {
            return dtypes.stream().distinct().count() == 1 ? dtypes.stream().findFirst() : Optional.empty();
        }
        Optional<DataType> floating =
                dtypes.stream().filter(DataType::isFloating).reduce(PromotionTable::wider);
        if (floating.isEmpty()) {
            return dtypes.stream()
                    .map(Optional::of)
                    .reduce((first, second) -> first.flatMap(a -> second.flatMap(b -> integers(a, b))))
                    .orElseThrow();
        }
        return this == PYTORCH
                ? floating
                : dtypes.stream()
                        .filter(dtype -> !dtype.isFloating())
                        .map(dtype -> exact(dtype, floating.get()))
                        .reduce(PromotionTable::wider)
                        .or(() -> floating);
    }

    /**
     * Returns the promoted dtype of operands with and without axes. PyTorch regards a tensor without axes only if its
     * category is higher than that of the tensors with axes: bool, integers, floats.
     *
     * @param dtypes dtypes of the operands with axes, or of a rank that is not declared
     * @param scalars dtypes of the tensors without axes; one or more in both collections
     * @return the dtype, or empty if the rule has none
     */
    public Optional<DataType> promoted(Collection<DataType> dtypes, Collection<DataType> scalars) {
        List<DataType> joined = Stream.concat(dtypes.stream(), scalars.stream()).toList();
        if (this == NUMPY
                || dtypes.isEmpty()
                || scalars.isEmpty()
                || joined.stream().anyMatch(DataType::isStorageOnly)) {
            return promoted(joined);
        }
        return promoted(dtypes)
                .flatMap(joint -> promoted(Stream.concat(
                                Stream.of(joint), scalars.stream().filter(dtype -> category(dtype) > category(joint)))
                        .toList()));
    }

    /** Returns the rank of a category among bool, integers and floats. */
    private static int category(DataType dtype) {
        return dtype.isFloating() ? 2 : dtype == DataType.BOOL ? 0 : 1;
    }

    /** Returns the wider of two floats; f32 has the values of f16 and of bf16. */
    private static DataType wider(DataType first, DataType second) {
        if (first != second && first.byteSize() == second.byteSize()) {
            return DataType.F32;
        }
        return first.byteSize() >= second.byteSize() ? first : second;
    }

    /** Returns the smallest float, at least a given one, that has the values of an integer dtype; f64 for 64 bits. */
    private static DataType exact(DataType integer, DataType floating) {
        if (HALF_EXACT.contains(integer)) {
            return floating;
        }
        return wider(floating, SINGLE_EXACT.contains(integer) ? DataType.F32 : DataType.F64);
    }

    private Optional<DataType> integers(DataType first, DataType second) {
        if (first.isFloating() || second.isFloating()) {
            return Optional.of(DataType.F64); // Of u64 and a signed integer.
        }
        if (first == DataType.BOOL || second == DataType.BOOL) {
            return Optional.of(first == DataType.BOOL ? second : first);
        }
        if (first.isUnsigned() == second.isUnsigned()) {
            return Optional.of(first.byteSize() >= second.byteSize() ? first : second);
        }
        DataType unsigned = first.isUnsigned() ? first : second;
        DataType signed = first.isUnsigned() ? second : first;
        Optional<DataType> holding = SIGNED.stream()
                .filter(dtype -> dtype.byteSize() >= signed.byteSize() && dtype.byteSize() > unsigned.byteSize())
                .findFirst();
        return this == NUMPY ? holding.or(() -> Optional.of(DataType.F64)) : holding;
    }
}
