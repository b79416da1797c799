package io.graphkernel.op.row;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.LimitsBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Builder for a row of the op table, with a method for each column that differs from the default. */
public final class OpRowBuilder {

    final String name;
    final OpKind kind;
    String javaName;
    List<String> aliases = List.of();
    List<OpParameter> parameters;
    List<OpResult> results = List.of(OpResult.result("result"));
    boolean resultsVary;
    DtypeClass dtypes = DtypeClass.NUMBER;
    String documentation = "";
    String note = "";
    String shape = "";
    ScalarNotation scalar;
    Combiner combiner;
    int cost = 1;
    boolean commutative;
    String tolerance = "";
    ToDoubleFunction<double[]> fold;
    ToLongFunction<long[]> foldIntegers;
    Function<List<Node>, Optional<ScalarNotation>> specialization;
    Expansion expansion;
    Expansion integerExpansion;
    boolean computedByLibrary;
    boolean storedInRegions;
    /** Null for zero. */
    Function<Node, Dim> multiplications;

    IndexRule indexRule;
    LimitsBuilder.Limits limits;
    ViewKind viewKind;
    PostOpKind postOp;
    Integer channelAxis;
    /** Null for none. */
    ElementSelection passedElements;

    boolean identityOfFirstOperand;
    boolean replacesSlices;
    boolean allElements;
    boolean dependsOnWidth;
    boolean dependsOnSign;
    String floatName;
    OpGradient gradient = OpGradient.NONE;

    OpRowBuilder(String name, OpKind kind, List<OpParameter> parameters) {
        this.name = name;
        this.kind = kind;
        this.javaName = JavaNames.ofOp(name);
        this.parameters = parameters;
        this.floatName = name;
    }

    /** Returns the documented name of the op. */
    public String name() {
        return name;
    }

    public OpRowBuilder javaName(String method) {
        javaName = method;
        if (scalar != null) {
            scalar = new ScalarNotation.Call(method);
        }
        return this;
    }

    public OpRowBuilder aliases(String... names) {
        aliases = List.of(names);
        return this;
    }

    public OpRowBuilder parameters(OpParameter... declared) {
        parameters = List.of(declared);
        return this;
    }

    public OpRowBuilder results(OpResult... declared) {
        boolean renamed = !declared[0].name().equals(results.get(0).name());
        if (renamed && !gradient.rules().isEmpty()) {
            throw new IllegalStateException(name + " has rules for the cotangent of a result of another name");
        }
        results = List.of(declared);
        return this;
    }

    /** Sets one result, with a dtype other than that of the operands. */
    public OpRowBuilder results(OpDtype dtype) {
        return results(OpResult.result("result", dtype));
    }

    public OpRowBuilder resultsVary() {
        resultsVary = true;
        return this;
    }

    public OpRowBuilder dtypes(DtypeClass defined) {
        dtypes = defined;
        return this;
    }

    public OpRowBuilder infix(String operator) {
        scalar = new ScalarNotation.Infix(operator);
        return this;
    }

    public OpRowBuilder combines(Combiner function) {
        combiner = function;
        return this;
    }

    /** Sets the expansion of a library op over integers, which no library computes. */
    public OpRowBuilder expandsIntegers(Expansion.Single integers) {
        integerExpansion = integers;
        return this;
    }

    /** Marks the op as computed by a library that accumulates in f32: 16-bit operands need no conversion. */
    public OpRowBuilder computedByLibrary() {
        computedByLibrary = true;
        return this;
    }

    /**
     * Marks that a library can store the result as a region of a larger tensor, whose outermost axis has another
     * stride.
     */
    public OpRowBuilder storedInRegions() {
        storedInRegions = true;
        return this;
    }

    /**
     * Marks that the op replaces slices of its first operand by the third one, at the indices of the second one along
     * the attribute's axis, unless an attribute reduces them.
     */
    public OpRowBuilder replacesSlices() {
        replacesSlices = true;
        return this;
    }

    /** Sets the rule of the operand with indices. */
    public OpRowBuilder indexes(IndexRule rule) {
        indexRule = rule;
        return this;
    }

