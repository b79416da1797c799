package io.graphkernel.conformance;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.JavaNames;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.DType;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Support declared by the op table. */
final class Table {

    private Table() {}

    /** The row of a documented name or alias. */
    static Optional<OpRow> row(String op) {
        return OpTable.get().rows().stream()
                .filter(row -> row.name().equals(op) || row.aliases().contains(op))
                .findFirst();
    }

    /** The method of {@code Ops} for a documented name or alias. */
    static String javaName(String op) {
        OpRow row = row(op).orElseThrow(() -> new AssertionError("no op " + op));
        return row.name().equals(op) ? row.javaName() : JavaNames.ofOp(op);
    }

    /**
     * The dtypes for which a row says that the op is defined: those of the operands that share one or, if none do, of the
     * result.
     */
    static Set<DType> dtypes(OpRow row) {
        Set<DType> dtypes = EnumSet.noneOf(DType.class);
        boolean takesDtype = row.operandParameters().stream()
                .anyMatch(operand -> operand.dtype() == OpDtype.SHARED || operand.dtype() == OpDtype.OWN);
        if (takesDtype || row.results().get(0).dtype() == OpDtype.ATTRIBUTE) {
            row.dtypes().dtypes().forEach(dtype -> dtypes.add(DType.valueOf(dtype.name())));
        } else {
            row.results()
                    .forEach(result -> dtypes.add(DType.valueOf(result.dtype().name())));
        }
        return dtypes;
    }

    /** Returns true if the table has the op of a case for its dtype. */
    static boolean claims(Case tested) {
        return row(tested.op())
                .filter(row -> dtypes(row).contains(tested.dtype()))
                .isPresent();
    }
}
