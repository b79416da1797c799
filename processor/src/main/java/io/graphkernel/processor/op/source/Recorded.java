package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpGradient;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpRow;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the methods of {@code Ops} have themselves recorded, for gradients. */
final class Recorded {

    private static final Set<OpDtype> NEVER_FLOATS =
            Set.of(OpDtype.BOOL, OpDtype.INDEX, OpDtype.I64, OpDtype.I8, OpDtype.I32);

    private Recorded() {}

    /**
     * Whether an op is recorded as one: a basic op, and a composite op with rules of its own. Of others the ops inside are
     * recorded.
     */
    static boolean isRecorded(OpRow row) {
        OpGradient gradient = row.gradient();
        boolean own = row.kind() != OpKind.COMPOSITE
                || !gradient.rules().isEmpty()
                || !gradient.absence().isEmpty()
                || isConstant(row);
        boolean basicConstant = row.kind() != OpKind.COMPOSITE && isConstant(row);
        return own
                && !basicConstant
                && !row.results().stream().allMatch(result -> NEVER_FLOATS.contains(result.dtype()))
                && !row.operandParameters().isEmpty()
                && !updates(row);
    }

    /** Whether no derivative by any operand is other than zero. */
    private static boolean isConstant(OpRow row) {
        return row.gradient().constantIn().containsAll(row.operandNames());
    }

    static boolean updates(OpRow row) {
        return row.kind() == OpKind.ASSIGN
                || row.results().stream().anyMatch(result -> result.updates().isPresent());
    }

    /** The statement by which an op that updates a tensor is refused inside a loss. */
    static String refusal(OpRow row) {
        return "Recording.refuseUpdate(\"" + row.javaName() + "\");";
    }

    /** The arguments of a call that records: the op, further ones, then all parameters of the row, null for what is absent. */
    static String call(OpRow row, Set<String> present, String... further) {
        List<OpParameter> parameters = row.parameters();
        Stream<String> names =
                parameters.stream().map(parameter -> present.contains(parameter.name()) ? parameter.name() : "null");
        boolean array = parameters.size() == 1 && parameters.get(0).kind() == OpParameter.Kind.TENSORS;
        return Stream.of(
                        Stream.of('"' + row.name() + '"'),
                        Stream.of(further),
                        names.map(name -> array ? "(Object) " + name : name))
                .flatMap(part -> part)
                .collect(Collectors.joining(", "));
    }

    /** Whether the rules say all there is to know, so that the ops inside need not be recorded. */
    static boolean isWhole(OpRow row) {
        Set<String> operands = row.operandParameters().stream()
                .filter(operand -> !NEVER_FLOATS.contains(operand.dtype()))
                .map(OpParameter::name)
                .filter(name -> !row.gradient().constantIn().contains(name))
                .collect(Collectors.toSet());
        boolean single = row.results().size() == 1 && !row.hasVaryingResults();
        Set<String> result = Set.of(row.results().get(0).name());
        return row.kind() != OpKind.COMPOSITE
                || operands.isEmpty()
                || !row.gradient().absence().isEmpty()
                || single && !row.gradient().rules(result, operands).isEmpty()
                || row.hasVaryingResults() && !row.gradient().rules().isEmpty();
    }

    /** Whether each element of a result comes from the elements of operands at its place alone. */
    static boolean isPointwise(OpRow row) {
        if (row.kind() != OpKind.COMPOSITE) {
            return row.kind() == OpKind.ELEMENTWISE;
        }
        Set<String> all = row.parameters().stream().map(OpParameter::name).collect(Collectors.toSet());
        JavaExpansion java = JavaExpansion.run(row, all, Map.of(), false);
        return java.question() == null && java.ops().stream().allMatch(Recorded::isPointwise);
    }
}
