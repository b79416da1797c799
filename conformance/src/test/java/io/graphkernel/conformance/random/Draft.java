package io.graphkernel.conformance.random;

import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;

/** A program that grows by statements, each evaluated at once for all sizes; what does not fit is taken back. */
final class Draft {

    private static final int MAX_PARAMETERS = 14;

    private final SplittableRandom random;
    private final List<String> symbols;
    private final List<DType> dtypes;
    private final boolean unranked;
    private List<Parameter> parameters = new ArrayList<>();
    private List<Statement> statements = new ArrayList<>();
    private List<Value> values = new ArrayList<>();
    private List<Evaluation> evaluations;
    private int names;

    Draft(SplittableRandom random, boolean unranked, List<DType> dtypes, List<String> symbols, List<Binding> bindings) {
        this.random = random;
        this.unranked = unranked;
        this.dtypes = dtypes;
        this.symbols = symbols;
        this.evaluations = bindings.stream().map(Evaluation::start).toList();
    }

    SplittableRandom random() {
        return random;
    }

    boolean isUnranked() {
        return unranked;
    }

    List<Parameter> parameters() {
        return parameters;
    }

    List<Statement> statements() {
        return statements;
    }

    List<Value> values() {
        return values;
    }

    List<Binding> bindings() {
        return evaluations.stream().map(Evaluation::binding).toList();
    }

    /** Runs a change; undoes it if something is unfit. */
    boolean attempt(Runnable change) {
        List<Parameter> oldParameters = new ArrayList<>(parameters);
        List<Statement> oldStatements = new ArrayList<>(statements);
        List<Value> oldValues = new ArrayList<>(values);
        List<Evaluation> oldEvaluations = evaluations;
        evaluations = evaluations.stream().map(Evaluation::copy).toList();
        try {
            change.run();
            return true;
        } catch (Unfit e) {
            parameters = oldParameters;
            statements = oldStatements;
            values = oldValues;
            evaluations = oldEvaluations;
            return false;
        }
    }

    /** A name for a variable that a statement declares. */
    Value fresh(DType dtype, List<Dim> dims) {
        return new Value("t" + names++, dtype, List.copyOf(dims));
    }

    /** Adds a statement. */
    void append(Statement statement) {
        evaluations.forEach(evaluation -> evaluation.run(statement));
        statements.add(statement);
        values.addAll(statement.results());
    }

    /** Adds a statement with one result. */
    Value append(DType dtype, List<Dim> dims, String call, List<Value> operands, Statement.Definition definition) {
        Value result = fresh(dtype, dims);
        append(Statement.of(result, call, operands, definition));
        return result;
    }

    /** Adds a parameter with elements of common sizes. */
    Value parameter(DType dtype, List<Dim> dims) {
        return parameter(dtype, dims, Samplers.common(dtype, random.nextInt(8)));
    }

    /** Adds a parameter. */
    Value parameter(DType dtype, List<Dim> dims, Function<SplittableRandom, Scalar> sampler) {
        if (parameters.size() >= MAX_PARAMETERS) {
            throw new Unfit("enough parameters");
        }
        if (dims.stream().anyMatch(dim -> dim.toString().contains("("))) {
            throw new Unfit("not a declared dim");
        }
        Value value = new Value("p" + parameters.size(), dtype, List.copyOf(dims));
        Parameter parameter = Parameter.sampled(value, random.nextLong(), sampler);
        evaluations.forEach(evaluation -> evaluation.declare(parameter));
        parameters.add(parameter);
        values.add(value);
        return value;
    }

    /** Adds a parameter that is a number; no other statement picks it. */
    Value number(Class<?> primitive, double number) {
        DType dtype = primitive == int.class || primitive == long.class ? DType.I64 : DType.F64;
        Value value = new Value("s" + parameters.size(), dtype, List.of());
        Parameter parameter =
                new Parameter(value, primitive, binding -> NdArray.scalar(dtype, Samplers.number(dtype, number)));
        evaluations.forEach(evaluation -> evaluation.declare(parameter));
        parameters.add(parameter);
        return value;
    }

    boolean isParameter(Value value) {
        return parameters.stream().anyMatch(parameter -> parameter.value().equals(value));
    }

    private boolean isUnread(Value value) {
        return statements.stream().noneMatch(statement -> statement.operands().contains(value));
    }

    /** A variable that is so, more likely a late one or one that no statement reads yet. */
    Value pick(Predicate<Value> condition) {
        List<Value> fitting = values.stream().filter(condition).toList();
        if (fitting.isEmpty()) {
            throw new Unfit("no operand");
        }
        List<Value> unread = fitting.stream().filter(this::isUnread).toList();
        if (!unread.isEmpty() && random.nextInt(3) != 0) {
            return pickOf(unread);
        }
        int back = Math.min(random.nextInt(fitting.size()), random.nextInt(fitting.size()));
        return fitting.get(fitting.size() - 1 - back);
    }

    <T> T pickOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    DType dtype() {
        return dtypes.get(Math.min(random.nextInt(dtypes.size()), random.nextInt(dtypes.size())));
    }

    List<DType> dtypes() {
        return dtypes;
    }

    /** The size of a new axis. */
    Dim dim() {
        return random.nextInt(3) == 0 ? Dim.of(pickOf(List.of(1, 2, 3, 4, 6, 8))) : new Dim.Symbol(pickOf(symbols));
    }

    /** Returns a dim as a Java expression, and the operands that it reads, numbered from an index on. */
    DimText text(List<Dim> dims, int firstOperand) {
        return DimText.of(dims, parameters, firstOperand);
    }

    /** The smallest and the largest element in any call. */
    double[] range(Value value) {
        double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        for (Evaluation evaluation : evaluations) {
            double[] one = evaluation.range(value);
            range[0] = Math.min(range[0], one[0]);
            range[1] = Math.max(range[1], one[1]);
        }
        return range;
    }

    /** Returns true if a variable has no elements in some call. */
    boolean mayBeEmpty(Value value) {
        return evaluations.stream()
                .anyMatch(evaluation -> NdArray.count(evaluation.get(value).dims()) == 0);
    }
}
