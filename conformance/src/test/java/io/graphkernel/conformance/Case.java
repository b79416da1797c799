package io.graphkernel.conformance;

import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.Locale;

/** One op with operands of one dtype and form. */
final class Case {

    /** Another order of the same roundings, or a division by a constant as a product, may double the error. */
    private static final double COMPOSITE_SLACK = 2;

    private final String op;
    private final String variant;
    private final DType dtype;
    private final List<Operand> operands;
    private final String call;
    private final Oracle oracle;
    private List<String> results = List.of("");
    private List<Integer> updated = List.of();
    private double slack = COMPOSITE_SLACK;
    private boolean signedZero;
    private boolean allowsEmpty = true;
    private boolean large;
    private boolean compiledOnly;
    private boolean interpretedPlan;
    private int integerDistance;

    private Case(String op, String variant, DType dtype, String call, Oracle oracle, List<Operand> operands) {
        this.op = op;
        this.variant = variant;
        this.dtype = dtype;
        this.operands = operands;
        this.call = call;
        this.oracle = oracle;
    }

    /**
     * Returns a case with one result.
     *
     * @param op documented name of the op
     * @param variant distinguishes the case among those of the op and dtype; may be empty
     * @param dtype dtype under test
     * @param call expression under test; {@code $} is replaced by the op's method, operands are {@code a}, {@code b}, …
     * @param oracle computes the results, then the updated operands
     * @param operands parameters of the kernel
     */
    static Case of(String op, String variant, DType dtype, String call, Oracle oracle, Operand... operands) {
        return new Case(op, variant, dtype, call, oracle, List.of(operands));
    }

    /** Returns the case over tensors of equal declared dims, in place of unranked shapes. */
    Case declared(String dims) {
        List<Operand> extended = operands.stream()
                .map(operand -> new Operand(operand.dtype(), dims, operand.sampler()))
                .toList();
        Case declared = new Case(op, variant, dtype, call, oracle, extended);
        declared.results = results;
        declared.updated = updated;
        declared.slack = slack;
        declared.signedZero = signedZero;
        declared.interpretedPlan = interpretedPlan;
        declared.integerDistance = integerDistance;
        return declared;
    }

    /** The call is a statement. */
    Case returnsNothing() {
        results = List.of();
        return this;
    }

    /** The accessors of the record that the call gives. */
    Case results(String... accessors) {
        results = List.of(accessors);
        return this;
    }

    /** Marks the operands that the kernel updates in place, to be compared after it. */
    Case updates(Integer... indices) {
        updated = List.of(indices);
        return this;
    }

    /** Tells 0 from -0 in the results. */
    Case signedZero(boolean signed) {
        signedZero = signed;
        return this;
    }

    /** Marks a basic op: the bound of the definition is the op's own. */
    Case basic() {
        slack = 1;
        return this;
    }

    /** Integers that come of a rounded float may be as far off as this. */
    Case integersWithin(int distance) {
        integerDistance = distance;
        return this;
    }

    /** Marks an op without result for operands with an axis of size 0. */
    Case withoutEmpty() {
        allowsEmpty = false;
        return this;
    }

    /** Marks operands that the eager op rejects; kernels behave as the page of the ops documents. */
    Case compiledOnly() {
        compiledOnly = true;
        return this;
    }

    /** Each element of the results comes of one of each operand: operands of all magnitudes are tried, too. */
    Case interpretedPlan() {
        interpretedPlan = true;
        return this;
    }

    /** Tries a size that is worth several threads, too. */
    Case large() {
        large = true;
        return this;
    }

    String op() {
        return op;
    }

    DType dtype() {
        return dtype;
    }

    List<Operand> operands() {
        return operands;
    }

    String call() {
        return call;
    }

    Oracle oracle() {
        return oracle;
    }

    /** The accessors of the results; one that is empty stands for the call itself. */
    List<String> results() {
        return results;
    }

    List<Integer> updated() {
        return updated;
    }

    /** Returns the allowed multiple of the definition's error bound. */
    double slack() {
        return slack;
    }

    int integerDistance() {
        return integerDistance;
    }

    boolean isSignedZero() {
        return signedZero;
    }

    boolean allowsEmpty() {
        return allowsEmpty;
    }

    boolean isLarge() {
        return large;
    }

    boolean hasInterpretedPlan() {
        return interpretedPlan;
    }

    boolean isCompiledOnly() {
        return compiledOnly;
    }

    /** Returns true if operands of any shapes broadcast. */
    boolean isUnranked() {
        return operands.stream().allMatch(Operand::isUnranked);
    }

    /** Returns what distinguishes the case among those of the op and dtype; may be empty. */
    String variant() {
        return variant;
    }

    /** Returns the name of the kernel method. */
    String kernel() {
        String name = op + "_" + dtype + (variant.isEmpty() ? "" : "_" + variant);
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    /** The name of a parameter. */
    static String name(int operand) {
        return String.valueOf((char) ('a' + operand));
    }

    @Override
    public String toString() {
        return kernel();
    }
}
