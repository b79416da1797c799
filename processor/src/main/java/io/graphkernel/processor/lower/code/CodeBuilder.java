package io.graphkernel.processor.lower.code;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Call;
import io.graphkernel.processor.lower.code.Expression.IntConstant;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Expression.Size;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.lower.code.Type.IntType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Builder of statement lists, in execution order. */
public final class CodeBuilder {

    /** The condition that always holds. */
    public static final Expression TRUE = new IntConstant(1);

    private List<Statement> statements = new ArrayList<>();

    /**
     * Returns a function of the collected statements and clears them.
     *
     * @param name as in {@link Function}
     * @param exchangedValues as in {@link Function}
     * @return the function
     */
    public Function function(String name, int exchangedValues) {
        return function(name, Function.Kind.ENTRY_POINT, List.of(), exchangedValues);
    }

    /**
     * Returns a function of the collected statements and clears them.
     *
     * @param name as in {@link Function}
     * @param kind as in {@link Function}
     * @param parameters as in {@link Function}
     * @return the function
     */
    public Function function(String name, Function.Kind kind, List<Variable> parameters) {
        return function(name, kind, parameters, 0);
    }

    private Function function(String name, Function.Kind kind, List<Variable> parameters, int exchangedValues) {
        Function function = new Function(name, kind, parameters, exchangedValues, statements);
        statements = new ArrayList<>();
        return function;
    }

    /** Appends a statement. */
    public void add(Statement statement) {
        statements.add(statement);
    }

    /** Declares an immutable variable. */
    public Variable declareFinal(String name, Type type, Expression value) {
        return declareFinal(new Variable(name, type), value, Origin.NONE);
    }

    /** Declares an immutable variable. */
    public Variable declareFinal(Variable variable, Expression value, Origin origin) {
        add(new Statement.Declare(variable, value, false, origin));
        return variable;
    }

    /** Declares an immutable variable. */
    public Variable declareFinal(Variable variable, Expression value) {
        return declareFinal(variable, value, Origin.NONE);
    }

    /** Declares a mutable variable. */
    public void declare(Variable variable, Expression value) {
        add(new Statement.Declare(variable, value, true, Origin.NONE));
    }

    /** Declares a 64-bit integer. */
    public Variable declareInt64(String name, Expression value) {
        return declareFinal(name, IntType.INT64, value);
    }

    /** Declares a small integer or a condition. */
    public Variable declareInt(String name, Expression value) {
        return declareFinal(name, IntType.INT, value);
    }

    /** Declares a mutable variable that is assigned before it is read. */
    public void declare(Variable variable) {
        add(new Statement.DeclareArray(variable, Statement.AddressSpace.PRIVATE, List.of()));
    }

    /** Assigns to a variable or an array element. */
    public void assign(Expression target, Expression value) {
        add(new Statement.Assign(target, value));
    }

    /** Stores a value. */
    public void store(Address address, Expression value) {
        add(new Statement.Store(address, value));
    }

    /** Stores the lanes of a vector. */
    public void store(Address address, Expression value, Expression lanes) {
        add(new Statement.StoreVector(address, value, lanes, constant(0)));
    }

    /** Emits a call as a statement. */
    public void exprStatement(Call call) {
        add(new Statement.ExprStatement(call));
    }

    /** Emits a loop with step 1. */
    public void loop(Variable index, Expression from, Expression to, Runnable body) {
        loop(index, from, to, constant(1), body);
    }

    /** Emits a loop. */
    public void loop(Variable index, Expression from, Expression to, Expression step, Runnable body) {
        loop(index, from, to, step, Unroll.AUTO, body);
    }

    /** Emits a loop of the statements that the body appends. */
    public void loop(Variable index, Expression from, Expression to, Expression step, Unroll unroll, Runnable body) {
        add(new Statement.Loop(index, from, to, step, unroll, collectBody(body)));
    }

    /** Emits a loop that advances a variable while a whole step remains. */
    public void whileStep(Variable index, Expression step, Expression to, Runnable body) {
        whileStep(index, step, step, to, body);
    }

