package io.graphkernel.processor.lower.code;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Call;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Expression.Number;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Size;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.lower.code.Type.Whole;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects statements in the order in which they run. */
public final class Code {

    /** A condition that holds. */
    public static final Expression ALWAYS = new Number(1);

    private List<Statement> statements = new ArrayList<>();

    /**
     * A function of what was collected; then nothing is.
     *
     * @param name as in {@link Function}
     * @param exchanged as in {@link Function}
     * @return the function
     */
    public Function function(String name, int exchanged) {
        return function(name, Function.Kind.LAUNCHED, List.of(), exchanged);
    }

    /**
     * A function of what was collected; then nothing is.
     *
     * @param name as in {@link Function}
     * @param kind as in {@link Function}
     * @param parameters as in {@link Function}
     * @return the function
     */
    public Function function(String name, Function.Kind kind, List<Variable> parameters) {
        return function(name, kind, parameters, 0);
    }

    private Function function(String name, Function.Kind kind, List<Variable> parameters, int exchanged) {
        Function function = new Function(name, kind, parameters, exchanged, statements);
        statements = new ArrayList<>();
        return function;
    }

    /** Adds a statement. */
    public void add(Statement statement) {
        statements.add(statement);
    }

    /** Declares what does not change. */
    public Variable let(String name, Type type, Expression value) {
        return let(new Variable(name, type), value, Origin.NONE);
    }

    /** Declares what does not change. */
    public Variable let(Variable variable, Expression value, Origin origin) {
        add(new Statement.Let(variable, value, false, origin));
        return variable;
    }

    /** Declares what does not change. */
    public Variable let(Variable variable, Expression value) {
        return let(variable, value, Origin.NONE);
    }

    /** Declares what is assigned to later. */
    public void variable(Variable variable, Expression value) {
        add(new Statement.Let(variable, value, true, Origin.NONE));
    }

    /** Declares a number of 64 bits. */
    public Variable integer(String name, Expression value) {
        return let(name, Whole.INTEGER, value);
    }

    /** Declares a number that is known to be small, or whether something holds. */
    public Variable count(String name, Expression value) {
        return let(name, Whole.COUNT, value);
    }

    /** Declares what is assigned to later, before anything reads it. */
    public void variable(Variable variable) {
        add(new Statement.Staged(variable, Statement.Space.THREAD, List.of()));
    }

    /** Changes a variable or an item. */
    public void assign(Expression target, Expression value) {
        add(new Statement.Assign(target, value));
    }

    /** Stores a value. */
    public void store(Address address, Expression value) {
        add(new Statement.Store(address, value));
    }

    /** Stores the lanes of a vector. */
    public void store(Address address, Expression value, Expression lanes) {
        add(new Statement.StoreVector(address, value, lanes, number(0)));
    }

    /** Calls a function that gives nothing. */
    public void effect(Call call) {
        add(new Statement.Effect(call));
    }

    /** A loop over some numbers one by one. */
    public void loop(Variable index, Expression from, Expression to, Runnable body) {
        loop(index, from, to, number(1), body);
    }

    /** A loop over some numbers in steps. */
    public void loop(Variable index, Expression from, Expression to, Expression step, Runnable body) {
        loop(index, from, to, step, Unroll.FREE, body);
    }

    /** A loop; the statements that its body adds are in it. */
    public void loop(Variable index, Expression from, Expression to, Expression step, Unroll unroll, Runnable body) {
        add(new Statement.Loop(index, from, to, step, unroll, collected(body)));
    }

    /** A loop that goes on with a variable as long as there is room for a whole step. */
    public void advance(Variable index, Expression step, Expression to, Runnable body) {
        advance(index, step, step, to, body);
    }

    /** A loop that goes on with a variable as long as there is some room. */
    public void advance(Variable index, Expression room, Expression step, Expression to, Runnable body) {
        add(new Statement.Advance(index, room, step, to, false, collected(body)));
    }

    /** A loop that goes back with a variable. */
    public void descend(Variable index, Expression step, Expression least, Runnable body) {
        add(new Statement.Advance(index, step, step, least, true, collected(body)));
    }

    /** Some statements if a condition holds. */
    public void when(Expression condition, Runnable then) {
        if (condition.equals(ALWAYS)) {
            then.run();
        } else {
            when(condition, then, () -> {});
        }
    }

    /** One of two lists of statements. */
    public void when(Expression condition, Runnable then, Runnable otherwise) {
        add(new Statement.If(condition, collected(then), collected(otherwise)));
    }

    /** Statements whose declarations end with them. */
    public void block(Runnable body) {
        add(new Statement.Block(collected(body)));
    }

    private List<Statement> collected(Runnable body) {
        List<Statement> around = statements;
        statements = new ArrayList<>();
        body.run();
        List<Statement> inside = statements;
        statements = around;
        return inside;
    }

    /** A variable that holds a number that is known to be small, or whether something holds. */
    public static Variable count(String name) {
        return new Variable(name, Whole.COUNT);
    }

    /** A variable that holds a number of 64 bits. */
    public static Variable integer(String name) {
        return new Variable(name, Whole.INTEGER);
    }

    /** A number of the template. */
    public static Expression number(long value) {
        return new Number(value);
    }

    /** An extent, stride or offset. */
    public static Size size(Dim dim) {
        return new Size(dim);
    }

    /** An address some elements further. */
    public static Address address(Address base, Expression element) {
        return element.equals(size(Dim.ZERO)) || element.equals(number(0)) ? base : new Offset(base, element);
    }

    /** What a function of the prelude gives. */
    public static Call call(String function, Expression... arguments) {
        return new Call(function, Arrays.asList(arguments));
    }

    /** The sum. */
    public static Expression plus(Expression left, Expression right) {
        return new Binary(Operator.ADD, left, right);
    }

    /** The difference. */
    public static Expression minus(Expression left, Expression right) {
        return new Binary(Operator.SUBTRACT, left, right);
    }

    /** The product. */
    public static Expression times(Expression left, Expression right) {
        return right.equals(size(Dim.ONE)) ? left : new Binary(Operator.MULTIPLY, left, right);
    }

    /** The quotient, rounded towards zero. */
    public static Expression over(Expression left, Expression right) {
        return new Binary(Operator.DIVIDE, left, right);
    }

    /** What the division leaves. */
    public static Expression modulo(Expression left, Expression right) {
        return new Binary(Operator.REMAINDER, left, right);
    }

    /** Whether the one is less. */
    public static Expression less(Expression left, Expression right) {
        return new Binary(Operator.LESS, left, right);
    }

    /** Whether both hold. */
    public static Expression and(Expression left, Expression right) {
        if (left.equals(ALWAYS)) {
            return right;
        }
        return right.equals(ALWAYS) ? left : new Binary(Operator.AND, left, right);
    }

    /** One of two by a condition. */
    public static Expression choose(Expression condition, Expression then, Expression otherwise) {
        return condition.equals(ALWAYS) ? then : new Conditional(condition, then, otherwise);
    }

    /** The smaller one of two numbers of 64 bits. */
    public static Expression least(Expression left, Expression right) {
        return call("min", left, right);
    }
}
