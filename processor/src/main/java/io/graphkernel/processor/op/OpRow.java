package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** One op: a row of the op table. Rows are made with {@link #elementwise}, {@link #reduction} and the like. */
public final class OpRow {

    /** The associative function of a reduction or a scan. */
    public enum Combiner {
        SUM("0", "0", "sum"),
        PROD("1", "1", "prod"),
        MAX("Double.NEGATIVE_INFINITY", "Long.MIN_VALUE", "max"),
        MIN("Double.POSITIVE_INFINITY", "Long.MAX_VALUE", "min"),
        ALL("true", "true", "all"),
        ANY("false", "false", "any");

        private final String javaIdentity;
        private final String integerIdentity;
        private final String function;

        Combiner(String javaIdentity, String integerIdentity, String function) {
            this.javaIdentity = javaIdentity;
            this.integerIdentity = integerIdentity;
            this.function = function;
        }

        /** The identity element as Java text: a {@code double}, or a {@code boolean} where bool is combined. */
        public String javaIdentity() {
            return javaIdentity;
        }

        /** The identity element for integers as Java text of type {@code long}; saturated to the dtype. */
        public String integerIdentity() {
            return integerIdentity;
        }

        /** The prelude's name for combining the lanes of a vector. */
        public String function() {
            return function;
        }
    }

    private final String name;
    private final OpKind kind;
    private String javaName;
    private List<String> aliases = List.of();
    private List<OpParameter> parameters;
    private List<OpResult> results = List.of(OpResult.result("result"));
    private boolean resultsVary;
    private DtypeClass dtypes = DtypeClass.NUMBER;
    private String documentation = "";
    private String note = "";
    private String shape = "";
    private ScalarForm scalar;
    private Combiner combiner;
    private int cost = 1;
    private boolean commutative;
    private String tolerance = "";
    private ToDoubleFunction<double[]> fold;
    private ToLongFunction<long[]> foldIntegers;
    private Function<List<Node>, Optional<ScalarForm>> specialization;
    private Expansion expansion;
    private boolean computedByLibrary;
    private boolean storedInRegions;
    private IndexRule indexRule;
    private ViewForm viewForm;
    private PostOp postOp;
    private Integer channelAxis;
    private PassedElements passedElements = PassedElements.NONE;
    private boolean firstOperandItself;
    private boolean allElements;
    private String floatName;
    private OpGradient gradient = OpGradient.NONE;

    private OpRow(String name, OpKind kind, List<OpParameter> parameters) {
        this.name = name;
        this.kind = kind;
        this.javaName = JavaNames.ofOp(name);
        this.parameters = parameters;
        this.floatName = name;
    }

    static OpRow elementwise(String name, String... operandNames) {
        List<OpParameter> operands = new ArrayList<>();
        for (String operand : operandNames) {
            operands.add(operandNames.length == 1 ? OpParameter.tensor(operand) : OpParameter.tensorOrNumber(operand));
        }
        OpRow row = new OpRow(name, OpKind.ELEMENTWISE, operands);
        row.scalar = new ScalarForm.Call(row.javaName);
        return row;
    }

    static OpRow reduction(String name, Combiner combiner) {
        OpRow row = new OpRow(
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
    static OpRow special(String name, OpKind kind, OpParameter... parameters) {
        return new OpRow(name, kind, List.of(parameters)).dtypes(DtypeClass.ANY);
    }

    static OpRow composite(String name, Expansion.Single expansion) {
        return composites(name, ops -> List.of(expansion.expand(ops)));
    }

    /** A composite op with several results. */
    static OpRow composites(String name, Expansion expansion, OpParameter... parameters) {
        OpRow row = new OpRow(name, OpKind.COMPOSITE, List.of(parameters)).dtypes(DtypeClass.FLOAT);
        row.expansion = expansion;
        return row;
    }

    OpRow javaName(String method) {
        javaName = method;
        if (scalar != null) {
            scalar = new ScalarForm.Call(method);
        }
        return this;
    }

    OpRow aliases(String... names) {
        aliases = List.of(names);
        return this;
    }

    OpRow takes(OpParameter... all) {
        parameters = List.of(all);
        return this;
    }

    OpRow gives(OpResult... all) {
        boolean renamed = !all[0].name().equals(results.get(0).name());
        if (renamed && !gradient.rules().isEmpty()) {
            throw new IllegalStateException(name + " has rules for the cotangent of a result of another name");
        }
        results = List.of(all);
        return this;
    }

    /** One result, of a dtype other than that of the operands. */
    OpRow gives(OpDtype dtype) {
        return gives(OpResult.result("result", dtype));
    }

    OpRow resultsVary() {
        resultsVary = true;
        return this;
    }

    OpRow dtypes(DtypeClass defined) {
        dtypes = defined;
        return this;
    }

    OpRow infix(String operator) {
        scalar = new ScalarForm.Infix(operator);
        return this;
    }

    OpRow combines(Combiner function) {
        combiner = function;
        return this;
    }

    /** A library computes it, which sums in f32 by itself: 16-bit operands need not be converted before. */
    OpRow computedByLibrary() {
        computedByLibrary = true;
        return this;
    }

    /** A library can store the result as a region of something larger, whose outermost axis has another stride. */
    OpRow storedInRegions() {
        storedInRegions = true;
        return this;
    }

    /** One operand names positions. */
    OpRow indexes(IndexRule rule) {
        indexRule = rule;
        return this;
    }

    OpRow views(ViewForm form) {
        viewForm = form;
        return this;
    }

    /** A library can apply it to each element of a product or a convolution. */
    OpRow postOp(PostOp form) {
        postOp = form;
        return this;
    }

    /** A library applies others to each element of the result; an axis of -1 is the last. */
    OpRow takesPostOps(int axisOfChannels) {
        channelAxis = axisOfChannels;
        return this;
    }

    /** Each element of the result is one of these operands'. */
    OpRow passesOn(PassedElements.Choice choice, Integer... operands) {
        passedElements = new PassedElements(choice, List.of(operands));
        return this;
    }

    /** Each element of the result is the one of the first operand at its place. */
    OpRow firstOperandItself() {
        firstOperandItself = true;
        return this;
    }

    /** All elements of the first operand are in the result, and no others; they may be converted. */
    OpRow allElements() {
        allElements = true;
        return this;
    }

    /** The adjoint of one operand, from the cotangent of the first result. */
    OpRow gradient(String operand, GradientRule.Single rule) {
        return gradient(ops -> List.of(rule.adjoint(ops)), operand);
    }

    /** The adjoints of operands, from the cotangent of the first result. */
    OpRow gradient(GradientRule.Formula formula, String... operands) {
        return gradient(new GradientRule(List.of(results.get(0).name()), List.of(operands), formula));
    }

    OpRow gradient(GradientRule rule) {
        return gradients(List.of(rule));
    }

    OpRow gradients(List<GradientRule> rules) {
        gradient = gradient.with(rules);
        return this;
    }

    /** The results are constant in some operands wherever they have a derivative; without names, in all of them. */
    OpRow constantIn(String... operands) {
        gradient = gradient.withConstantIn(operands.length == 0 ? Set.copyOf(operandNames()) : Set.of(operands));
        return this;
    }

    OpRow noGradient(String reason) {
        gradient = gradient.withAbsence(reason);
        return this;
    }

    /** Of floats it is the same as another op. */
    OpRow floatName(String op) {
        floatName = op;
        return this;
    }

    OpRow cost(int vectorInstructions) {
        cost = vectorInstructions;
        return this;
    }

    OpRow specialize(Function<List<Node>, Optional<ScalarForm>> form) {
        specialization = form;
        return this;
    }

    OpRow commutative() {
        commutative = true;
        return this;
    }

    OpRow fold(ToDoubleFunction<double[]> function) {
        fold = function;
        return this;
    }

    OpRow foldIntegers(ToLongFunction<long[]> function) {
        foldIntegers = function;
        return this;
    }

    OpRow document(String text) {
        documentation = text;
        return this;
    }

    /** Where our form differs from the documents' expansion. */
    OpRow note(String text) {
        note = text;
        return this;
    }

    /** The shape of the result in words, where the kind does not decide it. */
    OpRow shape(String rule) {
        shape = rule;
        return this;
    }

    OpRow tolerance(String text) {
        tolerance = text;
        return this;
    }

    /** The documented name, for example {@code ReduceSum}. */
    public String name() {
        return name;
    }

    /** The method of {@code Ops}, and the prelude function's name. */
    public String javaName() {
        return javaName;
    }

    /** Other documented names of the same op. */
    public List<String> aliases() {
        return aliases;
    }

    public OpKind kind() {
        return kind;
    }

    /** All parameters; the operands among them are a node's operands in this order. */
    public List<OpParameter> parameters() {
        return parameters;
    }

    /**
     * The parameter of a name.
     *
     * @param parameter as in {@link OpParameter#name}
     * @return the parameter
     */
    public OpParameter parameter(String parameter) {
        return parameters.stream()
                .filter(p -> p.name().equals(parameter))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " has no parameter " + parameter));
    }

    /** The parameters that are operands. */
    public List<OpParameter> operandParameters() {
        return parameters.stream().filter(OpParameter::isOperand).toList();
    }

    /** The results, one or several; the one that stands for all if {@link #hasVaryingResults}. */
    public List<OpResult> results() {
        return results;
    }

    /** Whether an attribute or a dim decides how many results there are, as for {@code Split}. */
    public boolean hasVaryingResults() {
        return resultsVary;
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
        return parameters.stream().anyMatch(p -> p.kind() == OpParameter.Kind.AXES);
    }

    /** Whether the op has the attribute {@code keep_dims}. */
    public boolean takesKeepDims() {
        return parameters.stream().anyMatch(p -> p.name().equals("keepDims"));
    }

    /** The dtypes for which the op is defined: those of the operands that share one. */
    public DtypeClass dtypes() {
        return dtypes;
    }

    /** The expression of an elementwise op. */
    public ScalarForm scalar() {
        return scalar;
    }

    /**
     * The expression for given operands: a cheaper exact one if an operand is a constant that allows it.
     *
     * @param operands the node's operands
     * @return the expression; a call of a function with fewer parameters takes the leading operands
     */
    public ScalarForm scalar(List<Node> operands) {
        return specialization == null ? scalar : specialization.apply(operands).orElse(scalar);
    }

    /** The function of a reduction or a scan. */
    public Combiner combiner() {
        return combiner;
    }

    /** Rough number of vector instructions per vector of results; 4 and more counts as expensive to repeat. */
    public int cost() {
        return cost;
    }

    public boolean isCommutative() {
        return commutative;
    }

    /**
     * Evaluates the op on floating constants, in float64, to be rounded once; the result of a test is 1 or 0. Empty if the
     * op is not correctly rounded: what a kernel computes may differ.
     */
    public Optional<ToDoubleFunction<double[]>> fold() {
        return Optional.ofNullable(fold);
    }

    /** Evaluates the op on integers and bools, to be narrowed to the dtype; empty if it takes none. */
    public Optional<ToLongFunction<long[]>> foldIntegers() {
        return Optional.ofNullable(foldIntegers);
    }

    /**
     * Whether a composite op is expanded around ops of a library, over operands as they are, before anything else is.
     *
     * @return false for one whose 16-bit operands are computed in f32
     */
    public boolean isComputedByLibrary() {
        return computedByLibrary;
    }

    /** Whether a library can store the result with any stride of the outermost axis, the others being row-major. */
    public boolean isStoredInRegions() {
        return storedInRegions;
    }

    /** How a view finds the elements of its operand; empty for other ops. */
    public Optional<ViewForm> viewForm() {
        return Optional.ofNullable(viewForm);
    }

    /** What the op is to a library after whose op it follows; empty if no library applies it. */
    public Optional<PostOp> postOp() {
        return Optional.ofNullable(postOp);
    }

    /** Whether a library applies others to each element of the result before it stores that. */
    public boolean takesPostOps() {
        return channelAxis != null;
    }

    /**
     * The axis of a library's result along which a bias lies: the columns of a product, the outputs of a convolution.
     *
     * @param rank of the result
     * @return from 0
     */
    public int channelAxis(int rank) {
        return channelAxis < 0 ? channelAxis + rank : channelAxis;
    }

    /** Whether attributes say that the matrices of an operand are transposed. */
    public boolean takesTransposed() {
        return parameters.stream().anyMatch(parameter -> parameter.attribute().equals(Attributes.TRANSPOSE_A));
    }

    /** The operands whose elements the op gives on; none for an op that computes its elements. */
    public PassedElements passedElements() {
        return passedElements;
    }

    /** Whether each element of the result is the one of the first operand at its place, or where a view finds it. */
    public boolean isFirstOperand() {
        return firstOperandItself || kind == OpKind.VIEW;
    }

    /** Whether all elements of the first operand are in the result, and no others; they may be converted. */
    public boolean keepsAllElements() {
        return allElements;
    }

    /** The name of the op that computes the same for floats, as arithmetic rules call it. */
    public String floatName() {
        return floatName;
    }

    /** The expansion of a composite op. */
    public Optional<Expansion> expansion() {
        return Optional.ofNullable(expansion);
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
                ? new WideExpansion(this, graph, origin).expand(expansion, operands, attributes)
                : expansion.expand(new GraphExpansion(graph, this, operands, attributes, origin));
    }

    /** What is known about gradients. */
    public OpGradient gradient() {
        return gradient;
    }

    /** One line of documentation: the formula. */
    public String documentation() {
        return documentation;
    }

    /** Where our form differs from the documents' expansion, or empty. */
    public String note() {
        return note;
    }

    /** The shape of the result in words, or empty where the kind decides it. */
    public String shape() {
        return shape;
    }

    /** Which positions an operand may name, if one does. */
    public Optional<IndexRule> indexRule() {
        return Optional.ofNullable(indexRule);
    }

    /** How far a result may be from the exact one, in words, or empty where the expansion decides it. */
    public String tolerance() {
        return tolerance;
    }
}
