package io.graphkernel.op.row;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.LimitsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Row of the op table, which defines one op. Classes of rows start one with {@link #elementwise}, {@link #reduction}
 * and similar methods.
 */
public final class OpRow {

    /** Cost of a cheaper function for special operands: a few multiplications. */
    private static final int SPECIAL_COST = 2;

    /** Effectively immutable: no reference to the builder is retained elsewhere. */
    private final OpRowBuilder columns;

    private final List<OpParameter> operands;

    OpRow(OpRowBuilder columns) {
        this.columns = columns;
        List<OpParameter> found = new ArrayList<>();
        for (OpParameter parameter : columns.parameters) {
            if (parameter.isOperand()) {
                found.add(parameter);
            }
        }
        this.operands = List.copyOf(found);
    }

    public static OpRowBuilder elementwise(String name, String... operandNames) {
        List<OpParameter> operands = new ArrayList<>();
        for (String operand : operandNames) {
            operands.add(operandNames.length == 1 ? OpParameter.tensor(operand) : OpParameter.tensorOrNumber(operand));
        }
        OpRowBuilder row = new OpRowBuilder(name, OpKind.ELEMENTWISE, operands);
        row.scalar = new ScalarNotation.Call(row.javaName);
        return row;
    }

    public static OpRowBuilder reduction(String name, Combiner combiner) {
        OpRowBuilder row = new OpRowBuilder(
                name,
                OpKind.REDUCTION,
                List.of(
                        OpParameter.tensor("x"),
                        OpParameter.attribute("axes", OpParameter.Kind.AXES),
                        OpParameter.bool("keepDims", false)));
        row.combiner = combiner;
        return row;
    }

    /** Starts a row of a kind with special treatment by the schedule. */
    public static OpRowBuilder special(String name, OpKind kind, OpParameter... parameters) {
        return new OpRowBuilder(name, kind, List.of(parameters)).dtypes(DtypeClass.ANY);
    }

    public static OpRowBuilder composite(String name, Expansion.Single expansion) {
        return composites(name, expansion);
    }

    /** Starts a composite op with several results. */
    public static OpRowBuilder composites(String name, Expansion expansion, OpParameter... parameters) {
        OpRowBuilder row = new OpRowBuilder(name, OpKind.COMPOSITE, List.of(parameters)).dtypes(DtypeClass.FLOAT);
        row.expansion = expansion;
        return row;
    }

    /** Returns the documented name, for example {@code ReduceSum}. */
    public String name() {
        return columns.name;
    }

    /** Returns the name of the method of {@code Ops} and of the prelude function. */
    public String javaName() {
        return columns.javaName;
    }

    /** Returns the documented aliases of the op. */
    public List<String> aliases() {
        return columns.aliases;
    }

    public OpKind kind() {
        return columns.kind;
    }

    /** Returns all parameters; those that are operands have the order of a node's operands. */
    public List<OpParameter> parameters() {
        return columns.parameters;
    }

    /** Returns the parameter with a {@linkplain OpParameter#name name}. */
    public OpParameter parameter(String parameter) {
        return columns.parameters.stream()
                .filter(p -> p.name().equals(parameter))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(columns.name + " has no parameter " + parameter));
    }

    /** Returns the parameters that are operands. */
    public List<OpParameter> operandParameters() {
        return operands;
    }

    /** Returns the results; the representative of all if {@link #hasVaryingResults}. */
    public List<OpResult> results() {
        return columns.results;
    }

    /** Returns true if the number of results depends on an attribute or a dim, as for {@code Split}. */
    public boolean hasVaryingResults() {
        return columns.resultsVary;
    }

    /** Returns the number of operands; 1 for a variadic op. */
    public int arity() {
        return operandParameters().size();
    }

    public List<String> operandNames() {
        return operandParameters().stream().map(OpParameter::name).toList();
    }

    /** Returns true if the op has the attribute {@code axes}. */
    public boolean takesAxes() {
        return columns.parameters.stream().anyMatch(p -> p.kind() == OpParameter.Kind.AXES);
    }

    /** Returns true if the op has the attribute {@code keep_dims}. */
    public boolean takesKeepDims() {
        return columns.parameters.stream().anyMatch(p -> p.name().equals("keepDims"));
    }

    /** Returns the dtypes for which the op is defined, those of the operands that share one. */
    public DtypeClass dtypes() {
        return columns.dtypes;
    }

    /** Returns the expression of an elementwise op. */
    public ScalarNotation scalar() {
        return columns.scalar;
    }

    /**
     * Returns the expression for given operands: a cheaper exact one if a constant operand permits it.
     *
     * @param operands the node's operands
     * @return the expression; a function with fewer parameters uses the first operands
     */
    public ScalarNotation scalar(List<Node> operands) {
        return specialized(operands).orElse(columns.scalar);
    }

    private Optional<ScalarNotation> specialized(List<Node> operands) {
        return columns.specialization == null ? Optional.empty() : columns.specialization.apply(operands);
    }

    /** Returns the function of a reduction or a scan. */
    public Combiner combiner() {
        return columns.combiner;
    }

    /**
     * Returns the approximate number of vector instructions per result vector; from 4 the op is expensive to recompute.
     */
    public int cost() {
        return columns.cost;
    }

    /** Returns the cost for a node's operands: a power with a constant exponent may be a multiplication. */
    public int cost(List<Node> operands) {
        return specialized(operands).orElse(null) instanceof ScalarNotation.Call ? SPECIAL_COST : columns.cost;
    }

    public boolean isCommutative() {
        return columns.commutative;
    }

    /**
     * Returns the evaluation on floating-point constants in float64, to be rounded once; the result of a test is 1 or
     * 0. Empty if the op is not correctly rounded, since kernels may differ.
     */
    public Optional<ToDoubleFunction<double[]>> fold() {
        return Optional.ofNullable(columns.fold);
    }

    /** Returns the evaluation on integers and bools, to be narrowed to the dtype; empty if it accepts none. */
    public Optional<ToLongFunction<long[]>> foldIntegers() {
        return Optional.ofNullable(columns.foldIntegers);
    }

    /**
     * Returns true if a composite op consists of library ops over its original operands, and is expanded before all
     * others.
     *
     * @return false for an op with 16-bit operands that is computed in f32
     */
    public boolean isComputedByLibrary() {
        return columns.computedByLibrary;
    }

    /**
     * Returns true if a library can store the result with any stride of the outermost axis, with the inner axes
     * row-major.
     */
    public boolean isStoredInRegions() {
        return columns.storedInRegions;
    }

    /** Returns true if the result is the first operand with slices replaced at indices along the axis. */
    public boolean replacesSlices() {
        return columns.replacesSlices;
    }

    /** Returns the number of multiply-adds of a matmul, a convolution or an attention; 0 for every other op. */
    public Dim multiplications(Node node) {
        return columns.multiplications == null ? Dim.ZERO : columns.multiplications.apply(node);
    }

    /** Returns the mapping of a view to the elements of its operand; empty for other ops. */
    public Optional<ViewKind> viewKind() {
        return Optional.ofNullable(columns.viewKind);
    }

    /** Returns the op's kind as a post-op of a library; empty if no library applies it. */
    public Optional<PostOpKind> postOp() {
        return Optional.ofNullable(columns.postOp);
    }

    /** Returns true if a library applies post-ops to each element of the result before the store. */
    public boolean takesPostOps() {
        return columns.channelAxis != null;
    }

    /**
     * Returns the axis of a library's result to which a bias belongs: the columns of a matmul, the output channels of a
     * convolution.
     *
     * @param rank rank of the result
     * @return nonnegative axis
     */
    public int channelAxis(int rank) {
        return columns.channelAxis < 0 ? columns.channelAxis + rank : columns.channelAxis;
    }

    /** Returns true if attributes can transpose the matrices of an operand. */
    public boolean takesTransposed() {
        return columns.parameters.stream()
                .anyMatch(parameter -> parameter.attribute().equals(Attributes.TRANSPOSE_A));
    }

    /** Returns the operands whose elements the op selects; none for an op that computes its elements. */
    public ElementSelection passedElements() {
        return columns.passedElements == null ? ElementSelection.NONE : columns.passedElements;
    }

    /**
     * Returns true if each element of the result is that of the first operand at the same index, or at the index mapped
     * by a view.
     */
    public boolean isFirstOperand() {
        return columns.identityOfFirstOperand || columns.kind == OpKind.VIEW;
    }

    /** Returns true if the result consists of all elements of the first operand and no others, possibly converted. */
    public boolean keepsAllElements() {
        return columns.allElements;
    }

    /** Returns true if the function in Java, which computes bytes as integers, takes the width of the dtype. */
    public boolean dependsOnWidth() {
        return columns.dependsOnWidth;
    }

    /** Returns true if the results of signed and unsigned integers with the same bits differ. */
    public boolean dependsOnSign() {
        return columns.dependsOnSign;
    }

    /** Returns the name of the equivalent op for floats in arithmetic rules. */
    public String floatName() {
        return columns.floatName;
    }

    /** Returns the expansion of a composite op. */
    public Optional<Expansion> expansion() {
        return Optional.ofNullable(columns.expansion);
    }

    /** Returns the expansion of a library op over integers, if libraries compute only floats. */
    public Optional<Expansion> integerExpansion() {
        return Optional.ofNullable(columns.integerExpansion);
    }

    /** Returns the gradient part of the row. */
    public OpGradient gradient() {
        return columns.gradient;
    }

    /** Returns true if the composite op has a gradient and updates operands in place, on which the gradient does not depend. */
    public boolean updatesStatistics() {
        return kind() == OpKind.COMPOSITE
                && !gradient().rules().isEmpty()
                && results().stream().anyMatch(result -> result.updates().isPresent());
    }

    /** Returns one line of documentation: the formula. */
    public String documentation() {
        return columns.documentation;
    }

    /** Returns the difference from the documented expansion, or empty. */
    public String note() {
        return columns.note;
    }

    /** Returns the rule for the result shape in words, or empty if it follows from the kind. */
    public String shape() {
        return columns.shape;
    }

    /** Returns the index rule of the operand that holds indices, if there is one. */
    public Optional<IndexRule> indexRule() {
        return Optional.ofNullable(columns.indexRule);
    }

    /**
     * Returns the limits of arguments, checked before the op; empty if the shape rule covers them, or there are none.
     */
    public Optional<LimitsBuilder.Limits> limits() {
        return Optional.ofNullable(columns.limits);
    }

    /** Returns the documented error bound of a result, or an empty string if it follows from the expansion. */
    public String tolerance() {
        return columns.tolerance;
    }
}
