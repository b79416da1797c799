package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The columns of a row, as a class of rows writes them: a call for each that differs from the most frequent value. */
final class OpRowBuilder {

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
    boolean computedByLibrary;
    boolean storedInRegions;
    Function<Node, Dim> multiplications = node -> Dim.ZERO;
    IndexRule indexRule;
    ViewKind viewKind;
    PostOp postOp;
    Integer channelAxis;
    PassedElements passedElements = PassedElements.NONE;
    boolean firstOperandItself;
    boolean allElements;
    String floatName;
    OpGradient gradient = OpGradient.NONE;

    OpRowBuilder(String name, OpKind kind, List<OpParameter> parameters) {
        this.name = name;
        this.kind = kind;
        this.javaName = JavaNames.ofOp(name);
        this.parameters = parameters;
        this.floatName = name;
    }

    OpRowBuilder javaName(String method) {
        javaName = method;
        if (scalar != null) {
            scalar = new ScalarNotation.Call(method);
        }
        return this;
    }

    OpRowBuilder aliases(String... names) {
        aliases = List.of(names);
        return this;
    }

    OpRowBuilder takes(OpParameter... all) {
        parameters = List.of(all);
        return this;
    }

    OpRowBuilder gives(OpResult... all) {
        boolean renamed = !all[0].name().equals(results.get(0).name());
        if (renamed && !gradient.rules().isEmpty()) {
            throw new IllegalStateException(name + " has rules for the cotangent of a result of another name");
        }
        results = List.of(all);
        return this;
    }

    /** One result, of a dtype other than that of the operands. */
    OpRowBuilder gives(OpDtype dtype) {
        return gives(OpResult.result("result", dtype));
    }

    OpRowBuilder resultsVary() {
        resultsVary = true;
        return this;
    }

    OpRowBuilder dtypes(DtypeClass defined) {
        dtypes = defined;
        return this;
    }

    OpRowBuilder infix(String operator) {
        scalar = new ScalarNotation.Infix(operator);
        return this;
    }

    OpRowBuilder combines(Combiner function) {
        combiner = function;
        return this;
    }

    /** A library computes it, which sums in f32 by itself: 16-bit operands need not be converted before. */
    OpRowBuilder computedByLibrary() {
        computedByLibrary = true;
        return this;
    }

    /** A library can store the result as a region of something larger, whose outermost axis has another stride. */
    OpRowBuilder storedInRegions() {
        storedInRegions = true;
        return this;
    }

    /** One operand names positions. */
    OpRowBuilder indexes(IndexRule rule) {
        indexRule = rule;
        return this;
    }

    OpRowBuilder views(ViewKind kind) {
        viewKind = kind;
        return this;
    }

    /** A library can apply it to each element of a product or a convolution. */
    OpRowBuilder postOp(PostOp op) {
        postOp = op;
        return this;
    }

    /** A library applies others to each element of the result; an axis of -1 is the last. */
    OpRowBuilder takesPostOps(int axisOfChannels) {
        channelAxis = axisOfChannels;
        return this;
    }

    /** Each element of the result is one of these operands'. */
    OpRowBuilder passesOn(PassedElements.Choice choice, Integer... operands) {
        passedElements = new PassedElements(choice, List.of(operands));
        return this;
    }

    /** Each element of the result is the one of the first operand at its place. */
    OpRowBuilder firstOperandItself() {
        firstOperandItself = true;
        return this;
    }

    /** All elements of the first operand are in the result, and no others; they may be converted. */
    OpRowBuilder allElements() {
        allElements = true;
        return this;
    }

    /** The adjoint of one operand, from the cotangent of the first result. */
    OpRowBuilder gradient(String operand, GradientRule.Single rule) {
        return gradient(ops -> List.of(rule.adjoint(ops)), operand);
    }

    /** The adjoints of operands, from the cotangent of the first result. */
    OpRowBuilder gradient(GradientRule.Formula formula, String... operands) {
        return gradient(new GradientRule(List.of(results.get(0).name()), List.of(operands), formula));
    }

    OpRowBuilder gradient(GradientRule rule) {
        return gradients(List.of(rule));
    }

    OpRowBuilder gradients(List<GradientRule> rules) {
        gradient = gradient.with(rules);
        return this;
    }

    /** The results are constant in some operands wherever they have a derivative; without names, in all of them. */
    OpRowBuilder constantIn(String... operands) {
        Set<String> all = Set.copyOf(parameters.stream()
                .filter(OpParameter::isOperand)
                .map(OpParameter::name)
                .toList());
        gradient = gradient.withConstantIn(operands.length == 0 ? all : Set.of(operands));
        return this;
    }

    OpRowBuilder noGradient(String reason) {
        gradient = gradient.withAbsence(reason);
        return this;
    }

    /** Of floats it is the same as another op. */
    OpRowBuilder floatName(String op) {
        floatName = op;
        return this;
    }

    /** How many pairs of elements it multiplies and adds. */
    OpRowBuilder multiplications(Function<Node, Dim> count) {
        multiplications = count;
        return this;
    }

    OpRowBuilder cost(int vectorInstructions) {
        cost = vectorInstructions;
        return this;
    }

    OpRowBuilder specialize(Function<List<Node>, Optional<ScalarNotation>> notation) {
        specialization = notation;
        return this;
    }

    OpRowBuilder commutative() {
        commutative = true;
        return this;
    }

    OpRowBuilder fold(ToDoubleFunction<double[]> function) {
        fold = function;
        return this;
    }

    OpRowBuilder foldIntegers(ToLongFunction<long[]> function) {
        foldIntegers = function;
        return this;
    }

    OpRowBuilder document(String text) {
        documentation = text;
        return this;
    }

    /** Where our form differs from the documents' expansion. */
    OpRowBuilder note(String text) {
        note = text;
        return this;
    }

    /** The shape of the result in words, where the kind does not decide it. */
    OpRowBuilder shape(String rule) {
        shape = rule;
        return this;
    }

    OpRowBuilder tolerance(String text) {
        tolerance = text;
        return this;
    }

    OpRow build() {
        return new OpRow(this);
    }
}