    /** Emits a loop that advances a variable while the required number of indices remains. */
    public void whileStep(Variable index, Expression requiredIndices, Expression step, Expression to, Runnable body) {
        whileStep(index, requiredIndices, step, to, Unroll.AUTO, body);
    }

    /** Emits a loop that advances a variable while the required number of indices remains. */
    public void whileStep(
            Variable index, Expression requiredIndices, Expression step, Expression to, Unroll unroll, Runnable body) {
        add(new Statement.WhileStep(index, requiredIndices, step, to, false, unroll, collectBody(body)));
    }

    /** Emits a loop that decrements a variable. */
    public void whileStepDown(Variable index, Expression step, Expression min, Runnable body) {
        add(new Statement.WhileStep(index, step, step, min, true, Unroll.AUTO, collectBody(body)));
    }

    /** Emits a loop that ends once no lane is active after its head. */
    public void whileActive(Variable active, Runnable head, Runnable body) {
        add(new Statement.WhileActive(active, collectBody(head), collectBody(body)));
    }

    /** Emits statements that run if a condition holds. */
    public void ifThen(Expression condition, Runnable then) {
        if (condition.equals(TRUE)) {
            then.run();
        } else {
            ifThenElse(condition, then, () -> {});
        }
    }

    /** Emits an if statement with an else branch. */
    public void ifThenElse(Expression condition, Runnable then, Runnable orElse) {
        add(new Statement.If(condition, collectBody(then), collectBody(orElse)));
    }

    /** Emits a block that limits the scope of its declarations. */
    public void block(Runnable body) {
        add(new Statement.Block(collectBody(body)));
    }

    private List<Statement> collectBody(Runnable body) {
        List<Statement> enclosing = statements;
        statements = new ArrayList<>();
        body.run();
        List<Statement> collected = statements;
        statements = enclosing;
        return collected;
    }

    /** Returns a variable that holds a small integer or a condition. */
    public static Variable intVariable(String name) {
        return new Variable(name, IntType.INT);
    }

    /** Returns a variable that holds a 64-bit integer. */
    public static Variable int64Variable(String name) {
        return new Variable(name, IntType.INT64);
    }

    /** Returns an integer constant. */
    public static Expression constant(long value) {
        return new IntConstant(value);
    }

    /** Returns an extent, stride or offset. */
    public static Size size(Dim dim) {
        return new Size(dim);
    }

    /** Returns an address, offset by some elements. */
    public static Address address(Address base, Expression element) {
        return element.equals(size(Dim.ZERO)) || element.equals(constant(0)) ? base : new Offset(base, element);
    }

    /** Returns a call of a prelude function. */
    public static Call call(String function, Expression... arguments) {
        return new Call(function, Arrays.asList(arguments));
    }

    /** Returns the sum. */
    public static Expression plus(Expression left, Expression right) {
        return new Binary(Operator.ADD, left, right);
    }

    /** Returns the difference. */
    public static Expression minus(Expression left, Expression right) {
        return new Binary(Operator.SUBTRACT, left, right);
    }

    /** Returns the product. */
    public static Expression times(Expression left, Expression right) {
        return right.equals(size(Dim.ONE)) ? left : new Binary(Operator.MULTIPLY, left, right);
    }

    /** Returns the quotient, rounded toward zero. */
    public static Expression div(Expression left, Expression right) {
        return new Binary(Operator.DIVIDE, left, right);
    }

    /** Returns the remainder. */
    public static Expression modulo(Expression left, Expression right) {
        return new Binary(Operator.REMAINDER, left, right);
    }

    /** Returns the comparison {@code left < right}. */
    public static Expression less(Expression left, Expression right) {
        return new Binary(Operator.LESS, left, right);
    }

    /** Returns the conjunction. */
    public static Expression and(Expression left, Expression right) {
        if (left.equals(TRUE)) {
            return right;
        }
        return right.equals(TRUE) ? left : new Binary(Operator.AND, left, right);
    }

    /** Returns one of two expressions, by a condition. */
    public static Expression select(Expression condition, Expression then, Expression otherwise) {
        return condition.equals(TRUE) ? then : new Select(condition, then, otherwise);
    }

    /** Returns the minimum of two 64-bit integers. */
    public static Expression min(Expression left, Expression right) {
        return call("min", left, right);
    }
}
