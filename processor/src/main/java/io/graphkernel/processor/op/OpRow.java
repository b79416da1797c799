package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** One op: a row of the op table. Rows are made with {@link #elementwise}, {@link #reduction} and the like. */
public final class OpRow {

    /** The associative function of a reduction. */
    public enum Combiner {
        SUM("0f", "sum"),
        PROD("1f", "prod"),
        MAX("Float.NEGATIVE_INFINITY", "max"),
        MIN("Float.POSITIVE_INFINITY", "min");

        private final String javaIdentity;
        private final String function;

        Combiner(String javaIdentity, String function) {
            this.javaIdentity = javaIdentity;
            this.function = function;
        }

        /** The identity element as Java text. */
        public String javaIdentity() {
            return javaIdentity;
        }

        /** The prelude's name for combining the lanes of a vector. */
        public String function() {
            return function;
        }
    }

    private final String name;
    private final String javaName;
    private final OpKind kind;
    private final List<String> operandNames;
    private String documentation = "";
    private boolean takesAxes;
    private boolean takesKeepDims;
    private TypeRule typeRule = TypeRule.ARITHMETIC;
    private ScalarForm scalar;
    private Combiner combiner;
    private int cost = 1;
    private boolean commutative;
    private ToDoubleFunction<double[]> fold;
    private Function<List<Node>, Optional<ScalarForm>> specialization;
    private Expansion expansion;

    private OpRow(String name, String javaName, OpKind kind, List<String> operandNames) {
        this.name = name;
        this.javaName = javaName;
        this.kind = kind;
        this.operandNames = operandNames;
    }

    static OpRow elementwise(String name, String javaName, String... operandNames) {
        OpRow row = new OpRow(name, javaName, OpKind.ELEMENTWISE, List.of(operandNames));
        row.scalar = new ScalarForm.Call(javaName);
        return row;
    }

    static OpRow reduction(String name, String javaName, Combiner combiner) {
        OpRow row = new OpRow(name, javaName, OpKind.REDUCTION, List.of("x"));
        row.combiner = combiner;
        return row.axes().keepDims();
    }

    static OpRow assign(String name, String javaName) {
        return new OpRow(name, javaName, OpKind.ASSIGN, List.of("parameter", "value"));
    }

    static OpRow composite(String name, String javaName, Expansion expansion, String... operandNames) {
        OpRow row = new OpRow(name, javaName, OpKind.COMPOSITE, List.of(operandNames));
        row.expansion = expansion;
        return row;
    }

    OpRow infix(String operator) {
        scalar = new ScalarForm.Infix(operator);
        return this;
    }

    OpRow type(TypeRule rule) {
        typeRule = rule;
        return this;
    }

    OpRow axes() {
        takesAxes = true;
        return this;
    }

    OpRow keepDims() {
        takesKeepDims = true;
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

    OpRow document(String text) {
        documentation = text;
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

    public OpKind kind() {
        return kind;
    }

    public int arity() {
        return operandNames.size();
    }

    public List<String> operandNames() {
        return operandNames;
    }

    /** Whether the op has the attribute {@code axes}. */
    public boolean takesAxes() {
        return takesAxes;
    }

    /** Whether the op has the attribute {@code keep_dims}. */
    public boolean takesKeepDims() {
        return takesKeepDims;
    }

    public TypeRule typeRule() {
        return typeRule;
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

    /** The function of a reduction. */
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

    /** Evaluates the op on constants in float64, to be rounded once; empty if it is not folded. */
    public Optional<ToDoubleFunction<double[]>> fold() {
        return Optional.ofNullable(fold);
    }

    /** The expansion of a composite op. */
    public Optional<Expansion> expansion() {
        return Optional.ofNullable(expansion);
    }

    /** One line of documentation. */
    public String documentation() {
        return documentation;
    }
}
