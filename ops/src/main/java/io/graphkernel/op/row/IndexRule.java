package io.graphkernel.op.row;

import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.CallArguments;
import io.graphkernel.op.build.DimsBuilder;
import io.graphkernel.op.build.ExpansionBuilder;
import java.util.OptionalLong;

/**
 * Valid range of the elements of an operand that holds indices.
 *
 * @param operand operand with the indices, {@code labels} or {@code indices}
 * @param size number of positions
 * @param sizeText description of the size
 * @param fromEnd true if negative indices count from the end
 * @param outside effect of an invalid index in a kernel without checks
 * @param ignored integer parameter whose value is also valid, and stands for no position; empty for none
 */
public record IndexRule(String operand, Size size, String sizeText, boolean fromEnd, String outside, String ignored) {

    /** Creates a rule by which only positions are valid. */
    public IndexRule(String operand, Size size, String sizeText, boolean fromEnd, String outside) {
        this(operand, size, sizeText, fromEnd, outside, "");
    }

    /** Size computed from the operands and attributes of the op. */
    @FunctionalInterface
    public interface Size {

        /**
         * Returns the size.
         *
         * @param ops builder with the operands and attributes
         * @return number of positions
         * @throws TypeException if an axis is out of range
         */
        DimsBuilder.Extent of(ExpansionBuilder ops) throws TypeException;
    }

    /** Returns a rule for positions along the last axis of an operand. */
    public static IndexRule lastAxis(String operand, String of, String outside) {
        return new IndexRule(
                operand, b -> b.dim(b.operand(of), b.axes(-1)), "the size of the last axis of " + of, false, outside);
    }

    /**
     * Returns the rule with a further valid value.
     *
     * @param parameter optional integer parameter with the value
     * @return this rule otherwise
     */
    public IndexRule ignoring(String parameter) {
        return new IndexRule(operand, size, sizeText, fromEnd, outside, parameter);
    }

    /**
     * Returns the value that stands for no position.
     *
     * @param call arguments of the op
     * @return the value; empty if the call has none
     */
    public OptionalLong ignoredValue(CallArguments call) {
        long value = ignored.isEmpty() ? OpParameter.ABSENT_INTEGER : call.integer(ignored);
        return value == OpParameter.ABSENT_INTEGER ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** Describes valid indices, and the effect of others, for the page of the ops. */
    public String describe() {
        String least = fromEnd ? "at least minus " + sizeText : "0 or more";
        String orIgnored = ignored.isEmpty() ? "" : ", or `" + ignored + "`";
        return "`" + operand + "` are " + least + " and less than " + sizeText + orIgnored
                + "; for another one a kernel " + outside;
    }
}
