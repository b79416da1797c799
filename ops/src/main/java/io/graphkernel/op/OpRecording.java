package io.graphkernel.op;

import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpGradient;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules by which eager mode records an op for gradients, derived from its row. */
public final class OpRecording {

    private static final Set<OpDtype> NEVER_FLOATS =
            Set.of(OpDtype.BOOL, OpDtype.INDEX, OpDtype.I64, OpDtype.I8, OpDtype.I32);

    private OpRecording() {}

    /**
     * Returns true if an op is recorded as one: a basic op, or a composite op with rules. For other composite ops, the
     * nested ops are recorded.
     */
    public static boolean isRecorded(OpRow row) {
        OpGradient gradient = row.gradient();
        boolean own = row.kind() != OpKind.COMPOSITE
                || !gradient.rules().isEmpty()
                || !gradient.absence().isEmpty()
                || isConstant(row);
        boolean basicConstant = row.kind() != OpKind.COMPOSITE && isConstant(row);
        return own
                && !basicConstant
                && hasFloatResult(row)
                && !row.operandParameters().isEmpty()
                && (!updates(row) || row.updatesStatistics());
    }

    private static boolean hasFloatResult(OpRow row) {
        for (OpResult result : row.results()) {
            if (!NEVER_FLOATS.contains(result.dtype())) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if no derivative by any operand is other than zero. */
    private static boolean isConstant(OpRow row) {
        for (OpParameter operand : row.operandParameters()) {
            if (!row.gradient().nonDifferentiable().contains(operand.name())) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if an op updates an operand in place. */
    public static boolean updates(OpRow row) {
        for (OpResult result : row.results()) {
            if (result.updates().isPresent()) {
                return true;
            }
        }
        return row.kind() == OpKind.ASSIGN;
    }

    /** Returns true if an op updates an operand. Its recording does not refer to that operand. */
    public static boolean isUpdated(OpRow row, String operand) {
        for (OpResult result : row.results()) {
            if (result.updates().isPresent() && result.updates().get().equals(operand)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if the rules of an op compute 16-bit floats in f32. */
    public static boolean isWide(OpRow row) {
        boolean computes = row.dtypes() == DtypeClass.FLOAT || row.dtypes() == DtypeClass.NUMBER;
        return computes && !row.isComputedByLibrary() && row.kind() != OpKind.LIBRARY;
    }

    /** Returns true if the rules are complete, so that nested ops need not be recorded. */
    public static boolean isWhole(OpRow row) {
        Set<String> operands = row.operandParameters().stream()
                .filter(operand -> !NEVER_FLOATS.contains(operand.dtype()))
                .map(OpParameter::name)
                .filter(name -> !row.gradient().nonDifferentiable().contains(name))
                .collect(Collectors.toSet());
        boolean single = row.results().size() == 1 && !row.hasVaryingResults();
        Set<String> result = Set.of(row.results().get(0).name());
        return row.kind() != OpKind.COMPOSITE
                || operands.isEmpty()
                || !row.gradient().absence().isEmpty()
                || single && !row.gradient().rules(result, operands).isEmpty()
                || row.hasVaryingResults() && !row.gradient().rules().isEmpty();
    }

    /** Returns true if each element of a result depends only on the operand elements at the same position. */
    public static boolean isPointwise(OpRow row) {
        if (row.kind() != OpKind.COMPOSITE) {
            return row.kind() == OpKind.ELEMENTWISE;
        }
        return ExpansionTraits.of(row, name -> true)
                .ops()
                .map(ops -> ops.stream()
                        .allMatch(op -> isPointwise(OpTable.get().find(op).orElseThrow())))
                .orElse(false);
    }
}
