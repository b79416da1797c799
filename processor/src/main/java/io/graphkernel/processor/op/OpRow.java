package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** One op: a row of the op table. A class of rows begins one with {@link #elementwise}, {@link #reduction} and the like. */
public final class OpRow {

    /** The cost of a function that takes the place of an op with known operands: a few multiplications. */
    private static final int SPECIAL_COST = 2;

    /** No longer written: the builder is not given to anyone else. */
    private final OpRowBuilder columns;

    private final List<OpParameter> operands;

    OpRow(OpRowBuilder columns) {
        this.columns = columns;
        this.operands =
                columns.parameters.stream().filter(OpParameter::isOperand).toList();
    }

    static OpRowBuilder elementwise(String name, String... operandNames) {
        List<OpParameter> operands = new ArrayList<>();
        for (String operand : operandNames) {
            operands.add(operandNames.length == 1 ? OpParameter.tensor(operand) : OpParameter.tensorOrNumber(operand));
        }
        OpRowBuilder row = new OpRowBuilder(name, OpKind.ELEMENTWISE, operands);
        row.scalar = new ScalarNotation.Call(row.javaName);
        return row;
    }

    static OpRowBuilder reduction(String name, Combiner combiner) {
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

    /** A row of one of the kinds that have a meaning of their own for the schedule. */
    static OpRowBuilder special(String name, OpKind kind, OpParameter... parameters) {
        return new OpRowBuilder(name, kind, List.of(parameters)).dtypes(DtypeClass.ANY);
    }

    static OpRowBuilder composite(String name, Expansion.Single expansion) {
        return composites(name, ops -> List.of(expansion.expand(ops)));
    }

    /** A composite op with several results. */
    static OpRowBuilder composites(String name, Expansion expansion, OpParameter... parameters) {
        OpRowBuilder row = new OpRowBuilder(name, OpKind.COMPOSITE, List.of(parameters)).dtypes(DtypeClass.FLOAT);
        row.expansion = expansion;
        return row;
    }

    /** The documented name, for example {@code ReduceSum}. */
    public String name() {
        return columns.name;
    }

    /** The method of {@code Ops}, and the prelude function's name. */
    public String javaName() {
        return columns.javaName;
    }

    /** Other documented names of the same op. */
    public List<String> aliases() {
        return columns.aliases;
    }

    public OpKind kind() {
        return columns.kind;
    }

    /** All parameters; the operands among them are a node's operands in this order. */
    public List<OpParameter> parameters() {
        return columns.parameters;
    }

    /**
     * The parameter of a name.
     *
     * @param parameter as in {@link OpParameter#name}
     * @return the parameter
     */
    public OpParameter parameter(String parameter) {
        return columns.parameters.stream()
                .filter(p -> p.name().equals(parameter))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(columns.name + " has no parameter " + parameter));
    }

    /** The parameters that are operands. */
    public List<OpParameter> operandParameters() {
        return operands;
    }

    /** The results, one or several; the one that stands for all if {@link #hasVaryingResults}. */
    public List<OpResult> results() {
        return columns.results;
    }

    /** Whether an attribute or a dim decides how many results there are, as for {@code Split}. */
    public boolean hasVaryingResults() {
        return columns.resultsVary;
    }

    /** Number of operands; for an op of any number of tensors 1. */
    public int arity() {
        return operandParameters().size();
    }

    public List<String> operandNames() {
        return operandParameters().stream().map(OpParameter::name).toList();
    }

    /** Whether the op has the attribute {@code axes}. */
    public boolean takesAxes() {
        return columns.parameters.stream().anyMatch(p -> p.kind() == OpParameter.Kind.AXES);
    }

    /** Whether the op has the attribute {@code keep_dims}. */
    public boolean takesKeepDims() {
        return columns.parameters.stream().anyMatch(p -> p.name().equals("keepDims"));
    }

    /** The dtypes for which the op is defined: those of the operands that share one. */
    public DtypeClass dtypes() {
        return columns.dtypes;
    }

    /** The expression of an elementwise op. */
    public ScalarNotation scalar() {
        return columns.scalar;
    }

    /**
     * The expression for given operands: a cheaper exact one if an operand is a constant that allows it.
     *
     * @param operands the node's operands
     * @return the expression; a call of a function with fewer parameters takes the leading operands
     */
    public ScalarNotation scalar(List<Node> operands) {
        return columns.specialization == null
                ? columns.scalar
                : columns.specialization.apply(operands).orElse(columns.scalar);
    }

    /** The function of a reduction or a scan. */
    public Combiner combiner() {
        return columns.combiner;
    }

    /** Rough number of vector instructions per vector of results; 4 and more counts as expensive to repeat. */
    public int cost() {
        return columns.cost;
    }

    /**
     * The same where the operands are known: a power of which the exponent is known may be a product.
     *
     * @param operands the node's operands
     */
    public int cost(List<Node> operands) {
        boolean special = columns.specialization != null
                && columns.specialization.apply(operands).orElse(null) instanceof ScalarNotation.Call;
        return special ? SPECIAL_COST : columns.cost;
    }

    public boolean isCommutative() {
        return columns.commutative;
    }

    /**
     * Evaluates the op on floating constants, in float64, to be rounded once; the result of a test is 1 or 0. Empty if the
     * op is not correctly rounded: what a kernel computes may differ.
     */
    public Optional<ToDoubleFunction<double[]>> fold() {
        return Optional.ofNullable(columns.fold);
    }

    /** Evaluates the op on integers and bools, to be narrowed to the dtype; empty if it takes none. */
    public Optional<ToLongFunction<long[]>> foldIntegers() {
        return Optional.ofNullable(columns.foldIntegers);
    }

    /**
     * Whether a composite op is expanded around ops of a library, over operands as they are, before anything else is.
     *
     * @return false for one whose 16-bit operands are computed in f32
     */
    public boolean isComputedByLibrary() {
        return columns.computedByLibrary;
    }

    /** Whether a library can store the result with any stride of the outermost axis, the others being row-major. */
    public boolean isStoredInRegions() {
        return columns.storedInRegions;
    }

    /**
     * How many pairs of elements a matrix product, a convolution or an attention multiplies and adds.
     *
     * @return 0 for every other op
     */
    public Dim multiplications(Node node) {
        return columns.multiplications.apply(node);
    }

    /** How a view finds the elements of its operand; empty for other ops. */
    public Optional<ViewKind> viewKind() {
        return Optional.ofNullable(columns.viewKind);
    }

    /** What the op is to a library after whose op it follows; empty if no library applies it. */
    public Optional<PostOp> postOp() {
        return Optional.ofNullable(columns.postOp);
    }

    /** Whether a library applies others to each element of the result before it stores that. */
    public boolean takesPostOps() {
        return columns.channelAxis != null;
    }

    /**
     * The axis of a library's result along which a bias lies: the columns of a product, the outputs of a convolution.
     *
     * @param rank of the result
     * @return from 0
     */
    public int channelAxis(int rank) {
        return columns.channelAxis < 0 ? columns.channelAxis + rank : columns.channelAxis;
    }

    /** Whether attributes say that the matrices of an operand are transposed. */
    public boolean takesTransposed() {
        return columns.parameters.stream()
                .anyMatch(parameter -> parameter.attribute().equals(Attributes.TRANSPOSE_A));
    }

    /** The operands whose elements the op gives on; none for an op that computes its elements. */
    public PassedElements passedElements() {
        return columns.passedElements;
    }

    /** Whether each element of the result is the one of the first operand at its place, or where a view finds it. */
    public boolean isFirstOperand() {
        return columns.firstOperandItself || columns.kind == OpKind.VIEW;
    }

    /** Whether all elements of the first operand are in the result, and no others; they may be converted. */
    public boolean keepsAllElements() {
        return columns.allElements;
    }

    /** The name of the op that computes the same for floats, as arithmetic rules call it. */
    public String floatName() {
        return columns.floatName;
    }

    /** The expansion of a composite op. */
    public Optional<Expansion> expansion() {
        return Optional.ofNullable(columns.expansion);
    }

    /**
     * Adds the ops of a composite op to a graph.
     *
     * @param graph receives the ops
     * @param operands the composite op's operands
     * @param attributes the composite op's attributes
     * @param origin the Java line of the composite op
     * @return all results, in order
     * @throws TypeException if the operands do not fit
     */
    public List<Node> expand(GraphBuilder graph, List<Node> operands, Attributes attributes, Origin origin)
            throws TypeException {
        return WideExpansion.applies(this, operands)
                ? new WideExpansion(this, graph, origin).expand(columns.expansion, operands, attributes)
                : columns.expansion.expand(new GraphExpansion(graph, this, operands, attributes, origin));
    }

    /** What is known about gradients. */
    public OpGradient gradient() {
        return columns.gradient;
    }

    /** One line of documentation: the formula. */
    public String documentation() {
        return columns.documentation;
    }

    /** Where our form differs from the documents' expansion, or empty. */
    public String note() {
        return columns.note;
    }

    /** The shape of the result in words, or empty where the kind decides it. */
    public String shape() {
        return columns.shape;
    }

    /** Which positions an operand may name, if one does. */
    public Optional<IndexRule> indexRule() {
        return Optional.ofNullable(columns.indexRule);
    }

    /** How far a result may be from the exact one, in words, or empty where the expansion decides it. */
    public String tolerance() {
        return columns.tolerance;
    }
}