    /** Declares the limits of arguments that depend on dims or on values of a call. */
    public OpRowBuilder limits(LimitsBuilder.Limits declared) {
        limits = declared;
        return this;
    }

    public OpRowBuilder views(ViewKind kind) {
        viewKind = kind;
        return this;
    }

    /** Marks the op as a post-op of a matmul or convolution. */
    public OpRowBuilder postOp(PostOpKind op) {
        postOp = op;
        return this;
    }

    /** Marks that a library applies post-ops to the result, with the given channel axis; -1 is the last. */
    public OpRowBuilder takesPostOps(int axisOfChannels) {
        channelAxis = axisOfChannels;
        return this;
    }

    /** Marks that each element of the result is an element of one of these operands. */
    public OpRowBuilder selectsElements(ElementSelection.Criterion criterion, Integer... operands) {
        passedElements = new ElementSelection(criterion, List.of(operands));
        return this;
    }

    /** Marks that each element of the result is the one of the first operand at the same index. */
    public OpRowBuilder identityOfFirstOperand() {
        identityOfFirstOperand = true;
        return this;
    }

    /** Marks that the result consists of all elements of the first operand and no others, possibly converted. */
    public OpRowBuilder allElements() {
        allElements = true;
        return this;
    }

    /** Marks the op as different on signed and unsigned integers with the same bits. */
    public OpRowBuilder dependsOnSign() {
        dependsOnSign = true;
        return this;
    }

    /** Marks that the function depends on the number of bits of the dtype, also where a wider one computes it. */
    public OpRowBuilder dependsOnWidth() {
        dependsOnWidth = true;
        return this;
    }

    /** Sets the adjoint of one operand, from the cotangent of the first result. */
    public OpRowBuilder gradient(String operand, GradientRule.Single rule) {
        return gradient((GradientRule.Formula) rule, operand);
    }

    /** Sets the adjoints of operands, from the cotangent of the first result. */
    public OpRowBuilder gradient(GradientRule.Formula formula, String... operands) {
        return gradient(new GradientRule(List.of(results.get(0).name()), List.of(operands), formula));
    }

    public OpRowBuilder gradient(GradientRule rule) {
        return gradients(List.of(rule));
    }

    public OpRowBuilder gradients(List<GradientRule> rules) {
        gradient = gradient.with(rules);
        return this;
    }

    /** Marks operands in which the results are piecewise constant; without names, all operands. */
    public OpRowBuilder nonDifferentiable(String... operands) {
        Set<String> names = Set.copyOf(parameters.stream()
                .filter(OpParameter::isOperand)
                .map(OpParameter::name)
                .toList());
        gradient = gradient.withConstantIn(operands.length == 0 ? names : Set.of(operands));
        return this;
    }

    public OpRowBuilder noGradient(String reason) {
        gradient = gradient.withAbsence(reason);
        return this;
    }

    /** Sets the equivalent op for floats. */
    public OpRowBuilder floatName(String op) {
        floatName = op;
        return this;
    }

    /** Sets the number of multiply-adds. */
    public OpRowBuilder multiplications(Function<Node, Dim> count) {
        multiplications = count;
        return this;
    }

    public OpRowBuilder cost(int vectorInstructions) {
        cost = vectorInstructions;
        return this;
    }

    public OpRowBuilder specialize(Function<List<Node>, Optional<ScalarNotation>> notation) {
        specialization = notation;
        return this;
    }

    public OpRowBuilder commutative() {
        commutative = true;
        return this;
    }

    public OpRowBuilder fold(ToDoubleFunction<double[]> function) {
        fold = function;
        return this;
    }

    public OpRowBuilder foldIntegers(ToLongFunction<long[]> function) {
        foldIntegers = function;
        return this;
    }

    public OpRowBuilder document(String text) {
        documentation = text;
        return this;
    }

    /** Sets the note on the difference from the documented expansion. */
    public OpRowBuilder note(String text) {
        note = text;
        return this;
    }

    /** Sets the rule for the result shape in words, if it does not follow from the kind. */
    public OpRowBuilder shape(String rule) {
        shape = rule;
        return this;
    }

    public OpRowBuilder tolerance(String text) {
        tolerance = text;
        return this;
    }

    public OpRow build() {
        return new OpRow(this);
    }
}
